import MarketModels
import MarketTexts

/// The page with a new link, as text and as a QR code: a one-time link for another browser, or one of a listing for a helper. Only
/// its hash is stored, so it is shown only once.
struct LinkPage: WebPage {
    /// The address of the link.
    let address: String
    /// The listing of the link; nil if it is for another browser.
    var product: Product?

    func html(_ site: SiteContext) -> String {
        let title = site.texts[product == nil ? .linkReady : .sellerLinkReady]
        let own: [String: Any?] = [
            "advice": site.texts[product == nil ? .linkReadyAdvice : .sellerLinkReadyAdvice],
            "showsProduct": product != nil,
            "link": address,
        ]
        let data = (product.map { ProductHeaderViewData.data($0, site) } ?? [:])
            .merging(CodeViewData.data(of: address, titled: title, site)) { $1 }
            .merging(own) { $1 }
        let back = product.map { DeskAddress.manage($0.id) } ?? WebRoutePattern.move.rawValue
        return PageLayout(kind: .password, title: title, back: back).html("link", site, data)
    }
}
