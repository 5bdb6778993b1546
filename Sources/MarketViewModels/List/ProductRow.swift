public import Foundation
public import MarketAPI
public import MarketModels
import MarketTexts

/// The view data of a row or a card in a list: texts ready to be displayed.
public struct ProductRow: Hashable, Sendable, Identifiable {
    /// The product's identifier.
    public let id: Product.ID
    /// The product's name.
    public let name: String
    /// The sale price.
    public let price: String
    /// The price before the discount, to be shown struck through; nil without a discount.
    public let struckPrice: String?
    /// That the price was reduced, with the lowest price of the 30 days before; nil if it wasn't in the last 30 days.
    public let reduced: String?
    /// The stock: `품절`, `재고: 10`, `재고: 999+`; of a sold product `판매 완료`.
    public let stock: String
    /// The state, unless the product is open or ``stock`` says it: `예약 중`, `숨김`, `기간 만료`; otherwise nil.
    public let badge: String?
    /// Whether the product is sold out or sold.
    public let isSoldOut: Bool
    /// The URL of an image of at most 400 pixels on each side.
    public let thumbnail: URL
    /// The age of the listing.
    public let age: String
    /// The condition and the place, as far as they are given: `거의 새것 · 서울 연남동`; otherwise nil.
    public let details: String?
    /// The accessibility label of the row, with all its texts.
    public let accessibilityLabel: String

    /// Creates the view data of a product.
    ///
    /// - Parameter now: The time to which the age refers.
    public init(_ product: ListedProduct, language: Language, now: Timestamp) {
        let productTexts = ProductTexts(language: language)
        id = product.id
        name = product.name
        price = productTexts.salePrice(product.pricing)
        struckPrice = productTexts.struckPrice(product.pricing)
        reduced = product.state.isForSale ? product.reduction.map(productTexts.reduced) : nil
        stock = productTexts.stock(product.stock, in: product.state)
        badge =
            switch product.state.kind {
            case .open, .sold: nil
            case .reserved, .hidden, .expired: productTexts.state(product.state.kind)
            }
        isSoldOut = product.stock <= 0
        thumbnail = product.thumbnail
        age = productTexts.age(of: product.registeredAt, now: now)
        details = productTexts.details(product.attributes)
        accessibilityLabel = AppTexts(language: language)
            .row(
                name: name,
                price: price,
                struckPrice: struckPrice,
                reduced: reduced,
                stock: stock,
                age: age,
                badge: badge,
                details: details
            )
    }
}
