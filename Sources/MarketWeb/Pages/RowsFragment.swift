public import MarketModels

/// The rows of the next page of a list, without the rest of the page, for endless scrolling.
public struct RowsFragment: WebPage {
    public let products: [ProductSummary]
    /// The list of the rows.
    public let list: ListAddress
    public let now: Timestamp

    public init(products: [ProductSummary], of list: ListAddress, now: Timestamp) {
        self.products = products
        self.list = list
        self.now = now
    }

    public func html(_ site: SiteContext) -> String {
        let rows = RowViewData.of(products, site, now: now, from: list, isStartOfPage: false)
        return Templates.render("rows", site.language, ["rows": rows])
    }
}
