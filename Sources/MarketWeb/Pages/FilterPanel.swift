internal import MarketModels
internal import MarketTexts

/// The template data for narrowing a list: the panel with its fields, what is chosen, and the categories.
struct FilterPanel {
    let query: ListQuery
    /// The numbers of products of exactly each category.
    let counts: [MarketModels.Category.ID: Int]

    func data(_ site: SiteContext) -> [String: Any?] {
        let filter = query.filter
        let texts = ProductTexts(language: site.language)
        // The default of the address is the market's first, so that it needs no currency.
        let usual = site.currencies.first ?? .krw
        let currency = filter.price?.currency ?? usual
        let currencies = site.currencies.contains(currency) ? site.currencies : site.currencies + [currency]
        func option(_ code: String, _ name: String, _ isChosen: Bool) -> Templates.Context {
            ["code": code, "name": name, "isChosen": isChosen]
        }
        let chips = chips(site)
        return [
            "filterCount": chips.isEmpty ? nil : chips.count,
            "hasCategories": !site.categories.roots.isEmpty,
            "categoryOptions": site.categories.categories.map { category in
                let path = [site.categories.parent(of: category), category].compactMap { $0 }
                let name = path.map(texts.category).joined(separator: " › ")
                return option(category.slug, name, category.slug == filter.category)
            },
            "conditions": ItemCondition.allCases.map {
                option($0.rawValue, texts.condition($0), $0 == filter.condition)
            },
            "handovers": [Handover.pickup, .parcel].map {
                option($0.rawValue, texts.handover($0), $0 == filter.handover)
            },
            "place": filter.place,
            "places": site.places,
            "hasPlaces": !site.places.isEmpty,
            "minimum": filter.price?.minimumText ?? "",
            "maximum": filter.price?.maximumText ?? "",
            "currencies": currencies.map {
                option($0 == usual ? "" : $0.rawValue, WebTexts(language: site.language).currency($0), $0 == currency)
            },
            "isFree": filter.isFree,
            "includesSold": filter.includesSold,
            "chips": chips,
            "hasChips": !chips.isEmpty,
            "crumbs": crumbs(site),
            "hasCrumbs": filter.category != nil,
            "categories": links(site),
            "hasLinks": !links(site).isEmpty,
        ]
    }

    /// What is chosen. Each one's link leaves it out.
    private func chips(_ site: SiteContext) -> [Templates.Context] {
        let texts = ProductTexts(language: site.language)
        let webTexts = WebTexts(language: site.language)
        let filter = query.filter
        var chips: [Templates.Context] = []
        func add(_ name: String, _ change: (inout AttributeFilter) -> Void) {
            var rest = query.start
            change(&rest.filter)
            chips.append(["name": name, "label": webTexts.removeFilter(name), "address": rest.address])
        }
        if let category = filter.category.flatMap({ site.categories.category($0) }) {
            add(texts.category(category)) { $0.category = nil }
        }
        if let condition = filter.condition { add(texts.condition(condition)) { $0.condition = nil } }
        if let handover = filter.handover { add(texts.handover(handover)) { $0.handover = nil } }
        if !filter.place.isEmpty { add(filter.place) { $0.place = "" } }
        if let price = filter.price { add(Self.text(of: price, texts, webTexts)) { $0.price = nil } }
        if filter.isFree { add(webTexts[.freeOnly]) { $0.isFree = false } }
        if filter.includesSold { add(webTexts[.showSold]) { $0.includesSold = false } }
        return chips
    }

    private static func text(
        of price: AttributeFilter.PriceRange,
        _ texts: ProductTexts,
        _ webTexts: WebTexts
    ) -> String {
        let least = texts.price(Money(minorUnits: price.minimum, currency: price.currency))
        guard let maximum = price.maximum else { return webTexts.atLeast(least) }
        let most = texts.price(Money(minorUnits: maximum, currency: price.currency))
        return price.minimum > 0 ? "\(least) – \(most)" : webTexts.atMost(most)
    }

    /// The way from the market to the category, without the category itself.
    private func crumbs(_ site: SiteContext) -> Templates.Context? {
        let tree = site.categories
        guard let category = query.filter.category.flatMap({ tree.category($0) }) else { return nil }
        let texts = ProductTexts(language: site.language)
        let way: [Templates.Context] = [tree.parent(of: category)].compactMap { $0 }.map { parent in
            ["name": texts.category(parent), "address": address(of: parent.slug)]
        }
        return ["everything": address(of: nil), "way": way, "here": texts.category(category)]
    }

    /// The categories of the next level that have products.
    private func links(_ site: SiteContext) -> [Templates.Context] {
        let tree = site.categories
        let texts = ProductTexts(language: site.language)
        let category = query.filter.category.flatMap { tree.category($0) }
        return (category.map(tree.children) ?? tree.roots).compactMap { category in
            let count = tree.total(of: category, in: counts)
            guard count > 0 else { return nil }
            return [
                "name": texts.category(category), "count": ProductTexts.grouped(count),
                "address": address(of: category.slug),
            ]
        }
    }

    private func address(of category: String?) -> String {
        var other = query.start
        other.filter.category = category
        return other.address
    }
}
