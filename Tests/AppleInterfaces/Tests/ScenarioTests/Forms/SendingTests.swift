import Foundation
import MarketAPI
import MarketClient
import MarketTexts
import MarketViewModels
import Testing
import UIKit

@testable import OpenMarket

@MainActor
struct SendingTests {
    private static let uncertain = AppTexts(language: .english)[.listingOutcomeUnknown]

    @Test
    func lostAnswerListsOnce() async throws {
        try await AppDriver.run { app in
            try await Self.fillIn(app)
            // Neither of the client's attempts is answered, so that the user tries again.
            app.calls.losesAnswers { $0.method == .post }
            try await app.tap("List it")
            try await app.waitFor(Self.uncertain)
            #expect(try await app.field("Name").text == "Oak chair")
            #expect(try app.pictureLabels.count == 2)
            app.calls.losesAnswers { _ in false }
            try await app.tap("List it")
            _ = try await app.screen(ProductViewController.self)
            #expect(try await app.market.seller.products(ProductListRequest()).products.map(\.name) == ["Oak chair"])
        }
    }

    @Test
    func whatArrivedUnseenIsShownAndWhatWasChangedSinceIsAnotherListing() async throws {
        try await AppDriver.run { app in
            try await Self.fillIn(app)
            app.calls.losesAnswers { $0.method == .post }
            try await app.tap("List it")
            try await app.waitFor(Self.uncertain)
            app.calls.losesAnswers { _ in false }
            try await app.type("Walnut chair", into: "Name")
            try await app.tap("List it")
            try await app.waitFor("This product is already listed")
            try await app.tap("View the listing")
            _ = try await app.screen(ProductViewController.self)
            try await app.waitFor("Oak chair")
            try await app.openListingForm()
            try await app.tap("Continue")
            try await app.wait("the changed name") { app.shows("Walnut chair") }
            try await app.type("open sesame", into: "Password")
            try await app.tap("List it")
            try await app.wait("both") {
                app.screen is ProductViewController && app.shows("Walnut chair")
            }
            let listed = try await app.market.seller.products(ProductListRequest()).products
            #expect(listed.map(\.name) == ["Walnut chair", "Oak chair"])
        }
    }

    @Test
    func offlineKeepsEverythingAndBackOnlineItIsListed() async throws {
        try await AppDriver.run { app in
            try await Self.fillIn(app)
            app.calls.isOffline = true
            try await app.tap("List it")
            try await app.waitFor("Can’t reach the market.")
            #expect(try await app.field("Name").text == "Oak chair")
            #expect(try await app.field("Password").text == "open sesame")
            #expect(try app.pictureLabels.count == 2)
            app.calls.isOffline = false
            try await app.tap("List it")
            _ = try await app.screen(ProductViewController.self)
            let listed = try await app.market.seller.products(ProductListRequest()).products
            #expect(listed.count == 1)
        }
    }

    @Test
    func uploadShowsItsProgressAndCanBeCancelled() async throws {
        try await AppDriver.run { app in
            let form = try await Self.fillIn(app)
            app.calls.hold { $0.method == .post }
            try await app.tap("List it")
            try await app.waitFor("Sending…")
            #expect(try await !app.field("Name").isEnabled)
            // The bar of the form and its button do nothing meanwhile.
            #expect(!app.canTap("List it"))
            try await app.tap("Cancel")
            try await app.wait("the form") { form.model.isWriting }
            #expect(try await app.field("Name").text == "Oak chair")
            #expect(try await app.field("Name").isEnabled)
            app.calls.release()
            try await app.tap("List it")
            _ = try await app.screen(ProductViewController.self)
            #expect(try await app.market.seller.products(ProductListRequest()).products.count == 1)
        }
    }

    @Test
    func twoTapsListOnce() async throws {
        try await AppDriver.run { app in
            let form = try await Self.fillIn(app)
            let button = try #require(form.navigationItem.rightBarButtonItem)
            button.tap()
            button.tap()
            _ = try await app.screen(ProductViewController.self)
            #expect(try await app.market.seller.products(ProductListRequest()).products.count == 1)
        }
    }

    @Test
    func relaunchInTheMiddleOfAFormKeepsTextsAndPictures() async throws {
        try await AppDriver.run { app in
            try await Self.fillIn(app)
            try await app.relaunch()
            try await app.openListingForm()
            try await app.waitFor("You have an unfinished listing. Continue where you left off?")
            try await app.tap("Continue")
            try await app.wait("the name") { app.shows("Oak chair") }
            #expect(try await app.textView().text == "Two lines\nof text.")
            try await app.wait("the pictures") { (try? app.pictureLabels.count) == 2 }
            // Passwords aren't kept.
            #expect(try await app.field("Password").text == "")
            try await app.type("open sesame", into: "Password")
            try await app.tap("List it")
            _ = try await app.screen(ProductViewController.self)
            let listed = try #require(try await app.market.seller.products(ProductListRequest()).products.first)
            #expect(try await app.market.seller.product(listed.id).images.count == 2)
            // What was sent isn't offered again.
            let form = try await app.startListing()
            await app.settle()
            #expect(form.presentedViewController == nil)
        }
    }

    @Test
    func closedFormIsKeptAndCanBeDiscarded() async throws {
        try await AppDriver.run { app in
            try await Self.fillIn(app)
            try await app.tap("Cancel")
            try await app.wait("the tabs") { app.front is MarketTabsController }
            try await app.openListingForm()
            try await app.tap("Discard draft")
            try await app.wait("an empty form") { !app.shows("Oak chair") }
            #expect(try app.pictureLabels.isEmpty)
            try await app.tap("Cancel")
            try await app.wait("the tabs") { app.front is MarketTabsController }
            let form = try await app.startListing()
            await app.settle()
            #expect(form.model.draftQuestion == nil)
        }
    }

    @Test
    func sellersNameIsRemembered() async throws {
        try await AppDriver.run { app in
            try await Self.fillIn(app)
            try await app.type("Minji", into: "Your name")
            try await app.tap("List it")
            _ = try await app.screen(ProductViewController.self)
            try await app.relaunch()
            try await app.startListing()
            #expect(try await app.field("Your name").text == "Minji")
            #expect(try await app.field("Name").text == "")
        }
    }

    @discardableResult
    private static func fillIn(_ app: AppDriver) async throws -> ListingFormViewController {
        let form = try await app.startListing()
        try await app.choose(
            (1...2).map { try PhotoLibrary.picture(TestPicture.png($0), in: app.market.folder) }
        )
        try await app.wait("two pictures") { (try? app.pictureLabels.count) == 2 }
        try await app.fillIn(name: "Oak chair", price: "35000")
        return form
    }
}
