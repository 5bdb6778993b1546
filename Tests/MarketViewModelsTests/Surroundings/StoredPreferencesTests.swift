import Foundation
import MarketModels
import MarketViewModels
import Testing

@MainActor
struct StoredPreferencesTests {
    @Test func whatIsRememberedIsThereAfterTheNextStart() throws {
        let suite = "openmarket-tests-\(UUID().uuidString)"
        let defaults = try #require(UserDefaults(suiteName: suite))
        defer { defaults.removePersistentDomain(forName: suite) }
        let market = try #require(URL(string: "https://market.example"))
        let first = StoredPreferences(defaults: defaults, market: market)
        #expect(first.layout == .list)
        #expect(first.sellerName.isEmpty)
        first.layout = .grid
        first.sellerName = "민수"
        #expect(first.currency == .krw)
        first.currency = .usd
        #expect(first.recentSearches.isEmpty)
        first.recentSearches = ["의자", "책"]
        let second = StoredPreferences(defaults: defaults, market: market)
        #expect(second.layout == .grid)
        #expect(second.sellerName == "민수")
        #expect(second.currency == .usd)
        #expect(second.recentSearches == ["의자", "책"])
        // What was searched in one market means nothing in another, where one may be known by another name, and which
        // may not take the currency.
        let other = StoredPreferences(defaults: defaults, market: try #require(URL(string: "https://other.example")))
        #expect(other.recentSearches.isEmpty && other.sellerName.isEmpty)
        #expect(other.currency == .krw)
        #expect(other.layout == .grid)
    }
}
