internal import GRDB
internal import MarketCore
internal import MarketModels

/// The conditions of a filter that the search index answers.
struct AttributeConditions {
    /// The queries that a product must match, all of them.
    let queries: [String]

    init(_ filter: AttributeFilter, _ database: Database) throws {
        var queries: [String] = []
        if let slug = filter.category {
            queries.append(SearchConditions.anyTerm(of: try Self.categoryTerms(slug, database)))
        }
        if let condition = filter.condition {
            queries.append(SearchConditions.anyTerm(of: [SearchEntry.filterTerm(of: condition)]))
        }
        if let wish = filter.handover {
            let fitting = Handover.allCases.filter { $0.fits(wish) }
            queries.append(SearchConditions.anyTerm(of: fitting.map { SearchEntry.filterTerm(of: $0) }))
        }
        queries += SearchEntry.filterTerms(ofPlace: filter.place).map { SearchConditions.anyTerm(of: [$0]) }
        self.queries = queries
    }

    /// The terms of a category and of those whose products belong to it. None for a category that doesn't exist, which
    /// has no products.
    private static func categoryTerms(_ slug: String, _ database: Database) throws -> [String] {
        let tree = try CategoryReader(database: database).tree()
        guard let category = tree.current(slug) else { return [] }
        let members = Set(tree.members(of: category))
        return tree.slugs(of: members).map { SearchEntry.filterTerm(ofCategory: $0) }
    }
}

/// The sale prices of a list, in minor units.
struct PriceBounds {
    /// The only currency, or nil for all of them.
    let currency: Currency?
    let amounts: ClosedRange<Int64>

    /// - Returns: nil if the filter has no bounds.
    init?(_ filter: AttributeFilter) {
        switch (filter.price, filter.isFree) {
        case (nil, false): return nil
        case (nil, true):
            currency = nil
            amounts = 0...0
        case (let price?, let isFree):
            currency = price.currency
            let least = max(0, price.minimum)
            let most = isFree ? 0 : min(price.maximum ?? Money.maximumMinorUnits, Money.maximumMinorUnits)
            // An empty range becomes one that no price is in.
            amounts = least <= most ? least...most : -1...(-1)
        }
    }

    func contains(_ amount: Int64, in currency: Currency) -> Bool {
        (self.currency ?? currency) == currency && amounts.contains(amount)
    }
}
