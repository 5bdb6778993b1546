public import Foundation
public import MarketAPI
public import MarketModels
public import MarketTexts

/// What a row or a card of a list shows: texts that are ready to be drawn.
public struct ProductRow: Hashable, Sendable, Identifiable {
    public let id: Product.ID
    public let name: String
    /// What is to be paid.
    public let price: String
    /// The price before the discount, to be struck through; nil without a discount.
    public let struckPrice: String?
    /// `품절`, `재고: 10`, `재고: 999+`.
    public let stock: String
    public let isSoldOut: Bool
    /// A picture of at most 400 pixels on each side.
    public let thumbnail: URL
    /// How long ago it was listed.
    public let age: String
    /// All of it, for those who can't see it.
    public let accessibilityLabel: String

    public init(_ product: ListedProduct, language: Language, now: Timestamp) {
        let goods = GoodsTexts(language: language)
        id = product.id
        name = product.name
        price = goods.bargain(product.pricing)
        struckPrice = goods.struckPrice(product.pricing)
        stock = goods.stock(product.stock)
        isSoldOut = product.stock <= 0
        thumbnail = product.thumbnail
        age = goods.age(of: product.registeredAt, now: now)
        accessibilityLabel = AppTexts(language: language)
            .row(name: name, price: price, struckPrice: struckPrice, stock: stock, age: age)
    }
}
