public import MarketAPI
public import MarketModels

/// A product that this device keeps as it was at that time: a favorite, or one that the user has looked at.
public struct SavedProduct: Hashable, Sendable, Identifiable {
    /// The product with its name and price when it was saved.
    public let product: ListedProduct
    /// When it was saved, or looked at last.
    public let savedAt: Timestamp

    /// The product's identifier.
    public var id: Product.ID { product.id }

    /// Creates a product to save.
    public init(_ product: ListedProduct, savedAt: Timestamp) {
        self.product = product
        self.savedAt = savedAt
    }

    /// Returns whether a product comes before another in lists: last saved first.
    static func isBefore(_ left: SavedProduct, _ right: SavedProduct) -> Bool {
        (left.savedAt, left.id) > (right.savedAt, right.id)
    }
}
