/// A product as its seller sees it, in any state.
public struct OwnProduct: Hashable, Sendable {
    /// What lists show of the product.
    public let summary: ProductSummary
    /// The state, and the times at which it changes.
    public let lifecycle: ListingLifecycle
    /// The seller's private note about the reservation, or nil if there is none.
    public let reservationNote: String?

    /// Creates a product of a seller.
    public init(_ summary: ProductSummary, lifecycle: ListingLifecycle, reservationNote: String? = nil) {
        self.summary = summary
        self.lifecycle = lifecycle
        self.reservationNote = reservationNote
    }
}

/// A page of a seller's own products, newest first, in all states or in one.
public struct OwnProducts: Hashable, Sendable {
    /// The products of the page.
    public let products: [OwnProduct]
    /// The number of the seller's products in each state. A state without products is missing.
    public let counts: [ListingState.Kind: Int]
    /// Whether another page follows.
    public let hasNextPage: Bool

    /// Creates a page; by default that of a seller without products.
    public init(
        products: [OwnProduct] = [],
        counts: [ListingState.Kind: Int] = [:],
        hasNextPage: Bool = false
    ) {
        self.products = products
        self.counts = counts
        self.hasNextPage = hasNextPage
    }

    /// The number of the seller's products in all states.
    public var totalCount: Int { counts.values.reduce(0, +) }
}
