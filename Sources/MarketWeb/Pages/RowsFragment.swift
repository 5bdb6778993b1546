public import MarketModels

/// Rows without the rest of the page: the next page of a list, for endless scrolling, or the foot of another page.
public struct RowsFragment: WebPage {
    public let products: [ProductSummary]
    /// The list of the rows.
    public let list: ListAddress
    /// How they are shown; nil for the view that was chosen for lists.
    public let view: SiteContext.View?
    public let now: Timestamp

    public init(products: [ProductSummary], of list: ListAddress, view: SiteContext.View? = nil, now: Timestamp) {
        self.products = products
        self.list = list
        self.view = view
        self.now = now
    }

    public func html(_ site: SiteContext) -> String {
        let rows = RowViewData.of(products, site, now: now, from: list, view: view ?? site.view, isStartOfPage: false)
        return Templates.render("rows", site.language, ["rows": rows])
    }
}
