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
        scan.conditions.requireStock()
        if query.vendor != nil { scan.conditions.require("p.is_listed = 1") }
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
            scan.conditions.require(condition)
            return try scan.ids(of: "product AS p INDEXED BY \(index)", limit: limit, in: database)
        }
        return Array(ids.sorted { query.order != .oldest ? $0 > $1 : $0 < $1 }.prefix(limit))
    }

    /// Scans all products that lists show, or all matches of an expression, and looks each one's price up.
    func within(_ bounds: PriceBounds, _ expression: String?, behind id: Product.ID?, limit: Int) throws -> [Product.ID]
    {
        let includesSold = query.filter.includesSold
        var scan = ProductScan(query, behind: id, column: expression == nil ? "p.id" : "product_search.rowid")
        scan.conditions.require(includesSold ? "p.state < 3" : "p.is_listed = 1")
        scan.conditions.require(bounds)
        if query.isInStock { scan.conditions.requireStock() }
        guard let expression else {
            return try scan.ids(of: "product AS p \(scannedIndex(includesSold))", limit: limit, in: database)
        }
        scan.conditions.require("product_search MATCH :search", (":search", .text(expression)))
        let table = "product_search CROSS JOIN product AS p ON p.id = product_search.rowid"
        return try scan.ids(of: table, limit: limit, in: database)
    }

    /// Returns the number of sold products that lists don't show any more, at most a limit.
    func countOfUnlistedSales(limit: Int) throws -> Int {
        let ofVendor = query.vendor != nil
        var scan = ProductScan(query, behind: nil)
        scan.conditions.require(UnlistedSales.condition(ofVendor: ofVendor))
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
    private let column: String
    var conditions = ProductConditions()

    init(_ query: ProductQuery, behind id: Product.ID?, column: String = "p.id") {
        isNewestFirst = query.order != .oldest
        self.column = column
        conditions.requireScope(of: query)
        if let id {
            conditions.require("\(column) \(isNewestFirst ? "<" : ">") :id", (":id", .integer(id.rawValue)))
        }
    }

    func ids(of table: String, limit: Int, in database: Database) throws -> [Product.ID] {
        try database.all(
            """
            SELECT \(column) FROM \(table) WHERE \(conditions.text)
            ORDER BY \(column) \(isNewestFirst ? "DESC" : "ASC") LIMIT :limit
            """,
            with: conditions.arguments + [(":limit", .integer(Int64(limit)))]
        ) { Product.ID(rawValue: try $0.positive(0)) }
    }

    func count(of table: String, limit: Int, in database: Database) throws -> Int {
        let counts = try database.all(
            "SELECT count(*) FROM (SELECT 1 FROM \(table) WHERE \(conditions.text) LIMIT :limit)",
            with: conditions.arguments + [(":limit", .integer(Int64(limit)))]
        ) { try $0.count(0) }
        return Int(clamping: counts.first ?? 0)
    }
}

/// Conditions on the products of a list, which a statement knows as `p`, and the statement's arguments.
struct ProductConditions {
    private var conditions: [String] = []
    private(set) var arguments: [(name: String, value: MoveValue)] = []

    var text: String { conditions.joined(separator: " AND ") }

    mutating func require(_ condition: String, _ arguments: (name: String, value: MoveValue)...) {
        conditions.append(condition)
        self.arguments += arguments
    }

    /// Requires the currencies and the seller of a query.
    mutating func requireScope(of query: ProductQuery) {
        if query.currencyScope != .all { require("p.currency IN ('KRW', 'USD')") }
        if let vendor = query.vendor { require("p.vendor_id = :vendor", (":vendor", .integer(vendor.rawValue))) }
    }

    /// Requires that a product can be bought.
    mutating func requireStock() { require("p.stock > 0 AND p.state < 2") }

    mutating func require(_ bounds: PriceBounds) {
        require(
            "p.amount BETWEEN :least AND :most",
            (":least", .integer(bounds.amounts.lowerBound)),
            (":most", .integer(bounds.amounts.upperBound))
        )
        if let currency = bounds.currency {
            require("p.currency = :currency", (":currency", .text(currency.rawValue)))
        }
    }
}
