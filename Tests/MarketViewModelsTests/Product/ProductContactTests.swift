import MarketAPI
import MarketClient
import MarketModels
import MarketViewModels
import Testing

@MainActor
struct ProductContactTests {
    private let world = ProductWorld()

    private func ask() -> Task<Void, Never> { Task { await world.model.showContact() } }

    @Test func contactIsAskedForOnlyAfterATap() async throws {
        try await world.load(Samples.product(9))
        await settle()
        #expect(world.model.contact == .hidden)
        #expect(world.calls.contacts.requests.isEmpty)
        let asking = ask()
        let call = try await world.calls.contacts.next()
        #expect(world.model.contact == .loading)
        await world.model.showContact()
        call.answer("010-1234-5678")
        await asking.value
        #expect(world.model.contact == .shown("010-1234-5678"))
        #expect(world.calls.contacts.requests.count == 1)
    }

    @Test func sellerWithoutContact() async throws {
        let asking = ask()
        try await world.calls.contacts.next().answer(nil)
        await asking.value
        #expect(world.model.contact == .notGiven)
    }

    @Test func limitedContactSaysHowLong() async throws {
        let asking = ask()
        try await world.calls.contacts.next().fail(Samples.refusal(429, .tooManyAttempts, retryAfter: 17))
        await asking.value
        #expect(world.model.contact == .limited(seconds: 17))
    }

    @Test func failedContactCanBeAskedForAgain() async throws {
        let asking = ask()
        try await world.calls.contacts.next().fail(Samples.offline)
        await asking.value
        #expect(world.model.contact == .failed(Samples.offline))
        let again = ask()
        try await world.calls.contacts.next().answer("a@b.c")
        await again.value
        #expect(world.model.contact == .shown("a@b.c"))
    }

    @Test func cancelledContactIsHiddenAgain() async throws {
        let asking = ask()
        _ = try await world.calls.contacts.next()
        asking.cancel()
        await asking.value
        #expect(world.model.contact == .hidden)
    }

    @Test func contactOfAProductThatIsGone() async throws {
        try await world.load(Samples.product(9))
        let asking = ask()
        try await world.calls.contacts.next().fail(Samples.gone)
        await asking.value
        #expect(world.model.state == .gone)
        #expect(world.model.contact == .hidden)
    }
}
