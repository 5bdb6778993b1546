import MarketAPI

/// A product list in the output of `--json`, with the keys of the API.
struct ProductListRecord: Encodable {
    private let totalCount: Int
    private let isTotalCapped: Bool
    private let nextCursor: String?
    private let correctedQuery: String?
    private let products: [ProductRecord]

    init(_ response: ProductListResponse) {
        totalCount = response.totalCount
        isTotalCapped = response.isTotalCapped
        nextCursor = response.nextCursor
        correctedQuery = response.correctedQuery
        products = response.products.map { ProductRecord($0) }
    }

    private enum CodingKeys: String, CodingKey {
        case totalCount, nextCursor, correctedQuery
        case isTotalCapped = "totalCapped"
        case products
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(totalCount, forKey: .totalCount)
        try container.encode(isTotalCapped, forKey: .isTotalCapped)
        // Null at the end of the list, as in the API.
        try container.encode(nextCursor, forKey: .nextCursor)
        try container.encodeIfPresent(correctedQuery, forKey: .correctedQuery)
        try container.encode(products, forKey: .products)
    }
}
