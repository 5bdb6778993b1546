public import MarketModels

/// A store of delete tokens.
public protocol DeleteTokenStore: Sendable {
    /// Stores a token if the product still has the secret that the token was issued for. It doesn't change the
    /// revision.
    ///
    /// - Returns: whether the token was stored. It isn't when the product has been deleted or its secret has changed.
    func addDeleteToken(_ token: DeleteToken, issuedFor hash: SecretHash) async throws(MarketError) -> Bool

    /// Redeems a token and deletes its product, atomically. A token that would be valid for more than a day from now,
    /// because a clock was wrong when it was stored, is valid for a day.
    ///
    /// - Parameter expected: the product that the token must be for, or nil for any.
    /// - Returns: the product as it was, or nil when the token is unknown, spent, expired or for another product.
    func redeem(
        token: String,
        for expected: Product.ID?,
        at now: Timestamp
    ) async throws(MarketError) -> Product?
}

/// A permission to delete one product once. It is valid for a day at most, so that a store may delete tokens that
/// expired more than a day before a new one does.
public struct DeleteToken: Hashable, Sendable {
    public let text: String
    public let product: Product.ID
    public let expiresAt: Timestamp

    public init(text: String, product: Product.ID, expiresAt: Timestamp) {
        self.text = text
        self.product = product
        self.expiresAt = expiresAt
    }
}
