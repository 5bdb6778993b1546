public import MarketAPI
public import MarketModels

/// A product that this device keeps as it was at that time: a favorite, or one that the user has looked at.
public struct SavedProduct: Hashable, Sendable, Identifiable {
    /// The product as it was then.
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

    /// Returns the product without what has ended by itself since: a reservation, and the days for which a lower price is shown as such.
    func product(at now: Timestamp) -> ListedProduct {
        var product = product
        if case .reserved(let end) = product.state, end <= now { product.state = .open }
        if let reduction = product.reduction, reduction.reducedAt.adding(days: PriceReduction.shownDays) <= now {
            product.reduction = nil
        }
        return product
    }

    /// Returns whether a product comes before another in lists: last saved first.
    static func isBefore(_ left: SavedProduct, _ right: SavedProduct) -> Bool {
        (left.savedAt, left.id) > (right.savedAt, right.id)
    }
}
