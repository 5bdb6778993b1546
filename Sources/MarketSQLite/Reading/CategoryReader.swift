internal import GRDB
internal import MarketCore
internal import MarketModels

/// A reader of the categories and their counts.
struct CategoryReader {
    let database: Database

    /// Returns all categories, also removed ones, each level in the operator's order.
    func tree() throws -> CategoryTree {
        var categories: [Category] = []
        try database.forEachRow(
            "SELECT id, slug, korean_name, english_name, parent_id, is_deleted FROM category ORDER BY position, id"
        ) { row in
            categories.append(
                Category(
                    id: Category.ID(rawValue: try row.positive(0)),
                    slug: try row.nonEmptyText(1),
                    koreanName: try row.nonEmptyText(2),
                    englishName: try row.nonEmptyText(3),
                    parent: try row.optionalInteger(4).map { Category.ID(rawValue: $0) },
                    isRemoved: try row.count(5) != 0
                )
            )
            return true
        }
        return CategoryTree(categories)
    }

    /// Returns whether the operator's settings define the categories.
    func areFixed() throws -> Bool {
        try database.firstRow("SELECT categories_are_fixed FROM market_state") { try $0.count(0) != 0 } ?? false
    }

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
