import MarketModels
import MarketTexts
import MarketViewModels

/// Which products a list is about.
enum ListScope {
    /// All of the market. This list can be searched, and is restored after a relaunch.
    case market
    /// One seller's.
    case seller(Vendor)
    /// Those of a category, with those in it.
    case category(CategoryChoice)

    /// The filter that the list begins with.
    var filter: ProductFilter {
        switch self {
        case .market: ProductFilter()
        case .seller(let seller): ProductFilter(vendor: seller.id)
        case .category(let category): ProductFilter(attributes: AttributeFilter(category: category.slug))
        }
    }

    func title(_ texts: ScreenTexts) -> String {
        switch self {
        case .market: texts.interface[.siteName]
        case .seller(let seller): seller.name
        case .category(let category): category.name
        }
    }

    var isMarket: Bool {
        if case .market = self { true } else { false }
    }

    /// Whether people choose among the categories; otherwise the list stays in its own.
    var offersCategories: Bool {
        if case .category = self { false } else { true }
    }
}
