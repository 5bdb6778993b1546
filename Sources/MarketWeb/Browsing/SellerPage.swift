import MarketModels
import MarketTexts

/// The page of a seller: name, month of registration, and products.
struct SellerPage: WebPage {
    let vendor: Vendor
    let page: ProductPage
    /// The number of the page, from 1.
    var number = 1
    /// The product from whose page this one was opened, or nil.
    var product: Product.ID?
    /// The list from which the product was opened.
    var from = ListAddress()
    let now: Timestamp

    func html(_ site: SiteContext) -> String {
        let part = ListSection(
            page: page,
            moreAddress: page.nextCursor.map { _ in address(of: number + 1) },
            startAddress: number > 1 ? address(of: 1) : nil,
            list: ListAddress(list: .seller(vendor.id), query: ListQuery(page: number)),
            now: now
        )
        let month = site.productTexts.month(vendor.createdAt, in: site.calendar)
        let own: [String: Any?] = [
            "seller": vendor.name,
            "initial": vendor.name.first.map(String.init),
            "since": site.texts[.sellerSince(month)],
            "origin": site.origin,
            "sellerID": vendor.id.rawValue,
            "feedTitle": ProductFeed.title(of: .seller(vendor), on: site),
            "feedAddress": ProductFeed.path(of: .seller(vendor)),
        ]
        let back = product.map { from.leadingBack(from: "/products/\($0.rawValue)") } ?? "/"
        let frame = PageLayout(kind: .list, title: vendor.name, back: back)
        return frame.html("seller", site, part.data(site).merging(own) { _, own in own })
    }

    private func address(of page: Int) -> String {
        let productField = product.map { [(name: "product", value: String($0.rawValue))] } ?? []
        let list = ListAddress(list: .seller(vendor.id), query: ListQuery(page: page))
        return from.leadingBack(from: "/sellers/\(vendor.id.rawValue)", list.query.fields + productField)
    }
}
