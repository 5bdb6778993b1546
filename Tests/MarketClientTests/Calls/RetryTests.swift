import Foundation
import MarketAPI
import MarketClient
import MarketModels
import Testing

/// Which calls are retried, and which never are.
@Suite struct RetryTests {
    private let product = Product.ID(rawValue: 7)

    @Test(arguments: [TransportError.notConnected(detail: ""), .connectionLost(detail: "")])
    func readsAreRepeatedWithGrowingPauses(_ error: TransportError) async throws {
        let pauses = Pauses()
        let transport = ScriptedTransport([.failure(error), .failure(error), .success(.emptyList)])
        let client = MarketAPIClient.over(transport, at: "http://market.example", retry: pauses.policy())
        let response = try await client.products(ProductListRequest())
        #expect(response.products.isEmpty)
        #expect(transport.requests.count == 3)
        let (first, second) = (try #require(pauses.all.first), try #require(pauses.all.last))
        #expect((.milliseconds(150)...(.milliseconds(300))).contains(first))
        #expect((.milliseconds(300)...(.milliseconds(600))).contains(second))
    }

    @Test func categoriesAreAskedForAgain() async throws {
        let category = #"{"slug":"a","parent":null,"name_ko":"가","name_en":"A","count":3}"#
        let transport = ScriptedTransport([
            .failure(.connectionLost(detail: "")),
            .success(.json(#"{"categories":[\#(category)],"currencies":["CHF","ZZZ"]}"#)),
        ])
        let client = MarketAPIClient.over(transport, at: "http://market.example", retry: Pauses().policy())
        let response = try await client.categories()
        #expect(response.categories == [ListedCategory(slug: "a", names: [.korean: "가", .english: "A"], count: 3)])
        // A newer market may have currencies that this version doesn't know.
        #expect(response.currencies.map(\.rawValue) == ["CHF"])
        #expect(transport.requests.map(\.url.path) == ["/api/categories", "/api/categories"])
    }

    /// An older market doesn't know each language of this version.
    @Test func aCategoryHasANameInOneLanguageAtLeast() async throws {
        func categories(_ names: String) async throws -> [ListedCategory] {
            let category = #"{"slug":"a","parent":null,\#(names)"count":3}"#
            let transport = ScriptedTransport([.success(.json(#"{"categories":[\#(category)]}"#))])
            return try await MarketAPIClient.over(transport, at: "http://market.example").categories().categories
        }
        let listed = try #require(try await categories(#""name_en":"A","#).first)
        #expect(listed.name(in: .korean) == "A" && listed.name(in: .english) == "A")
        await #expect(throws: MarketClientError.self) { _ = try await categories("") }
    }

    @Test func afterTheLastAttemptTheErrorIsThatOfTheTransport() async {
        let lost = TransportError.connectionLost(detail: "reset")
        let transport = ScriptedTransport(Array(repeating: .failure(lost), count: 9))
        let client = MarketAPIClient.over(transport, at: "http://market.example", retry: Pauses().policy(attempts: 3))
        await #expect(throws: MarketClientError.unreachable(lost)) { try await client.product(product) }
        #expect(transport.requests.count == 3)
    }

    @Test func whoWaitsWithoutProgressWaitsForOneTimeout() async {
        let calls: [(timeout: Double, call: @Sendable (MarketAPIClient) async throws -> Void)] = [
            (15, { [product] in _ = try await $0.product(product) }),
            (15, { _ = try await $0.products(ProductListRequest()) }),
            (15, { [product] in _ = try await $0.contact(of: product) }),
            (30, { [product] in _ = try await $0.check("s", of: product) }),
            (30, { [product] in _ = try await $0.changeState(of: product, to: .sold, by: .secret("s")) }),
        ]
        for (timeout, call) in calls {
            let transport = ScriptedTransport(Array(repeating: .failure(.timedOut), count: 9))
            let client = MarketAPIClient.over(transport, at: "http://market.example", retry: Pauses().policy())
            await #expect(throws: MarketClientError.self) { try await call(client) }
            #expect(transport.requests.map(\.idleTimeout) == [timeout])
        }
    }

    @Test func aListingThatTimedOutIsSentAgain() async {
        let transport = ScriptedTransport(Array(repeating: .failure(.timedOut), count: 9))
        let client = MarketAPIClient.over(transport, at: "http://market.example", retry: Pauses().policy(attempts: 3))
        await #expect(throws: MarketClientError.outcomeUnknown(.timedOut)) {
            try await client.list(ClientMarket.listing(), key: UUID())
        }
        #expect(transport.requests.count == 3)
    }

    @Test func anUntrustedCertificateIsNotTriedAgain() async {
        let transport = ScriptedTransport([.failure(.notTrusted(detail: "self-signed"))])
        let client = MarketAPIClient.over(transport, at: "https://market.example")
        await #expect(throws: MarketClientError.unreachable(.notTrusted(detail: "self-signed"))) {
            try await client.product(product)
        }
        #expect(transport.requests.count == 1)
    }

    @Test func aListingIsRepeatedUnderItsKey() async {
        let transport = ScriptedTransport([.failure(.connectionLost(detail: "")), .failure(.timedOut)])
        let client = MarketAPIClient.over(transport, at: "http://market.example", retry: Pauses().policy(attempts: 2))
        let key = UUID()
        await #expect(throws: MarketClientError.outcomeUnknown(.timedOut)) {
            try await client.list(ClientMarket.listing(), key: key)
        }
        #expect(
            transport.requests.map { $0.headers["Idempotency-Key"] } == [
                key.uuidString.lowercased(), key.uuidString.lowercased(),
            ]
        )
    }

    @Test(arguments: [true, false]) func changeThatMayHaveArrivedIsNeverCalledUnreachable(wasLost: Bool) async {
        // The first answer is lost, or the first request never arrives; then nobody can be reached.
        let offline = TransportError.notConnected(detail: "no network")
        let first = wasLost ? TransportError.connectionLost(detail: "reset") : offline
        let calls: [@Sendable (MarketAPIClient) async throws -> Void] = [
            { _ = try await $0.list(ClientMarket.listing(), key: UUID()) },
            { [product] in _ = try await $0.changeState(of: product, to: .sold, by: .secret("s")) },
            { [product] in _ = try await $0.issueToken(for: product, secret: "s") },
            { [product] in try await $0.revokeTokens(of: product, by: .secret("s")) },
        ]
        for call in calls {
            let transport = ScriptedTransport([.failure(first), .failure(offline)])
            let client = MarketAPIClient.over(
                transport,
                at: "http://market.example",
                retry: Pauses().policy(attempts: 2)
            )
            await #expect(throws: wasLost ? MarketClientError.outcomeUnknown(offline) : .unreachable(offline)) {
                try await call(client)
            }
            #expect(transport.requests.count == 2)
        }
    }

    @Test func aListingThatIsBeingCarriedOutIsAskedForAgain() async throws {
        let pauses = Pauses()
        let transport = ScriptedTransport([
            .success(.refusal(409, code: "request_under_way", headers: ["Retry-After": "1"])),
            .success(.refusal(403, code: "registration_closed")),
        ])
        let client = MarketAPIClient.over(transport, at: "http://market.example", retry: pauses.policy())
        await #expect(throws: MarketClientError.self) { try await client.list(ClientMarket.listing(), key: UUID()) }
        #expect(transport.requests.count == 2)
        #expect(pauses.all == [.seconds(1)])
    }

    @Test(arguments: [TransportError.timedOut, .connectionLost(detail: "reset")])
    func anEditWhoseAnswerWasLostIsNeverSentTwice(_ error: TransportError) async {
        let transport = ScriptedTransport([.failure(error)])
        let client = MarketAPIClient.over(transport, at: "http://market.example")
        await #expect(throws: MarketClientError.outcomeUnknown(error)) {
            try await client.update(product, with: ListingEdit(patch: ProductPatch(name: "새 이름")), secret: "s")
        }
        #expect(transport.requests.count == 1)
    }

    @Test func anEditThatNeverArrivedIsSentAgain() async {
        let refused = TransportError.notConnected(detail: "refused")
        let transport = ScriptedTransport([.failure(refused), .success(.refusal(403, code: "wrong_secret"))])
        let client = MarketAPIClient.over(transport, at: "http://market.example")
        let error = await #expect(throws: MarketClientError.self) {
            try await client.update(product, with: ListingEdit(patch: ProductPatch(name: "새 이름")), secret: "s")
        }
        #expect(error?.isWrongSecret == true)
        #expect(transport.requests.count == 2)
    }

    @Test func whoAsksForATooLongPauseIsNotWaitedFor() async {
        let pauses = Pauses()
        let transport = ScriptedTransport([.success(.refusal(503, code: "busy", headers: ["Retry-After": "60"]))])
        let client = MarketAPIClient.over(transport, at: "http://market.example", retry: pauses.policy())
        let error = await #expect(throws: MarketClientError.self) { try await client.product(product) }
        #expect(error?.refusal?.retryAfter == 60)
        #expect(pauses.all.isEmpty)
    }

    @Test func whoeverAsksForAPauseIsLeftAloneForSoLong() async {
        let pauses = Pauses()
        let busy = ClientResponse.refusal(429, code: "too_many_attempts", headers: ["Retry-After": "2"])
        let transport = ScriptedTransport([
            .success(busy), .success(busy), .success(.refusal(403, code: "vendor_blocked")),
        ])
        let client = MarketAPIClient.over(transport, at: "http://market.example", retry: pauses.policy())
        let error = await #expect(throws: MarketClientError.self) {
            try await client.list(ClientMarket.listing(), key: UUID())
        }
        #expect(error?.refusal?.status == 403)
        #expect(pauses.all == [.seconds(2), .seconds(2)])
    }

    /// A request refused with 429 has changed nothing, so edits can be retried, too.
    @Test func anEditThatCameTooOftenIsSentAgain() async {
        let pauses = Pauses()
        let busy = ClientResponse.refusal(429, code: "too_many_attempts", headers: ["Retry-After": "2"])
        let transport = ScriptedTransport([.success(busy), .success(.refusal(403, code: "wrong_secret"))])
        let client = MarketAPIClient.over(transport, at: "http://market.example", retry: pauses.policy())
        let error = await #expect(throws: MarketClientError.self) {
            try await client.update(product, with: ListingEdit(patch: ProductPatch(name: "새 이름")), secret: "s")
        }
        #expect(error?.isWrongSecret == true)
        #expect(pauses.all == [.seconds(2)])
    }

    /// An import waits for as long, and as often, as the server asks, until its budget for that is used up.
    @Test func retryAfterBudgetExtendsAttemptsAndDelays() async {
        let pauses = Pauses()
        let busy = ClientResponse.refusal(429, code: "too_many_attempts", headers: ["Retry-After": "60"])
        let transport = ScriptedTransport(Array(repeating: .success(busy), count: 20))
        var policy = pauses.policy(attempts: 2)
        policy.retryAfterBudget = .seconds(600)
        let client = MarketAPIClient.over(transport, at: "http://market.example", retry: policy)
        let error = await #expect(throws: MarketClientError.self) {
            try await client.list(ClientMarket.listing(), key: UUID())
        }
        #expect(error?.refusal?.retryAfter == 60)
        #expect(pauses.all == Array(repeating: .seconds(60), count: 10))
    }

    @Test(arguments: [400, 403, 404, 413, 422, 429, 500])
    func refusalsAreNotAskedAgain(_ status: Int) async {
        let transport = ScriptedTransport([.success(.refusal(status, code: "not_found"))])
        let client = MarketAPIClient.over(transport, at: "http://market.example")
        await #expect(throws: MarketClientError.self) { try await client.product(product) }
        #expect(transport.requests.count == 1)
    }

    @Test func aDeletionWhoseAnswerWasLostCountsIfTheProductIsGone() async throws {
        let token = UUID().uuidString
        let transport = ScriptedTransport([
            .success(.json(token)), .failure(.connectionLost(detail: "")), .success(.refusal(404, code: "withdrawn")),
        ])
        let client = MarketAPIClient.over(transport, at: "http://market.example")
        try await client.delete(product, secret: "s")
        #expect(transport.requests.map(\.method) == [.post, .delete, .get])
    }

    @Test func aDeletionWhoseAnswerWasLostStaysUnknownOtherwise() async {
        let transport = ScriptedTransport([
            .success(.json(UUID().uuidString)), .failure(.timedOut), .success(.refusal(500, code: "internal_error")),
        ])
        let client = MarketAPIClient.over(transport, at: "http://market.example")
        await #expect(throws: MarketClientError.outcomeUnknown(.timedOut)) {
            try await client.delete(product, secret: "s")
        }
    }

    /// A network that wants people to log in answers everything with its page.
    @Test func pageOfTheNetworkIsNeitherADeletionNorARevocation() async throws {
        let page = ScriptedTransport.Outcome.success(.json("<html>"))
        let deleting = ScriptedTransport([.success(.json(UUID().uuidString)), page, page])
        let deletion = await #expect(throws: MarketClientError.self) {
            try await MarketAPIClient.over(deleting, at: "http://market.example").delete(product, secret: "s")
        }
        guard case .unreadableResponse = deletion else { Issue.record("\(String(describing: deletion))"); return }
        #expect(deleting.requests.map(\.method) == [.post, .delete, .get])
        let revoking = ScriptedTransport([page, .success(ClientResponse(status: 204))])
        let client = MarketAPIClient.over(revoking, at: "http://market.example")
        let revocation = await #expect(throws: MarketClientError.self) {
            try await client.revokeTokens(of: product, by: .secret("s"))
        }
        guard case .unreadableResponse = revocation else { Issue.record("\(String(describing: revocation))"); return }
        try await client.revokeTokens(of: product, by: .secret("s"))
    }

    @Test func cancellingInAPauseEndsTheCall() async {
        let transport = ScriptedTransport(Array(repeating: .failure(.notConnected(detail: "")), count: 9))
        let client = MarketAPIClient.over(
            transport,
            at: "http://market.example",
            retry: RetryPolicy(sleep: { _ in try await Task.sleep(for: .seconds(3600)) })
        )
        let call = Task { try await client.product(product) }
        while transport.requests.isEmpty { await Task.yield() }
        call.cancel()
        await #expect(throws: MarketClientError.cancelled) { try await call.value }
        #expect(transport.requests.count == 1)
    }

    @Test func whatIsNoMarketIsSaidToBeNone() async {
        let transport = ScriptedTransport([
            .success(.json("<html>", status: 200)), .success(.json("<html>", status: 404)),
        ])
        let client = MarketAPIClient.over(transport, at: "http://market.example")
        let page = await #expect(throws: MarketClientError.self) { try await client.product(product) }
        guard case .unreadableResponse = page else { Issue.record("\(String(describing: page))"); return }
        let missing = await #expect(throws: MarketClientError.self) { try await client.product(product) }
        #expect(missing?.refusal == Refusal(status: 404, code: nil, reason: "HTTP 404"))
        #expect(missing?.isGone == false, "a proxy doesn't know what the market has")
    }
}
