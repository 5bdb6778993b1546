public import Foundation
import MarketAPI
import MarketModels
import MarketTexts

/// What to pass to the system's share sheet for a product.
public struct ShareItem: Hashable, Sendable {
    /// The product's name.
    public let title: String
    /// The name and the sale price, without the link: `나무 의자 · 12,000원`.
    public let text: String
    /// The URL of the product's web page.
    public let url: URL

    init(_ product: ListedProduct, market: URL, language: Language) {
        title = product.name
        text = "\(product.name) · \(ProductTexts(language: language).salePrice(product.pricing))"
        url = market.appending(path: "products/\(product.id.rawValue)")
    }
}
