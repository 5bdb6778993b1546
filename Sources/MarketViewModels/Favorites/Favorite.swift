public import MarketAPI
public import MarketModels

/// The limits of favorites.
public enum FavoriteLimits {
    /// The maximum number of favorites in a market.
    public static let maximumCount = 300
}

/// A product that the user has saved on this device, as it was at that time.
public struct Favorite: Hashable, Sendable, Identifiable {
    /// The product with its name and price when it was saved.
    public let product: ListedProduct
    /// When it was saved.
    public let savedAt: Timestamp

    /// The product's identifier.
    public var id: Product.ID { product.id }

    /// Creates a favorite.
    ///
    /// - Parameters:
    ///   - product: The product as it is now.
    ///   - savedAt: The current time.
    public init(_ product: ListedProduct, savedAt: Timestamp) {
        self.product = product
        self.savedAt = savedAt
    }

    /// Returns whether a favorite comes before another in lists: newest first.
    static func isBefore(_ left: Favorite, _ right: Favorite) -> Bool {
        (left.savedAt, left.id) > (right.savedAt, right.id)
    }
}
