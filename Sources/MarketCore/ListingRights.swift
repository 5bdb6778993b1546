public import MarketModels

/// Issues, checks and revokes the rights to change a product's state without its password.
public struct ListingRights: Sendable {
    private let store: any ProductReading & ListingRightStore
    private let checkSecret: CheckSecret
    private let hasher: any RightHasher
    private let clock: any WallClock

    public init(
        store: any ProductReading & ListingRightStore,
        checkSecret: CheckSecret,
        hasher: any RightHasher,
        clock: any WallClock
    ) {
        self.store = store
        self.checkSecret = checkSecret
        self.hasher = hasher
        self.clock = clock
    }

    /// Checks the secret and issues a right.
    ///
    /// - Parameter proof: what the right permits: ``SellerProof/right`` for a browser, ``SellerProof/link`` for a link.
    /// - Returns: the right, 32 hexadecimal digits, which is stored nowhere.
    public func issue(
        for id: Product.ID,
        secret: String?,
        proof: SellerProof = .right,
        from source: ClientAddress
    ) async throws(MarketError) -> String {
        let hash = try await checkSecret.hash(of: id, provenBy: secret, from: source)
        guard let right = try await issue(for: id, proof, hash) else { throw .wrongSecret }
        return right
    }

    /// Issues a right to a client that has just listed a product, and therefore knows its secret.
    ///
    /// - Returns: nil if the product has been deleted meanwhile.
    public func issue(forListed id: Product.ID) async throws(MarketError) -> String? {
        let privateData = try await mappingErrors { () throws(StoreError) in try await store.privateData(of: id) }
        guard let privateData else { return nil }
        return try await issue(for: id, .right, privateData.secretHash)
    }

    /// Issues a right to a client with a ticket.
    ///
    /// - Returns: nil if the product has been deleted or has got another secret meanwhile.
    public func issue(_ grant: EditGrant, proof: SellerProof = .right) async throws(MarketError) -> String? {
        try await issue(for: grant.product, proof, grant.secretHash)
    }

    /// Issues the right of a browser that has just listed a product, and therefore knows its secret.
    ///
    /// - Returns: whether it was issued. It isn't if the product has been deleted meanwhile.
    @discardableResult
    public func issue(forListed id: Product.ID, to browser: BrowserKey) async throws(MarketError) -> Bool {
        let privateData = try await mappingErrors { () throws(StoreError) in try await store.privateData(of: id) }
        guard let privateData else { return false }
        let right = right(of: browser, for: id)
        return try await issue(for: id, .right, privateData.secretHash, right) != nil
    }

    /// Issues the right of a browser with a ticket.
    ///
    /// - Returns: whether it was issued. It isn't if the product has been deleted or has got another secret meanwhile.
    @discardableResult
    public func issue(_ grant: EditGrant, to browser: BrowserKey) async throws(MarketError) -> Bool {
        let right = right(of: browser, for: grant.product)
        return try await issue(for: grant.product, .right, grant.secretHash, right) != nil
    }

    /// Returns the right of a browser for a product, whether it was issued or not.
    public func right(of browser: BrowserKey, for id: Product.ID) -> String {
        hasher.right(of: browser, for: id)
    }

    /// Returns whether a browser holds the right for a product.
    public func isHeld(by browser: BrowserKey, for id: Product.ID) async throws(MarketError) -> Bool {
        let hash = hasher.hash(right(of: browser, for: id))
        let found = try await mappingErrors { () throws(StoreError) in try await store.right(hash) }
        return found?.product == id && found?.proof == .right
    }

    /// Issues the link of a product to a browser that holds the right for it. The link before it ends.
    ///
    /// - Returns: the secret part of the link, 32 hexadecimal digits, or nil if the browser doesn't hold the right.
    public func issueLink(for id: Product.ID, to browser: BrowserKey) async throws(MarketError) -> String? {
        // Read first: if the secret changes from here on, the link isn't stored.
        let privateData = try await mappingErrors { () throws(StoreError) in try await store.privateData(of: id) }
        guard let privateData, try await isHeld(by: browser, for: id) else { return nil }
        return try await issue(for: id, .link, privateData.secretHash)
    }

    /// Returns whether a product has a link.
    public func hasLink(_ id: Product.ID) async throws(MarketError) -> Bool {
        try await mappingErrors { () throws(StoreError) in try await store.link(of: id) } != nil
    }

    /// Returns the product of a link, or nil if there is no such link, whether it ended or never existed.
    public func product(ofLink link: String) async throws(MarketError) -> Product.ID? {
        let hash = hasher.hash(link.lowercased())
        let found = try await mappingErrors { () throws(StoreError) in try await store.right(hash) }
        return found?.proof == .link ? found?.product : nil
    }

    /// Ends the link of a product. One that has ended already can be ended again.
    ///
    /// - Throws: ``MarketError/invalidRight`` if the browser doesn't hold the right for the product, or an error about the
    ///   product.
    public func endLink(of id: Product.ID, by browser: BrowserKey) async throws(MarketError) {
        guard try await proof(right(of: browser, for: id), for: id) == .right else { throw .invalidRight }
        let link = try await mappingErrors { () throws(StoreError) in try await store.link(of: id) }
        guard let link else { return }
        try await mappingErrors { () throws(StoreError) in try await store.removeRights(of: id, only: link.hash) }
    }

    private func issue(
        for id: Product.ID,
        _ proof: SellerProof,
        _ secret: SecretHash,
        _ given: String? = nil
    ) async throws(MarketError) -> String? {
        var generator = SystemRandomNumberGenerator()
        let text = given ?? (generator.next() as UInt64).hexDigits + (generator.next() as UInt64).hexDigits
        let right = ListingRight(product: id, proof: proof, hash: hasher.hash(text), createdAt: clock.now)
        let isStored = try await mappingErrors { () throws(StoreError) in
            try await store.addRight(right, issuedFor: secret)
        }
        return isStored ? text : nil
    }

    /// Returns what a right proves about a product.
    ///
    /// - Throws: ``MarketError/invalidRight`` if it is unknown, revoked or for another product, or an error about the
    ///   product.
    public func proof(_ right: String, for id: Product.ID) async throws(MarketError) -> SellerProof {
        let hash = hasher.hash(right.lowercased())
        let found = try await mappingErrors { () throws(StoreError) in try await store.right(hash) }
        if let found, found.product == id { return found.proof }
        switch try await mappingErrors({ () throws(StoreError) in try await store.product(id) }) {
        case .found: throw .invalidRight
        case .deleted: throw .deletedProduct
        case .unknown: throw .unknownProduct
        }
    }

    /// Ends a single right, as a browser does that is given away. An unknown right is ended already.
    public func revoke(_ right: String, of id: Product.ID) async throws(MarketError) {
        let hash = hasher.hash(right.lowercased())
        try await mappingErrors { () throws(StoreError) in try await store.removeRights(of: id, only: hash) }
    }

    /// Checks the secret and ends all rights of a product.
    public func revokeAll(of id: Product.ID, secret: String?, from source: ClientAddress) async throws(MarketError) {
        try await checkSecret(secret, of: id, from: source)
        try await mappingErrors { () throws(StoreError) in try await store.removeRights(of: id, only: nil) }
    }
}
