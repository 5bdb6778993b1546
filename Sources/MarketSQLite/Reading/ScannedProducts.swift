internal import GRDB
internal import MarketCore
internal import MarketModels

/// The products of a list that no search index narrows, or that are so many that a scan of all products soon fills a page, in the
/// order of their ids.
struct ScannedProducts {
    private let database: Database
    private let query: ProductQuery

    init(_ database: Database, _ query: ProductQuery) {
        self.database = database
        self.query = query
    }

    /// Returns products that can be bought.
    func inStock(behind id: Product.ID?, limit: Int) throws -> [Product.ID] {
        var scan = ProductScan(query, behind: id)
        scan.require("p.stock > 0 AND p.state < 2")
        if query.vendor != nil { scan.require("p.is_listed = 1") }
        return try scan.ids(of: "product AS p INDEXED BY \(inStockIndex)", limit: limit, in: database)
    }

    /// Returns what lists show, and the sold products that they don't show any more.
    func withSales(behind id: Product.ID?, limit: Int) throws -> [Product.ID] {
        let ofVendor = query.vendor != nil
        let parts = [
            (listedIndex, "p.is_listed = 1"),
            (UnlistedSales.index(ofVendor: ofVendor), UnlistedSales.condition(ofVendor: ofVendor)),
        ]
        let ids = try parts.flatMap { index, condition in
            var scan = ProductScan(query, behind: id)
            scan.require(condition)
            return try scan.ids(of: "product AS p INDEXED BY \(index)", limit: limit, in: database)
        }
        return Array(ids.sorted { query.order != .oldest ? $0 > $1 : $0 < $1 }.prefix(limit))
    }

    /// Scans all products that lists show, or all matches of an expression, and looks each one's price up.
    func within(_ bounds: PriceBounds, _ expression: String?, behind id: Product.ID?, limit: Int) throws -> [Product.ID]
    {
        let includesSold = query.filter.includesSold
        var scan = ProductScan(query, behind: id, column: expression == nil ? "p.id" : "product_search.rowid")
        scan.require(includesSold ? "p.state < 3" : "p.is_listed = 1")
        scan.require(
            "p.amount BETWEEN :least AND :most",
            (":least", .integer(bounds.amounts.lowerBound)),
            (":most", .integer(bounds.amounts.upperBound))
        )
        if let currency = bounds.currency {
            scan.require("p.currency = :currency", (":currency", .text(currency.rawValue)))
        }
        if query.isInStock { scan.require("p.stock > 0 AND p.state < 2") }
        guard let expression else {
            return try scan.ids(of: "product AS p \(scannedIndex(includesSold))", limit: limit, in: database)
        }
        scan.require("product_search MATCH :search", (":search", .text(expression)))
        let table = "product_search CROSS JOIN product AS p ON p.id = product_search.rowid"
        return try scan.ids(of: table, limit: limit, in: database)
    }

    /// Returns the number of sold products that lists don't show any more, at most a limit.
    func countOfUnlistedSales(limit: Int) throws -> Int {
        let ofVendor = query.vendor != nil
        var scan = ProductScan(query, behind: nil)
        scan.require(UnlistedSales.condition(ofVendor: ofVendor))
        return try scan.count(
            of: "product AS p INDEXED BY \(UnlistedSales.index(ofVendor: ofVendor))",
            limit: limit,
            in: database
        )
    }

    private var listedIndex: String {
        (query.vendor == nil ? "product_listed" : "product_listed_by_vendor")
            + (query.currencyScope == .all ? "" : "_krw_usd")
    }

    private var inStockIndex: String {
        query.vendor == nil ? "product_in_stock" + (query.currencyScope == .all ? "" : "_krw_usd") : listedIndex
    }

    private func scannedIndex(_ includesSold: Bool) -> String {
        if includesSold { return query.vendor == nil ? "NOT INDEXED" : "INDEXED BY product_by_vendor" }
        return "INDEXED BY \(query.vendor == nil ? "product_listed" : "product_listed_by_vendor")"
    }
}

/// A statement that reads products by id, with conditions on each of them.
private struct ProductScan {
    private let isNewestFirst: Bool
    /// The column with the ids.
    private let column: String
    private var conditions: [String] = []
    private var arguments: [(name: String, value: MoveValue)] = []

    init(_ query: ProductQuery, behind id: Product.ID?, column: String = "p.id") {
        isNewestFirst = query.order != .oldest
        self.column = column
        if query.currencyScope != .all { require("p.currency IN ('KRW', 'USD')") }
        if let vendor = query.vendor { require("p.vendor_id = :vendor", (":vendor", .integer(vendor.rawValue))) }
        if let id { require("\(column) \(isNewestFirst ? "<" : ">") :id", (":id", .integer(id.rawValue))) }
    }

    mutating func require(_ condition: String, _ arguments: (name: String, value: MoveValue)...) {
        conditions.append(condition)
        self.arguments += arguments
    }

    func ids(of table: String, limit: Int, in database: Database) throws -> [Product.ID] {
        var ids: [Product.ID] = []
        try database.forEachRow(
            """
            SELECT \(column) FROM \(table) WHERE \(conditions.joined(separator: " AND "))
            ORDER BY \(column) \(isNewestFirst ? "DESC" : "ASC") LIMIT :limit
            """,
            with: arguments + [(":limit", .integer(Int64(limit)))]
        ) { row in
            ids.append(Product.ID(rawValue: try row.positive(0)))
            return true
        }
        return ids
    }

    func count(of table: String, limit: Int, in database: Database) throws -> Int {
        var count: Int64 = 0
        try database.forEachRow(
            """
            SELECT count(*) FROM (
                SELECT 1 FROM \(table) WHERE \(conditions.joined(separator: " AND ")) LIMIT :limit)
            """,
            with: arguments + [(":limit", .integer(Int64(limit)))]
        ) { row in
            count = try row.count(0)
            return true
        }
        return Int(clamping: count)
    }
}
