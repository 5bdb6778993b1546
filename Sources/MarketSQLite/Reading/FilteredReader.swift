internal import GRDB
internal import MarketModels

/// Reads one stretch of a list that is searched, filtered or sorted by what is paid, inside one snapshot of the
/// database.
///
/// It is made to be walked by cursor: each stretch begins where an index says, and stops when it is full. Totals are
/// counted up to a bound.
struct FilteredReader {
    /// Searches with more matches are not sorted: the list in its order is walked, and each product asked whether it
    /// matches, which the next one soon does.
    private static let sortableMatches = ProductSearch.countedMatches

    let database: Database
    let query: ProductQuery

    func page() throws -> ProductPage {
        let (revision, wholeCount) = try database.marketState()
        let total = try totalCount(of: wholeCount)
        var products: [ProductSummary] = []
        var last: ListCursor?
        var isLast = true
        let listing = ListingReader(database: database)
        let sql = FilteredStatement(query, probesSearch: query.order.isByPrice && total.isCapped)
        try database.forEachRow(sql.list, with: sql.arguments(limit: query.size + 1)) { row in
            guard products.count < query.size else {
                isLast = false
                return false
            }
            let product = try listing.summary(row, query)
            products.append(product)
            last = query.order.isByPrice ? .afterAmount(product.pricing.sortAmount, product.id) : .afterID(product.id)
            return true
        }
        return ProductPage(
            products: products,
            totalCount: total.count,
            isTotalCapped: total.isCapped,
            nextCursor: isLast ? nil : last,
            revision: revision
        )
    }

    /// Kept where nothing is filtered, counted up to a bound otherwise.
    private func totalCount(of wholeCount: Int64) throws -> (count: Int, isCapped: Bool) {
        if query.search == nil, !query.isInStock {
            guard let vendor = query.vendor else { return (Int(clamping: wholeCount), false) }
            return (Int(clamping: try ListingReader(database: database).productCount(of: vendor)), false)
        }
        let sql = FilteredStatement(query, probesSearch: false)
        let bound = ProductSearch.countedMatches
        var count = 0
        try database.forEachRow(sql.count, with: sql.arguments(limit: bound + 1)) { _ in
            count += 1
            return true
        }
        return (min(count, bound), count > bound)
    }
}
