import MarketViewModels

final class MemoryPreferences: Preferences {
    var layout = ListLayout.list
    var sellerName = ""
    var recentSearches: [String] = []
}
