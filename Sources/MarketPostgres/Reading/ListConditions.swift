internal import MarketCore
internal import MarketModels

/// The conditions of a list that is searched, filtered, or not ordered by id.
struct ListConditions {
    let query: ProductQuery
    let search: ResolvedSearch?
    private let attributes: AttributeConditions
    /// The keywords that the search index has, or nil if nothing is searched and no attribute is wanted.
    let keyed: SearchConditions?
    let bounds: PriceBounds?

    init(_ query: ProductQuery, _ search: ResolvedSearch?, _ tree: @autoclosure () throws -> CategoryTree) rethrows {
        self.query = query
        self.search = search
        attributes = try AttributeConditions(query.filter, try tree())
        let place = attributes.place
        var keywords = attributes.keywords
        if search != nil || !keywords.isEmpty || !place.isEmpty, let vendor = query.vendor {
            keywords.append([SearchKeyword.vendor(vendor)])
        }
        keyed = SearchConditions(
            search,
            keywords: keywords,
            place: place,
            isWonAndDollarOnly: query.currencyScope == .wonAndDollar
        )
        bounds = PriceBounds(query.filter)
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
        if let categories = attributes.categories {
            conditions.append("p.category_id = ANY (\(parameters.add(categories.map(\.rawValue)))::bigint[])")
        }
        conditions += attributes.ofRow
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
