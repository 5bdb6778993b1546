internal import GRDB
internal import MarketCore
internal import MarketModels

/// A reader of one page of a list that is searched, filtered, or not ordered by id, within one snapshot of the database.
///
/// A page starts at a position in an index and ends when it is full; only the products before a page number are skipped.
/// Totals are counted up to a limit. The matches of a search are collected up to that limit in one pass, and sorted if
/// they are few and ordered by price.
struct FilteredReader {
    private static let countedMatches = ProductSearch.countedMatches
    /// The maximum number of matches that are sorted by price. Sorting these takes a few milliseconds, less than looking
    /// for a few of them in the index by price; if there are more, that index soon fills a page.
    private static let sortedMatches = 1000

    private let database: Database
    private let reader: SearchReader
    private let query: ProductQuery
    private let revision: Revision
    private let whole: ProductCounts
    /// The attributes that products must have.
    private let attributes: AttributeConditions
    private let bounds: PriceBounds?

    private var scans: ScannedProducts { ScannedProducts(database, query) }

    init(database: Database, query: ProductQuery) throws {
        self.database = database
        reader = SearchReader(database: database)
        (revision, whole) = try database.marketState()
        var query = query
        if !whole.leavesOutCurrencies(query.currencyScope) { query.currencyScope = .all }
        query.includesUnlisted = false
        if whole.unlisted == 0 || query.isInStock { query.filter.includesSold = false }
        self.query = query
        attributes = try AttributeConditions(query.filter, try database.records.categories.tree())
        bounds = PriceBounds(query.filter)
    }

    func page() throws -> ProductPage {
        guard let found = try found() else {
            return ProductPage(products: [], totalCount: 0, nextCursor: nil, revision: revision)
        }
        return try page(of: found.conditions, found.matches, correctedSearch: found.correctedSearch)
    }

    func categoryCounts() throws -> [Category.ID: Int]? {
        guard let found = try found() else { return [:] }
        let limit = ProductQuery.groupedProducts
        let inStock = found.matches == nil && query.isInStock ? try scans.inStock(behind: nil, limit: limit + 1) : nil
        guard let ids = found.matches?.ids ?? inStock, ids.count <= limit else { return nil }
        var counts: [Category.ID: Int] = [:]
        let statement = try database.cachedStatement(sql: "SELECT category_id FROM product WHERE id = ?")
        for id in ids {
            guard let category = try Int64.fetchOne(statement, arguments: [id.rawValue]) else { continue }
            counts[Category.ID(rawValue: category), default: 0] += 1
        }
        return counts
    }

    /// What the list consists of.
    private struct Found {
        var conditions: SearchConditions?
        /// Nil for a list that isn't narrowed by what the search index has, or by a price.
        var matches: Matches?
        var correctedSearch: String?
    }

    /// - Returns: nil if a search finds nothing.
    private func found() throws -> Found? {
        guard let typed = query.search else {
            let conditions = SearchConditions(
                filters: attributes.queries,
                keywords: keywords,
                without: excludedKeywords
            )
            guard conditions == nil, bounds == nil else {
                return Found(conditions: conditions, matches: try matches(of: conditions))
            }
            // What is in stock has to be counted. If it is few, it is sorted.
            guard query.order == .bumped, query.isInStock else { return Found() }
            return Found(matches: Matches(ids: try scans.inStock(behind: nil, limit: Self.countedMatches + 1)))
        }
        var search = ResolvedSearch(typed)
        var matches = try matches(of: search)
        if matches.ids.isEmpty {
            // A search that only the filters leave without results is not mistyped.
            guard try !(isFiltered && reader.finds(search)), let tolerant = try typed.relaxed(by: reader) else {
                return nil
            }
            search = tolerant
            matches = try self.matches(of: tolerant)
        }
        return Found(conditions: conditions(of: search), matches: matches, correctedSearch: search.correctedText)
    }

    /// - Parameter matches: nil for a list that isn't narrowed by what the search index has, or by a price.
    private func page(
        of conditions: SearchConditions?,
        _ matches: Matches?,
        correctedSearch: String? = nil
    ) throws -> ProductPage {
        let slice = try slice(of: conditions, matches)
        let total = try matches.map { (count: $0.count, isCapped: $0.isCapped) } ?? totalCount()
        let listing = ListingReader(database: database)
        let products = try slice.ids.prefix(query.size).map { try listing.summary(of: $0, query) }
        return ProductPage(
            products: products,
            totalCount: total.count,
            isTotalCapped: total.isCapped,
            nextCursor: try slice.isLast
                ? nil : products.last.map { try query.cursor(behind: $0, bump: BumpSorting(database: database).place) },
            correctedSearch: correctedSearch,
            revision: revision
        )
    }

    // MARK: Matches

    /// The products that match, up to the counting limit.
    private struct Matches {
        /// In the order of the query, or newest first if it is ordered by price. One more than is counted, at most; then
        /// those within bounds of the price are in no order.
        var ids: [Product.ID] = []

        var count: Int { min(ids.count, countedMatches) }
        var isCapped: Bool { ids.count > countedMatches }
    }

    /// Collects the matches in a single pass over the index by id, which also counts them.
    private func matches(of search: ResolvedSearch) throws -> Matches {
        guard let conditions = conditions(of: search) else { return Matches() }
        if bounds != nil { return try !reader.cannotMatch(search) ? matches(of: conditions) : Matches() }
        if let ids = try reader.matchesOfRareWord(conditions) {
            return Matches(ids: query.order == .oldest ? ids.reversed() : ids)
        }
        guard try !reader.cannotMatch(search) else { return Matches() }
        let ids = try reader.ids(
            conditions.expression,
            behind: nil,
            isNewestFirst: query.order != .oldest,
            limit: Self.countedMatches + 1
        )
        if ids.isEmpty, !isFiltered { reader.cacheNoMatch(search) }
        return Matches(ids: ids)
    }

    /// Collects the matches of a list that isn't searched, or is bounded by price.
    private func matches(of conditions: SearchConditions?) throws -> Matches {
        let limit = Self.countedMatches + 1
        if bounds != nil {
            let ids = try pricedIDs(conditions?.expression, behind: nil, limit)
            return Matches(ids: query.order == .oldest ? ids.sorted() : ids.sorted(by: >))
        }
        guard let conditions else { return Matches() }
        return Matches(
            ids: try reader.ids(
                conditions.expression,
                behind: nil,
                isNewestFirst: query.order != .oldest,
                limit: limit
            )
        )
    }

    /// Whether the query leaves out products for another reason than their texts.
    private var isFiltered: Bool {
        query.vendor != nil || query.isInStock || !excludedKeywords.isEmpty || !query.filter.isEmpty
    }

    /// The keywords of products that the list leaves out, as far as there are such products.
    private var excludedKeywords: [String] {
        (query.currencyScope == .all ? [] : [SearchEntry.otherCurrency])
            + (whole.unlisted == 0 || query.filter.includesSold ? [] : [SearchEntry.unlisted])
    }

    private func conditions(of search: ResolvedSearch) -> SearchConditions? {
        SearchConditions(search, filters: attributes.queries, keywords: keywords, without: excludedKeywords)
    }

    // MARK: Page

    private struct PageSlice {
        var ids: ArraySlice<Product.ID> = []
        var isLast = true
    }

    private func slice(of conditions: SearchConditions?, _ matches: Matches?) throws -> PageSlice {
        guard let (skipped, cursor) = place else { return PageSlice() }
        let limit = skipped + query.size + 1
        let found =
            if let matches {
                try ids(conditions?.expression, matches, behind: cursor, limit: limit)
            } else {
                try ids(nil, behind: cursor, limit: limit)
            }
        // Page numbers only reach the first products, see `ProductQuery.numberedProducts`.
        let size = cursor == nil ? min(query.size, ProductQuery.numberedProducts - skipped) : query.size
        let ids = found.dropFirst(skipped)
        return PageSlice(ids: ids.prefix(size), isLast: ids.count <= size)
    }

    /// The start of the page, or nil beyond the last numbered page.
    private var place: (skipped: Int, cursor: ListCursor?)? {
        switch query.window {
        case .after(let cursor): return (0, cursor.fits(query.order) ? cursor : nil)
        case .page(let number): return ProductQuery.countBefore(page: number, size: query.size).map { ($0, nil) }
        }
    }

    private func ids(
        _ expression: String?,
        _ matches: Matches,
        behind cursor: ListCursor?,
        limit: Int
    ) throws -> [Product.ID] {
        if query.order == .bumped {
            guard matches.isCapped else { return try bumped(matches.ids, behind: cursor, limit) }
        } else if query.order.isByPrice {
            guard matches.ids.count > Self.sortedMatches else {
                return try PriceSorting(database: database, query: query).sorted(matches.ids, behind: cursor, limit)
            }
        } else if let bounds {
            return try ids(within: bounds, expression, matches, behind: cursor, limit: limit)
        } else if cursor == nil {
            return matches.ids
        }
        return try ids(expression, behind: cursor, limit: limit)
    }

    /// Returns products within bounds of the price, ordered by id. If all of them were counted, they are sorted already.
    /// Otherwise there are so many that a scan of all products soon fills a page.
    private func ids(
        within bounds: PriceBounds,
        _ expression: String?,
        _ matches: Matches,
        behind cursor: ListCursor?,
        limit: Int
    ) throws -> [Product.ID] {
        var last: Product.ID?
        if case .afterID(let id) = cursor { last = id }
        guard matches.isCapped else {
            guard let last else { return matches.ids }
            return matches.ids.filter { query.order != .oldest ? $0 < last : $0 > last }
        }
        return try scans.within(bounds, expression, behind: last, limit: limit)
    }

    private func ids(_ expression: String?, behind cursor: ListCursor?, limit: Int) throws -> [Product.ID] {
        switch cursor {
        case .afterBump: return try bumpedIDs(expression, behind: cursor, limit)
        case nil where query.order == .bumped: return try bumpedIDs(expression, behind: nil, limit)
        case .afterPrice(let place): return try pricedIDs(expression, behind: place, limit)
        case nil where query.order.isByPrice: return try pricedIDs(expression, behind: nil, limit)
        case .afterID(let id): return try orderedIDs(expression, behind: id, limit)
        case nil: return try orderedIDs(expression, behind: nil, limit)
        }
    }

    private func pricedIDs(_ expression: String?, behind cursor: PriceCursor?, _ limit: Int) throws -> [Product.ID] {
        let currencies = try CurrencyReader(database: database)
            .present(among: query.currencies(behind: cursor), includesSold: query.filter.includesSold)
        func ids(_ products: some PriceOrderedProducts) throws -> [Product.ID] {
            try products.ids(
                in: currencies,
                behind: cursor,
                isAscending: query.order == .cheapest,
                limit: limit
            )
        }
        guard let expression else {
            var table = PricedTable(
                database: database,
                vendor: query.vendor,
                isInStock: query.isInStock,
                bounds: bounds
            )
            let listed = try ids(table)
            guard query.filter.includesSold else { return listed }
            table.isOfUnlistedSales = true
            return try PriceSorting(database: database, query: query).sorted(
                listed + ids(table),
                behind: nil,
                limit
            )
        }
        return try ids(PricedSearch(reader: reader, expression: expression, bounds: bounds))
    }

    private func orderedIDs(_ expression: String?, behind id: Product.ID?, _ limit: Int) throws -> [Product.ID] {
        guard let expression else {
            return try query.isInStock
                ? scans.inStock(behind: id, limit: limit) : scans.withSales(behind: id, limit: limit)
        }
        return try reader.ids(expression, behind: id, isNewestFirst: query.order != .oldest, limit: limit)
    }

    /// Returns products by the last move to the top, from an index that has this order and soon fills a page. Only words
    /// are looked up in the search index for each of its products.
    private func bumpedIDs(_ expression: String?, behind cursor: ListCursor?, _ limit: Int) throws -> [Product.ID] {
        var newest: Product.ID?
        if let expression {
            newest = try reader.ids(expression, behind: nil, isNewestFirst: true, limit: 1).first
            if newest == nil { return [] }
        }
        return try BumpedProducts(
            database: database,
            query: query,
            attributes: attributes,
            expression: query.search == nil ? nil : expression,
            bounds: bounds,
            newest: newest
        ).ids(behind: Self.bump(cursor), limit: limit)
    }

    private func bumped(_ ids: [Product.ID], behind cursor: ListCursor?, _ limit: Int) throws -> [Product.ID] {
        try BumpSorting(database: database).sorted(ids, behind: Self.bump(cursor), limit)
    }

    private static func bump(_ cursor: ListCursor?) -> BumpCursor? {
        if case .afterBump(let place) = cursor { place } else { nil }
    }

    /// The keywords that products of the list have, besides those of their attributes.
    private var keywords: [String] {
        (query.vendor.map { [SearchKeyword.vendor($0)] } ?? []) + (query.isInStock ? [SearchEntry.inStock] : [])
    }

    // MARK: Totals

    /// Returns the total of a list that isn't searched: stored if nothing is filtered, counted up to a limit otherwise.
    private func totalCount() throws -> (count: Int, isCapped: Bool) {
        guard query.isInStock else {
            let counts = try query.vendor.map { try ListingReader(database: database).productCounts(of: $0) } ?? whole
            let total = Int(clamping: counts.scope(of: query).total)
            guard query.filter.includesSold else { return (total, false) }
            let sales = try scans.countOfUnlistedSales(limit: Self.countedMatches + 1)
            return (total + min(sales, Self.countedMatches), sales > Self.countedMatches)
        }
        let count = try scans.inStock(behind: nil, limit: Self.countedMatches + 1).count
        return (min(count, Self.countedMatches), count > Self.countedMatches)
    }
}
