internal import MarketModels

/// The order of a list as SQL, for products whose row is `p`, and the position after which a page starts.
struct ListOrder {
    let query: ProductQuery
    /// The position after which the page starts, or nil for a page number.
    let cursor: ListCursor?

    init(_ query: ProductQuery) {
        self.query = query
        cursor = if case .after(let cursor) = query.window, cursor.fits(query.order) { cursor } else { nil }
    }

    var isNewestFirst: Bool { query.order != .oldest }

    /// The order of the rows `p`. In lists by price, that of one currency.
    var columns: String {
        switch query.order {
        case .newest: "p.id DESC"
        case .oldest: "p.id ASC"
        case .bumped: "p.top_at DESC, p.id DESC"
        case .cheapest: "p.amount ASC, p.id DESC"
        case .mostExpensive: "p.amount DESC, p.id DESC"
        }
    }

    /// The currencies of a list by price, those before the cursor left out.
    var currencies: [String] { query.currencies(behind: priceCursor).map(\.rawValue) }

    /// Returns the condition for being behind the cursor, or nil if there is none. In a list by price, it is that of products
    /// in the cursor's currency.
    func behindCursor(_ parameters: inout StatementParameters) -> String? {
        switch cursor {
        case nil: return nil
        case .afterID(let id): return "p.id \(isNewestFirst ? "<" : ">") \(parameters.add(id.rawValue))"
        case .afterBump(let place):
            let time = parameters.add(place.time.millisecondsSinceEpoch)
            return "(p.top_at, p.id) < (\(time), \(parameters.add(place.id.rawValue)))"
        case .afterPrice:
            // The list may leave out the currency of the cursor.
            guard let place = start else { return nil }
            let amount = parameters.add(place.amount.minorUnits)
            let id = parameters.add(place.id.rawValue)
            // One condition at the end of the index, and one for the products of the same price.
            return query.order == .cheapest
                ? "p.amount >= \(amount) AND (p.amount > \(amount) OR p.id < \(id))"
                : "p.amount <= \(amount) AND (p.amount < \(amount) OR p.id < \(id))"
        }
    }

    private var priceCursor: PriceCursor? {
        if case .afterPrice(let place) = cursor { place } else { nil }
    }

    /// The cursor's place in the first of the currencies, or nil if the page starts at the beginning of that currency.
    var start: PriceCursor? { priceCursor.flatMap { $0.amount.currency.rawValue == currencies.first ? $0 : nil } }
}
