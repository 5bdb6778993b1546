internal import MarketModels
internal import MarketTexts

/// The list itself, which the market, a seller's page and one's own listings have in common.
struct ListPart {
    let products: [ProductSummary]
    let total: Int
    var isTotalCapped = false
    let nextCursor: String?
    /// Where “Show more” leads; nil at the end of the list.
    let moreAddress: String?
    /// Where the list starts, when this is not its start.
    let startAddress: String?
    /// This list, for the products to lead back to.
    let list: ListAddress
    let now: Timestamp

    func facts(_ site: SiteContext) -> [String: Any?] {
        let texts = WebTexts(language: site.language)
        return [
            "rows": RowFacts.of(products, site, now: now, from: list, isStartOfPage: true),
            "hasProducts": !products.isEmpty,
            "total": total,
            "count": texts.productCount(total, isCapped: isTotalCapped),
            "next": nextCursor ?? "",
            "moreAddress": moreAddress,
            "startAddress": startAddress,
            // Who sees all of a short list at once need not be told.
            "isEnd": moreAddress == nil && total > 30,
            "newAddress": list.leadingBack(from: "/products/new"),
            "view": site.view.rawValue,
            "isGrid": site.view == .grid,
        ]
    }
}
