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

    @Test nonisolated func copyIsListedOnceAllOfItsImagesAreThere() async throws {
        try await withRealMarket { _, transport in try await copyOverASlowConnection(transport) }
    }

    private func copyOverASlowConnection(_ transport: TestTransport) async throws {
        let client = Self.client(transport)
        let product = try await sold(client)
        let form = ListingFormModel(service: client, preferences: MemoryPreferences(), language: .english)
        let copy = ListingCopy(product, hasImages: true)
        copy.fill(form)
        form.setText("open sesame", for: .password)
        let (gate, arrivals) = AsyncStream<Void>.makeStream()
        let loading = Task { await copy.addImages(to: form, from: Self.client(HeldTransport(transport, until: gate))) }
        arrivals.yield()
        try await until("the first image is there") { form.images.count == 1 }
        await form.submit()
        #expect(form.state == .writing(nil))
        #expect(form.pendingImageCount == 1)
        arrivals.yield()
        #expect(await loading.value == nil)
        #expect(form.pendingImageCount == 0)
        await form.submit()
        guard case .listed(let second, _) = form.state else {
            Issue.record("\(form.state)")
            return
        }
        #expect(second.images.count == 2)
    }

    private static func client(_ transport: any HTTPTransport) -> MarketAPIClient {
        MarketAPIClient(
            MarketAPIClient.Configuration(
                baseURL: Samples.market,
                transport: transport,
                identifier: VendorIdentifier("a-seller-who-copies")
            )
        )
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
            #expect(form.images.isEmpty && form.pendingImageCount == 0)
            #expect(form.typed.name == "Oak chair")
        }
    }
}

/// Sends each request when the test lets it.
private struct HeldTransport: HTTPTransport {
    private let base: TestTransport
    private let gate: AsyncStream<Void>

    init(_ base: TestTransport, until gate: AsyncStream<Void>) { (self.base, self.gate) = (base, gate) }

    func send(
        _ request: ClientRequest,
        progress: @escaping @Sendable (TransferProgress) -> Void
    ) async throws(TransportError) -> ClientResponse {
        for await _ in gate { break }
        return try await base.send(request, progress: progress)
    }
}
