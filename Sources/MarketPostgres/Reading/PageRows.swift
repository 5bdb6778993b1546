internal import MarketCore
internal import MarketModels

/// The rows of a page of a list.
///
/// Each has the total, whether there are more products than that, the number of changes above the revision's base, whether
/// more was found than is sorted, and the columns of a product, which are NULL if the page is empty.
struct PageRows {
    private static let firstColumn: Int32 = 4

    private let query: ProductQuery
    private let base: RevisionBase
    private let size: Int
    private var total: Int64 = 0
    private var isTotalCapped = false
    private var changes: Int64 = 0
    private(set) var products: [ProductSummary] = []
    private(set) var isLast = true
    /// Whether the products were not sorted, because there are too many of them.
    private(set) var exceedsSorting = false

    /// - Parameter size: the maximum number of products on the page.
    init(_ query: ProductQuery, _ base: RevisionBase, size: Int) {
        self.query = query
        self.base = base
        self.size = size
    }

    /// Reads a row. One product more than the page has shows whether another page follows.
    ///
    /// - Returns: whether more rows are needed.
    mutating func add(_ row: PostgresRow) throws -> Bool {
        total = try row.count(0)
        isTotalCapped = try row.boolean(1)
        changes = try row.count(2)
        exceedsSorting = try row.boolean(3)
        guard !row.isNull(Self.firstColumn) else { return true }
        guard products.count < size else {
            isLast = false
            return false
        }
        products.append(try SummaryReader.summary(row, from: Self.firstColumn, query))
        return true
    }

    /// - Parameter cursor: returns the position after a product.
    func page(correctedSearch: String? = nil, cursor: (ProductSummary) throws -> ListCursor) rethrows -> ProductPage {
        ProductPage(
            products: products,
            totalCount: Int(clamping: total),
            isTotalCapped: isTotalCapped,
            nextCursor: try isLast ? nil : products.last.map(cursor),
            correctedSearch: correctedSearch,
            revision: base.revision(above: changes)
        )
    }
}
