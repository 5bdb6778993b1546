import Foundation
import MarketViewModels
import Testing

@MainActor
struct StoredPreferencesTests {
    @Test func whatIsRememberedIsThereAfterTheNextStart() throws {
        let suite = "openmarket-tests-\(UUID().uuidString)"
        let defaults = try #require(UserDefaults(suiteName: suite))
        defer { defaults.removePersistentDomain(forName: suite) }
        let first = StoredPreferences(defaults: defaults)
        #expect(first.layout == .list)
        #expect(first.sellerName.isEmpty)
        first.layout = .grid
        first.sellerName = "민수"
        #expect(first.recentSearches.isEmpty)
        first.recentSearches = ["의자", "책"]
        let second = StoredPreferences(defaults: defaults)
        #expect(second.layout == .grid)
        #expect(second.sellerName == "민수")
        #expect(second.recentSearches == ["의자", "책"])
    }
}
