internal import GRDB
internal import MarketCore
internal import MarketModels

/// A reader of the counts of the categories.
struct CategoryReader {
    let database: Database

    /// Returns the numbers of products of exactly each category that lists show, as far as there are any.
    func counts() throws -> [Category.ID: Int] {
        var counts: [Category.ID: Int] = [:]
        try database.forEachRow("SELECT id, product_count FROM category WHERE product_count > 0") { row in
            counts[Category.ID(rawValue: try row.positive(0))] = Int(clamping: try row.count(1))
            return true
        }
        return counts
    }
}
