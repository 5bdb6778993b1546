import Foundation
import MarketAPI
import MarketClient
import MarketModels
import MarketViewModels
import Testing
import UIKit

@testable import OpenMarket

@MainActor
struct EditingTests {
    @Test
    func wrongPasswordIsSaidAndTheRightOneOpensTheForm() async throws {
        try await AppDriver.run { app in
            let chair = try await app.market.list("Oak chair")
            let tabs = try await app.tabs()
            EditFlow(chair.id, session: tabs.session).start(from: tabs)
            try await app.type("wrong", into: "Password")
            try await app.field("Password").tapReturn()
            try await app.waitFor("That password isn’t right. Check it and try again.")
            #expect(app.canTap("Cancel"))
            try await app.type("open sesame", into: "Password")
            try await app.tap("Try again")
            _ = try await app.screen(EditViewController.self)
            #expect(try await app.field("Name").text == "Oak chair")
        }
    }

    @Test
    func changedValuesAreStrongAndOnlyTheyAreSent() async throws {
        try await AppDriver.run { app in
            let chair = try await app.market.list("Oak chair")
            let changes = Received()
            try await app.tabs().session.changes.subscribe(changes) { [weak changes] in changes?.all.append($0) }
            try await app.startEditing(chair.id)
            #expect(try await app.field("Price").textColor == .secondaryLabel)
            try await app.type("30000", into: "Price")
            #expect(try await app.field("Price").textColor == .label)
            #expect(try await app.field("Name").textColor == .secondaryLabel)
            try await app.tap("Save")
            try await app.wait("the tabs") { app.front is MarketTabsController }
            let saved = try await app.market.seller.product(chair.id)
            #expect(saved.listing.pricing.price.minorUnits == 30_000)
            #expect(saved.listing.name == "Oak chair")
            // The list and the product's screen show it at once.
            guard case .edited(let reported)? = changes.all.first else {
                Issue.record("nothing was reported")
                return
            }
            #expect(reported.version == saved.version)
            let sent = try #require(app.calls.sent.last { $0.method == .patch })
            guard case .bytes(let body)? = sent.body else {
                Issue.record("the changes weren't sent as JSON")
                return
            }
            let text = String(decoding: body, as: UTF8.self)
            #expect(text.contains("price") && !text.contains("name") && !text.contains("stock"), "\(text)")
        }
    }

    @Test
    func lostAnswerOfAnEditIsLookedUpAndSavedOnce() async throws {
        try await AppDriver.run { app in
            let chair = try await app.market.list("Oak chair")
            try await app.startEditing(chair.id)
            try await app.type("Walnut chair", into: "Name")
            app.calls.loseAnswer { $0.method == .patch }
            try await app.tap("Save")
            try await app.wait("the tabs") { app.front is MarketTabsController }
            let saved = try await app.market.seller.product(chair.id)
            #expect(saved.listing.name == "Walnut chair")
            #expect(saved.version == chair.version + 1)
        }
    }

    @Test
    func conflictShowsBothVersionsAndOverwritesNothingUnseen() async throws {
        try await AppDriver.run { app in
            let chair = try await app.market.list("Oak chair")
            try await app.startEditing(chair.id)
            try await app.type("30000", into: "Price")
            try await app.type("Walnut chair", into: "Name")
            var patch = ProductPatch()
            patch.price = DecimalAmount(20_000)
            patch.name = "Elm chair"
            _ = try await app.market.seller.edit(chair.id, ListingEdit(patch: patch), secret: "open sesame") { _ in }
            try await app.tap("Save")
            _ = try await app.screen(ConflictViewController.self)
            for text in ["Yours: 30000", "Current: 20000", "Yours: Walnut chair", "Current: Elm chair"] {
                #expect(app.shows(text), "\(app.texts)")
            }
            #expect(try await app.market.seller.product(chair.id).listing.name == "Elm chair")
            // The first row is the name: the newer one stays; of the price the own one.
            try await app.tap("Use the current version")
            try await app.waitUntilGone("Elm chair")
            try await app.tap("Keep my changes")
            _ = try await app.screen(EditViewController.self)
            #expect(try await app.field("Name").text == "Elm chair")
            #expect(try await app.field("Price").text == "30000")
            try await app.tap("Save")
            try await app.wait("the tabs") { app.front is MarketTabsController }
            let saved = try await app.market.seller.product(chair.id)
            #expect(saved.listing.name == "Elm chair")
            #expect(saved.listing.pricing.price.minorUnits == 30_000)
        }
    }

    @Test
    func fieldsThatOnlySomebodyElseChangedAreKept() async throws {
        try await AppDriver.run { app in
            let chair = try await app.market.list("Oak chair")
            try await app.startEditing(chair.id)
            try await app.type("30000", into: "Price")
            var patch = ProductPatch()
            patch.name = "Elm chair"
            _ = try await app.market.seller.edit(chair.id, ListingEdit(patch: patch), secret: "open sesame") { _ in }
            try await app.tap("Save")
            try await app.wait("the tabs") { app.front is MarketTabsController }
            let saved = try await app.market.seller.product(chair.id)
            #expect(saved.listing.name == "Elm chair")
            #expect(saved.listing.pricing.price.minorUnits == 30_000)
        }
    }

    @Test
    func unfinishedEditIsOfferedAfterARelaunch() async throws {
        try await AppDriver.run { app in
            let chair = try await app.market.list("Oak chair")
            try await app.startEditing(chair.id)
            try await app.type("Walnut chair", into: "Name")
            let picture = try PhotoLibrary.picture(TestPicture.png(5), in: app.market.folder)
            try await app.choose([picture])
            try await app.wait("two pictures") { (try? app.pictureLabels.count) == 2 }
            try await app.relaunch()
            try await app.startEditing(chair.id, waitsForForm: false)
            try await app.waitFor("You have unsaved changes. Continue where you left off?")
            try await app.tap("Continue")
            try await app.wait("the new name") { app.shows("Walnut chair") }
            try await app.wait("two pictures") { (try? app.pictureLabels.count) == 2 }
            try await app.tap("Save")
            try await app.wait("the tabs") { app.front is MarketTabsController }
            let saved = try await app.market.seller.product(chair.id)
            #expect(saved.listing.name == "Walnut chair")
            #expect(saved.images.count == 2)
            #expect(saved.images.first == chair.images.first)
        }
    }

    @Test
    func productThatIsGoneMeanwhileIsSaidAndLeavesTheScreens() async throws {
        try await AppDriver.run { app in
            let chair = try await app.market.list("Oak chair")
            let changes = Received()
            try await app.tabs().session.changes.subscribe(changes) { [weak changes] in changes?.all.append($0) }
            try await app.startEditing(chair.id)
            try await app.type("Walnut chair", into: "Name")
            try await app.market.seller.delete(chair.id, secret: "open sesame")
            try await app.tap("Save")
            try await app.tap("OK")
            try await app.wait("the tabs") { app.front is MarketTabsController }
            #expect(changes.all == [.deleted(chair.id)])
        }
    }

    @Test
    func deletingAsksForThePasswordAndConfirms() async throws {
        try await AppDriver.run { app in
            let chair = try await app.market.list("Oak chair")
            let changes = Received()
            let tabs = try await app.tabs()
            tabs.session.changes.subscribe(changes) { [weak changes] in changes?.all.append($0) }
            DeletionFlow(chair.id, name: "Oak chair", session: tabs.session).start(from: tabs)
            try await app.type("wrong", into: "Password")
            try await app.tap("Delete")
            try await app.waitFor("That password isn’t right. Check it and try again.")
            #expect(changes.all.isEmpty)
            try await app.type("open sesame", into: "Password")
            try await app.tap("Try again")
            try await app.waitFor("“Oak chair” has been deleted.")
            // Nothing leaves the list before the confirmation was seen.
            #expect(changes.all.isEmpty)
            try await app.tap("OK")
            try await app.wait("the tabs") { app.front is MarketTabsController }
            #expect(changes.all == [.deleted(chair.id)])
            #expect(try await app.market.seller.products(ProductListRequest()).products.isEmpty)
        }
    }
}

/// The changes that the screens are told.
@MainActor
private final class Received {
    var all: [ProductChange] = []
}
