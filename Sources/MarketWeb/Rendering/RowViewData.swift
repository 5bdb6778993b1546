import MarketModels
import MarketTexts

/// The template data of a product's row or card in a list.
enum RowViewData {
    /// The number of images that are loaded eagerly; the others are loaded lazily.
    private static let eagerCount = 6

    static func of(
        _ products: [ProductSummary],
        _ site: SiteContext,
        now: Timestamp,
        from list: ListAddress,
        view: SiteContext.View,
        isStartOfPage: Bool
    ) -> [Templates.Context] {
        let texts = site.productTexts
        return products.enumerated().map { index, product -> Templates.Context in
            let details = texts.details(product.attributes)
            return [
                "id": product.id.rawValue,
                "address": list.leadingBack(from: "/products/\(product.id.rawValue)"),
                "name": product.name,
                // Sections test Booleans instead of strings: inside a string section, every lookup would start with
                // reflection on the string.
                "hasThumbnail": product.thumbnail != nil,
                "thumbnail": product.thumbnail.map(site.images.thumbnail) ?? "",
                "webThumbnail": product.thumbnail.map(site.images.webThumbnails) ?? "",
                "sizes": ImageAddresses.thumbnailSizes(in: view),
                "price": texts.salePrice(product.pricing),
                "keptPrice":
                    "\(product.pricing.salePrice.minorUnits)-\(product.pricing.salePrice.currency.rawValue)",
                "isDiscounted": product.pricing.isDiscounted,
                "struckPrice": texts.struckPrice(product.pricing) ?? "",
                "isReduced": product.shownReduction != nil,
                "reduced": product.shownReduction.map(texts.reduced) ?? "",
                "stock": texts.stock(product.stock, in: product.state),
                "isReserved": product.state.kind == .reserved,
                "isSoldOut": product.shownStock <= 0,
                "age": texts.age(of: product.registeredAt, now: now),
                "registeredAt": product.registeredAt.attribute,
                "hasDetails": details != nil,
                "details": details ?? "",
                "isMine": product.vendorID == site.vendor,
                "isEager": isStartOfPage && index < eagerCount,
            ]
        }
    }
}
