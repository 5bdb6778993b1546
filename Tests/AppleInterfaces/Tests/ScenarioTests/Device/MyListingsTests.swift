import Foundation
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
            try await app.type("open sesame", into: "Password")
            try await app.tap("Try again")
            try await app.waitFor("Reserved.")
            try await app.tap("Sold")
            try await app.waitFor("Marked as sold.")
            #expect(try await app.market.seller.product(chair.id).state.kind == .sold)
        }
    }

    @Test
    func reservationIsChangedWithADayAndANoteThatStayUntilItIsSaved() async throws {
        try await AppDriver.run { app in
            let chair = try await app.listOwn("Oak chair")
            try await app.tap("My listings")
            try await app.tap("Reserve")
            try await app.waitFor("Reserved.")
            try await app.tap("Change the reservation")
            let sheet = try await app.screen(ReservationViewController.self)
            // The market reserves for a year at most.
            sheet.datePicker.choose(.distantFuture)
            let chosen = sheet.datePicker.date
            #expect(chosen < Date(timeIntervalSinceNow: 365 * 86_400))
            try await app.type("For Jun, on Sunday", into: "Private note")
            app.calls.isOffline = true
            try await app.tap("Save")
            try await app.waitFor("Can’t reach the market.")
            #expect(sheet.textField.text == "For Jun, on Sunday")
            app.calls.isOffline = false
            try await app.tap("Save")
            _ = try await app.screen(MyListingsViewController.self)
            try await app.waitFor("Reserved.")
            let state = try await app.market.seller.product(chair.id).state
            guard case .reserved(let end) = state else {
                Issue.record("\(state)")
                return
            }
            // To the end of that day, wherever the market is.
            let begin = Int64(chosen.timeIntervalSince1970 * 1000)
            #expect((begin - 86_400_000...begin + 3 * 86_400_000).contains(end.millisecondsSinceEpoch))
        }
    }

    @Test
    func listingIsCopiedWithItsPicturesAndWithoutThePassword() async throws {
        try await AppDriver.run { app in
            let chair = try await app.listOwn("Oak chair")
            try await app.tap("My listings")
            try await app.tap("Copy as new")
            let form = try await app.screen(ListingFormViewController.self)
            try await app.wait("the picture") { form.model.images.count == 1 }
            #expect(form.model.typed.name == "Oak chair")
            #expect(form.model.typed.price == "35000")
            #expect(form.model.typed.password.isEmpty)
            try await app.type("open sesame", into: "Password")
            try await app.type("Second chair", into: "Name")
            try await app.tap("List it")
            _ = try await app.screen(ProductViewController.self)
            let listed = try await app.market.seller.products(ProductListRequest()).products
            #expect(listed.map(\.name) == ["Second chair", "Oak chair"])
            #expect(listed.last?.id == chair.id)
        }
    }

    @Test
    func unfinishedListingIsDecidedAboutBeforeACopy() async throws {
        try await AppDriver.run { app in
            _ = try await app.listOwn("Oak chair")
            try await app.startListing()
            try await app.type("Table", into: "Name")
            try await app.tap("Cancel")
            for (answer, name, count) in [("Continue", "Table", 0), ("Discard draft", "Oak chair", 1)] {
                try await app.wait("the tabs") { app.front is MarketTabsController }
                try await app.tap("My listings")
                try await app.tap("Copy as new")
                try await app.tap(answer)
                let form = try await app.screen(ListingFormViewController.self)
                try await app.wait("“\(name)”") {
                    form.model.typed.name == name && form.model.images.count == count
                }
                try await app.tap("Cancel")
            }
        }
    }

    @Test
    func picturesOfACopyThatCannotBeLoadedAreSaidAndTheTextsStay() async throws {
        try await AppDriver.run { app in
            _ = try await app.listOwn("Oak chair")
            try await app.tap("My listings")
            try await app.waitFor("Oak chair")
            app.calls.isOffline = true
            try await app.tap("Copy as new")
            try await app.waitFor("Can’t reach the market.")
            #expect(try await app.field("Name").text == "Oak chair")
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
