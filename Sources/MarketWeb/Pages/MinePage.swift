public import MarketModels
internal import MarketTexts

/// The page of the user's own listings, made from this browser.
public struct MinePage: WebPage {
    public let products: [ProductSummary]
    public let total: Int
    public let nextCursor: String?
    /// The page number, from 1.
    public let page: Int
    public let hasNextPage: Bool
    public let now: Timestamp

    public init(
        products: [ProductSummary],
        total: Int,
        nextCursor: String?,
        page: Int = 1,
        hasNextPage: Bool,
        now: Timestamp
    ) {
        self.products = products
        self.total = total
        self.nextCursor = nextCursor
        self.page = page
        self.hasNextPage = hasNextPage
        self.now = now
    }

    public func html(_ site: SiteContext) -> String {
        let part = ListSection(
            products: products,
            total: total,
            nextCursor: nextCursor,
            moreAddress: hasNextPage ? "/mine?page=\(page + 1)" : nil,
            startAddress: page > 1 ? "/mine" : nil,
            list: ListAddress(.mine, ListQuery(page: page)),
            now: now
        )
        // All products here are the user's own, so marking each row would be redundant.
        var unmarked = site
        unmarked.vendor = nil
        let frame = PageLayout(kind: .list, title: WebTexts(language: site.language)[.myListings])
        return frame.html("mine", unmarked, part.data(unmarked))
    }
}
