import MarketModels
import MarketTexts

/// The template data for narrowing a list: the panel with its fields, what is chosen, and the categories.
struct FilterPanel {
    /// The maximum number of places that are suggested.
    private static let suggestedPlaces = 40

    let query: ListQuery
    /// The numbers of products of exactly each category.
    let counts: [MarketModels.Category.ID: Int]
    /// Whether these are the products of this list, so that the numbers are shown.
    var countsThisList = true
    /// The places in use, with the numbers of products there.
    var places: [(name: String, count: Int)] = []

    func data(_ site: SiteContext) -> [String: Any?] {
        let filter = query.filter
        // The default of the address is the market's first, so that it needs no currency.
        let usual = site.currencies.first ?? .krw
        let typed = query.unreadable
        let currency = filter.price?.currency ?? typed[.priceCurrency].flatMap(Currency.init(rawValue:)) ?? usual
        let problem = site.texts[.unreadableAmount]
        let suggestions = suggestions(site)
        let currencies = site.currencies.contains(currency) ? site.currencies : site.currencies + [currency]
        func option(_ code: String, _ name: String, _ isChosen: Bool) -> Templates.Context {
            ["code": code, "name": name, "isChosen": isChosen]
        }
        let (chips, links) = (chips(site), links(site))
        return [
            "filterCount": chips.isEmpty ? nil : chips.count,
            "hasCategories": !site.categories.roots.isEmpty,
            "categoryOptions": site.categories.categories.map { category in
                option(category.slug, site.name(of: category), category.slug == filter.category)
            },
            "conditions": ItemCondition.allCases.map {
                option($0.rawValue, site.productTexts.condition($0), $0 == filter.condition)
            },
            "handovers": [Handover.pickup, .parcel].map {
                option($0.rawValue, site.productTexts.handover($0), $0 == filter.handover)
            },
            "place": filter.place,
            "suggestions": suggestions,
            "hasSuggestions": !suggestions.isEmpty,
            "minimum": typed[.minimumPrice] ?? filter.price?.minimumText ?? "",
            "minimumProblem": typed[.minimumPrice].map { _ in problem },
            "maximum": typed[.maximumPrice] ?? filter.price?.maximumText ?? "",
            "maximumProblem": typed[.maximumPrice].map { _ in problem },
            "isUnreadable": typed.isEmpty ? nil : true,
            "currencies": currencies.map {
                option($0 == usual ? "" : $0.rawValue, site.texts.currency($0), $0 == currency)
            },
            "isFree": filter.isFree,
            "includesSold": filter.includesSold,
            // There are none among what is available.
            "canIncludeSold": query.inStock ? nil : true,
            "chips": chips,
            "hasChips": !chips.isEmpty,
            "crumbs": crumbs(site),
            "hasCrumbs": filter.category != nil,
            "categories": links,
            "hasLinks": !links.isEmpty,
        ]
    }

    /// The places that the operator named, and then those in use.
    private func suggestions(_ site: SiteContext) -> [Templates.Context] {
        let counts = Dictionary(places.map { ($0.name, $0.count) }) { first, _ in first }
        let names = site.places + places.map(\.name).filter { !site.places.contains($0) }
        return names.prefix(max(Self.suggestedPlaces, site.places.count)).map { name in
            // Without a number, a template shows the page's own for a key that the page has, too.
            (["name": name, "ownCount": counts[name].map { site.texts.productCount($0) }] as [String: Any?]).filled
        }
    }

    /// What is chosen in the panel. Each one's link leaves it out.
    private func chips(_ site: SiteContext) -> [Templates.Context] {
        query.conditions.filter { $0 != .text && $0 != .inStock }.compactMap { condition in
            guard let name = query.name(of: condition, site) else { return nil }
            return [
                "name": name, "label": site.texts[.removeFilter(name)], "address": query.without(condition).address,
            ]
        }
    }

    /// The way from the market to the category, without the category itself.
    private func crumbs(_ site: SiteContext) -> Templates.Context? {
        let tree = site.categories
        guard let category = query.filter.category.flatMap({ tree.category($0) }) else { return nil }
        let way: [Templates.Context] = [tree.parent(of: category)].compactMap { $0 }.map { parent in
            ["name": site.productTexts.category(parent), "address": address(of: parent.slug)]
        }
        return ["everything": address(of: nil), "way": way, "here": site.productTexts.category(category)]
    }

    /// The categories of the next level that have products.
    private func links(_ site: SiteContext) -> [Templates.Context] {
        let tree = site.categories
        let category = query.filter.category.flatMap { tree.category($0) }
        return (category.map(tree.children) ?? tree.roots).compactMap { category in
            let count = tree.total(of: category, in: counts)
            guard count > 0 else { return nil }
            let data: [String: Any?] = [
                "name": site.productTexts.category(category),
                "ownCount": countsThisList ? ProductTexts.grouped(count) : nil,
                "address": address(of: category.slug),
            ]
            return data.filled
        }
    }

    private func address(of category: String?) -> String {
        var other = query.start
        other.filter.category = category
        return other.address
    }
}
