import MarketAPI
import MarketClient
import MarketModels
import MarketViewModels
import Testing

@MainActor
struct ProductContactTests {
    private let fixture = ProductFixture()

    private func ask() -> Task<Void, Never> { Task { await fixture.model.showContact() } }

    @Test func contactIsAskedForOnlyAfterATap() async throws {
        try await fixture.load(Samples.product(9))
        await settle()
        #expect(fixture.model.contact == .hidden)
        #expect(fixture.calls.contacts.requests.isEmpty)
        let request = ask()
        let call = try await fixture.calls.contacts.next()
        #expect(fixture.model.contact == .loading)
        await fixture.model.showContact()
        call.response("010-1234-5678")
        await request.value
        #expect(fixture.model.contact == .shown("010-1234-5678"))
        #expect(fixture.calls.contacts.requests.count == 1)
    }

    @Test func sellerWithoutContact() async throws {
        let request = ask()
        try await fixture.calls.contacts.next().response(nil)
        await request.value
        #expect(fixture.model.contact == .notGiven)
    }

    @Test func limitedContactSaysHowLong() async throws {
        let request = ask()
        try await fixture.calls.contacts.next().fail(Samples.refusal(429, .tooManyAttempts, retryAfter: 17))
        await request.value
        #expect(fixture.model.contact == .limited(seconds: 17))
    }

    @Test func failedContactCanBeAskedForAgain() async throws {
        let request = ask()
        try await fixture.calls.contacts.next().fail(Samples.offline)
        await request.value
        #expect(fixture.model.contact == .failed(Samples.offline))
        let again = ask()
        try await fixture.calls.contacts.next().response("a@b.c")
        await again.value
        #expect(fixture.model.contact == .shown("a@b.c"))
    }

    @Test func cancelledContactIsHiddenAgain() async throws {
        let request = ask()
        _ = try await fixture.calls.contacts.next()
        request.cancel()
        await request.value
        #expect(fixture.model.contact == .hidden)
    }

    @Test func contactOfAProductThatIsGone() async throws {
        try await fixture.load(Samples.product(9))
        let request = ask()
        try await fixture.calls.contacts.next().fail(Samples.gone)
        await request.value
        #expect(fixture.model.state == .gone)
        #expect(fixture.model.contact == .hidden)
    }
}
