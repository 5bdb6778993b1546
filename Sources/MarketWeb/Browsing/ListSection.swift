import MarketAPI
import MarketModels
import MarketTexts

/// The list section shared by the pages of the market, of a seller and of the user's own listings.
struct ListSection {
    let page: ProductPage
    /// The address of “Show more”; nil at the end of the list.
    let moreAddress: String?
    /// The address of the first page; nil on the first page.
    let startAddress: String?
    /// This list, to which the pages of its products link back.
    let list: ListAddress
    let now: Timestamp

    func data(_ site: SiteContext) -> [String: Any?] {
        return [
            "rows": RowViewData.of(page.products, site, now: now, from: list, view: site.view, isStartOfPage: true),
            "hasProducts": !page.products.isEmpty,
            // An old address of a page that the list no longer has.
            "isBeyondEnd": page.products.isEmpty && page.totalCount > 0 && startAddress != nil,
            "total": page.totalCount,
            "count": site.texts.productCount(page.totalCount, isCapped: page.isTotalCapped),
            "next": page.nextCursor.map(CursorCoding.text) ?? "",
            "moreAddress": moreAddress,
            "startAddress": startAddress,
            // A short list that is shown completely needs no end marker.
            "isEnd": moreAddress == nil && page.totalCount > 30,
            "newAddress": list.leadingBack(from: "/products/new"),
            "view": site.view.rawValue,
            "isGrid": site.view == .grid,
            "listSizes": ImageAddresses.thumbnailSizes(in: .list),
            "gridSizes": ImageAddresses.thumbnailSizes(in: .grid),
        ]
    }
}
