internal import MarketCore
internal import MarketModels

/// A reader of one page of a list that is searched, filtered, or not ordered by id.
///
/// The matches are collected up to the limit to which totals are exact, and sorted if these are all. If there are more, they
/// are a considerable part of all products, so reading products in the order of the list soon fills a page. Where it doesn't,
/// the first ones of them by price are sorted, or all by another order.
struct FilteredReader {
    /// The number of products that are read in the order of the list, before all matches are sorted instead. Checking these
    /// takes some tens of milliseconds.
    private static let reach = 5_000

    private let connection: PostgresConnection
    private let base: RevisionBase
    private let query: ProductQuery

    init(connection: PostgresConnection, base: RevisionBase, query: ProductQuery) {
        self.connection = connection
        self.base = base
        var query = query
        query.includesUnlisted = false
        if query.isInStock { query.filter.includesSold = false }
        if case .after(let cursor) = query.window, !cursor.fits(query.order) { query.window = .page(1) }
        self.query = query
    }

    func page() throws -> ProductPage {
        try inOneSnapshot { try found({ try page(of: $0) }, isEmpty: { $0.totalCount == 0 }) }
    }

    func categoryCounts() throws -> [Category.ID: Int]? {
        try inOneSnapshot { try found({ try categoryCounts(of: $0) }, isEmpty: { $0?.all == 0 })?.counts }
    }

    private func inOneSnapshot<Value>(_ read: () throws -> Value) throws -> Value {
        // A search that finds nothing asks more questions, and all must see the same products and categories.
        try connection.transaction(.repeatableRead, readOnly: true) {
            // Compiling a statement takes longer than executing it. What PostgreSQL expects it to cost says otherwise. And no
            // product is looked up twice.
            try connection.script("SET LOCAL jit = off; SET LOCAL enable_memoize = off")
            return try read()
        }
    }

    /// Reads for the search as it was typed, and if that finds nothing, for a more tolerant one.
    private func found<Value>(
        _ read: (ResolvedSearch?) throws -> Value,
        isEmpty: (Value) -> Bool
    ) throws -> Value {
        guard let typed = query.search else { return try read(nil) }
        let search = ResolvedSearch(typed)
        let found = try read(search)
        let reader = SearchReader(connection: connection)
        // A search that only the filters leave without results is not mistyped.
        guard isEmpty(found), try !reader.finds(search), let tolerant = try typed.relaxed(by: reader) else {
            return found
        }
        return try read(tolerant)
    }

    private func categoryCounts(of search: ResolvedSearch?) throws -> (all: Int64, counts: [Category.ID: Int])? {
        let conditions = try ListConditions(query, search, connection.records.categories.tree())
        guard !conditions.isCounted else { return nil }
        let statements = FilteredStatements(conditions: conditions, base: base, skipped: 0, size: 1)
        var parameters = StatementParameters()
        let sql = statements.countedByCategory(&parameters)
        var all: Int64 = 0
        var counts: [Category.ID: Int] = [:]
        try connection.forEachRow(sql, parameters.values, prepared: false) { row in
            all += try row.count(1)
            guard let category = try row.optionalInteger(0) else { return true }
            counts[Category.ID(rawValue: category)] = Int(clamping: try row.count(1))
            return true
        }
        return all > ProductQuery.groupedProducts ? nil : (all, counts)
    }

    private func page(of search: ResolvedSearch?) throws -> ProductPage {
        let conditions = try ListConditions(query, search, connection.records.categories.tree())
        let (skipped, size) = window
        let statements = FilteredStatements(conditions: conditions, base: base, skipped: skipped, size: size)
        var rows: PageRows
        if conditions.isCounted, query.vendor == nil {
            rows = try read(size) { statements.walked(reach: nil, &$0) }
        } else {
            rows = try read(size) { statements.collected(&$0) }
            if rows.exceedsSorting { rows = try readMany(statements, size, conditions.keyed) }
        }
        return try rows.page(correctedSearch: search?.correctedText) { try query.cursor(behind: $0, bump: place) }
    }

    /// Reads a page of more products than are sorted.
    private func readMany(
        _ statements: FilteredStatements,
        _ size: Int,
        _ keyed: SearchConditions?
    ) throws -> PageRows {
        // The rows of `product` are quickly checked, other texts and keywords are not.
        guard let keyed else { return try read(size) { statements.walked(reach: nil, &$0) } }
        let rows = try read(size) { statements.walked(reach: Self.reach, &$0) }
        guard rows.isLast else { return rows }
        let bound = try priceBound(statements)
        return try read(size) { statements.sortedSearch(by: keyed, through: bound, &$0) }
    }

    /// Returns a price that the page doesn't go beyond, or nil if none is known.
    private func priceBound(_ statements: FilteredStatements) throws -> Money? {
        guard query.order.isByPrice else { return nil }
        var parameters = StatementParameters()
        let sql = statements.priceBound(&parameters)
        return try connection.firstRow(sql, parameters.values, prepared: false) { row in
            guard let currency = Currency(rawValue: try row.text(0)) else {
                throw CorruptRowError(reason: "a product has the currency \(try row.text(0))")
            }
            return Money(minorUnits: try row.count(1), currency: currency)
        }
    }

    private func read(_ size: Int, _ text: (inout StatementParameters) -> String) throws -> PageRows {
        var parameters = StatementParameters()
        let sql = text(&parameters)
        var rows = PageRows(query, base, size: size)
        // There are too many different texts to keep them prepared.
        try connection.forEachRow(sql, parameters.values, prepared: false) { try rows.add($0) }
        return rows
    }

    /// The number of products to skip, and the maximum number on the page, which is 0 beyond the last numbered page.
    private var window: (skipped: Int, size: Int) {
        guard case .page(let number) = query.window else { return (0, query.size) }
        guard let skipped = ProductQuery.countBefore(page: number, size: query.size) else {
            return (ProductQuery.numberedProducts, 0)
        }
        return (skipped, min(query.size, ProductQuery.numberedProducts - skipped))
    }

    private func place(of id: Product.ID) throws -> BumpCursor {
        let time = try connection.firstRow("SELECT top_at FROM product WHERE id = $1", [id.rawValue]) {
            try $0.timestamp(0)
        }
        guard let time else { throw CorruptRowError(reason: "product \(id.rawValue) was listed and isn't there") }
        return BumpCursor(time: time, id: id)
    }
}
