internal import MarketQRCodes
internal import MarketTexts

/// The page with a one-time link for another browser, as text and as a QR code.
public struct MoveLinkPage: WebPage {
    /// The address of the link.
    public let address: String

    public init(address: String) {
        self.address = address
    }

    public func html(_ site: SiteContext) -> String {
        let texts = InterfaceTexts(language: site.language)
        let code = QRCode(address)
        let data: [String: Any?] = [
            "address": address,
            // The address is above the code, and has a token that nobody needs to hear.
            "code": texts.code(of: texts[.linkReady]),
            "hasCode": code != nil,
            "side": code?.width,
            "outline": code?.path,
        ]
        return PageLayout(kind: .product, title: texts[.linkReady], back: "/move").html("move-link", site, data.filled)
    }
}
