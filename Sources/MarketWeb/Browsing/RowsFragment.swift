import MarketModels

/// Rows without the rest of the page: the next page of a list, for endless scrolling, or the foot of another page.
struct RowsFragment: WebPage {
    let products: [ProductSummary]
    /// The list of the rows.
    let list: ListAddress
    /// How they are shown; nil for the view that was chosen for lists.
    var view: SiteContext.View?
    let now: Timestamp

    func html(_ site: SiteContext) -> String {
        let rows = RowViewData.of(products, site, now: now, from: list, view: view ?? site.view, isStartOfPage: false)
        return Templates.render("rows", site.language, ["rows": rows])
    }
}
