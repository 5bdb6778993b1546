/// What a list of the main port answers: a stretch of products, and where the next one begins.
public struct ProductListAnswer: Hashable, Sendable {
    public let products: [ListedProduct]
    /// Of the whole list. Exact, or at least this many if ``isTotalCapped``.
    public let totalCount: Int
    public let isTotalCapped: Bool
    /// What to ask for the stretch behind this one; nil at the end.
    public let nextCursor: String?

    public init(products: [ListedProduct], totalCount: Int, isTotalCapped: Bool = false, nextCursor: String? = nil) {
        self.products = products
        self.totalCount = totalCount
        self.isTotalCapped = isTotalCapped
        self.nextCursor = nextCursor
    }
}

extension ProductListAnswer: Decodable {
    private enum Key: String, CodingKey {
        case products = "pages"
        case totalCount = "total_count"
        case isTotalCapped = "total_capped"
        case nextCursor = "next_cursor"
    }

    public init(from decoder: any Decoder) throws {
        let reader = try AnswerReader(decoder, keys: Key.self)
        self.init(
            products: try reader.value(.products),
            totalCount: try reader.value(.totalCount),
            isTotalCapped: try reader.optional(.isTotalCapped) ?? false,
            nextCursor: try reader.optional(.nextCursor)
        )
    }
}
