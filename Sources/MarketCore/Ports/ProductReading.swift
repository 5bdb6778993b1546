public import MarketModels

/// A reader of products. A read sees at least every write that returned before the read began.
public protocol ProductReading: Sendable {
    /// Returns one page of a list. The cost of an unfiltered list doesn't depend on the page number.
    func page(_ query: ProductQuery) async throws(MarketError) -> ProductPage

    /// Returns the numbers of products of exactly each category in a list that is searched or filtered. Categories without
    /// any are missing, and removed ones are counted under their own identifier.
    ///
    /// - Returns: nil if the list has more than ``MarketModels/ProductQuery/groupedProducts`` products, or nothing but old
    ///   sales in addition to what every list shows.
    func categoryCounts(of query: ProductQuery) async throws(MarketError) -> [Category.ID: Int]?

    /// Returns a product that everybody may see, and the revision at which it was read, or an earlier one; or why there is none.
    func product(_ id: Product.ID) async throws(MarketError) -> ProductLookup

    /// Returns a page of a list, or nil if reading it might take more than about a millisecond: if what it needs isn't in
    /// memory, for example, or if another process may have changed it. It never waits, so an event loop may call it. What
    /// returns nil doesn't fail, and may succeed in ``page(_:)``.
    func pageWithoutWaiting(_ query: ProductQuery) -> ProductPage?

    /// Returns what ``product(_:)`` does, or nil as ``pageWithoutWaiting(_:)``.
    func productWithoutWaiting(_ id: Product.ID) -> (product: Product, revision: Revision)?
}

extension ProductReading {
    /// Returns nil: the store always waits.
    public func pageWithoutWaiting(_ query: ProductQuery) -> ProductPage? { nil }

    /// Returns nil: the store always waits.
    public func productWithoutWaiting(_ id: Product.ID) -> (product: Product, revision: Revision)? { nil }
}

/// A place, as sellers write it, and the number of products that lists show there.
public struct PlaceCount: Hashable, Sendable {
    public let place: String
    public let count: Int

    public init(_ place: String, count: Int) {
        self.place = place
        self.count = count
    }
}

/// The result of looking up a product.
public enum ProductLookup: Hashable, Sendable {
    /// The product, and the revision at which it was read, or an earlier one.
    case found(Product, Revision)
    /// The product is hidden or expired: only its seller may see it. The kind says who else than the seller hides it.
    case withheld(by: ListingHold.Kind?)
    /// The product has been deleted by its seller, or removed by the operator.
    case deleted(isRemoved: Bool)
    /// No product has ever had this id.
    case unknown
}

extension ProductLookup {
    /// Returns the error for whoever may only see what everybody may.
    func absence(of id: Product.ID) -> MarketError {
        switch self {
        case .unknown: .unknownProduct
        case .withheld(by: let kind?): .heldProduct(id, kind)
        case .deleted(isRemoved: true): .removedProduct
        case .deleted, .withheld, .found: .deletedProduct
        }
    }
}

extension ProductReading {
    /// Returns the error about a product that can't be found, or that only its seller may see.
    func absence(of id: Product.ID) async throws(MarketError) -> MarketError {
        try await product(id).absence(of: id)
    }
}

/// What tells whether a product is still as it was read, but for its category.
public struct ProductVersion: Hashable, Sendable {
    /// The number of the version, which each edit raises.
    public let number: Int64
    /// The name of the seller, which the operator can change without an edit.
    public let sellerName: String
}

extension ProductVersion {
    public init(of product: Product) {
        self.init(number: product.version, sellerName: product.vendor.name)
    }
}
