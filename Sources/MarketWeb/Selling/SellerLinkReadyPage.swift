import MarketModels
import MarketTexts

/// The page with a new link of a listing, as text and as a QR code. Only its hash is stored, so it is shown only once.
struct SellerLinkReadyPage: WebPage {
    let product: Product
    /// The address of the link.
    let address: String

    func html(_ site: SiteContext) -> String {
        let title = site.texts[.sellerLinkReady]
        let data = ProductHeaderViewData.data(product, site)
            .merging(CodeViewData.data(of: address, titled: title, site)) { $1 }
            .merging(["link": address]) { $1 }
        return PageLayout(kind: .product, title: title, back: DeskAddress.manage(product.id))
            .html("seller-link-ready", site, data)
    }
}
