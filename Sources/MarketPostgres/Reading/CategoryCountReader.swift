internal import MarketCore
internal import MarketModels

/// A reader of the numbers of products in categories.
struct CategoryCountReader {
    let connection: PostgresConnection

    /// Returns the numbers of products of exactly each category that lists show, as far as there are any.
    func counts() throws -> [Category.ID: Int] {
        var counts: [Category.ID: Int] = [:]
        try connection.forEachRow(
            """
            SELECT key, sum(listed)::bigint FROM listing_count WHERE kind = 6 GROUP BY key HAVING sum(listed) > 0
            """
        ) { row in
            counts[Category.ID(rawValue: try row.positive(0))] = Int(clamping: try row.count(1))
            return true
        }
        return counts
    }
}
