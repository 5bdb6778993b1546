public import MarketModels

/// Only the rows of a list's next stretch, for endless scrolling.
public struct RowsFragment: WebPage {
    public let products: [ProductSummary]
    public let now: Timestamp

    public init(products: [ProductSummary], now: Timestamp) {
        self.products = products
        self.now = now
    }

    public func html(_ site: SiteContext) -> String {
        let rows = RowFacts.of(products, site, now: now, isStartOfPage: false)
        return Templates.render("rows", site.language, ["rows": rows])
    }
}
