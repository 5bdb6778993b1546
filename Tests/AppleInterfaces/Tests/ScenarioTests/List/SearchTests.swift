import Foundation
import MarketClient
import MarketTexts
import MarketViewModels
import Testing
import UIKit

@testable import OpenMarket

@MainActor
struct SearchTests {
    private let web = WebTexts(language: .english)

    @Test
    func resultsShowWhileTypingAndUsefulSearchesAreRemembered() async throws {
        try await AppDriver.run { market in
            for name in ["Oak chair", "Oak table", "Lamp"] { try await market.list(name) }
        } _: { app in
            _ = try await app.marketList()
            try await app.search(for: "oak")
            try await app.waitUntilGone("Lamp")
            #expect(app.shows("Oak chair"))
            // Opening a result makes the search worth remembering.
            try await app.tap("Oak table")
            _ = try await app.screen(ProductViewController.self)
            await app.goBack()
            #expect(app.shows("Oak chair"))
            let search = try #require(app.screen?.navigationItem.searchController)
            search.searchBar.text = ""
            search.searchResultsUpdater?.updateSearchResults(for: search)
            try await app.waitFor("Lamp")
            #expect(app.suggestions == ["oak"])
            let recent = try #require(search.searchSuggestions?.first)
            search.searchResultsUpdater?.updateSearchResults(for: search, selecting: recent)
            try await app.waitUntilGone("Lamp")
            #expect(search.searchBar.text == "oak")
        }
    }

    @Test
    func searchWithoutResultsSaysWhatWasSearchedAndLeadsBack() async throws {
        try await AppDriver.run { market in
            try await market.list("Oak chair")
        } _: { app in
            _ = try await app.marketList()
            try await app.search(for: "zeppelin")
            try await app.submitSearch()
            try await app.waitFor(web.nothingFound(for: "zeppelin"))
            try await app.tap(web[.showEverything])
            try await app.waitFor("Oak chair")
            #expect(app.screen?.navigationItem.searchController?.searchBar.text == "")
        }
    }

    @Test
    func correctedTypoIsSaid() async throws {
        try await AppDriver.run { market in
            try await market.list("Wooden chair")
        } _: { app in
            _ = try await app.marketList()
            try await app.search(for: "woodem")
            try await app.waitFor(web.foundInstead(for: "wooden"))
            #expect(app.shows("Wooden chair"))
        }
    }

    @Test
    func listIsSortedByTheLastMoveToTheTop() async throws {
        try await AppDriver.run { market in
            try await market.listMany(2)
        } _: { app in
            let list = try await app.marketList()
            try await app.tap("Recently moved up")
            try await app.wait("the request") {
                app.calls.sent.contains { $0.url.query()?.contains("sort=bumped") ?? false }
            }
            // Nothing was moved, so they are in the order in which they were listed.
            try await app.wait("the list") { app.productsInView(of: list) == ["Chair 2", "Chair 1"] }
            #expect(list.model.filter.order == .bumped)
        }
    }

    @Test
    func filterOfWhatIsInStockHidesWhatIsSoldOut() async throws {
        try await AppDriver.run { market in
            try await market.list("Oak chair")
            try await market.list("Oak table", stock: 0)
        } _: { app in
            try await app.waitFor("Oak table")
            #expect(app.shows("Sold out"))
            try await app.tap(web[.inStockOnly])
            try await app.waitUntilGone("Oak table")
            try await app.waitFor("Oak chair")
        }
    }
}
