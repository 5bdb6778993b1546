import Foundation
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
        try await withRealMarket { _, transport in
            let cut = SuspendedTransport(transport, arrives: hadArrived)
            let client = MarketAPIClient(once: cut, identifier: "a-suspended-seller")
            try await Self.list(over: cut, client)
            let list = try await client.products(ProductListRequest())
            #expect(list.products.map(\.name) == ["Oak chair"])
        }
    }

    /// The system sends the form of a process that has ended, before the next one asks for it or while that waits.
    @Test(arguments: [true, false])
    func listingOfAnEndedAppIsInTheMarketOnceAndTheNextLaunchShowsIt(hasArrived: Bool) async throws {
        try await withRealMarket { _, transport in
            let launches = try Launches(transport)
            defer { launches.system.shutDown() }
            await launches.endWhileSending()
            let form = await launches.form()
            if hasArrived { await launches.system.arrive() }
            #expect(await form.restoreInFlight())
            let sending = Task { await form.submit() }
            if !hasArrived { await launches.system.arrive() }
            await sending.value
            guard case .listed(let product, isSecretLost: false) = await form.state else {
                Issue.record("\(await form.state)")
                return
            }
            let list = try await launches.client.products(ProductListRequest())
            #expect(list.products.map(\.id) == [product.id] && product.images.count == 2)
            #expect(launches.system.begunCount == 1)
            #expect(try await launches.identities.secret(of: product.id, in: Samples.market) == "open sesame")
            #expect(launches.folder.files { _ in true }.isEmpty)
        }
    }

    @MainActor private static func list(over transport: SuspendedTransport, _ client: MarketAPIClient) async throws {
        let form = ListingFormModel(service: client, preferences: MemoryPreferences(), language: .english)
        fillIn(form)
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

/// Fills in a form that the market accepts.
@MainActor
private func fillIn(_ form: ListingFormModel) {
    let values: [(ListingField, String)] = [
        (.name, "Oak chair"), (.price, "35000"), (.description, "Solid."), (.seller, "Kim"), (.password, "open sesame"),
    ]
    for (field, text) in values { form.setText(text, for: field) }
    form.addImages(ArticlePhotos.two)
}

/// The launches of an app on one device, whose files and system they share.
private struct Launches {
    let folder: TemporaryFolder
    let identities = MemoryIdentityStore()
    let system: SendingSystem

    init(_ base: TestTransport) throws {
        folder = try TemporaryFolder()
        system = SendingSystem(base)
    }

    /// The client of a new launch.
    var client: MarketAPIClient {
        MarketAPIClient(
            MarketAPIClient.Configuration(
                baseURL: Samples.market,
                transport: system.launch(in: folder.url),
                identifier: VendorIdentifier("an-ended-seller"),
                retry: .none,
                temporaryFolder: folder.url
            )
        )
    }

    /// The form of a new launch.
    @MainActor func form() -> ListingFormModel {
        ListingFormModel(
            service: client,
            keyring: Keyring(store: identities, market: Samples.market),
            preferences: MemoryPreferences(),
            language: .english,
            drafts: Drafts(store: FileDraftStore(folder: folder.url, market: Samples.market), dependencies: .test)
        )
    }

    @MainActor func endWhileSending() async {
        let form = form()
        fillIn(form)
        Task { await form.submit() }
        for await _ in system.hasBegun {}
    }
}

/// A system that sends forms when the test wants it, and tells the latest launch.
private final class SendingSystem: SystemUploads {
    private struct State {
        var uploads: [String: ClientRequest] = [:]
        /// What the launches are told with, the latest last.
        var launches: [@Sendable (String, UploadEvent) -> Void] = []
        var names: [String] = []
    }

    /// Ends when the first upload has begun.
    let hasBegun: AsyncStream<Void>

    private let base: TestTransport
    private let beginning: AsyncStream<Void>.Continuation
    private let state = Mutex(State())

    init(_ base: TestTransport) {
        self.base = base
        (hasBegun, beginning) = AsyncStream.makeStream()
    }

    var begunCount: Int { state.withLock { $0.names.count } }

    func launch(in folder: URL) -> UploadTransport {
        UploadTransport(base, folder: folder) { receive in
            state.withLock { $0.launches.append(receive) }
            return self
        }
    }

    /// Ends all launches, so that none of their tasks stays.
    func shutDown() {
        let (launches, names) = state.withLock { ($0.launches, $0.names) }
        for receive in launches {
            for name in names { receive(name, .ended(.failure(.cancelled))) }
        }
    }

    /// Sends all that has begun.
    func arrive() async {
        for (name, request) in state.withLock({ $0.uploads }) {
            do throws(TransportError) {
                let response = try await base.send(request)
                tell(name, .received(response.body))
                tell(name, .ended(.success(response)))
            } catch {
                tell(name, .ended(.failure(error)))
            }
        }
    }

    private func tell(_ name: String, _ event: UploadEvent) {
        let receive = state.withLock { state in
            if case .ended = event { state.uploads[name] = nil }
            return state.launches.last
        }
        receive?(name, event)
    }

    func begin(_ request: ClientRequest, from file: URL, named name: String) {
        state.withLock { state in
            state.uploads[name] = request
            state.names.append(name)
        }
        beginning.finish()
    }

    func running() async -> [String] { state.withLock { Array($0.uploads.keys) } }

    func cancel(_ name: String) { tell(name, .ended(.failure(.cancelled))) }
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
