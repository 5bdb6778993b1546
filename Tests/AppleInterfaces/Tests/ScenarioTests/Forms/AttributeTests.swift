import MarketAPI
import MarketClient
import MarketModels
import MarketTexts
import MarketViewModels
import Testing
import UIKit

@testable import OpenMarket

/// What a listing is, and where: the fields that are chosen.
@MainActor
struct AttributeTests {
    private let product = ProductTexts(language: .english)

    /// The name of a category in the form.
    private func path(_ slug: String, _ app: AppDriver) async throws -> String {
        let categories = try #require(try await app.tabs().session.dependencies.categories)
        try await app.wait("the categories") { !categories.choices.isEmpty }
        return try #require(categories.choices.first { $0.slug == slug }).path
    }

    @Test
    func everyFieldIsListedAndAFreeProductIsCalledFree() async throws {
        try await AppDriver.run { app in
            let form = try await app.startListing()
            try await app.choose([PhotoLibrary.picture(TestPicture.png(1), in: app.market.folder)])
            try await app.wait("a picture") { form.model.images.count == 1 }
            try await app.fillIn(name: "Film camera", price: "0")
            try await app.tap(path("cameras", app))
            try await app.tap(product.condition(.good))
            try await app.tap(product.handover(.parcel))
            try await app.type("Seoul Mapo", into: "Place (optional)")
            try await app.tap("List it")
            let screen = try await app.screen(ProductViewController.self)
            try await app.waitFor("Free")
            try await app.waitFor("Cameras")
            let listing = try #require(screen.model.product?.listing)
            #expect(
                listing.attributes
                    == ListingAttributes(condition: .good, handover: .parcel, place: "Seoul Mapo", category: "cameras")
            )
            #expect(listing.pricing.price.minorUnits == 0)
        }
    }

    @Test
    func categoryIsChangedAndTheRestStays() async throws {
        try await AppDriver.run { app in
            let camera = try await app.market.list(
                "Film camera",
                attributes: ListingAttributes(condition: .good, category: "cameras")
            )
            try await app.startEditing(camera.id)
            let form = try await app.screen(EditViewController.self)
            let row = try #require(form.form.rows.first { $0.field == .category } as? ChoiceRow)
            let cameras = try await path("cameras", app)
            try await app.wait("the name of the category") { row.button.accessibilityValue == cameras }
            #expect(row.button.configuration?.baseForegroundColor == .secondaryLabel)
            try await app.tap(path("phones", app))
            #expect(row.button.configuration?.baseForegroundColor == .label)
            try await app.tap("Save")
            try await app.wait("the tabs") { app.front is MarketTabsController }
            let changed = try await app.market.seller.product(camera.id)
            #expect(changed.listing.attributes == ListingAttributes(condition: .good, category: "phones"))
        }
    }

    @Test
    func categoriesThatFailToLoadAreSaidAndTriedAgain() async throws {
        try await AppDriver.run { app in
            app.calls.isOffline = true
            try await app.startListing()
            try await app.waitFor("Can’t reach the market.")
            app.calls.isOffline = false
            try await app.tap("Try again")
            let cameras = try await path("cameras", app)
            try await app.wait("the categories in the form") { app.canTap(cameras) }
            try await app.waitUntilGone("Can’t reach the market.")
        }
    }
}
