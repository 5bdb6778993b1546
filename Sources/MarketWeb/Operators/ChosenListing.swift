import MarketModels

/// A listing that an operator chooses on a page, with what the page has shown of it.
struct ChosenListing: LosslessStringConvertible {
    let id: Product.ID
    /// Nil if the form says none, as one that was written by hand: then nobody has looked at what would be shown.
    let version: Int64?
    /// Nil if the form says none.
    let decision: DecisionVersion?

    init(_ product: Product, hold: ListingHold?, lock: ListingLock?) {
        id = product.id
        version = product.version
        decision = DecisionVersion(hold: hold, lock: lock)
    }

    /// - Parameter text: `ID.VERSION.HELD.LOCKED`; the last two are in milliseconds since 1970, 0 if it isn't.
    init?(_ text: String) {
        let numbers = text.split(separator: ".", omittingEmptySubsequences: false).map { Int64($0) }
        guard let first = numbers.first, let number = first else { return nil }
        id = Product.ID(rawValue: number)
        let known = numbers.compactMap(\.self)
        let isReadable = known.count == numbers.count && [2, 4].contains(known.count)
        version = isReadable ? known[1] : nil
        decision = isReadable && known.count == 4 ? DecisionVersion(known[2], known[3]) : nil
    }

    var description: String {
        let times = decision.map { [$0.heldAt, $0.lockedAt].map { $0?.millisecondsSinceEpoch ?? 0 } } ?? []
        return ([id.rawValue] + [version].compactMap(\.self) + times).map(String.init).joined(separator: ".")
    }
}

extension DecisionVersion {
    fileprivate init(_ held: Int64, _ locked: Int64) {
        func time(_ number: Int64) -> Timestamp? { number > 0 ? Timestamp(millisecondsSinceEpoch: number) : nil }
        self.init(heldAt: time(held), lockedAt: time(locked))
    }
}
