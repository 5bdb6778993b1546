package import MarketModels

/// What a filter wants of the attributes of products, for the search indexes and for the rows of products.
package struct AttributeConditions {
    /// Of each group, a product has at least one keyword.
    package private(set) var keywords: [[String]] = []
    /// The words that must all be found in the place.
    package let place: [SearchWord]
    /// The categories whose products belong to that of the filter, or nil if it has none.
    package private(set) var categories: [Category.ID]?
    /// The conditions for the row `product AS p` besides those for the category and the place.
    package private(set) var ofRow: [String] = []

    package init(_ filter: AttributeFilter, _ tree: @autoclosure () throws -> CategoryTree) rethrows {
        place = PlaceSearch.words(of: filter.place)
        if let slug = filter.category {
            let tree = try tree()
            // None for a category that doesn't exist, which has no products.
            let members = tree.current(slug).map { tree.members(of: $0) } ?? []
            keywords.append(tree.slugs(of: Set(members)).map { SearchKeyword.category($0) })
            categories = members
        }
        if let condition = filter.condition {
            keywords.append([SearchKeyword.condition(condition)])
            ofRow.append("p.condition = \(condition.stored)")
        }
        if let wish = filter.handover {
            let fitting = Handover.allCases.filter { $0.fits(wish) }
            keywords.append(fitting.map { SearchKeyword.handover($0) })
            ofRow.append("p.handover IN (\(fitting.map { String($0.stored) }.joined(separator: ", ")))")
        }
    }
}
