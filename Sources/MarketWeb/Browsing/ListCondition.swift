import MarketModels
import MarketTexts

/// A condition of a list, as a person counts them. Each can be dropped alone.
enum ListCondition: CaseIterable, Hashable, Sendable {
    case text, category, condition, handover, place, price, free, sold, inStock

    /// Whether the condition leaves products out.
    var narrows: Bool { self != .sold }
}

extension ListQuery {
    /// The conditions of this list, as they are shown: those without which it is another one.
    var conditions: [ListCondition] { ListCondition.allCases.filter { without($0) != start } }

    /// Returns this list from its start, without one of its conditions.
    func without(_ condition: ListCondition) -> ListQuery {
        var rest = start
        switch condition {
        case .text: rest.text = ""
        case .category: rest.filter.category = nil
        case .condition: rest.filter.condition = nil
        case .handover: rest.filter.handover = nil
        case .place: rest.filter.place = ""
        case .price: rest.filter.price = nil
        case .free: rest.filter.isFree = false
        case .sold: rest.filter.includesSold = false
        case .inStock: rest.inStock = false
        }
        return rest
    }

    /// Returns the name of a condition of this list, or nil if the list doesn't have it.
    func name(of condition: ListCondition, _ site: SiteContext) -> String? {
        switch condition {
        case .text: return text.isEmpty ? nil : site.texts[.quoted(text)]
        case .category: return filter.category.flatMap { site.categories.category($0) }.map(site.productTexts.category)
        case .condition: return filter.condition.map { site.productTexts.condition($0) }
        case .handover: return filter.handover.map { site.productTexts.handover($0) }
        case .place: return filter.place.isEmpty ? nil : filter.place
        case .price: return filter.price.map { Self.name(of: $0, site) }
        case .free: return filter.isFree ? site.texts[.freeOnly] : nil
        case .sold: return filter.includesSold ? site.texts[.showSold] : nil
        case .inStock: return inStock ? site.texts[.inStockOnly] : nil
        }
    }

    private static func name(of price: AttributeFilter.PriceRange, _ site: SiteContext) -> String {
        let least = site.productTexts.price(Money(minorUnits: price.minimum, currency: price.currency))
        guard let maximum = price.maximum else { return site.texts[.atLeast(least)] }
        let most = site.productTexts.price(Money(minorUnits: maximum, currency: price.currency))
        return price.minimum > 0 ? "\(least) – \(most)" : site.texts[.atMost(most)]
    }
}
