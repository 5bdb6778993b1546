internal import GRDB
internal import MarketModels

/// The products of a list in the order of their last move to the top, read from an index that has this order.
struct BumpedProducts {
    let database: Database
    let query: ProductQuery
    /// The FTS5 query that the products must match, or nil for all.
    let expression: String?
    let bounds: PriceBounds?

    func ids(behind cursor: BumpCursor?, limit: Int) throws -> [Product.ID] {
        let listed = try ids(ofUnlistedSales: false, behind: cursor, limit: limit)
        guard query.filter.includesSold else { return listed }
        let sales = try ids(ofUnlistedSales: true, behind: cursor, limit: limit)
        return try BumpSorting(database: database).sorted(listed + sales, behind: nil, limit)
    }

    private func ids(ofUnlistedSales isOfSales: Bool, behind cursor: BumpCursor?, limit: Int) throws -> [Product.ID] {
        let ofVendor = query.vendor != nil
        var arguments: [(name: String, value: FilteredArgument)] = [(":limit", .integer(Int64(limit)))]
        var conditions = [isOfSales ? UnlistedSales.condition(ofVendor: ofVendor) : "p.is_listed = 1"]
        if query.currencyScope != .all { conditions.append("p.currency IN ('KRW', 'USD')") }
        if query.isInStock { conditions.append("p.stock > 0 AND p.state < 2") }
        if let vendor = query.vendor {
            conditions.append("p.vendor_id = :vendor")
            arguments.append((":vendor", .integer(vendor.rawValue)))
        }
        if let bounds {
            conditions.append("p.amount BETWEEN :least AND :most")
            arguments.append((":least", .integer(bounds.amounts.lowerBound)))
            arguments.append((":most", .integer(bounds.amounts.upperBound)))
            if let currency = bounds.currency {
                conditions.append("p.currency = :currency")
                arguments.append((":currency", .text(currency.rawValue)))
            }
        }
        if let cursor {
            conditions.append("(p.top_at, p.id) < (:time, :id)")
            arguments.append((":time", .integer(cursor.time.millisecondsSinceEpoch)))
            arguments.append((":id", .integer(cursor.id.rawValue)))
        }
        var table = "product AS p INDEXED BY \(isOfSales ? salesIndex : index)"
        if let expression {
            table += " CROSS JOIN product_search ON product_search.rowid = p.id"
            conditions.append("product_search MATCH :search")
            arguments.append((":search", .text(expression)))
        }
        var ids: [Product.ID] = []
        try database.forEachRow(
            """
            SELECT p.id FROM \(table) WHERE \(conditions.joined(separator: " AND "))
            ORDER BY p.top_at DESC, p.id DESC LIMIT :limit
            """,
            with: arguments
        ) { row in
            ids.append(Product.ID(rawValue: try row.positive(0)))
            return true
        }
        return ids
    }

    private var index: String {
        if query.vendor != nil { return "product_by_vendor_and_bump" }
        return query.currencyScope == .all ? "product_by_bump" : "product_by_bump_krw_usd"
    }

    private var salesIndex: String { UnlistedSales.index(ofVendor: query.vendor != nil, for: "_by_bump") }
}
