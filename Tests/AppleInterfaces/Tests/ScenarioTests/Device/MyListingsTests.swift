import MarketAPI
import MarketClient
import MarketModels
import MarketViewModels
import Testing
import UIKit

@testable import OpenMarket

@MainActor
struct MyListingsTests {
    @Test
    func oneTapReservesSellsAndOpensAgain() async throws {
        try await AppDriver.run { app in
            let chair = try await app.listOwn("Oak chair")
            try await app.tap("My listings")
            try await app.waitFor("Oak chair")
            #expect(app.shows("For sale"))
            try await app.tap("Reserve")
            try await app.waitFor("Reserved.")
            #expect(try await app.market.seller.product(chair.id).state.kind == .reserved)
            try await app.tap("Sold")
            try await app.waitFor("Marked as sold.")
            try await app.tap("Open again")
            try await app.waitFor("For sale again.")
            #expect(try await app.market.seller.product(chair.id).state.kind == .open)
        }
    }

    @Test
    func hiddenListingIsStillSeenHereAndShownAgain() async throws {
        try await AppDriver.run { app in
            let chair = try await app.listOwn("Oak chair")
            try await app.tap("My listings")
            try await app.tap("Hide")
            try await app.waitFor("Hidden. Only you can see it.")
            await #expect(throws: MarketClientError.self) { try await app.market.seller.product(chair.id) }
            try await app.relaunch()
            try await app.tap("My listings")
            try await app.tap("Show again")
            try await app.waitFor("For sale again.")
            #expect(try await app.market.seller.product(chair.id).state.kind == .open)
        }
    }

    @Test
    func passwordIsAskedForOnce() async throws {
        try await AppDriver.run { app in
            let chair = try await app.listOwn("Oak chair", keeping: "out of date")
            try await app.tap("My listings")
            try await app.tap("Reserve")
            try await app.waitFor("This device needs its password once.")
            try await app.type("wrong", into: "Password")
            try await app.tap("Continue")
            try await app.waitFor("That password isn’t right.")
            try await app.type("sesame", into: "Password")
            try await app.tap("Try again")
            try await app.waitFor("Reserved.")
            try await app.tap("Sold")
            try await app.waitFor("Marked as sold.")
            #expect(try await app.market.seller.product(chair.id).state.kind == .sold)
        }
    }

    @Test
    func failedChangeShowsTheListingAsItWas() async throws {
        try await AppDriver.run { app in
            _ = try await app.listOwn("Oak chair")
            try await app.tap("My listings")
            try await app.waitFor("Oak chair")
            app.calls.isOffline = true
            try await app.tap("Reserve")
            try await app.waitFor("Can’t reach the market.")
            #expect(app.shows("For sale"))
            app.calls.isOffline = false
            try await app.tap("Reserve")
            try await app.waitFor("Reserved.")
        }
    }

    @Test
    func tabsShowTheStatesWithTheirNumbers() async throws {
        try await AppDriver.run { app in
            _ = try await app.listOwn("Oak chair")
            _ = try await app.listOwn("Elm table")
            try await app.tap("My listings")
            try await app.waitFor("All 2")
            try await app.tap("Sold 0")
            try await app.waitFor("None of your listings is in this state.")
            try await app.tap("Show all listings")
            try await app.waitFor("Elm table")
            #expect(app.shows("Oak chair"))
        }
    }

    @Test
    func nothingListedSaysWhatWouldBeHere() async throws {
        try await AppDriver.run { app in
            try await app.tap("My listings")
            try await app.waitFor("You haven’t listed anything yet")
            #expect(app.shows("Anything you list from this device shows up here."))
        }
    }
}
