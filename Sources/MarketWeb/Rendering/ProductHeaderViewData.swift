import MarketModels
import MarketTexts

/// The template data of the short product header on pages about a product.
enum ProductHeaderViewData {
    /// - Parameter isForSeller: whether the page is for the product's seller, who sees its image in every state.
    static func data(_ product: Product, _ site: SiteContext, isForSeller: Bool = true) -> [String: Any?] {
        let addresses = isForSeller ? site.images.forSeller(product.id, in: product.state) : site.images
        return [
            "id": product.id.rawValue,
            "name": product.listing.name,
            "price": site.productTexts.salePrice(product.listing.pricing),
            "struckPrice": site.productTexts.struckPrice(product.listing.pricing),
            "webThumbnail": product.thumbnail.map { addresses.webThumbnails($0.name) },
            "thumbnail": product.thumbnail.map { addresses.thumbnail($0.name) },
        ]
    }
}
