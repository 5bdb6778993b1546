import Foundation
import MarketAPI
import MarketClient
import MarketModels
import MarketViewModels
import TestMarkets
import Testing

/// Against the real server in process.
@MainActor
struct ListingCopyTests {
    private func sold(_ client: MarketAPIClient) async throws -> DetailedProduct {
        let draft = ProductDraft(
            name: "Oak chair",
            description: "Solid.",
            price: DecimalAmount(35_000),
            currency: .krw,
            contact: "010-1234-5678",
            attributes: [.condition: "good"]
        )
        let listing = NewListing(draft: draft, images: ArticlePhotos.two, secret: "open sesame")
        return try await client.list(listing, key: UUID()) { _ in }
    }

    @Test func listingIsCopiedWithItsImagesAndWithoutWhoSellsIt() async throws {
        try await withAppParts { app, _ in
            let product = try await sold(app.client)
            let form = app.listingForm(MemoryPreferences())
            let copy = ListingCopy(product, hasImages: true)
            copy.fill(form)
            #expect(await copy.addImages(to: form, from: app.client) == nil)
            #expect(form.typed.name == "Oak chair")
            #expect(form.typed.description == "Solid.")
            #expect(form.typed.price == "35000")
            #expect(form.typed[.condition] == "good")
            #expect(form.typed.contact.isEmpty)
            #expect(form.typed.password.isEmpty)
            #expect(form.images.count == 2)
            form.setText("open sesame", for: .password)
            await form.submit()
            guard case .listed(let second, _) = form.state else {
                Issue.record("\(form.state)")
                return
            }
            #expect(second.id != product.id)
            #expect(second.images.count == 2)
        }
    }

    @Test func someoneElsesImagesAreNotTakenAndThoseThatAreGoneAreSaid() async throws {
        try await withAppParts { app, _ in
            let product = try await sold(app.client)
            let form = app.listingForm(MemoryPreferences())
            #expect(await ListingCopy(product, hasImages: false).addImages(to: form, from: app.client) == nil)
            #expect(form.images.isEmpty)
            try await app.client.delete(product.id, secret: "open sesame")
            let copy = ListingCopy(product, hasImages: true)
            copy.fill(form)
            #expect(await copy.addImages(to: form, from: app.client) != nil)
            #expect(form.images.isEmpty)
            #expect(form.typed.name == "Oak chair")
        }
    }
}
