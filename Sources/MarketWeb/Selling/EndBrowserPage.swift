import MarketCore
import MarketModels
import MarketTexts

/// The page that asks once more before browsers lose the seller's listings. Its form sends the same again.
struct EndBrowserPage: WebPage {
    /// What the form calls all browsers but this one.
    static let others = "others"

    /// The browser that ends; nil for all but this one.
    let browser: SellerBrowser?
    var isThis = false

    func html(_ site: SiteContext) -> String {
        let name = browser.map { site.texts[.browser($0.name.application, on: $0.name.system)] }
        let (title, advice, confirm): (String, InterfaceString, InterfaceString) =
            if isThis {
                (site.texts[.shallForgetThisBrowser], .forgetThisBrowserAdvice, .forgetThisBrowser)
            } else if let name {
                (site.texts[.shallForget(name)], .forgetBrowserAdvice, .forgetBrowser)
            } else {
                (site.texts[.shallEndOtherBrowsers], .endOtherBrowsersAdvice, .endOtherBrowsers)
            }
        let address = WebRoutePattern.mine.rawValue
        return PageLayout(kind: .message, title: title, back: address).html(
            "sure",
            site,
            [
                "address": address, "sure": WebForm.confirmation, "advice": site.texts[advice],
                "since": isThis ? nil : browser.map { site.since($0.createdAt) }, "confirm": site.texts[confirm],
                "fields": [
                    ["name": "end", "value": browser?.digest.rawValue ?? Self.others] as Templates.Context
                ],
            ]
        )
    }
}
