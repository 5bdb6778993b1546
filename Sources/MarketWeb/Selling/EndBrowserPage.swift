import MarketCore
import MarketModels
import MarketTexts

/// The page that asks once more before browsers lose the seller's listings. Its form sends the same again.
struct EndBrowserPage: WebPage {
    enum Ended: Hashable, Sendable {
        case this(SellerBrowser)
        case another(SellerBrowser)
        /// All but this one.
        case others
    }

    /// What the form calls all browsers but this one.
    static let others = "others"

    let ended: Ended

    func html(_ site: SiteContext) -> String {
        let title: String
        let (advice, confirm): (InterfaceString, InterfaceString)
        let which: String
        var since: String?
        switch ended {
        case .this(let browser):
            title = site.texts[.shallForgetThisBrowser]
            (advice, confirm) = (.forgetThisBrowserAdvice, .forgetThisBrowser)
            which = browser.digest.rawValue
        case .another(let browser):
            title = site.texts[.shallForget(site.texts[.browser(browser.name.application, on: browser.name.system)])]
            (advice, confirm) = (.forgetBrowserAdvice, .forgetBrowser)
            which = browser.digest.rawValue
            since = site.since(browser.createdAt)
        case .others:
            title = site.texts[.shallEndOtherBrowsers]
            (advice, confirm) = (.endOtherBrowsersAdvice, .endOtherBrowsers)
            which = Self.others
        }
        let address = WebRoutePattern.mine.rawValue
        return PageLayout(kind: .message, title: title, back: address).html(
            "sure",
            site,
            [
                "address": address, "sure": WebForm.confirmation, "since": since, "advice": site.texts[advice],
                "confirm": site.texts[confirm],
                "fields": [["name": "end", "value": which] as Templates.Context],
            ]
        )
    }
}
