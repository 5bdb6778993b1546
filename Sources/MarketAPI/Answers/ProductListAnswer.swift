/// What a list of the main port answers: a stretch of products, and where the next one begins.
public struct ProductListAnswer: Hashable, Sendable {
    public let products: [ListedProduct]
    /// Of the whole list. Exact, or at least this many if ``isTotalCapped``.
    public let totalCount: Int
    public let isTotalCapped: Bool
    /// What to ask for the stretch behind this one; nil at the end.
    public let nextCursor: String?
    /// What was searched for instead, where a word was taken for a typo because nothing had it; nil if it was what was
    /// asked for.
    public let correctedQuery: String?

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

extension ProductListAnswer: Decodable {
    private enum Key: String, CodingKey {
        case products = "pages"
        case totalCount = "total_count"
        case isTotalCapped = "total_capped"
        case nextCursor = "next_cursor"
        case correctedQuery = "corrected_query"
    }

    public init(from decoder: any Decoder) throws {
        let reader = try AnswerReader(decoder, keys: Key.self)
        self.init(
            products: try reader.value(.products),
            totalCount: try reader.value(.totalCount),
            isTotalCapped: try reader.optional(.isTotalCapped) ?? false,
            nextCursor: try reader.optional(.nextCursor),
            correctedQuery: try reader.optional(.correctedQuery)
        )
    }
}
