import MarketAPI
import MarketModels
import MarketTexts

/// What a product's screen shows beside its pictures: texts that are ready to be drawn.
public struct ProductFacts: Hashable, Sendable {
    public let name: String
    /// What is to be paid.
    public let price: String
    /// The price before the discount, to be struck through; nil without a discount.
    public let struckPrice: String?
    public let stock: String
    public let isSoldOut: Bool
    /// When it was listed: `3시간 전에 등록`.
    public let listed: String
    /// Nil while only the list's part is known.
    public let seller: String?
    /// Since when there is this seller: `2026년 3월부터 판매하고 있어요`.
    public let sellerSince: String?
    /// With its line breaks; nil while it is not known. An empty one is said to be missing.
    public let description: String?

    init(_ product: DetailedProduct, language: Language, now: Timestamp) {
        let texts = WebTexts(language: language)
        let description = product.listing.description
        self.init(
            row: ProductRow(product.listed, language: language, now: now),
            texts,
            seller: product.vendor.name,
            sellerSince: texts.sellerSince(GoodsTexts(language: language).month(product.vendor.createdAt)),
            description: description.isEmpty ? texts[.noDescription] : description
        )
    }

    init(_ product: ListedProduct, language: Language, now: Timestamp) {
        self.init(row: ProductRow(product, language: language, now: now), WebTexts(language: language))
    }

    private init(
        row: ProductRow,
        _ texts: WebTexts,
        seller: String? = nil,
        sellerSince: String? = nil,
        description: String? = nil
    ) {
        name = row.name
        price = row.price
        struckPrice = row.struckPrice
        stock = row.stock
        isSoldOut = row.isSoldOut
        listed = texts.listed(row.age)
        self.seller = seller
        self.sellerSince = sellerSince
        self.description = description
    }
}
