import MarketAPI
import MarketModels
import MarketTexts

/// The market's list page: all products or search results.
struct ListPage: WebPage {
    let page: ProductPage
    let query: ListQuery
    /// The numbers of products of exactly each category.
    var categoryCounts: [MarketModels.Category.ID: Int] = [:]
    /// Whether these are the products of this list. If not, the numbers aren't shown.
    var countsThisList = true
    /// The places in use, with the numbers of products there.
    var places: [(name: String, count: Int)] = []
    /// What an empty list would show without one of its conditions.
    var remedies: [Remedy] = []
    let now: Timestamp

    /// A list that isn't empty, because it lacks one condition of an empty one.
    struct Remedy: Hashable, Sendable {
        let condition: ListCondition
        let total: Int
        let isTotalCapped: Bool
    }

    func html(_ site: SiteContext) -> String {
        let part = ListSection(
            page: page,
            moreAddress: moreAddress,
            startAddress: query.isAtStart ? nil : query.start.address,
            list: ListAddress(list: .market, query: query),
            now: now
        )
        let isSearch = !query.text.isEmpty
        let feed: ProductFeed.Source = isSearch ? .search(query.text) : .market
        let panel = FilterPanel(query: query, counts: categoryCounts, countsThisList: countsThisList, places: places)
        let category = query.filter.category.flatMap { site.categories.category($0) }
        let own: [String: Any?] = [
            "query": query.text,
            "isSearch": isSearch,
            "sorts": ProductQuery.Sort.allCases.map { sort in
                ["value": sort.rawValue, "name": site.texts.name(of: sort), "isChosen": sort == query.sort]
                    as Templates.Context
            },
            "inStock": query.inStock,
            "correctedTitle": page.correctedSearch.map { site.texts[.foundInstead(for: $0)] },
            "correctedAddress": page.correctedSearch.map {
                ListQuery(text: $0, sort: query.sort, inStock: query.inStock, filter: query.filter).address
            },
            "nothingFound": isSearch ? site.texts[.nothingFound(for: query.text)] : nil,
            "isNarrowed": !query.isPlain,
            "hasRemedies": remedies.isEmpty ? nil : true,
            "remedies": remedies.compactMap { remedy -> Templates.Context? in
                guard let name = query.name(of: remedy.condition, site) else { return nil }
                let count = site.texts.productCount(remedy.total, isCapped: remedy.isTotalCapped)
                return [
                    "name": "\(site.texts[.removeFilter(name)]) (\(count))",
                    "address": query.without(remedy.condition).address,
                ]
            },
            "isUnindexed": query != ListQuery(filter: AttributeFilter(category: query.filter.category)),
            "origin": site.origin,
            "canonical": query.address,
            "feedTitle": ProductFeed.title(of: feed, on: site),
            "feedAddress": ProductFeed.path(of: feed),
        ]
        let frame = PageLayout(
            kind: .list,
            title: isSearch
                ? site.texts[.resultsTitle(for: query.text)]
                : category.map { site.productTexts.category($0) },
            back: nil
        )
        let data = part.data(site).merging(panel.data(site)) { own, _ in own }
        return frame.html("list", site, data.merging(own) { _, own in own })
    }

    /// The address of the next page: by page number in the plain list, by cursor in all others.
    private var moreAddress: String? {
        var more = query
        if query.isPlain, query.cursor == nil {
            guard page.nextCursor != nil else { return nil }
            more.page += 1
        } else {
            guard let next = page.nextCursor else { return nil }
            more.cursor = CursorCoding.text(of: next)
        }
        return more.address
    }
}
