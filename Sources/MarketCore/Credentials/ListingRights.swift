public import MarketModels

/// Issues and revokes the rights to change a product's state without its password. ``SellerAuthenticator`` checks them.
public struct ListingRights: Sendable {
    let store: any ProductStore
    let authenticator: SellerAuthenticator
    let clock: any WallClock

    // MARK: Rights

    /// Checks the secret and issues a right to a client that stores it itself.
    ///
    /// - Returns: the right, 32 hexadecimal digits, which is stored nowhere.
    public func issue(
        for id: Product.ID,
        secret: String?,
        from source: ClientAddress
    ) async throws(MarketError) -> String {
        let proof = try await authenticator.password(secret, of: id, from: source)
        let right = String.randomToken()
        guard try await store(RightHash(of: right), .right, for: proof) else { throw .wrongSecret }
        return right
    }

    /// Issues the right of a browser that has presented the secret.
    ///
    /// - Returns: whether it was issued. It isn't if the product has been deleted or has got another secret meanwhile.
    @discardableResult
    public func issue(
        _ proof: SellerProof,
        to browser: BrowserKey,
        named name: BrowserName
    ) async throws(MarketError) -> Bool {
        let known = try await store.owner(of: browser.digest)
        let owner =
            if let known { known } else {
                try await store.addBrowser(
                    SellerBrowser(digest: browser.digest, name: name, createdAt: clock.now),
                    of: RightsOwner(rawValue: .randomToken())
                )
            }
        return try await store(RightHash(of: owner, for: proof.product), .right, for: proof, owner: owner)
    }

    // MARK: Browsers

    /// Gives a browser the rights of another one, which keeps them.
    ///
    /// - Returns: whether it has them now. It hasn't if the other one was ended meanwhile, or has ended all others.
    public func share(
        _ giver: BrowserIdentity,
        with browser: BrowserKey,
        named name: BrowserName
    ) async throws(MarketError) -> Bool {
        try await store.shareRights(
            of: giver.key.digest,
            listingAs: giver.identifier,
            with: SellerBrowser(digest: browser.digest, name: name, createdAt: clock.now)
        )
    }

    /// Returns the browsers that hold rights for the same products, the newest first.
    public func browsers(of proof: BrowserProof) async throws(MarketError) -> [SellerBrowser] {
        try await store.browsers(of: proof, limit: SellerBrowser.maximumCountPerOwner)
    }

    // MARK: Links

    /// Issues the link of a product to a browser that holds the right for it. The link before it ends.
    ///
    /// - Returns: the secret part of the link, 32 hexadecimal digits, or nil if the browser doesn't hold the right.
    public func issueLink(for id: Product.ID, to browser: BrowserKey) async throws(MarketError) -> String? {
        // Read first: if the secret changes from here on, the link isn't stored.
        let hash = try await store.secretHash(of: id)
        guard let hash, try await authenticator.right(of: browser, for: id) != nil else { return nil }
        let token = String.randomToken()
        return try await store(RightHash(of: token), .link, for: id, hash) ? token : nil
    }

    /// Returns whether a product has a link.
    public func hasLink(_ proof: SellerProof) async throws(MarketError) -> Bool {
        try await store.link(of: proof.product) != nil
    }

    /// Ends the link of a product. One that has ended already can be ended again.
    ///
    /// - Throws: ``MarketError/invalidRight`` if the browser doesn't hold the right for the product, or an error about the
    ///   product.
    public func endLink(of id: Product.ID, by browser: BrowserKey) async throws(MarketError) {
        _ = try await authenticator.right(browser, for: id)
        guard let link = try await store.link(of: id) else { return }
        try await store.removeRights(of: id, only: link.hash)
    }

    // MARK: Revoking

    /// Ends a single right, as a browser does that is given away. An unknown right is ended already.
    public func revoke(_ right: String, of id: Product.ID) async throws(MarketError) {
        try await store.removeRights(of: id, only: RightHash(of: right.lowercased()))
    }

    /// Checks the secret and ends all rights of a product.
    public func revokeAll(of id: Product.ID, secret: String?, from source: ClientAddress) async throws(MarketError) {
        _ = try await authenticator.password(secret, of: id, from: source)
        try await store.removeRights(of: id, only: nil)
    }

    // MARK: Storing

    private func store(
        _ right: RightHash,
        _ authority: SellerAuthority,
        for proof: SellerProof,
        owner: RightsOwner? = nil
    ) async throws(MarketError) -> Bool {
        guard proof.authority == .password, let hash = proof.secretHash else { return false }
        return try await store(right, authority, for: proof.product, hash, owner: owner)
    }

    /// - Returns: whether the product still has the secret.
    private func store(
        _ right: RightHash,
        _ authority: SellerAuthority,
        for id: Product.ID,
        _ secret: SecretHash,
        owner: RightsOwner? = nil
    ) async throws(MarketError) -> Bool {
        let right = ListingRight(
            product: id,
            authority: authority,
            hash: right,
            owner: owner,
            createdAt: clock.now
        )
        return try await store.addRight(right, issuedFor: secret)
    }
}
