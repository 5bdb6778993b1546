/// A page of a product list of the main port, and the cursor of the next page.
public struct ProductListResponse: Hashable, Sendable {
    /// The products of the page, in list order.
    public let products: [ListedProduct]
    /// The number of products in the whole list; a lower bound if ``isTotalCapped``.
    public let totalCount: Int
    /// Whether the server stopped counting, so that ``totalCount`` is a lower bound.
    public let isTotalCapped: Bool
    /// The cursor of the next page, or nil at the end of the list.
    public let nextCursor: String?
    /// The query that was searched instead because a word of the requested one, taken for a typo, had no match. Nil if
    /// the requested query was searched.
    public let correctedQuery: String?

    /// Creates a page with the given values.
    public init(
        products: [ListedProduct],
        totalCount: Int,
        isTotalCapped: Bool = false,
        nextCursor: String? = nil,
        correctedQuery: String? = nil
    ) {
        self.products = products
        self.totalCount = totalCount
        self.isTotalCapped = isTotalCapped
        self.nextCursor = nextCursor
        self.correctedQuery = correctedQuery
    }
}

extension ProductListResponse: Decodable {
    private enum Key: String, CodingKey {
        case products = "pages"
        case totalCount = "total_count"
        case isTotalCapped = "total_capped"
        case nextCursor = "next_cursor"
        case correctedQuery = "corrected_query"
    }

    /// Decodes a page. A missing `total_capped` is read as false.
    public init(from decoder: any Decoder) throws {
        let reader = try decoder.container(keyedBy: Key.self)
        self.init(
            products: try reader.value(.products),
            totalCount: try reader.value(.totalCount),
            isTotalCapped: try reader.optional(.isTotalCapped) ?? false,
            nextCursor: try reader.optional(.nextCursor),
            correctedQuery: try reader.optional(.correctedQuery)
        )
    }
}
