internal import MarketCore
internal import MarketModels

/// The conditions of a list that is searched, filtered, or not ordered by id.
struct ListConditions {
    let query: ProductQuery
    let search: ResolvedSearch?
    /// The categories whose products belong to that of the filter, or nil if it has none.
    private let categories: [Category.ID]?
    /// The keywords that the search index has, or nil if nothing is searched and no attribute is wanted.
    let keyed: SearchConditions?
    let bounds: PriceBounds?

    init(_ query: ProductQuery, _ search: ResolvedSearch?, _ tree: @autoclosure () throws -> CategoryTree) rethrows {
        self.query = query
        self.search = search
        let filter = query.filter
        var keywords: [[String]] = []
        var categories: [Category.ID]?
        if let slug = filter.category {
            let tree = try tree()
            // None for a category that doesn't exist, which has no products.
            let members = tree.current(slug).map { tree.members(of: $0) } ?? []
            keywords.append(tree.slugs(of: Set(members)).map { FilterTerm.category($0) })
            categories = members
        }
        if let condition = filter.condition { keywords.append([FilterTerm.condition(condition)]) }
        if let wish = filter.handover {
            keywords.append(Handover.allCases.filter { $0.fits(wish) }.map { FilterTerm.handover($0) })
        }
        let place = PlaceSearch.words(of: filter.place)
        if search != nil || !keywords.isEmpty || !place.isEmpty, let vendor = query.vendor {
            keywords.append([FilterTerm.vendor(vendor)])
        }
        self.categories = categories
        keyed = SearchConditions(
            search,
            keywords: keywords,
            place: place,
            isWonAndDollarOnly: query.currencyScope == .wonAndDollar
        )
        bounds = PriceBounds(filter)
    }

    /// Whether the products of the list are counted already: all of the market or of a vendor.
    var isCounted: Bool { keyed == nil && bounds == nil && !query.isInStock }

    /// Returns the condition for the row `product AS p` of a product that was found by the keys, or nil if there is none.
    func productConditionBesidesKeys(_ parameters: inout StatementParameters) -> String? {
        let conditions = besidesCurrencies(&parameters)
        return conditions.isEmpty ? nil : conditions.joined(separator: " AND ")
    }

    /// Returns the condition for the row `product AS p` that decides whether the list shows the product.
    ///
    /// - Parameter listed: the condition for being listed, which an index may have.
    func productCondition(listed: String, _ parameters: inout StatementParameters) -> String {
        var conditions = [listed] + besidesCurrencies(&parameters)
        if query.currencyScope == .wonAndDollar { conditions.append("p.currency IN ('KRW', 'USD')") }
        if let vendor = query.vendor { conditions.append("p.vendor_id = \(parameters.add(vendor.rawValue))") }
        if let categories {
            conditions.append("p.category_id = ANY (\(parameters.add(categories.map(\.rawValue)))::bigint[])")
        }
        if let condition = query.filter.condition { conditions.append("p.condition = \(condition.stored)") }
        if let wish = query.filter.handover {
            let fitting = Handover.allCases.filter { $0.fits(wish) }.map { String($0.stored) }
            conditions.append("p.handover IN (\(fitting.joined(separator: ", ")))")
        }
        if let keyed, search != nil || !query.filter.place.isEmpty {
            // The index by keys isn't read for single products.
            let checks = [keyed.textCondition(isKeyed: false, &parameters), keyed.factCondition(&parameters)]
            let check = checks.compactMap(\.self).joined(separator: " AND ")
            conditions.append("(SELECT \(check) FROM product_search AS s WHERE s.product_id = p.id)")
        }
        return conditions.joined(separator: " AND ")
    }

    private func besidesCurrencies(_ parameters: inout StatementParameters) -> [String] {
        var conditions: [String] = []
        if query.isInStock { conditions.append("p.stock > 0 AND p.state < 2") }
        if let bounds {
            let (least, most) = (bounds.amounts.lowerBound, bounds.amounts.upperBound)
            conditions.append("p.amount BETWEEN \(parameters.add(least)) AND \(parameters.add(most))")
            // The indexes by price begin with the currency.
            let currencies = bounds.currency.map { [$0] } ?? query.currencies()
            conditions.append("p.currency = ANY (\(parameters.add(currencies.map(\.rawValue)))::text[])")
        }
        return conditions
    }
}
