import MarketClient
import MarketModels
import MarketTexts
import MarketViewModels
import Testing
import UIKit

@testable import OpenMarket

@MainActor
struct FilterTests {
    private let web = WebTexts(language: .english)

    private func seed(_ market: RunningMarket) async throws {
        try await market.list("Tripod", price: 0, attributes: ListingAttributes(category: "cameras"))
        try await market.list(
            "Film camera",
            price: 50_000,
            attributes: ListingAttributes(condition: .good, handover: .both, place: "Seoul Mapo", category: "cameras")
        )
        try await market.list(
            "Lens",
            price: 90_000,
            attributes: ListingAttributes(condition: .fair, place: "Busan", category: "cameras")
        )
        try await market.list(
            "Phone",
            price: 50_000,
            attributes: ListingAttributes(condition: .good, category: "phones")
        )
        try await market.list("Novel", attributes: ListingAttributes(condition: .good))
    }

    private func openFilter(_ app: AppDriver, _ label: String? = nil) async throws {
        _ = try await app.marketList()
        try await app.tap(label ?? web[.filter])
        _ = try await app.screen(FilterViewController.self)
    }

    @Test
    func categoryOfAProductLeadsToItsList() async throws {
        try await AppDriver.run(seed: seed) { app in
            try await app.tap("Lens")
            try await app.waitFor("About Lens.")
            try await app.tap("Cameras")
            let list = try await app.screen(ListViewController.self)
            #expect(list.title == "Cameras")
            try await app.waitFor("Film camera")
            #expect(app.shows("Tripod") && !app.shows("Phone"))
            // Its own category isn't counted as a choice, and stays.
            try await app.tap(web[.filter])
            _ = try await app.screen(FilterViewController.self)
            #expect(!app.shows(web[.category]))
            try await app.tap(web[.freeOnly])
            try await app.tap(web[.apply])
            try await app.waitUntilGone("Film camera")
            try await app.waitFor("Tripod")
            #expect(app.shows("\(web[.filter]) (1)"))
            #expect(list.model.filter.attributes.category == "cameras")
        }
    }

    @Test
    func productWithoutACategoryShowsNone() async throws {
        try await AppDriver.run(seed: seed) { app in
            try await app.tap("Novel")
            try await app.waitFor("About Novel.")
            #expect(!app.canTap("Cameras"))
            #expect(!app.calls.sent.contains { $0.url.path() == "/api/categories" })
        }
    }

    @Test
    func conditionsNarrowTheListAndAreCleared() async throws {
        try await AppDriver.run(seed: seed) { app in
            try await openFilter(app)
            try await app.tap("Electronics › Cameras")
            try await app.type("40000", into: web[.priceFrom])
            try await app.type("60000", into: web[.priceTo])
            try await app.type("mapo", into: web[.place])
            #expect(app.keyboard(of: web[.priceTo]) == .numberPad)
            try await app.tap(web[.apply])
            try await app.waitUntilGone("Phone")
            try await app.waitFor("Film camera")
            #expect(!app.shows("Lens") && !app.shows("Novel"))
            // The sheet opens with what is chosen.
            try await openFilter(app, "\(web[.filter]) (3)")
            #expect(try await app.field(web[.place]).text == "mapo")
            #expect(app.visibleViews.contains { $0.accessibilityValue == "Electronics › Cameras" })
            try await app.tap(web[.clear])
            try await app.waitFor("Phone")
            #expect(app.shows("Novel") && app.canTap(web[.filter]))
        }
    }

    @Test
    func filterIsKeptOverARelaunch() async throws {
        try await AppDriver.run(seed: seed) { app in
            try await openFilter(app)
            try await app.tap("Good")
            try await app.tap(web[.apply])
            try await app.waitUntilGone("Lens")
            try await app.waitFor("Phone")
            try await app.relaunch()
            try await app.waitFor("\(web[.filter]) (1)")
            try await app.waitFor("Novel")
            #expect(!app.shows("Lens"))
        }
    }

    @Test
    func wrongPriceIsSaidAtItsFieldAndChangesNothing() async throws {
        try await AppDriver.run(seed: seed) { app in
            try await openFilter(app)
            try await app.type("cheap", into: web[.priceTo])
            #expect(!app.shows("must be a number"))
            try await app.tap(web[.apply])
            let sheet = try await app.screen(FilterViewController.self)
            try await app.waitFor("must be a number")
            #expect(!app.calls.sent.contains { $0.url.query()?.contains("price_max") ?? false })
            try await app.type("60000", into: web[.priceTo])
            try await app.waitUntilGone("must be a number")
            #expect(sheet.content.form.problems.isEmpty)
            try await app.tap(web[.cancel])
            _ = try await app.marketList()
            #expect(app.shows("Lens") && app.canTap(web[.filter]))
        }
    }

    @Test
    func filterWithoutResultsLeadsBackToEverything() async throws {
        try await AppDriver.run(seed: seed) { app in
            try await openFilter(app)
            try await app.type("Jeju", into: web[.place])
            try await app.tap(web[.apply])
            try await app.waitFor(web[.noMatch])
            try await app.tap(web[.showEverything])
            try await app.waitFor("Film camera")
            #expect(app.canTap(web[.filter]))
        }
    }

    @Test
    func categoriesThatFailToLoadAreTriedAgain() async throws {
        try await AppDriver.run(seed: seed) { app in
            _ = try await app.marketList()
            app.calls.isOffline = true
            try await app.tap(web[.filter])
            _ = try await app.screen(FilterViewController.self)
            try await app.waitFor(AppTexts(language: .english)[.notConnected])
            app.calls.isOffline = false
            try await app.tap(web[.tryAgain])
            try await app.wait("the categories") { app.canTap("Electronics › Cameras") }
            try await app.waitUntilGone(AppTexts(language: .english)[.notConnected])
        }
    }
}
