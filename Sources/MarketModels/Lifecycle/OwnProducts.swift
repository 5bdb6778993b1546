/// A product as its seller sees it, in any state.
public struct OwnProduct: Hashable, Sendable {
    /// What a seller's own listing is: its state, or why others than its seller hide it. The raw values are those of addresses.
    public enum State: String, CaseIterable, Sendable {
        case open, reserved, sold
        /// Its seller has hidden it.
        case hidden
        case expired
        /// It waits for an operator to approve it.
        case waiting
        /// An operator, reports or a block hide it.
        case held

        /// Creates what a listing in a state is, while `hold` hides it, if anything.
        public init(_ state: ListingState.Kind, hold: ListingHold.Kind? = nil) {
            self =
                switch (hold, state) {
                case (.waiting?, _): .waiting
                case (_?, _): .held
                case (nil, .open): .open
                case (nil, .reserved): .reserved
                case (nil, .sold): .sold
                case (nil, .hidden): .hidden
                case (nil, .expired): .expired
                }
        }

        /// The state that is stored of such a listing: a hold hides it.
        public var kind: ListingState.Kind { ListingState.Kind(rawValue: rawValue) ?? .hidden }
    }

    /// What lists show of the product.
    public let summary: ProductSummary
    /// The state, and the times at which it changes.
    public let lifecycle: ListingLifecycle
    /// The seller's private note about the reservation, or nil if there is none.
    public let reservationNote: String?
    /// Who else than its seller hides it; nil if nobody does.
    public let hold: ListingHold.Kind?
    /// Whether its seller has answered that hold, or has edited the product since an operator has asked for a change or refused it.
    public let isChangedAsAsked: Bool

    /// Creates a product of a seller.
    public init(
        _ summary: ProductSummary,
        lifecycle: ListingLifecycle,
        reservationNote: String? = nil,
        hold: ListingHold.Kind? = nil,
        isChangedAsAsked: Bool = false
    ) {
        self.summary = summary
        self.lifecycle = lifecycle
        self.reservationNote = reservationNote
        self.hold = hold
        self.isChangedAsAsked = isChangedAsAsked
    }

    /// What the listing is.
    public var state: State { State(summary.state.kind, hold: hold) }
}

/// A page of a seller's own products, newest first, in all states or in one.
public struct OwnProducts: Hashable, Sendable {
    /// The products of the page.
    public let products: [OwnProduct]
    /// The number of the seller's products in each state. A state without products is missing.
    public let counts: [OwnProduct.State: Int]
    /// Whether another page follows.
    public let hasNextPage: Bool

    /// Creates a page; by default that of a seller without products.
    public init(
        products: [OwnProduct] = [],
        counts: [OwnProduct.State: Int] = [:],
        hasNextPage: Bool = false
    ) {
        self.products = products
        self.counts = counts
        self.hasNextPage = hasNextPage
    }

    /// The number of the seller's products in all states.
    public var totalCount: Int { counts.values.reduce(0, +) }
}
