import Foundation
import MarketModels
import MarketTexts
import MarketViewModels
import Testing

@MainActor
struct AppSettingsTests {
    /// Runs a test with the settings of an app that is launched again and again.
    private func withSettings(_ test: (_ launch: () -> AppSettings) throws -> Void) throws {
        let suite = "openmarket-tests-\(UUID().uuidString)"
        let defaults = try #require(UserDefaults(suiteName: suite))
        defer { defaults.removePersistentDomain(forName: suite) }
        try test { AppSettings(defaults: defaults, deviceLanguage: .korean) }
    }

    @Test func whatIsChosenIsThereAfterTheNextLaunchAndCanBeTakenBack() throws {
        try withSettings { launch in
            #expect(launch().address == nil)
            #expect(launch().appearance == .system)
            #expect(launch().language == .korean)
            let settings = launch()
            settings.address = Samples.market
            settings.appearance = .dark
            settings.chosenLanguage = .english
            #expect(launch().address == Samples.market)
            #expect(launch().appearance == .dark)
            #expect(launch().language == .english)
            launch().chosenLanguage = nil
            #expect(launch().language == .korean)
        }
    }

    @Test func whereTheAppWasLeftBelongsToTheMarket() throws {
        try withSettings { launch in
            let settings = launch()
            settings.address = Samples.market
            let position = ListPosition(filter: ProductFilter(), product: Samples.id(7), index: 12, offset: -3)
            settings.listPosition = position
            settings.openProduct = Samples.id(9)
            #expect(launch().listPosition == position)
            #expect(launch().openProduct == Samples.id(9))
            settings.address = Samples.url("https://other.example")
            #expect(launch().listPosition == nil)
            #expect(launch().openProduct == nil)
            settings.address = Samples.market
            #expect(launch().listPosition == position)
            settings.openProduct = nil
            settings.listPosition = nil
            #expect(launch().openProduct == nil)
            #expect(launch().listPosition == nil)
        }
    }
}
