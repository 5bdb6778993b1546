import MarketModels
import MarketQRCodes
import MarketTexts

/// The template data of a product's price tag or notice.
enum PrintedProductViewData {
    /// The number of strips that can be torn off a notice.
    private static let stripCount = 6
    /// A longer price is set smaller.
    private static let longPriceLength = 11
    /// More of a description doesn't fit on a notice.
    private static let excerptLength = 400

    static func of(_ product: Product, _ kind: PrintPage.Kind, _ site: SiteContext) -> Templates.Context {
        let pricing = product.listing.pricing
        let price = site.productTexts.salePrice(pricing)
        let page = "/products/\(product.id.rawValue)"
        let code = QRCode(site.origin + page, correction: .medium)
        var data: [String: Any?] = [
            "name": product.listing.name,
            "price": price,
            "isLong": price.count > longPriceLength,
            "struckPrice": site.productTexts.struckPrice(pricing),
            "host": host(site.origin),
            "page": page,
            "code": site.texts[.code(of: site.origin + page)],
            "hasCode": code != nil,
            "side": code?.width,
            "outline": code?.path,
        ]
        if kind == .notices {
            let strip = data
            data["strips"] = Array(repeating: strip.filled, count: stripCount)
            data["seller"] = product.vendor.name
            data["logo"] = SiteIcon(site: site).data["logo"] ?? nil
            data["market"] = site.profile.name(in: site.language)
            data["about"] = String(product.listing.description.prefix(excerptLength))
            data["hasAbout"] = !product.listing.description.isEmpty
            data["image"] = product.thumbnail.map { site.images.web($0.name, .screen) }
            data["width"] = product.thumbnail?.width
            data["height"] = product.thumbnail?.height
        }
        return data.filled
    }

    /// Returns an origin without its scheme, as people type it.
    private static func host(_ origin: String) -> String {
        origin.firstRange(of: "://").map { String(origin[$0.upperBound...]) } ?? origin
    }
}
