public import Foundation
import MarketAPI
public import MarketModels
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

/// The link of a product's web page, which people share.
public struct ProductLink: Hashable, Sendable {
    /// The address of the market.
    public let market: URL
    /// The product.
    public let product: Product.ID

    /// Reads a link; nil if it doesn't lead to the page of a product.
    public init?(_ link: URL) {
        guard let components = URLComponents(url: link, resolvingAgainstBaseURL: true),
            let scheme = components.scheme?.lowercased(), scheme == "https" || scheme == "http"
        else { return nil }
        let parts = components.path.split(separator: "/", omittingEmptySubsequences: false)
        guard let number = parts.last, let id = Int64(number), id > 0, number == "\(id)",
            parts.dropLast().last == "products"
        else { return nil }
        var address = components
        address.path = parts.dropLast(2).joined(separator: "/")
        guard let text = address.string, let market = try? MarketAddress.url(text) else { return nil }
        self.market = market
        product = Product.ID(rawValue: id)
    }
}
