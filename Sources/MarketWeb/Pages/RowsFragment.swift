public import MarketModels

/// Only the rows of a list's next stretch, for endless scrolling.
public struct RowsFragment: WebPage {
    public let products: [ProductSummary]
    /// The list that they are rows of.
    public let list: ListAddress
    public let now: Timestamp

    public init(products: [ProductSummary], of list: ListAddress, now: Timestamp) {
        self.products = products
        self.list = list
        self.now = now
    }

    public func html(_ site: SiteContext) -> String {
        let rows = RowFacts.of(products, site, now: now, from: list, isStartOfPage: false)
        return Templates.render("rows", site.language, ["rows": rows])
    }
}
