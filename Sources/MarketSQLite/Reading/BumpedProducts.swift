internal import GRDB
internal import MarketCore
internal import MarketModels

/// The products of a list in the order of their last move to the top, read from an index that has this order.
///
/// Attributes are compared in the rows of `product`: a lookup in the search index takes a hundred times as long. A category
/// has an index of its own, so that its products are found however long ago they were listed or moved.
struct BumpedProducts {
    /// The maximum number of indexes that are merged: those of a category and of the ones in it.
    private static let mostMergedCategories = 32

    let database: Database
    let query: ProductQuery
    /// What the filter wants of the attributes.
    let attributes: AttributeConditions
    /// The FTS5 query of a search, or nil if the list isn't searched.
    let expression: String?
    let bounds: PriceBounds?
    /// The newest product that can be in the list, if it is known. Those after it are left out in the index.
    let newest: Product.ID?

    func ids(behind cursor: BumpCursor?, limit: Int) throws -> [Product.ID] {
        let listed = try ids(ofUnlistedSales: false, behind: cursor, limit: limit)
        guard query.filter.includesSold else { return listed }
        let sales = try ids(ofUnlistedSales: true, behind: cursor, limit: limit)
        return try BumpSorting(database: database).sorted(listed + sales, behind: nil, limit)
    }

    private func ids(ofUnlistedSales isOfSales: Bool, behind cursor: BumpCursor?, limit: Int) throws -> [Product.ID] {
        let place = attributes.place
        // Many products have the same place.
        var known: [String: Bool] = [:]
        let columns = place.isEmpty ? "p.id" : "p.id, p.place"
        let conditions = self.conditions(ofUnlistedSales: isOfSales, behind: cursor)
        let join = expression == nil ? "" : " CROSS JOIN product_search ON product_search.rowid = p.id"
        let parts = parts(ofUnlistedSales: isOfSales)
        // SQLite merges ordered parts without sorting, by columns of the result.
        let selects = parts.map { part in
            """
            SELECT \(columns)\(parts.count > 1 ? ", p.top_at" : "") FROM product AS p INDEXED BY \(part.index)\(join)
            WHERE \(conditions.text)\(part.condition.map { " AND \($0)" } ?? "")
            """
        }
        let order = parts.count > 1 ? "top_at DESC, id DESC" : "p.top_at DESC, p.id DESC"
        var ids: [Product.ID] = []
        try database.forEachRow(
            "\(selects.joined(separator: " UNION ALL ")) ORDER BY \(order) LIMIT :limit",
            // The words of a place are compared here, so that any number of rows may be left out.
            with: conditions.arguments + [(":limit", .integer(place.isEmpty ? Int64(limit) : -1))]
        ) { row in
            if !place.isEmpty {
                let text = try row.nonEmptyText(1)
                let isFound = known[text] ?? PlaceSearch.finds(place, in: text)
                known[text] = isFound
                guard isFound else { return true }
            }
            ids.append(Product.ID(rawValue: try row.positive(0)))
            return ids.count < limit
        }
        return ids
    }

    /// Returns the indexes to read, each with its own condition. Every row is in one of them at most.
    private func parts(ofUnlistedSales isOfSales: Bool) -> [(index: String, condition: String?)] {
        let index = isOfSales ? salesIndex : index
        guard let categories = attributes.categories else { return [(index, nil)] }
        guard !isOfSales, query.vendor == nil, 1...Self.mostMergedCategories ~= categories.count else {
            let ids = categories.map { String($0.rawValue) }.joined(separator: ", ")
            return [(index, "p.category_id IN (\(ids))")]
        }
        return categories.map { ("product_by_category_and_bump", "p.category_id = \($0.rawValue)") }
    }

    private func conditions(ofUnlistedSales isOfSales: Bool, behind cursor: BumpCursor?) -> ProductConditions {
        var conditions = ProductConditions()
        conditions.require(isOfSales ? UnlistedSales.condition(ofVendor: query.vendor != nil) : "p.is_listed = 1")
        if let newest { conditions.require("p.id <= :newest", (":newest", .integer(newest.rawValue))) }
        if let cursor {
            conditions.require(
                "(p.top_at, p.id) < (:time, :id)",
                (":time", .integer(cursor.time.millisecondsSinceEpoch)),
                (":id", .integer(cursor.id.rawValue))
            )
        }
        conditions.requireScope(of: query)
        if query.isInStock { conditions.requireStock() }
        if let bounds { conditions.require(bounds) }
        for condition in attributes.ofRow { conditions.require(condition) }
        if !query.filter.place.isEmpty { conditions.require("p.place IS NOT NULL") }
        if let expression { conditions.require("product_search MATCH :search", (":search", .text(expression))) }
        return conditions
    }

    private var index: String {
        if query.vendor != nil { return "product_by_vendor_and_bump" }
        return query.currencyScope == .all ? "product_by_bump" : "product_by_bump_krw_usd"
    }

    private var salesIndex: String { UnlistedSales.index(ofVendor: query.vendor != nil, for: "_by_bump") }
}
