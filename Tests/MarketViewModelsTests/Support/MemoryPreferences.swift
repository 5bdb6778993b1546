import MarketModels
import MarketViewModels

final class MemoryPreferences: Preferences {
    var layout = ListLayout.list
    var sellerName = ""
    var currency = Currency.krw
    var recentSearches: [String] = []
}
