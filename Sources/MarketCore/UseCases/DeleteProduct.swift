public import MarketModels

/// The use case of deleting a product: with a token, with its secret, or by the operator.
public struct DeleteProduct: Sendable {
    /// The lifetime of a token, in seconds: long enough to answer a confirmation prompt.
    private static let tokenLifetime: Int64 = 3600

    let store: any ProductStore
    let images: ImageLifecycle
    let drafts: DraftImages
    let shareImages: any ShareImageStore
    let authenticator: SellerAuthenticator
    let clock: any WallClock

    /// Issues a token to a client that knows the secret. The token is random, valid for one product, one use and an
    /// hour.
    public func token(
        for id: Product.ID,
        secret: String?,
        from source: ClientAddress
    ) async throws(MarketError) -> DeleteToken {
        try await token(authenticator.password(secret, of: id, from: source))
    }

    private func token(_ proof: SellerProof) async throws(MarketError) -> DeleteToken {
        guard proof.authority.permits(.delete), let hash = proof.secretHash else { throw .wrongSecret }
        let id = proof.product
        let token = DeleteToken(
            text: .randomUUID(),
            product: id,
            expiresAt: clock.now.adding(seconds: Self.tokenLifetime)
        )
        let isKept = try await store.addDeleteToken(token, issuedFor: hash)
        guard isKept else {
            // The product was deleted or got another secret in the meantime.
            let current = try await store.secretHash(of: id)
            throw current == nil ? .deletedProduct : .wrongSecret
        }
        return token
    }

    /// Redeems a token and deletes its product.
    ///
    /// - Parameter expected: the product that the request names in addition to the token, if any.
    /// - Returns: the product as it was.
    public func redeem(_ token: String, for expected: Product.ID? = nil) async throws(MarketError) -> Product {
        let deleted = try await store.redeem(token: token.lowercased(), for: expected, at: clock.now)
        guard let deleted else { throw .invalidToken }
        await removeImages(of: deleted)
        return deleted
    }

    /// Deletes a product immediately, with its secret.
    ///
    /// - Returns: the product as it was.
    public func callAsFunction(
        _ id: Product.ID,
        secret: String?,
        from source: ClientAddress,
        seller: BrowserDigest? = nil
    ) async throws(MarketError) -> Product {
        _ = try await authenticator.password(secret, of: id, from: source, seller: seller)
        do {
            return try await delete(id, nil)
        } catch .unknownProduct {
            // Another request has deleted the product since the secret was checked.
            throw .deletedProduct
        }
    }

    /// Deletes a product immediately, for a client that has presented the secret earlier. The proof ends when the product
    /// gets another secret.
    ///
    /// - Returns: the product as it was.
    public func callAsFunction(_ proof: SellerProof) async throws(MarketError) -> Product {
        try await redeem(token(proof).text, for: proof.product)
    }

    /// Erases a product for good, with its images in all sizes wherever they are, also in forms, for an operator who has signed in
    /// within the hour. Images that another product shows stay with it. Backups from before still have it.
    ///
    /// - Parameter reason: why, which is all that the log keeps.
    /// - Throws: ``OperatorProblem/notPermitted`` for a moderator.
    public func erase(
        _ id: Product.ID,
        reason: String,
        by proof: RecentOperatorProof
    ) async throws(MarketError) -> Product {
        try proof.proof.requireOperator()
        let erased = try await delete(id, ProductErasure(try ModerateListings.checked(reason), by: proof.proof))
        await drafts.remove(keeping: Set(erased.images.map(\.name)))
        return erased
    }

    /// Returns whether images of a product that was erased could not be removed yet, as when an object store is out of reach.
    public func leavesImages(of erased: Product) async -> Bool {
        await images.awaitsRemoval(Set(erased.images.map(\.name)))
    }

    private func delete(_ id: Product.ID, _ erasure: ProductErasure?) async throws(MarketError) -> Product {
        let deleted = try await store.delete(id, erasure, at: clock.now)
        guard let product = deleted else { throw .unknownProduct }
        await removeImages(of: product)
        return product
    }

    private func removeImages(of product: Product) async {
        await images.removeUnused(Set(product.images.map(\.name)))
        // What can't be removed now is removed when it is old. Nobody is shown it, because its product is gone.
        try? await shareImages.removeAll(of: product.id)
    }
}
