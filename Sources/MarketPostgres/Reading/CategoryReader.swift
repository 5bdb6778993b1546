internal import MarketCore
internal import MarketModels

/// A reader of the categories.
struct CategoryReader {
    let connection: PostgresConnection

    /// Returns all categories, also removed ones, each level in the operator's order.
    func tree() throws -> CategoryTree {
        var categories: [Category] = []
        try connection.forEachRow(
            "SELECT id, slug, korean_name, english_name, parent_id, is_deleted FROM category ORDER BY position, id"
        ) { row in
            categories.append(
                Category(
                    id: Category.ID(rawValue: try row.positive(0)),
                    slug: try row.nonEmptyText(1),
                    koreanName: try row.nonEmptyText(2),
                    englishName: try row.nonEmptyText(3),
                    parent: try row.optionalInteger(4).map { Category.ID(rawValue: $0) },
                    isRemoved: try row.boolean(5)
                )
            )
            return true
        }
        return CategoryTree(categories)
    }

    /// Returns whether the operator's settings define the categories.
    func areFixed() throws -> Bool {
        try connection.firstRow("SELECT categories_are_fixed FROM market_state") { try $0.boolean(0) } ?? false
    }
}
