import MarketAPI
import MarketClient
import MarketModels
import MarketViewModels
import Testing
import UIKit

@testable import OpenMarket

/// Within an hour after it was right, a password isn't asked for again.
@MainActor
struct RecentPasswordTests {
    /// Edits a product with its password, and closes the form again.
    private func enterPassword(_ app: AppDriver) async throws -> DetailedProduct {
        let chair = try await app.market.list("Oak chair")
        try await app.startEditing(chair.id)
        try await app.tap("Cancel")
        try await app.wait("the tabs") { app.front is MarketTabsController }
        return chair
    }

    @Test
    func passwordIsAskedForOnceUntilTheAppEnds() async throws {
        try await AppDriver.run { app in
            let chair = try await enterPassword(app)
            let tabs = try await app.tabs()
            EditFlow(chair.id, session: tabs.session).start(from: tabs)
            _ = try await app.screen(EditViewController.self)
            try await app.relaunch()
            let again = try await app.tabs()
            EditFlow(chair.id, session: again.session).start(from: again)
            #expect(try await !app.field("Password").isHidden)
        }
    }

    @Test
    func formThatCannotBeOpenedOfflineIsTriedAgain() async throws {
        try await AppDriver.run { app in
            let chair = try await enterPassword(app)
            app.calls.isOffline = true
            let tabs = try await app.tabs()
            EditFlow(chair.id, session: tabs.session).start(from: tabs)
            try await app.waitFor("Can’t reach the market.")
            #expect(!app.visibleViews.contains { $0 is UITextField })
            app.calls.isOffline = false
            try await app.tap("Try again")
            _ = try await app.screen(EditViewController.self)
        }
    }

    @Test
    func productIsDeletedAfterAConfirmationAlone() async throws {
        try await AppDriver.run { app in
            let chair = try await enterPassword(app)
            let tabs = try await app.tabs()
            DeletionFlow(chair.id, name: "Oak chair", session: tabs.session).start(from: tabs)
            try await app.waitFor("Delete this listing?")
            #expect(!app.visibleViews.contains { $0 is UITextField })
            #expect(try await app.market.seller.product(chair.id).id == chair.id)
            try await app.tap("Delete")
            try await app.waitFor("“Oak chair” has been deleted.")
            try await app.tap("OK")
            try await app.wait("the tabs") { app.front is MarketTabsController }
            #expect(try await app.market.seller.products(ProductListRequest()).products.isEmpty)
        }
    }
}
