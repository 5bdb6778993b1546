internal import GRDB
internal import MarketCore
internal import MarketModels

/// The conditions of a filter that the search index answers.
struct AttributeConditions {
    /// The queries that a product must match, all of them.
    let queries: [String]
    /// The categories whose products belong to that of the filter, or nil if it has none.
    let categories: [Category.ID]?

    init(_ filter: AttributeFilter, _ database: Database) throws {
        var queries: [String] = []
        var categories: [Category.ID]?
        if let slug = filter.category {
            let tree = try database.records.categories.tree()
            // None for a category that doesn't exist, which has no products.
            let members = tree.current(slug).map { tree.members(of: $0) } ?? []
            let terms = tree.slugs(of: Set(members)).map { FilterTerm.category($0) }
            queries.append(SearchConditions.anyTerm(of: terms))
            categories = members
        }
        if let condition = filter.condition {
            queries.append(SearchConditions.anyTerm(of: [FilterTerm.condition(condition)]))
        }
        if let wish = filter.handover {
            let fitting = Handover.allCases.filter { $0.fits(wish) }
            queries.append(SearchConditions.anyTerm(of: fitting.map { FilterTerm.handover($0) }))
        }
        queries += PlaceSearch.words(of: filter.place).map(SearchConditions.inPlace)
        self.queries = queries
        self.categories = categories
    }
}
