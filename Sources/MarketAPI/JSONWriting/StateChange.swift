public import MarketModels

/// A change of a product's state by its seller.
public enum StateChange: Hashable, Sendable {
    /// Puts the product up for sale again.
    case open
    /// Promises the product to somebody.
    ///
    /// - `until`: The last day of the reservation, at most a year ahead; nil for three days from today.
    /// - `note`: A note that only the seller sees, at most 200 characters; nil leaves it unchanged.
    case reserved(until: CalendarDay? = nil, note: String? = nil)
    /// Says that the product is sold.
    case sold
    /// Shows the product to nobody but its seller.
    case hidden

    /// Returns the body of the request as JSON.
    ///
    /// - Parameter secret: The product's secret, or nil if the request is authorized by a right.
    public func encoded(secret: String?) -> [UInt8] {
        JSONWriter.object { json in
            switch self {
            case .open: json.member("state", ListingState.Kind.open.rawValue)
            case .sold: json.member("state", ListingState.Kind.sold.rawValue)
            case .hidden: json.member("state", ListingState.Kind.hidden.rawValue)
            case .reserved(let day, let note):
                json.member("state", ListingState.Kind.reserved.rawValue)
                if let day { json.member("reserved_until", day.text) }
                if let note { json.member("note", note) }
            }
            if let secret { json.member("secret", secret) }
        }
    }
}
