internal import GRDB
internal import MarketModels

/// Reads one stretch of a searched list inside one snapshot of the database, by looking at every product.
///
/// Letters of the Latin alphabet match in either case.
struct SearchReader {
    let database: Database

    func page(_ query: ProductQuery, matching search: ProductSearch) throws -> ProductPage {
        let condition = Self.condition(query, search)
        let pattern = Self.pattern(search.text)
        let (revision, _) = try database.marketState()
        // One more than is counted tells whether there are more.
        var total = 0
        try database.forEachRow(
            "SELECT 1 FROM product AS p \(condition.join) WHERE \(condition.filter) LIMIT ?1",
            Int64(ProductSearch.countedMatches) + 1,
            nil,
            query.vendor?.rawValue,
            text: pattern
        ) { _ in
            total += 1
            return true
        }
        let isCapped = total > ProductSearch.countedMatches
        var products: [ProductSummary] = []
        var isLast = true
        let (bound, skipped) = Self.window(query)
        let comparison = query.order == .newest ? "p.id <= ?1" : "p.id >= ?1"
        let listing = ListingReader(database: database)
        var remaining = skipped
        try database.forEachRow(
            """
            \(ListingStatements.selection(described: query.includesDescriptions)) \
            \(query.includesDescriptions ? "" : condition.join) \
            WHERE \(comparison) AND \(condition.filter) ORDER BY p.id \(query.order == .newest ? "DESC" : "ASC")
            """,
            bound,
            nil,
            query.vendor?.rawValue,
            text: pattern
        ) { row in
            guard remaining == 0 else {
                remaining -= 1
                return true
            }
            guard products.count < query.size else {
                isLast = false
                return false
            }
            products.append(try listing.summary(row, query))
            return true
        }
        return ProductPage(
            products: products,
            totalCount: isCapped ? ProductSearch.countedMatches : total,
            isTotalCapped: isCapped,
            nextCursor: isLast ? nil : products.last.map { .afterID($0.id) },
            revision: revision
        )
    }

    /// Where to begin, and how many matches to pass over.
    private static func window(_ query: ProductQuery) -> (bound: Int64, skipped: Int) {
        switch query.window {
        case .after(.afterID(let id)):
            let bound = query.order == .newest ? id.rawValue &- 1 : id.rawValue &+ 1
            return (bound, 0)
        case .page(let number):
            let (skipped, overflow) = (number - 1).multipliedReportingOverflow(by: query.size)
            return (query.order == .newest ? .max : 0, overflow ? .max : skipped)
        }
    }

    private static func condition(
        _ query: ProductQuery,
        _ search: ProductSearch
    ) -> (join: String, filter: String) {
        let vendor = query.vendor == nil ? "" : " AND p.vendor_id = ?3"
        switch search.scope {
        case .name:
            return ("", "p.name LIKE ?4 ESCAPE '\\'" + vendor)
        case .nameAndDescription:
            return (
                "CROSS JOIN product_detail AS d ON d.product_id = p.id",
                "(p.name LIKE ?4 ESCAPE '\\' OR d.description LIKE ?4 ESCAPE '\\')" + vendor
            )
        }
    }

    private static func pattern(_ text: String) -> String {
        var pattern = "%"
        for character in text.unicodeScalars {
            if character == "%" || character == "_" || character == "\\" { pattern.append("\\") }
            pattern.unicodeScalars.append(character)
        }
        return pattern + "%"
    }
}
