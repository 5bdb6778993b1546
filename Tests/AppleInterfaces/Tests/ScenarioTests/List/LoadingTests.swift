import MarketAPI
import MarketClient
import MarketTexts
import MarketViewModels
import Testing
import UIKit

@testable import OpenMarket

@MainActor
struct LoadingTests {
    private let web = WebTexts(language: .english)
    private let app = AppTexts(language: .english)

    @Test
    func offlineSaysWhatToDoAndTryingAgainShowsTheList() async throws {
        try await AppDriver.run { market in
            try await market.listMany(3)
        } _: { driver in
            let screen = try await driver.marketList()
            driver.calls.isOffline = true
            try await driver.relaunch()
            try await driver.waitFor(app[.notConnected])
            driver.calls.isOffline = false
            try await driver.tap(web[.tryAgain])
            try await driver.waitFor("Chair 3")
            #expect(screen !== driver.screen)
        }
    }

    @Test
    func failedRefreshKeepsTheListAndSaysSo() async throws {
        try await AppDriver.run { market in
            try await market.listMany(3)
        } _: { driver in
            let screen = try await driver.marketList()
            driver.calls.isOffline = true
            try await driver.pull(screen.collectionView)
            try await driver.waitFor(app[.refreshFailed])
            #expect(driver.shows("Chair 1"))
            driver.calls.isOffline = false
            try await driver.market.list("New table")
            try await driver.tap(web[.tryAgain])
            try await driver.waitFor("New table")
            #expect(!driver.shows(app[.refreshFailed]))
        }
    }

    @Test
    func pageThatFailedIsTriedAgainAtTheFoot() async throws {
        try await AppDriver.run { market in
            try await market.listMany(45)
        } _: { driver in
            let screen = try await driver.marketList()
            driver.calls.isOffline = true
            while !driver.shows(app[.notConnected]) { await driver.scroll(screen.collectionView, by: 600) }
            let count = screen.model.products.count
            #expect(count < 45)
            driver.calls.isOffline = false
            try await driver.tap(web[.tryAgain])
            try await driver.wait("the next page") { screen.model.products.count > count }
            while !driver.shows(web[.endOfList]) { await driver.scroll(screen.collectionView, by: 600) }
            #expect(screen.model.products.count == 45)
        }
    }

    @Test
    func refreshWhileAPageIsLoadingShowsNothingTwice() async throws {
        try await AppDriver.run { market in
            try await market.listMany(60)
        } _: { driver in
            let screen = try await driver.marketList()
            driver.calls.hold { $0.url.query()?.contains("cursor") ?? false }
            while driver.calls.waitingCount == 0 { await driver.scroll(screen.collectionView, by: 600) }
            try await driver.market.list("New table")
            try await driver.pull(screen.collectionView)
            driver.calls.release()
            try await driver.wait("the refreshed list") { screen.model.products.first?.name == "New table" }
            while !driver.shows(web[.endOfList]) { await driver.scroll(screen.collectionView, by: 600) }
            let names = screen.model.products.map(\.name)
            #expect(names == ["New table"] + (1...60).reversed().map { "Chair \($0)" })
        }
    }

    @Test
    func placeholdersHaveTheSizeOfRowsUntilTheFirstPageIsThere() async throws {
        try await AppDriver.run { market in
            try await market.listMany(3)
        } _: { driver in
            driver.calls.hold { _ in true }
            try await driver.relaunch()
            let list = try await driver.list()
            try await driver.wait("placeholders") { list.visibleCells.contains { $0 is PlaceholderCell } }
            let height = list.visibleCells.first?.frame.height
            // Placeholders say nothing to VoiceOver.
            #expect(ScreenReader.texts(of: list).isEmpty)
            driver.calls.release()
            try await driver.waitFor("Chair 3")
            #expect(list.visibleCells.first { $0 is ProductCell }?.frame.height == height)
        }
    }
}
