import Foundation
import MarketAPI
import MarketClient
import MarketModels
import Synchronization
import Testing

/// Forms that the system sends. A second client on the same system is that of the app's next process.
@Suite(.timeLimit(.minutes(10)))
struct UploadTransportTests {
    private static let key = UUID()
    private static let product = """
        {"id":9,"name":"Chair","description":"","thumbnail":"https://market.example/t/1.jpg","currency":"KRW","price":1000,\
        "discounted_price":0,"stock":1,"registered_at":"2026-03-05T00:00:00.000Z","version":1,"images":[],\
        "updated_at":"2026-03-05T00:00:00.000Z","vendors":{"id":7,"name":"Kim","created_at":"2026-03-05"}}
        """
    /// A market that can be reached.
    private static var reachable: ScriptedTransport { ScriptedTransport([.success(.emptyList), .success(.emptyList)]) }

    private let device: Device
    private var system: UploadingSystem { device.system }

    init() throws { device = Device(system: try UploadingSystem()) }

    private static func listing(_ name: String = "Chair") -> NewListing {
        let draft = ProductDraft(
            name: name,
            description: "",
            price: DecimalAmount(1_000),
            currency: .krw,
            discount: DecimalAmount(0),
            stock: DecimalAmount(1),
            contact: ""
        )
        return NewListing(draft: draft, images: [.bytes(Data(repeating: 7, count: 5_000))], secret: "open sesame")
    }

    private func list(
        _ client: MarketAPIClient,
        _ name: String = "Chair",
        key: UUID = key,
        progress: @escaping @Sendable (TransferProgress) -> Void = { _ in }
    ) -> Task<DetailedProduct, any Error> {
        Task { try await client.list(Self.listing(name), key: key, progress: progress) }
    }

    // MARK: One process

    @Test func listingIsSentByTheSystemAndItsResponseComesInPieces() async throws {
        let fractions = Mutex<[Double]>([])
        let base = Self.reachable
        let sending = list(system.launch(base)) { progress in fractions.withLock { $0.append(progress.fraction) } }
        let upload = try await system.upload()
        let form = try Data(contentsOf: upload.file)
        #expect(form.contains(Data("open sesame".utf8)) && form.count > 5_000)
        #expect(upload.request.headers["Idempotency-Key"] == Self.key.uuidString.lowercased())
        system.tell(.sent(TransferProgress(completed: 1, total: 4)), of: upload)
        system.tell(.sent(TransferProgress(completed: 4, total: 4)), of: upload)
        system.answer(upload, Self.product, status: 201, headers: ["etag": "\"1\""])
        let product = try await sending.value
        #expect(product.id.rawValue == 9 && product.entityTag == "\"1\"")
        #expect(fractions.withLock { $0 } == [0.25, 1])
        #expect(system.files.isEmpty)
        // The question whether the market is there, which says nothing of the form.
        #expect(base.requests == [ClientRequest(.get, upload.request.url)])
    }

    @Test func editsWithPicturesAreSentByTheSystemAndOthersAreNot() async throws {
        let base = ScriptedTransport([.success(.json(Self.product)), .success(.json(Self.product))])
        let client = system.launch(base)
        var edit = ListingEdit(patch: ProductPatch(name: "Table"), version: 1, entityTag: "\"1\"")
        _ = try await client.update(Product.ID(rawValue: 9), with: edit, secret: "s", progress: { _ in })
        #expect(base.requests.map(\.method) == [.patch] && system.begunCount == 0)
        edit.newImages = [.bytes(Data([1, 2, 3]))]
        let saving = Task { [edit] in
            try await client.update(Product.ID(rawValue: 9), with: edit, secret: "s", progress: { _ in })
        }
        let upload = try await system.upload()
        #expect(upload.request.method == .patch && upload.request.headers["If-Match"] == "\"1\"")
        system.answer(upload, Self.product)
        #expect(try await saving.value.id.rawValue == 9)
        #expect(system.files.isEmpty)
    }

    /// Nor is it said that the form may have arrived.
    @Test(arguments: [TransportError.notConnected(detail: "no network"), .timedOut, .connectionLost(detail: "reset")])
    func withoutANetworkNothingIsLeftToTheSystem(_ error: TransportError) async throws {
        let base = ScriptedTransport([.failure(error)])
        let seen = await #expect(throws: MarketClientError.self) { try await list(system.launch(base)).value }
        guard case .unreachable(.notConnected) = seen else {
            Issue.record("\(String(describing: seen))")
            return
        }
        #expect(system.begunCount == 0 && system.files.isEmpty)
    }

    @Test func formIsNotSentToAMarketThatLeadsElsewhere() async throws {
        let redirect = ClientResponse(status: 308, headers: ["Location": "https://other.example"])
        let base = ScriptedTransport([.success(redirect)])
        await #expect(throws: MarketClientError.unreadableResponse(detail: "a redirect to another server")) {
            try await list(system.launch(base)).value
        }
        #expect(system.begunCount == 0 && system.files.isEmpty)
    }

    @Test func cancellingEndsTheUploadAndTheNextAttemptIsAnother() async throws {
        let client = system.launch(Self.reachable)
        let first = list(client)
        _ = try await system.upload()
        first.cancel()
        await #expect(throws: MarketClientError.cancelled) { try await first.value }
        #expect(await system.running().isEmpty && system.files.isEmpty)
        let second = list(client)
        system.answer(try await system.upload(2), Self.product)
        #expect(try await second.value.id.rawValue == 9)
    }

    @Test(arguments: [TransportError.timedOut, .connectionLost(detail: "x"), .cancelled])
    func uploadThatTheSystemGivesUpMayHaveArrived(_ error: TransportError) async throws {
        let sending = list(system.launch(Self.reachable))
        system.end(try await system.upload(), .failure(error))
        let seen = await #expect(throws: MarketClientError.self) { try await sending.value }
        guard case .outcomeUnknown = seen else {
            Issue.record("\(String(describing: seen))")
            return
        }
        #expect(system.files.isEmpty)
    }

    @Test func refusalsAreThoseOfTheMarket() async throws {
        let sending = list(system.launch(Self.reachable))
        let refusal = #"{"error":true,"reason":"no","status":403,"code":"wrong_secret"}"#
        system.answer(try await system.upload(), refusal, status: 403)
        let seen = await #expect(throws: MarketClientError.self) { try await sending.value }
        #expect(seen?.refusal?.status == 403)
    }

    @Test func responseThatIsTooLargeIsRefused() async throws {
        let client = system.launch(Self.reachable)
        let file = system.folder.appending(path: "form")
        try Data("form".utf8).write(to: file)
        let request = ClientRequest(
            .post,
            client.configuration.baseURL,
            headers: ["Idempotency-Key": "1"],
            body: .file(file),
            maximumResponse: 150
        )
        for (size, isRefused) in [(150, false), (151, true)] {
            let sending = Task { try await client.configuration.transport.send(request) }
            let upload = try await system.upload(isRefused ? 2 : 1)
            system.answer(upload, String(repeating: "x", count: size))
            let result = await sending.result
            if isRefused {
                #expect(throws: TransportError.responseTooLarge(maximum: 150)) { try result.get() }
            } else {
                #expect(try result.get().body.count == 150)
            }
        }
    }

    // MARK: The next process

    /// Begins to list in a process that ends meanwhile, and returns its upload.
    private func leave() async throws -> UploadingSystem.Begun {
        let abandoned = list(system.launch(Self.reachable))
        _ = abandoned
        return try await system.upload()
    }

    @Test func uploadThatGoesOnIsJoined() async throws {
        let upload = try await leave()
        let fractions = Mutex<[Double]>([])
        let sending = list(system.launch(ScriptedTransport([]))) { progress in
            fractions.withLock { $0.append(progress.fraction) }
        }
        // Its own form is written before it waits.
        try await system.wait { $0.files.count == 2 }
        while fractions.withLock({ $0.isEmpty }) {
            system.tell(.sent(TransferProgress(completed: 1, total: 2)), of: upload)
            try await system.wait { _ in true }
        }
        system.answer(upload, Self.product)
        #expect(try await sending.value.id.rawValue == 9)
        #expect(system.begunCount == 1)
        #expect(system.files.isEmpty, "neither form is left")
    }

    @Test func responseThatCameInBetweenIsKeptForOnce() async throws {
        let upload = try await leave()
        _ = system.launch(ScriptedTransport([]))
        system.answer(upload, Self.product, status: 201, headers: ["ETag": "\"1\""])
        #expect(system.files.count == 1 && system.files.allSatisfy { $0.hasPrefix("openmarket-response-") })
        // Yet another process.
        let product = try await list(system.launch(ScriptedTransport([]))).value
        #expect(product.entityTag == "\"1\"" && system.begunCount == 1 && system.files.isEmpty)
        let again = list(system.launch(Self.reachable))
        system.answer(try await system.upload(2), Self.product)
        _ = try await again.value
    }

    @Test(arguments: [(UUID(), "Chair"), (key, "A longer chair"), (key, "Stool")])
    func whatIsAnotherListingIsSentByItself(_ key: UUID, _ name: String) async throws {
        let upload = try await leave()
        let client = system.launch(Self.reachable)
        system.answer(upload, Self.product)
        let sending = list(client, name, key: key)
        let second = try await system.upload(2)
        system.answer(second, #"{"error":true,"reason":"no","status":422,"code":"key_reused"}"#, status: 422)
        await #expect(throws: MarketClientError.self) { try await sending.value }
    }

    private func save(price: Int64, of version: Int64, _ client: MarketAPIClient) -> Task<DetailedProduct, any Error> {
        let edit = ListingEdit(
            patch: ProductPatch(price: DecimalAmount(price)),
            newImages: [.bytes(Data([1, 2, 3]))],
            version: version,
            entityTag: "\"\(version)\""
        )
        return Task {
            try await client.update(Product.ID(rawValue: 9), with: edit, secret: "s", progress: { _ in })
        }
    }

    /// Both forms have the same number of bytes.
    @Test func editThatWasChangedSinceTakesThePlaceOfTheOneThatGoesOn() async throws {
        let abandoned = save(price: 13_000, of: 1, system.launch(Self.reachable))
        _ = abandoned
        let first = try await system.upload()
        let saving = save(price: 19_000, of: 1, system.launch(Self.reachable))
        let second = try await system.upload(2)
        #expect(await system.running() == [second.name] && first.name != second.name)
        #expect(try Data(contentsOf: second.file).contains(Data("19000".utf8)))
        #expect(system.files.count == 1, "the form of the first one is removed")
        system.answer(second, Self.product)
        #expect(try await saving.value.id.rawValue == 9)
        #expect(system.files.isEmpty)
    }

    @Test func editOfAnotherVersionLeavesTheOneThatGoesOnAlone() async throws {
        let abandoned = save(price: 13_000, of: 1, system.launch(Self.reachable))
        _ = abandoned
        let first = try await system.upload()
        let saving = save(price: 13_000, of: 2, system.launch(Self.reachable))
        let second = try await system.upload(2)
        #expect(await system.running() == [first.name, second.name])
        system.answer(second, Self.product)
        _ = try await saving.value
        #expect(await system.running() == [first.name])
    }

    @Test(arguments: [TransportError.cancelled, .timedOut])
    func uploadThatEndedWithoutAResponseIsSentAgain(_ error: TransportError) async throws {
        let upload = try await leave()
        let client = system.launch(Self.reachable)
        // When the user ends the app, the system cancels its uploads.
        system.end(upload, .failure(error))
        #expect(system.files.isEmpty)
        let sending = list(client)
        let second = try await system.upload(2)
        #expect(second.request.headers["Idempotency-Key"] == upload.request.headers["Idempotency-Key"])
        system.answer(second, Self.product)
        #expect(try await sending.value.id.rawValue == 9)
    }

    @Test func joinedUploadCanBeCancelled() async throws {
        let upload = try await leave()
        let sending = list(system.launch(ScriptedTransport([])))
        try await system.wait { $0.files.count == 2 }
        sending.cancel()
        await #expect(throws: MarketClientError.cancelled) { try await sending.value }
        #expect(await system.running().isEmpty && system.files.isEmpty)
        _ = upload
    }

    @Test func responseIsForgottenWithTheKey() async throws {
        let upload = try await leave()
        let client = system.launch(Self.reachable)
        system.answer(upload, Self.product)
        let name = try #require(system.files.first)
        let yesterday = Date(timeIntervalSinceNow: -25 * 60 * 60)
        try FileManager.default.setAttributes(
            [.modificationDate: yesterday],
            ofItemAtPath: system.folder.appending(path: name).path
        )
        let sending = list(client)
        system.answer(try await system.upload(2), Self.product)
        _ = try await sending.value
        #expect(system.files.isEmpty)
    }

    // MARK: Redirects

    @Test(arguments: [
        ("https://market.example/a", "https://market.example/b", true),
        ("https://market.example/a", "https://MARKET.example:443/a", true),
        ("http://market.example/a", "https://market.example/a", true),
        ("http://localhost:8080/a", "http://localhost:8080/b", true),
        ("https://마켓.한국/a", "https://xn--hz2bk30b.xn--3e0b707e/a", true),
        ("https://마켓.한국/a", "https://가게.한국/a", false),
        ("https://market.example/a", "https://other.example/a", false),
        ("https://market.example/a", "https://market.example:8443/a", false),
        ("https://market.example/a", "http://market.example/a", false),
        ("http://localhost:8080/a", "http://localhost:8081/a", false),
        ("https://market.example/a", "file:///a", false),
    ])
    func uploadsMoveOnlyOnTheirServer(_ from: String, _ to: String, _ may: Bool) throws {
        let (from, to) = (try #require(URL(string: from)), try #require(URL(string: to)))
        #expect(UploadTransport.mayMove(from: from, to: to) == may)
    }
}
