import MarketTexts

/// The page with a one-time link for another browser, as text and as a QR code.
struct MoveLinkPage: WebPage {
    /// The address of the link.
    let address: String

    func html(_ site: SiteContext) -> String {
        let title = site.texts[.linkReady]
        let data = CodeViewData.data(of: address, titled: title, site)
            .merging(["address": address]) { $1 }
        return PageLayout(kind: .product, title: title, back: "/move").html("move-link", site, data.filled)
    }
}
