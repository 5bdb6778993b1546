/// The state of a listing, from the moment it is listed.
public enum ListingState: Hashable, Sendable {
    /// The product is for sale.
    case open
    /// The product is promised to somebody until a moment, at which it becomes open again.
    ///
    /// The seller's private note about the reservation is not part of the state, because states are shown.
    case reserved(until: Timestamp)
    /// The product has been sold.
    case sold(at: Timestamp)
    /// The seller has hidden the product.
    case hidden
    /// The lifetime of the listing has ended.
    case expired(at: Timestamp)

    /// The kind of a state, without its time. Raw values are the names on the wire and never change.
    public enum Kind: String, CaseIterable, Sendable {
        case open, reserved, sold, hidden, expired

        /// Whether everybody may see a product in this state. Hidden and expired products are shown to their seller only;
        /// for others they are as if they had been deleted.
        public var isPublic: Bool {
            switch self {
            case .open, .reserved, .sold: true
            case .hidden, .expired: false
            }
        }
    }

    /// The kind of this state.
    public var kind: Kind {
        switch self {
        case .open: .open
        case .reserved: .reserved
        case .sold: .sold
        case .hidden: .hidden
        case .expired: .expired
        }
    }

    /// The time of the state: the end of a reservation, or when the product was sold or expired. Nil for other states.
    public var time: Timestamp? {
        switch self {
        case .reserved(let time), .sold(let time), .expired(let time): time
        case .open, .hidden: nil
        }
    }

    /// Creates a state from its parts, or returns nil if they don't fit: only reserved, sold and expired have a time.
    public init?(_ kind: Kind, time: Timestamp?) {
        switch (kind, time) {
        case (.open, nil): self = .open
        case (.hidden, nil): self = .hidden
        case (.reserved, let time?): self = .reserved(until: time)
        case (.sold, let time?): self = .sold(at: time)
        case (.expired, let time?): self = .expired(at: time)
        default: return nil
        }
    }
}

// MARK: Visibility

extension ListingState {
    /// Whether everybody may see the product (``Kind/isPublic``).
    public var isPublic: Bool { kind.isPublic }

    /// Whether the product can still be bought: open or reserved. Such products are always in lists.
    public var isForSale: Bool {
        switch self {
        case .open, .reserved: true
        case .sold, .hidden, .expired: false
        }
    }

    /// Whether others than the seller are shown the seller's contact. While a product is promised to somebody, or sold,
    /// nobody else needs it.
    public var showsContact: Bool { self == .open }

    /// Returns the stock to show: none of a sold product. The real stock is kept, in case that the product is opened
    /// again.
    public func shownStock(_ stock: Int64) -> Int64 {
        if case .sold = self { 0 } else { stock }
    }
}
