import MarketAPI

/// A list of products as `--json` prints it: with the keys that the API has.
struct ProductListRecord: Encodable {
    private let totalCount: Int
    private let isTotalCapped: Bool
    private let nextCursor: String?
    private let correctedQuery: String?
    private let products: [ProductRecord]

    init(_ answer: ProductListAnswer) {
        totalCount = answer.totalCount
        isTotalCapped = answer.isTotalCapped
        nextCursor = answer.nextCursor
        correctedQuery = answer.correctedQuery
        products = answer.products.map { ProductRecord($0) }
    }

    private enum CodingKeys: String, CodingKey {
        case totalCount = "total_count"
        case isTotalCapped = "total_capped"
        case nextCursor = "next_cursor"
        case correctedQuery = "corrected_query"
        case products
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(totalCount, forKey: .totalCount)
        try container.encode(isTotalCapped, forKey: .isTotalCapped)
        // Null at the end, as the API has it.
        try container.encode(nextCursor, forKey: .nextCursor)
        try container.encodeIfPresent(correctedQuery, forKey: .correctedQuery)
        try container.encode(products, forKey: .products)
    }
}
