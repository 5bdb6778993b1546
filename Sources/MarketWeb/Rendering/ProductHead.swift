internal import MarketModels
internal import MarketTexts

/// The few facts that tell which product a page is about.
enum ProductHead {
    static func facts(_ product: Product, _ site: SiteContext) -> [String: Any?] {
        let goods = GoodsTexts(language: site.language)
        return [
            "id": product.id.rawValue,
            "name": product.listing.name,
            "price": goods.bargain(product.listing.pricing),
            "struckPrice": goods.struckPrice(product.listing.pricing),
            "webThumbnail": product.thumbnail.map { PictureAddress.web($0.name, .card) },
            "thumbnail": product.thumbnail.map { PictureAddress.thumbnail($0.name) },
        ]
    }
}
