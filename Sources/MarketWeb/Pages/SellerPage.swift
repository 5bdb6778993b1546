public import MarketModels
internal import MarketTexts

/// A seller: name, since when, and what they sell.
public struct SellerPage: WebPage {
    public let vendor: Vendor
    public let products: [ProductSummary]
    public let total: Int
    public let nextCursor: String?
    /// From 1.
    public let page: Int
    public let hasNextPage: Bool
    public let now: Timestamp

    public init(
        vendor: Vendor,
        products: [ProductSummary],
        total: Int,
        nextCursor: String?,
        page: Int = 1,
        hasNextPage: Bool,
        now: Timestamp
    ) {
        self.vendor = vendor
        self.products = products
        self.total = total
        self.nextCursor = nextCursor
        self.page = page
        self.hasNextPage = hasNextPage
        self.now = now
    }

    public func html(_ site: SiteContext) -> String {
        let texts = WebTexts(language: site.language)
        let path = "/sellers/\(vendor.id.rawValue)"
        let part = ListPart(
            products: products,
            total: total,
            nextCursor: nextCursor,
            moreAddress: hasNextPage ? "\(path)?page=\(page + 1)" : nil,
            startAddress: page > 1 ? path : nil,
            now: now
        )
        let month = GoodsTexts(language: site.language).month(vendor.createdAt)
        let own: [String: Any?] = [
            "seller": vendor.name,
            "initial": vendor.name.first.map(String.init),
            "since": texts.sellerSince(month),
        ]
        let frame = Frame(kind: .list, title: vendor.name)
        return frame.html("seller", site, part.facts(site).merging(own) { _, own in own })
    }
}
