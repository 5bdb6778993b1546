import MarketQRCodes
import MarketTexts

/// The template data of the QR code of a link. Its label is the title of the page: the address has a token that nobody needs to
/// hear.
enum CodeViewData {
    static func data(of address: String, titled title: String, _ site: SiteContext) -> [String: Any?] {
        let code = QRCode(address)
        return [
            "code": site.texts[.code(of: title)],
            "hasCode": code != nil,
            "side": code?.width,
            "outline": code?.path,
        ]
    }
}
