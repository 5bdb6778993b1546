public import MarketModels
internal import MarketTexts

/// The market: what is for sale, or what was searched for.
public struct ListPage: WebPage {
    public let products: [ProductSummary]
    public let total: Int
    /// Whether there may be more than ``total``.
    public let isTotalCapped: Bool
    public let nextCursor: String?
    public let query: ListQuery
    /// What was searched for instead, because what was typed was taken for a typo.
    public let correctedSearch: String?
    public let hasNextPage: Bool
    public let now: Timestamp

    public init(
        products: [ProductSummary],
        total: Int,
        isTotalCapped: Bool,
        nextCursor: String?,
        query: ListQuery,
        correctedSearch: String? = nil,
        hasNextPage: Bool,
        now: Timestamp
    ) {
        self.products = products
        self.total = total
        self.isTotalCapped = isTotalCapped
        self.nextCursor = nextCursor
        self.query = query
        self.correctedSearch = correctedSearch
        self.hasNextPage = hasNextPage
        self.now = now
    }

    public func html(_ site: SiteContext) -> String {
        let texts = WebTexts(language: site.language)
        let part = ListPart(
            products: products,
            total: total,
            isTotalCapped: isTotalCapped,
            nextCursor: nextCursor,
            moreAddress: moreAddress,
            startAddress: query.isAtStart ? nil : start.address,
            list: ListAddress(.market, query),
            now: now
        )
        let isSearch = !query.text.isEmpty
        let feed: ProductFeed.Source = isSearch ? .search(query.text) : .market
        let own: [String: Any?] = [
            "isMarket": true,
            "query": query.text,
            "isSearch": isSearch,
            "canClear": query.isPlain ? nil : true,
            "sorts": ListQuery.Sort.allCases.map { sort in
                ["value": sort.rawValue, "name": texts[Self.word(for: sort)], "isChosen": sort == query.sort]
                    as Templates.Facts
            },
            "inStock": query.inStock,
            "correctedTitle": correctedSearch.map { texts.foundInstead(for: $0) },
            "correctedAddress": correctedSearch.map {
                ListQuery(text: $0, sort: query.sort, inStock: query.inStock).address
            },
            "nothingFound": isSearch ? texts.nothingFound(for: query.text) : nil,
            "isNarrowed": !query.isPlain,
            "origin": site.origin,
            "canonical": query.address,
            "feedTitle": ProductFeed.title(of: feed, in: site.language),
            "feedAddress": ProductFeed.path(of: feed),
        ]
        let frame = Frame(kind: .list, title: isSearch ? texts.resultsTitle(for: query.text) : nil, back: nil)
        return frame.html("list", site, part.facts(site).merging(own) { _, own in own })
    }

    /// By page number in the plain list, by cursor in all others.
    private var moreAddress: String? {
        var more = query
        if query.isPlain, query.cursor == nil {
            guard hasNextPage else { return nil }
            more.page += 1
        } else {
            guard let nextCursor else { return nil }
            more.cursor = nextCursor
        }
        return more.address
    }

    private var start: ListQuery { ListQuery(text: query.text, sort: query.sort, inStock: query.inStock) }

    private static func word(for sort: ListQuery.Sort) -> WebWord {
        switch sort {
        case .newest: .newest
        case .priceUp: .priceUp
        case .priceDown: .priceDown
        }
    }
}
