import Foundation
import MarketAPI
import MarketClient
import MarketModels
import NIOCore
import Synchronization
import TestMarkets
import Testing

/// The client over real sockets, through a proxy that delays, truncates, reorders and corrupts.
@Suite(.timeLimit(.minutes(30)))
struct NetworkTests {
    @Test func theWholeStoryRunsOverASocket() async throws {
        try await withServer { port, _ in
            let client = MarketAPIClient.over(URLSessionTransport(), at: "http://127.0.0.1:\(port)")
            let sent = Mutex<[TransferProgress]>([])
            let images = ["orientation-6.jpg", "alpha.png", "wide.jpg"]
            let made = try await client.list(ClientMarket.listing(images: images), key: UUID()) { progress in
                sent.withLock { $0.append(progress) }
            }
            let steps = sent.withLock { $0 }
            #expect(!steps.isEmpty)
            #expect(zip(steps, steps.dropFirst()).allSatisfy { $0.completed <= $1.completed })
            #expect(steps.last.map { $0.completed == $0.total } == true)
            #expect(steps.last?.fraction == 1)
            #expect(try await client.products(ProductListRequest(search: "의자")).products == [made.listed])
            let edited = try await client.update(
                made.id,
                with: ListingEdit(patch: ProductPatch(stock: .zero), version: 1),
                secret: ClientMarket.secret
            )
            #expect(edited.listing.stock == 0)
            try await client.delete(made.id, secret: ClientMarket.secret)
            let gone = await #expect(throws: MarketClientError.self) { try await client.product(made.id) }
            #expect(gone?.isGone == true)
        }
    }

    @Test func nobodyListensThere() async {
        let client = MarketAPIClient.over(URLSessionTransport(), at: "http://127.0.0.1:9", retry: .none)
        let error = await #expect(throws: MarketClientError.self) { try await client.health() }
        guard case .unreachable(.notConnected) = error else { Issue.record("\(String(describing: error))"); return }
    }

    /// Not inside the header of a response: there the system's HTTP library ends the whole process on Linux
    /// (swift-corelibs-foundation#5285).
    @Test func anAnswerThatIsCutOffIsAskedForAgain() async throws {
        try await withServer { port, _ in
            let made = try await MarketAPIClient.over(URLSessionTransport(), at: "http://127.0.0.1:\(port)")
                .list(ClientMarket.listing(), key: UUID())
            let faults = [ConnectionFault(downloadLimit: 0), ConnectionFault(downloadLimit: 600)]
            try await FaultyProxy.open(to: port, faults) {
                let client = MarketAPIClient.over(URLSessionTransport(), at: $0.base)
                let product = try await client.product(made.id)
                #expect(product.listing == made.listing)
                #expect($0.connections == 3)
            }
        }
    }

    @Test(arguments: [0, 600])
    func aListingWhoseAnswerWasLostIsListedOnce(_ arrived: Int) async throws {
        try await withServer { port, _ in
            try await FaultyProxy.open(to: port, [ConnectionFault(downloadLimit: arrived)]) {
                let client = MarketAPIClient.over(URLSessionTransport(), at: $0.base)
                let made = try await client.list(ClientMarket.listing(), key: UUID())
                let list = try await client.products(ProductListRequest())
                #expect(list.products.map(\.id) == [made.id])
                #expect($0.connections >= 2)
            }
        }
    }

    @Test func anUploadThatIsCutOffIsSentAgainWhole() async throws {
        try await withServer { port, _ in
            try await FaultyProxy.open(to: port, [ConnectionFault(uploadLimit: 10_000)]) {
                let client = MarketAPIClient.over(URLSessionTransport(), at: $0.base)
                let made = try await client.list(ClientMarket.listing(images: ["large.jpg"]), key: UUID())
                #expect(made.images.count == 1)
                let list = try await client.products(ProductListRequest())
                #expect(list.totalCount == 1)
            }
        }
    }

    @Test func anEditWhoseAnswerWasLostIsSaidToBeUnknown() async throws {
        try await withServer { port, _ in
            let made = try await MarketAPIClient.over(URLSessionTransport(), at: "http://127.0.0.1:\(port)")
                .list(ClientMarket.listing(), key: UUID())
            try await FaultyProxy.open(to: port, [ConnectionFault(downloadLimit: 0)]) { proxy in
                let client = MarketAPIClient.over(URLSessionTransport(), at: proxy.base)
                let error = await #expect(throws: MarketClientError.self) {
                    try await client.update(
                        made.id,
                        with: ListingEdit(patch: ProductPatch(name: "책상")),
                        secret: ClientMarket.secret
                    )
                }
                guard case .outcomeUnknown = error else { Issue.record("\(String(describing: error))"); return }
                // The product had been created, which is why the request must not be retried without a check.
                let now = try await client.product(made.id)
                #expect(now.listing.name == "책상")
                #expect(proxy.connections == 2)
            }
        }
    }

    @Test func aDeletionWhoseAnswerWasLostIsFoundOut() async throws {
        try await withServer { port, _ in
            let direct = MarketAPIClient.over(URLSessionTransport(), at: "http://127.0.0.1:\(port)")
            let made = try await direct.list(ClientMarket.listing(), key: UUID())
            // The connection of the deletion has served another request, and breaks before its response. The system's HTTP
            // library then resends the deletion by itself, with a token that has been used.
            try await FaultyProxy.open(to: port, [ConnectionFault(answerLimit: 1)]) { proxy in
                let client = MarketAPIClient.over(URLSessionTransport(connectionsPerHost: 1), at: proxy.base)
                _ = try await client.health()
                try await client.delete(made.id, secret: ClientMarket.secret)
            }
            let gone = await #expect(throws: MarketClientError.self) { try await direct.product(made.id) }
            #expect(gone?.isGone == true)
        }
    }

    /// Otherwise the system's HTTP library would send the edit again on Linux, without its body.
    @Test func anEditIsNotSentOverAConnectionThatMayHaveEnded() async throws {
        try await withServer { port, _ in
            let made = try await MarketAPIClient.over(URLSessionTransport(), at: "http://127.0.0.1:\(port)")
                .list(ClientMarket.listing(), key: UUID())
            try await FaultyProxy.open(to: port, [ConnectionFault(answerLimit: 1)]) { proxy in
                let client = MarketAPIClient.over(URLSessionTransport(connectionsPerHost: 1), at: proxy.base)
                _ = try await client.health()
                let edit = ListingEdit(patch: ProductPatch(name: "책상"))
                let edited = try await client.update(made.id, with: edit, secret: ClientMarket.secret)
                #expect(edited.listing.name == "책상")
                #expect(proxy.connections == 2)
            }
        }
    }

    @Test func whoAnswersTooLateIsGivenUp() async throws {
        try await withServer { port, _ in
            try await FaultyProxy.open(to: port, [ConnectionFault(isHeld: true)]) { proxy in
                let url = try #require(URL(string: proxy.base + "/health"))
                let transport = URLSessionTransport()
                await #expect(throws: TransportError.timedOut) {
                    try await transport.send(ClientRequest(.get, url, idleTimeout: 1))
                }
            }
        }
    }

    @Test func aSlowAnswerIsWaitedFor() async throws {
        try await withServer { port, _ in
            try await FaultyProxy.open(to: port, [ConnectionFault(delay: .milliseconds(400))]) {
                let client = MarketAPIClient.over(URLSessionTransport(), at: $0.base, retry: .none)
                let health = try await client.health()
                #expect(health.isHealthy)
            }
        }
    }

    @Test func aCorruptAnswerIsNoProduct() async throws {
        try await withServer { port, _ in
            let made = try await MarketAPIClient.over(URLSessionTransport(), at: "http://127.0.0.1:\(port)")
                .list(ClientMarket.listing(), key: UUID())
            let corrupting = ConnectionFault(change: { buffer in
                let text = String(buffer: buffer).replacing("\"price\":12000", with: "\"price\":-2000")
                buffer = ByteBuffer(string: text)
            })
            try await FaultyProxy.open(to: port, [corrupting]) { proxy in
                let client = MarketAPIClient.over(URLSessionTransport(), at: proxy.base, retry: .none)
                let error = await #expect(throws: MarketClientError.self) { try await client.product(made.id) }
                guard case .unreadableResponse = error else { Issue.record("\(String(describing: error))"); return }
            }
        }
    }

    @Test func answersThatOvertakeEachOtherFindTheirCallers() async throws {
        try await withServer { port, _ in
            let direct = MarketAPIClient.over(URLSessionTransport(), at: "http://127.0.0.1:\(port)")
            var ids: [Product.ID] = []
            for number in 1...4 {
                ids.append(try await direct.list(ClientMarket.listing("상품 \(number)"), key: UUID()).id)
            }
            let held = Array(repeating: ConnectionFault(isHeld: true), count: 4)
            try await FaultyProxy.open(to: port, held) { proxy in
                let client = MarketAPIClient.over(URLSessionTransport(), at: proxy.base, retry: .none)
                let names = try await withThrowingTaskGroup(of: (Product.ID, String).self) { group in
                    for id in ids {
                        group.addTask { (id, try await client.product(id).listing.name) }
                    }
                    try await wait { proxy.heldCount >= 4 }
                    for _ in 0..<4 { proxy.release(proxy.heldCount - 1) }
                    return try await group.reduce(into: [Product.ID: String]()) { $0[$1.0] = $1.1 }
                }
                #expect(ids.map { names[$0] } == (1...4).map { "상품 \($0)" })
            }
        }
    }

    @Test func cancellingGivesTheConnectionUp() async throws {
        try await withServer { port, _ in
            try await FaultyProxy.open(to: port, [ConnectionFault(isHeld: true)]) { proxy in
                let client = MarketAPIClient.over(URLSessionTransport(), at: proxy.base)
                let call = Task { try await client.health() }
                try await wait { proxy.heldCount > 0 }
                call.cancel()
                await #expect(throws: MarketClientError.cancelled) { try await call.value }
                try await wait { proxy.closedByClient > 0 }
                #expect(proxy.connections == 1)
            }
        }
    }

    @Test func anAnswerWithoutEndIsCutOff() async throws {
        try await withServer { port, _ in
            let client = MarketAPIClient.over(URLSessionTransport(), at: "http://127.0.0.1:\(port)")
            let made = try await client.list(ClientMarket.listing(images: ["large.jpg"]), key: UUID())
            await #expect(throws: TransportError.responseTooLarge(maximum: 1000)) {
                try await URLSessionTransport().send(
                    ClientRequest(.get, made.images[0].url, maximumResponse: 1000)
                )
            }
        }
    }

    @Test func aTransportThatIsGoneLeavesNobodyWaiting() async throws {
        try await withServer { port, _ in
            try await FaultyProxy.open(to: port, [ConnectionFault(isHeld: true)]) { proxy in
                let url = try #require(URL(string: proxy.base + "/health"))
                let call = Task { try await URLSessionTransport().send(ClientRequest(.get, url, idleTimeout: 600)) }
                try await wait { proxy.heldCount > 0 }
                proxy.release(0)
                let response = try await call.value
                #expect(response.status == 200)
            }
        }
    }
}

extension MarketService {
    fileprivate func update(_ id: Product.ID, with edit: ListingEdit, secret: String) async throws -> DetailedProduct {
        try await self.update(id, with: edit, secret: secret, progress: { _ in })
    }
}
