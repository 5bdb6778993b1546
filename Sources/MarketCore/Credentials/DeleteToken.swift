public import MarketModels

/// A permission to delete one product once. It is valid for a day at most, so that a store may delete tokens that
/// expired more than a day before a new one does.
public struct DeleteToken: Hashable, Sendable {
    /// The number of tokens of a product. One more ends the one that expires first.
    public static let maximumCountPerProduct = 20

    public let text: String
    public let product: Product.ID
    public let expiresAt: Timestamp

    public init(text: String, product: Product.ID, expiresAt: Timestamp) {
        self.text = text
        self.product = product
        self.expiresAt = expiresAt
    }
}
