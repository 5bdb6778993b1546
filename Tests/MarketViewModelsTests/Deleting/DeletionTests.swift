import MarketAPI
import MarketClient
import MarketModels
import MarketTexts
import MarketViewModels
import Testing

@MainActor
struct DeletionTests {
    private final class Told {
        var changes: [ProductChange] = []
    }

    private let calls = SuspendingCalls()
    private let store = MemoryIdentityStore([Samples.id(9): "비밀"])
    private let told: Told
    private let model: DeletionModel

    init() {
        let told = Told()
        self.told = told
        model = DeletionModel(
            Samples.id(9),
            name: "의자",
            service: calls,
            keyring: Keyring(store: store, market: Samples.market),
            language: .korean
        ) { told.changes.append($0) }
    }

    private func delete(_ secret: String = "비밀") -> Task<Void, Never> { Task { await model.delete(with: secret) } }

    @Test func rightPasswordDeletesAndTheListIsToldOnceItIsSeen() async throws {
        #expect(model.state == .awaitingPassword(nil))
        let deleting = delete()
        let call = try await calls.deletions.next()
        #expect(call.request == "비밀")
        #expect(model.state == .deleting)
        call.response(())
        await deleting.value
        #expect(model.state == .gone)
        #expect(model.sentence == "‘의자’ 상품을 삭제했어요.")
        #expect(told.changes.isEmpty)
        model.acknowledge()
        model.acknowledge()
        #expect(told.changes == [.deleted(Samples.id(9))])
        #expect(model.state == .closed)
        #expect(try await store.secret(of: Samples.id(9), in: Samples.market) == nil)
    }

    @Test func wrongPasswordIsSaidAndCanBeTriedAgain() async throws {
        let deleting = delete("틀림")
        try await calls.deletions.next().fail(Samples.wrongSecret)
        await deleting.value
        #expect(model.state == .awaitingPassword(.wrong))
        #expect(model.sentence == "비밀번호가 맞지 않아요. 확인하고 다시 입력해 주세요.")
        model.acknowledge()
        #expect(told.changes.isEmpty)
        let again = delete()
        try await calls.deletions.next().response(())
        await again.value
        #expect(model.state == .gone)
    }

    @Test func wrongPasswordCanBeLeft() async throws {
        let deleting = delete("틀림")
        try await calls.deletions.next().fail(Samples.wrongSecret)
        await deleting.value
        model.cancel()
        #expect(model.state == .closed)
        await model.delete(with: "비밀")
        #expect(calls.deletions.requests.count == 1)
    }

    @Test func emptyPasswordIsNotSent() async {
        await model.delete(with: "")
        #expect(model.state == .awaitingPassword(.missing))
        #expect(calls.deletions.requests.isEmpty)
    }

    @Test func tooManyAttemptsSaysSeconds() async throws {
        let deleting = delete()
        try await calls.deletions.next().fail(Samples.refusal(429, .tooManyAttempts, retryAfter: 42))
        await deleting.value
        #expect(model.state == .awaitingPassword(.tooManyAttempts(seconds: 42)))
        #expect(model.sentence.contains("42초"))
    }

    @Test(arguments: [Samples.gone, Samples.refusal(404, .notFound), Samples.refusal(410, .deleted)])
    func whatIsGoneAlreadyCountsAsGone(_ error: MarketClientError) async throws {
        let deleting = delete()
        try await calls.deletions.next().fail(error)
        await deleting.value
        #expect(model.state == .gone)
    }

    @Test(arguments: [404, 410]) func answerOfAProxyDeletesNothing(status: Int) async throws {
        let deleting = delete()
        let error = Samples.refusal(status, nil)
        try await calls.deletions.next().fail(error)
        await deleting.value
        #expect(model.state == .awaitingPassword(.failed(error)))
        #expect(model.sentence == AppTexts(language: .korean)[.noMarket])
        #expect(try await store.secret(of: Samples.id(9), in: Samples.market) == "비밀")
    }

    @Test func failureIsSaidAndCanBeTriedAgain() async throws {
        let deleting = delete()
        try await calls.deletions.next().fail(Samples.lost)
        await deleting.value
        #expect(model.state == .awaitingPassword(.failed(Samples.lost)))
        #expect(model.sentence == AppTexts(language: .korean)[.deletionOutcomeUnknown])
        let again = delete()
        try await calls.deletions.next().fail(Samples.gone)
        await again.value
        #expect(model.state == .gone)
    }

    @Test func cancellingAsksAgain() async throws {
        let deleting = delete()
        _ = try await calls.deletions.next()
        model.cancel()
        await deleting.value
        #expect(model.state == .awaitingPassword(nil))
    }

    @Test func deletionThatArrivedAlthoughItWasCancelledIsSaid() async throws {
        calls.deletions.hearsCancellation = false
        let deleting = delete()
        let call = try await calls.deletions.next()
        model.cancel()
        call.response(())
        await deleting.value
        #expect(model.state == .gone)
    }

    @Test func tappingTwiceAsksOnce() async throws {
        let deleting = [delete(), delete()]
        let call = try await calls.deletions.next()
        await model.delete(with: "비밀")
        call.response(())
        for task in deleting { await task.value }
        #expect(calls.deletions.requests.count == 1)
    }
}
