import MarketAPI
import MarketClient
import MarketModels
import MarketViewModels
import Testing

@MainActor
struct EditSecretTests {
    private let fixture = EditFixture()

    private func check(_ secret: String = "비밀") -> Task<Void, Never> { Task { await fixture.model.check(secret) } }

    @Test func rightPasswordOpensTheFormOnWhatIsThereNow() async throws {
        #expect(fixture.model.state == .awaitingPassword(nil))
        let checking = check()
        let call = try await fixture.calls.checks.next()
        #expect(call.request == "비밀")
        #expect(fixture.model.state == .checking)
        await fixture.model.check("비밀")
        call.response(EditFixture.product())
        let contact = try await fixture.calls.sellerContacts.next()
        #expect(contact.request == "비밀", "others don't see it in every state")
        contact.response("010")
        await checking.value
        #expect(fixture.step == .writing(nil))
        let typed = try #require(fixture.model.form?.typed)
        #expect(
            typed
                == TypedListing(
                    name: "의자",
                    price: "10000",
                    discount: "1000",
                    stock: "5",
                    seller: "민수",
                    contact: "010",
                    description: "설명"
                )
        )
        #expect(fixture.images == [1, 2, 3])
        #expect(fixture.model.form?.hasChanges != true)
        #expect(fixture.calls.checks.requests.count == 1)
    }

    @Test func wrongPasswordIsSaidAndCanBeTriedAgain() async throws {
        let checking = check("틀림")
        try await fixture.calls.checks.next().fail(Samples.wrongSecret)
        await checking.value
        #expect(fixture.model.state == .awaitingPassword(.wrong))
        #expect(fixture.model.failure?.contains("비밀번호가 맞지 않아요") == true)
        try await fixture.open()
        #expect(fixture.model.form != nil)
    }

    @Test func emptyPasswordIsNotSent() async {
        await fixture.model.check("")
        #expect(fixture.model.state == .awaitingPassword(.missing))
        #expect(fixture.calls.checks.requests.isEmpty)
    }

    @Test func tooManyAttemptsSaysSeconds() async throws {
        let checking = check()
        try await fixture.calls.checks.next().fail(Samples.refusal(429, .tooManyAttempts, retryAfter: 30))
        await checking.value
        #expect(fixture.model.state == .awaitingPassword(.tooManyAttempts(seconds: 30)))
        #expect(fixture.model.failure?.contains("30초") == true)
    }

    @Test func failureToCheckCanBeTriedAgain() async throws {
        let checking = check()
        try await fixture.calls.checks.next().fail(Samples.offline)
        await checking.value
        #expect(fixture.model.state == .awaitingPassword(.failed(Samples.offline)))
        try await fixture.open()
        #expect(fixture.model.form != nil)
    }

    @Test func productThatIsGoneCanNotBeEdited() async throws {
        let checking = check()
        try await fixture.calls.checks.next().fail(Samples.gone)
        await checking.value
        #expect(fixture.model.state == .gone)
        #expect(fixture.model.change == .deleted(Samples.id(9)))
    }

    @Test func cancelledCheckAsksAgain() async throws {
        let checking = check()
        _ = try await fixture.calls.checks.next()
        fixture.model.cancel()
        await checking.value
        #expect(fixture.model.state == .awaitingPassword(nil))
    }

    @Test func checkThatIsCancelledWhileTheContactIsFetchedAsksAgain() async throws {
        let checking = check()
        try await fixture.calls.checks.next().response(EditFixture.product())
        _ = try await fixture.calls.sellerContacts.next()
        fixture.model.cancel()
        await checking.value
        #expect(fixture.model.state == .awaitingPassword(nil))
    }

    @Test func contactThatCanNotBeFoundOutIsLeftAlone() async throws {
        let checking = check()
        try await fixture.calls.checks.next().response(EditFixture.product())
        try await fixture.calls.sellerContacts.next().fail(Samples.refusal(429, .tooManyAttempts))
        await checking.value
        let form = try #require(fixture.model.form)
        #expect(form.baseContact == nil)
        #expect(!form.hasChanges)
        fixture.model.setText("a@b.c", for: .contact)
        #expect(fixture.model.form?.isChanged(.contact) == true)
    }
}
