public import MarketAPI
public import MarketModels

/// The limits of recently viewed products.
public enum RecentlyViewedLimits {
    /// The maximum number of recently viewed products in a market.
    public static let maximumCount = 30
}

/// A product that the user has looked at on this device, as it was at that time.
public struct ViewedProduct: Hashable, Sendable, Identifiable {
    /// The product as it was shown.
    public let product: ListedProduct
    /// When it was shown last.
    public let viewedAt: Timestamp

    /// The product's identifier.
    public var id: Product.ID { product.id }

    /// Creates a view of a product.
    ///
    /// - Parameters:
    ///   - product: The product as it is shown.
    ///   - viewedAt: The current time.
    public init(_ product: ListedProduct, viewedAt: Timestamp) {
        self.product = product
        self.viewedAt = viewedAt
    }

    /// Returns whether a product comes before another in lists: last viewed first.
    static func isBefore(_ left: ViewedProduct, _ right: ViewedProduct) -> Bool {
        (left.viewedAt, left.id) > (right.viewedAt, right.id)
    }
}
