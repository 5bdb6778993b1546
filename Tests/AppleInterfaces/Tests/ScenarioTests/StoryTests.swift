import Foundation
import MarketAPI
import MarketClient
import MarketModels
import MarketViewModels
import Testing
import UIKit

@testable import OpenMarket

@MainActor
struct StoryTests {
    /// Lists a chair with photos, makes it cheaper, sells it and deletes it, as a seller does.
    @Test
    func sellerListsEditsSellsAndDeletes() async throws {
        try await AppDriver.run { app in
            try await app.tap("List the first product")
            _ = try await app.screen(ListingFormViewController.self)
            try await app.choose(
                (1...2).map { try PhotoLibrary.picture(TestPicture.png($0), in: app.market.folder) }
            )
            try await app.wait("two pictures") { (try? app.pictureLabels.count) == 2 }
            try await app.fillIn(name: "Oak chair", price: "35,000")
            try await app.tap("List it")
            let product = try await app.screen(ProductViewController.self)
            try await app.waitFor("₩35,000")
            try await app.waitFor("Two lines\nof text.")
            try await app.wait("both pictures") { product.model.gallery.slots.count == 2 }

            // Who has just listed it isn't asked for the password.
            try await app.tap("Edit")
            _ = try await app.screen(EditViewController.self)
            try await app.type("30,000", into: "Price")
            try await app.tap("Save")
            _ = try await app.screen(ProductViewController.self)
            try await app.waitFor("₩30,000")
            await app.goBack()
            try await app.waitFor("₩30,000")
            #expect(!app.shows("₩35,000"))

            try await app.tap("My listings")
            try await app.tap("Sold")
            try await app.waitFor("Marked as sold.")
            try await app.tap("Oak chair")
            _ = try await app.screen(ProductViewController.self)
            try await app.waitFor("Sold")

            try await app.tap("Delete")
            try await app.waitFor("This can’t be undone.")
            #expect(!app.visibleViews.contains { $0 is UITextField })
            try await app.tap("Delete")
            try await app.tap("OK")
            try await app.wait("an empty market") {
                app.screen is MyListingsViewController && app.shows("You haven’t listed anything yet")
            }
            try await app.tap("Open Market")
            try await app.waitFor("Nothing for sale yet")
        }
    }
}
