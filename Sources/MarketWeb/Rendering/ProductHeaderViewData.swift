internal import MarketModels
internal import MarketTexts

/// The template data of the short product header on pages about a product.
enum ProductHeaderViewData {
    static func data(_ product: Product, _ site: SiteContext) -> [String: Any?] {
        let productTexts = ProductTexts(language: site.language)
        return [
            "id": product.id.rawValue,
            "name": product.listing.name,
            "price": productTexts.salePrice(product.listing.pricing),
            "struckPrice": productTexts.struckPrice(product.listing.pricing),
            "webThumbnail": product.thumbnail.map { site.images.webThumbnails($0.name) },
            "thumbnail": product.thumbnail.map { site.images.thumbnail($0.name) },
        ]
    }
}
