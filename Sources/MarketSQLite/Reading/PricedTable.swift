internal import GRDB
internal import MarketCore
internal import MarketModels

/// All products that lists show, or those of a vendor or in stock, or the sold ones that lists don't show any more, ordered
/// by price.
struct PricedTable: PriceOrderedProducts {
    let database: Database
    let vendor: Vendor.ID?
    let isInStock: Bool
    var bounds: PriceBounds?
    /// Whether to read the sold products that lists don't show any more, instead of those that lists show.
    var isOfUnlistedSales = false

    func group(of amount: Money) -> Int64 { amount.minorUnits }
    func isExact(_ group: Int64) -> Bool { true }

    func products(in currency: Currency, behind bound: Int64?, isAscending: Bool, limit: Int) throws -> [(
        group: Int64, id: Product.ID
    )] {
        if let only = bounds?.currency, only != currency { return [] }
        let direction = isAscending ? "ASC" : "DESC"
        // One condition at each end: of two, SQLite may choose the wider one, and walk what the other one leaves out.
        var first = bounds.map { (condition: "p.amount >= :least", amount: $0.amounts.lowerBound) }
        var last = bounds.map { (condition: "p.amount <= :most", amount: $0.amounts.upperBound) }
        if let bound {
            if isAscending, bound >= first?.amount ?? bound { first = ("p.amount > :least", bound) }
            if !isAscending, bound <= last?.amount ?? bound { last = ("p.amount < :most", bound) }
        }
        let bounded = [first, last].compactMap { $0.map { " AND \($0.condition)" } }.joined()
        return try rows(
            "\(start)\(bounded) ORDER BY p.amount \(direction), p.id \(direction) LIMIT :limit",
            currency,
            limit,
            [(":least", first?.amount), (":most", last?.amount)]
        )
    }

    func members(
        of group: Int64,
        in currency: Currency,
        behind cursor: PriceCursor?,
        isAscending: Bool,
        limit: Int
    ) throws -> [Product.ID] {
        // A cursor can name a group that is out of bounds.
        if let bounds, !bounds.contains(group, in: currency) { return [] }
        let bounded = cursor == nil ? "" : " AND p.id < :id"
        return try rows(
            "\(start) AND p.amount = :amount\(bounded) ORDER BY p.id DESC LIMIT :limit",
            currency,
            limit,
            [(":amount", group), (":id", cursor?.id.rawValue)]
        ).map(\.id)
    }

    private var start: String {
        """
        SELECT p.amount, p.id FROM product AS p INDEXED BY \(index) WHERE \(vendor == nil ? "" : "p.vendor_id = :vendor AND ")\
        p.currency = :currency\(isInStock ? " AND p.stock > 0 AND p.state < 2" : "")\
        \(condition)
        """
    }

    private var condition: String {
        if isOfUnlistedSales { return " AND \(UnlistedSales.condition(ofVendor: vendor != nil))" }
        return isInStock && vendor == nil ? "" : " AND p.is_listed = 1"
    }

    private var index: String {
        if isOfUnlistedSales { return UnlistedSales.index(ofVendor: vendor != nil, for: "_by_amount") }
        if vendor != nil { return "product_by_vendor_and_amount" }
        return isInStock ? "product_in_stock_by_amount" : "product_by_amount"
    }

    private func rows(
        _ sql: String,
        _ currency: Currency,
        _ limit: Int,
        _ numbers: [(name: String, value: Int64?)]
    ) throws -> [(group: Int64, id: Product.ID)] {
        var arguments: [(name: String, value: MoveValue)] = [
            (":currency", .text(currency.rawValue)), (":limit", .integer(Int64(limit))),
        ]
        for (name, value) in numbers + [(":vendor", vendor?.rawValue)] {
            if let value { arguments.append((name, .integer(value))) }
        }
        return try database.all(sql, with: arguments) { (try $0.count(0), Product.ID(rawValue: try $0.positive(1))) }
    }
}
