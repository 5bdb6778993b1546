import MarketModels
import MarketTexts

/// The page of the products that this browser keeps. Scripts fill it from the browser's storage. Without scripts,
/// favorites come from a cookie.
struct KeptPage: WebPage {
    enum Kind: String, Sendable {
        case favorites, recent
    }

    let kind: Kind
    var products: [(kept: KeptProduct, now: Product?)] = []
    let now: Timestamp

    func html(_ site: SiteContext) -> String {
        let heading = site.texts[kind == .favorites ? .favorites : .recentlyViewed]
        let data: [String: Any?] = [
            "kind": kind.rawValue,
            "key": kind == .favorites ? "favorites" : "viewed",
            "heading": heading,
            "advice": site.texts[.keptHereAdvice],
            "empty": site.texts[kind == .favorites ? .noFavorites : .nothingViewed],
            "emptyAdvice": site.texts[kind == .favorites ? .noFavoritesAdvice : .nothingViewedAdvice],
            "hasProducts": !products.isEmpty,
            "rows": KeptRows(products: products, canRemove: kind == .favorites, now: now).rows(site),
        ]
        return PageLayout(kind: .kept, title: heading).html("kept", site, data)
    }
}
