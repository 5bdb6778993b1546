public import MarketModels
internal import MarketQRCodes
internal import MarketTexts

/// The page with a new link of a listing, as text and as a QR code. Only its hash is stored, so it is shown only once.
public struct SellerLinkReadyPage: WebPage {
    public let product: Product
    /// The address of the link.
    public let address: String

    public init(_ product: Product, address: String) {
        self.product = product
        self.address = address
    }

    public func html(_ site: SiteContext) -> String {
        let texts = InterfaceTexts(language: site.language)
        let code = QRCode(address)
        let back = DeskAddress.manage(product.id)
        let own: [String: Any?] = [
            "link": address,
            // The address is above the code, and has a token that nobody needs to hear.
            "code": texts.code(of: texts[.sellerLinkReady]),
            "hasCode": code != nil,
            "side": code?.width,
            "outline": code?.path,
        ]
        let data = ProductHeaderViewData.data(product, site).merging(own) { _, own in own }
        return PageLayout(kind: .product, title: texts[.sellerLinkReady], back: back)
            .html("seller-link-ready", site, data)
    }
}
