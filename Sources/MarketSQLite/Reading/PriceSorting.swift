internal import GRDB
internal import MarketCore
internal import MarketModels

/// Sorts a few products by sale price, in the order of ``PriceOrderedProducts``: by currency, then by amount, and products
/// of the same amount from the newest to the oldest.
struct PriceSorting {
    let database: Database
    let query: ProductQuery

    private struct Entry {
        /// The index of the product's currency in the order of the query.
        let currency: Int
        let amount: Int64
        let id: Product.ID
    }

    /// - Parameters:
    ///   - cursor: If given, only products after it are returned.
    ///   - limit: The maximum number of products.
    func sorted(_ ids: [Product.ID], behind cursor: ListCursor?, _ limit: Int) throws -> [Product.ID] {
        let place: PriceCursor? = if case .afterPrice(let place) = cursor { place } else { nil }
        let currencies = Dictionary(uniqueKeysWithValues: query.currencies(behind: place).enumerated().map { ($1, $0) })
        let entries = try ids.compactMap { try entry(of: $0, in: currencies) }.sorted(by: comesBefore)
        // The list may leave out the currency of the cursor. Then it continues with the next one.
        guard let place, let currency = currencies[place.amount.currency]
        else { return entries.prefix(limit).map(\.id) }
        let last = Entry(currency: currency, amount: place.amount.minorUnits, id: place.id)
        return entries.drop { !comesBefore(last, $0) }.prefix(limit).map(\.id)
    }

    private func comesBefore(_ one: Entry, _ other: Entry) -> Bool {
        if one.currency != other.currency { return one.currency < other.currency }
        if one.amount != other.amount { return (query.order == .cheapest) == (one.amount < other.amount) }
        return one.id > other.id
    }

    /// - Returns: nil for a product whose currency the query leaves out.
    private func entry(of id: Product.ID, in currencies: [Currency: Int]) throws -> Entry? {
        let found = try database.firstRow("SELECT currency, amount FROM product WHERE id = ?1", id.rawValue) { row in
            (currency: try row.text(0), amount: try row.count(1))
        }
        guard let found else {
            throw CorruptRowError(reason: "product \(id.rawValue) is indexed and doesn't exist", isDerived: true)
        }
        return Currency(rawValue: found.currency).flatMap { currencies[$0] }
            .map { Entry(currency: $0, amount: found.amount, id: id) }
    }
}
