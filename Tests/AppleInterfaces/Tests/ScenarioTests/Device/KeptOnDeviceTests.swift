import Foundation
import MarketAPI
import MarketClient
import MarketModels
import MarketTexts
import MarketViewModels
import Testing
import UIKit

@testable import OpenMarket

@MainActor
struct KeptOnDeviceTests {
    @Test
    func everythingThatIsKeptIsCountedAndCleared() async throws {
        try await AppDriver.run { market in
            try await market.listMany(2)
        } _: { app in
            let session = try await app.tabs().session
            let listed = try await app.market.seller.products(ProductListRequest()).products
            for product in listed { await session.dependencies.favorites?.toggle(product) }
            try await app.tap("Chair 1")
            try await app.waitFor("About Chair 1.")
            await app.goBack()
            try await app.search(for: "Chair")
            try await app.submitSearch()
            try await app.startListing()
            try await app.type("Table", into: "Name")
            try await app.tap("Cancel")
            try await app.wait("the tabs") { app.front is MarketTabsController }
            try await app.tap("Settings")
            try await app.tap("Kept on this device")
            let kept = try await app.screen(KeptViewController.self)
            try await app.wait("the counts") { kept.model.counts[.favorites] == 2 }
            let counts: [KeptModel.Kind: Int] = [
                .favorites: 2, .recentlyViewed: 1, .recentSearches: 1, .drafts: 1,
            ]
            #expect(kept.model.counts == counts)
            for name in ["Favorites", "Recently viewed", "Recent searches", "Unfinished listings"] {
                let cell = try #require(
                    try await app.list().visibleCells.first { ScreenReader.texts(of: $0).contains(name) }
                )
                let path = try #require(try await app.list().indexPath(for: cell))
                try await app.list().tapItem(at: path)
                try await app.tap("Clear")
            }
            try await app.wait("nothing") { kept.model.counts.values.allSatisfy { $0 == 0 } }
            #expect(session.dependencies.favorites?.saved.isEmpty == true)
            try await app.relaunch()
            _ = try await app.marketList()
            #expect(app.suggestions.isEmpty)
            let form = try await app.startListing()
            await app.settle()
            #expect(form.model.draftQuestion == nil)
        }
    }

    @Test
    func favoriteSaysWhatHasBecomeOfItAndIsRemovedWithASwipe() async throws {
        try await AppDriver.run { app in
            let chair = try await app.market.list("Oak chair")
            let table = try await app.market.list("Elm table")
            for product in [chair, table] { await app.favorites?.toggle(product.listed) }
            var patch = ProductPatch()
            patch.price = DecimalAmount(30_000)
            _ = try await app.market.seller.edit(chair.id, ListingEdit(patch: patch), secret: "open sesame") { _ in }
            try await app.market.seller.delete(table.id, secret: "open sesame")
            try await app.tap("Favorites")
            try await app.waitFor("₩5,000 less than when you saved it")
            // Until then the label has the price.
            try await app.waitFor("Elm table, \(ErrorTexts(language: .english).deletedProduct)")
            // What is gone can't be opened.
            let list = try await app.list()
            let gone = try #require(list.visibleCells.first { $0.accessibilityLabel?.hasPrefix("Elm table") ?? false })
            list.tapItem(at: try #require(list.indexPath(for: gone)))
            await app.settle()
            #expect(app.screen is FavoritesViewController)
            #expect(list.swipe(try #require(list.indexPath(for: gone)), "Remove from favorites"))
            try await app.waitUntilGone("Elm table")
            try await app.relaunch()
            try await app.tap("Favorites")
            try await app.waitFor("Oak chair")
            #expect(!app.shows("Elm table"))
        }
    }

    @Test
    func favoritesStayWhileOfflineAndFollowWhenTheNetworkIsBack() async throws {
        try await AppDriver.run { app in
            let chair = try await app.market.list("Oak chair")
            await app.favorites?.toggle(chair.listed)
            app.calls.isOffline = true
            try await app.tap("Favorites")
            try await app.waitFor("Can’t reach the market.")
            #expect(app.shows("Oak chair"))
            app.calls.isOffline = false
            let list = try await app.list()
            list.refreshControl?.sendActions(for: .valueChanged)
            try await app.waitUntilGone("Can’t reach the market.")
            #expect(app.shows("Oak chair"))
        }
    }

    @Test
    func noFavoritesSaysHowToAddOne() async throws {
        try await AppDriver.run { app in
            try await app.tap("Favorites")
            try await app.waitFor("No favorites yet")
        }
    }

    @Test
    func viewedProductsAreListedLastFirstAndCleared() async throws {
        try await AppDriver.run { app in
            let chair = try await app.market.list("Oak chair")
            let table = try await app.market.list("Elm table")
            for product in [chair, table] {
                try await app.tabs().showProduct(product.id, known: product.listed)
                try await app.waitFor("About \(product.listing.name).")
                await app.goBack()
            }
            try await app.tap("Recently viewed")
            try await app.wait("both") { app.rowNames == ["Elm table", "Oak chair"] }
            let list = try await app.list()
            #expect(list.swipe(IndexPath(item: 0, section: 0), "Clear"))
            try await app.wait("one") { app.rowNames == ["Oak chair"] }
            try await app.tap("Clear all")
            try await app.waitFor("Nothing viewed yet")
            try await app.relaunch()
            try await app.tap("Recently viewed")
            try await app.waitFor("Nothing viewed yet")
        }
    }
}

extension AppDriver {
    fileprivate var favorites: Favorites? {
        (window?.rootViewController as? MarketTabsController)?.session.dependencies.favorites
    }

    /// The names of the rows in front, from the top.
    fileprivate var rowNames: [String] {
        texts.compactMap { text in
            let parts = text.split(separator: ", ")
            return parts.count > 2 ? parts.first.map(String.init) : nil
        }
    }
}
