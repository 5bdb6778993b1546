internal import GRDB
internal import MarketCore
internal import MarketModels

/// Reads one stretch of a list that is searched, filtered or sorted by what is paid, inside one snapshot of the
/// database.
///
/// Each stretch begins where an index says and stops when it is full: nothing is sorted, and nothing is passed over but
/// what lies before a page number. Totals are counted up to a bound.
struct FilteredReader {
    private static let countedMatches = ProductSearch.countedMatches

    private let database: Database
    private let query: ProductQuery
    private let revision: Revision
    private let whole: ProductCounts

    init(database: Database, query: ProductQuery) throws {
        self.database = database
        (revision, whole) = try database.marketState()
        var query = query
        query.currencyScope = whole.scope(of: query)
        self.query = query
    }

    func page() throws -> ProductPage {
        var search: ResolvedSearch?
        if let typed = query.search {
            search = try resolved(typed)
            // No product at all has it. To look for it again would be to walk through the index again.
            guard search != nil else { return nothing }
        }
        let stretch = try stretch(search)
        let total = try stretch.total ?? totalCount(search)
        let listing = ListingReader(database: database)
        let products = try stretch.ids.prefix(query.size).map { try listing.summary(of: $0, query) }
        return ProductPage(
            products: products,
            totalCount: total.count,
            isTotalCapped: total.isCapped,
            nextCursor: stretch.isLast ? nil : products.last.map { query.cursor(behind: $0) },
            correctedSearch: search?.correctedText,
            revision: revision
        )
    }

    private var nothing: ProductPage {
        ProductPage(products: [], totalCount: 0, nextCursor: nil, revision: revision)
    }

    /// What is looked for: what was typed or, if no product at all has that, what it may stand for.
    ///
    /// - Returns: nil if no product has either, whatever its seller and stock.
    private func resolved(_ search: ProductSearch) throws -> ResolvedSearch? {
        let typed = ResolvedSearch(search)
        let reader = SearchReader(database: database)
        return try reader.finds(typed) ? typed : try search.forgiven(by: reader)
    }

    // MARK: The stretch

    private struct Stretch {
        var ids: ArraySlice<Product.ID> = []
        var isLast = true
        /// Where it was counted with the stretch.
        var total: (count: Int, isCapped: Bool)?
    }

    private func stretch(_ search: ResolvedSearch?) throws -> Stretch {
        guard let (skipped, cursor) = place else { return Stretch() }
        let limit = skipped + query.size + 1
        var stretch = Stretch()
        if !query.order.isByPrice, let search, cursor == nil {
            // One walk through the index counts the matches, too.
            let ids = try self.ids(search, behind: nil, limit: Self.countedMatches + 1)
            stretch.total = (min(ids.count, Self.countedMatches), ids.count > Self.countedMatches)
            stretch.ids = ids.dropFirst(skipped)
        } else {
            stretch.ids = try ids(search, behind: cursor, limit: limit).dropFirst(skipped)
        }
        // A page number reaches no further than page numbers do.
        let size = cursor == nil ? min(query.size, ProductQuery.numberedProducts - skipped) : query.size
        stretch.isLast = stretch.ids.count <= size
        stretch.ids = stretch.ids.prefix(size)
        return stretch
    }

    /// Where the stretch begins; nil where page numbers don't reach.
    private var place: (skipped: Int, cursor: ListCursor?)? {
        switch query.window {
        case .after(let cursor): return (0, cursor.fits(query.order) ? cursor : nil)
        case .page(let number):
            let (skipped, overflow) = (number - 1).multipliedReportingOverflow(by: query.size)
            return overflow || skipped >= ProductQuery.numberedProducts ? nil : (skipped, nil)
        }
    }

    private func ids(_ search: ResolvedSearch?, behind cursor: ListCursor?, limit: Int) throws -> [Product.ID] {
        var expression: String?
        if let search {
            let others = query.currencyScope == .all ? [] : [SearchEntry.otherCurrency]
            expression = SearchReader.expression(of: search, facts: facts, without: others)
            guard expression != nil else { return [] }
        }
        switch cursor {
        case .afterPrice(let place): return try pricedIDs(expression, behind: place, limit)
        case nil where query.order.isByPrice: return try pricedIDs(expression, behind: nil, limit)
        case .afterID(let id): return try orderedIDs(expression, behind: id, limit)
        case nil: return try orderedIDs(expression, behind: nil, limit)
        }
    }

    private func pricedIDs(_ expression: String?, behind cursor: PriceCursor?, _ limit: Int) throws -> [Product.ID] {
        func ids(_ products: some PricedProducts) throws -> [Product.ID] {
            try products.ids(
                in: query.currencies(behind: cursor),
                behind: cursor,
                isAscending: query.order == .cheapest,
                limit: limit
            )
        }
        guard let expression else {
            return try ids(PricedTable(database: database, vendor: query.vendor, isInStock: query.isInStock))
        }
        return try ids(PricedSearch(reader: SearchReader(database: database), expression: expression))
    }

    private func orderedIDs(_ expression: String?, behind id: Product.ID?, _ limit: Int) throws -> [Product.ID] {
        guard let expression else { return try inStockIDs(behind: id, limit) }
        return try SearchReader(database: database)
            .ids(expression, behind: id, isNewestFirst: query.order == .newest, limit: limit)
    }

    private func inStockIDs(behind id: Product.ID?, _ limit: Int) throws -> [Product.ID] {
        let isNewestFirst = query.order == .newest
        var arguments: [(name: String, value: FilteredArgument)] = [(":limit", .integer(Int64(limit)))]
        if let id { arguments.append((":id", .integer(id.rawValue))) }
        if let vendor = query.vendor { arguments.append((":vendor", .integer(vendor.rawValue))) }
        var ids: [Product.ID] = []
        try database.forEachRow(
            """
            SELECT p.id FROM product AS p INDEXED BY \(inStockIndex)
            WHERE p.stock > 0\(query.currencyScope == .all ? "" : " AND p.currency IN ('KRW', 'USD')")\
            \(query.vendor == nil ? "" : " AND p.vendor_id = :vendor")\
            \(id == nil ? "" : " AND p.id \(isNewestFirst ? "<" : ">") :id")
            ORDER BY p.id \(isNewestFirst ? "DESC" : "ASC") LIMIT :limit
            """,
            with: arguments
        ) { row in
            ids.append(Product.ID(rawValue: try row.positive(0)))
            return true
        }
        return ids
    }

    private var inStockIndex: String {
        switch query.currencyScope {
        case .all: query.vendor == nil ? "product_in_stock" : "product_by_vendor"
        case .wonAndDollar: query.vendor == nil ? "product_in_stock_krw_usd" : "product_by_vendor_krw_usd"
        }
    }

    /// The filters of a search, as `SearchEntry` writes them down.
    private var facts: [String] {
        (query.vendor.map { [SearchEntry.fact(of: $0)] } ?? []) + (query.isInStock ? [SearchEntry.inStock] : [])
    }

    // MARK: Totals

    /// Kept where nothing is filtered, counted up to a bound otherwise.
    private func totalCount(_ search: ResolvedSearch?) throws -> (count: Int, isCapped: Bool) {
        if search == nil, !query.isInStock {
            let counts = try query.vendor.map { try ListingReader(database: database).productCounts(of: $0) } ?? whole
            return (Int(clamping: counts[query.currencyScope]), false)
        }
        var all = query
        all.order = .newest
        let count = try FilteredReader(database: database, query: all)
            .ids(search, behind: nil, limit: Self.countedMatches + 1).count
        return (min(count, Self.countedMatches), count > Self.countedMatches)
    }
}

extension ProductQuery {
    /// The place behind a product of this list.
    fileprivate func cursor(behind product: ProductSummary) -> ListCursor {
        guard order.isByPrice else { return .afterID(product.id) }
        return .afterPrice(
            PriceCursor(firstCurrency: firstCurrency, amount: product.pricing.bargain, id: product.id)
        )
    }
}

/// An argument of a statement, by its kind.
enum FilteredArgument {
    case integer(Int64)
    case text(String)
}
