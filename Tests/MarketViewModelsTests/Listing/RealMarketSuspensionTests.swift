import Foundation
import Hummingbird
import MarketAPI
import MarketClient
import MarketModels
import MarketTexts
import MarketViewModels
import Synchronization
import TestMarkets
import Testing

/// An app that leaves the foreground while it sends a listing to the real server in process.
struct RealMarketSuspensionTests {
    /// Whether the listing had arrived when the connection was cut decides nothing.
    @Test(arguments: [true, false])
    func listingThatWasCutOffIsInTheMarketOnceWhenTheAppIsBack(hadArrived: Bool) async throws {
        try await withOpenMarket { market in
            try await market.application.test { server in
                let transport = SuspendedTransport(TestTransport(server), arrives: hadArrived)
                let client = MarketAPIClient(
                    MarketAPIClient.Configuration(
                        baseURL: Samples.market,
                        transport: transport,
                        identifier: VendorIdentifier("a-suspended-seller"),
                        retry: .none
                    )
                )
                try await Self.list(over: transport, client)
                let list = try await client.products(ProductListRequest())
                #expect(list.products.map(\.name) == ["Oak chair"])
            }
        }
    }

    @MainActor private static func list(over transport: SuspendedTransport, _ client: MarketAPIClient) async throws {
        let form = ListingFormModel(service: client, preferences: MemoryPreferences(), language: .english)
        let values: [(ListingField, String)] = [
            (.name, "Oak chair"), (.price, "35000"), (.description, "Solid."), (.seller, "Kim"),
            (.password, "open sesame"),
        ]
        for (field, text) in values { form.setText(text, for: field) }
        form.addImages(ArticlePhotos.two)
        let sending = Task { await form.submit() }
        for await _ in transport.isSending {}
        form.appDidEnterBackground()
        transport.cut()
        await sending.value
        guard case .writing(.failed) = form.state else {
            Issue.record("\(form.state)")
            return
        }
        #expect(await form.appWillEnterForeground())
        guard case .listed(let product, _) = form.state else {
            Issue.record("\(form.state)")
            return
        }
        #expect(product.images.count == 2)
        #expect(transport.keys.count == 2 && Set(transport.keys).count == 1)
    }
}

/// Loses the connection of the first form that is sent, as the system does when it suspends an app.
private final class SuspendedTransport: HTTPTransport {
    /// Ends when the first form is on its way.
    let isSending: AsyncStream<Void>

    private let base: TestTransport
    private let arrives: Bool
    private let hasBegun: AsyncStream<Void>.Continuation
    private let isCut: AsyncStream<Void>
    private let end: AsyncStream<Void>.Continuation
    private let sent = Mutex<[String]>([])

    init(_ base: TestTransport, arrives: Bool) {
        self.base = base
        self.arrives = arrives
        (isSending, hasBegun) = AsyncStream.makeStream()
        (isCut, end) = AsyncStream.makeStream()
    }

    /// The keys of the forms.
    var keys: [String] { sent.withLock { $0 } }

    func cut() { end.finish() }

    func send(
        _ request: ClientRequest,
        progress: @escaping @Sendable (TransferProgress) -> Void
    ) async throws(TransportError) -> ClientResponse {
        guard case .file = request.body else { return try await base.send(request, progress: progress) }
        let isFirst = sent.withLock { sent in
            sent.append(request.headers["Idempotency-Key"] ?? "")
            return sent.count == 1
        }
        guard isFirst else { return try await base.send(request, progress: progress) }
        if arrives { _ = try await base.send(request, progress: progress) }
        hasBegun.finish()
        for await _ in isCut {}
        throw .connectionLost(detail: "suspended")
    }
}
