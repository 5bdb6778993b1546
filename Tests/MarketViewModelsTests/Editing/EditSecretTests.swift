import MarketAPI
import MarketClient
import MarketModels
import MarketViewModels
import Testing

@MainActor
struct EditSecretTests {
    private let world = EditWorld()

    private func check(_ secret: String = "비밀") -> Task<Void, Never> { Task { await world.model.check(secret) } }

    @Test func rightPasswordOpensTheFormOnWhatIsThereNow() async throws {
        #expect(world.model.state == .asking)
        let checking = check()
        let call = try await world.calls.checks.next()
        #expect(call.request == "비밀")
        #expect(world.model.state == .checking)
        await world.model.check("비밀")
        call.answer(EditWorld.product())
        try await world.calls.contacts.next().answer("010")
        await checking.value
        #expect(world.step == .writing(nil))
        let typed = try #require(world.model.form?.typed)
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
        #expect(world.pictures == [1, 2, 3])
        #expect(!world.model.hasUnsavedChanges)
        #expect(world.calls.checks.requests.count == 1)
    }

    @Test func wrongPasswordIsSaidAndCanBeTriedAgain() async throws {
        let checking = check("틀림")
        try await world.calls.checks.next().fail(Samples.wrongSecret)
        await checking.value
        #expect(world.model.state == .refused(.wrong))
        #expect(world.model.trouble?.contains("비밀번호가 맞지 않아요") == true)
        world.model.tryAgain()
        #expect(world.model.state == .asking)
        try await world.open()
        #expect(world.model.form != nil)
    }

    @Test func emptyPasswordIsNotSent() async {
        await world.model.check("")
        #expect(world.model.state == .refused(.missing))
        #expect(world.calls.checks.requests.isEmpty)
    }

    @Test func tooManyAttemptsSaysSeconds() async throws {
        let checking = check()
        try await world.calls.checks.next().fail(Samples.refusal(429, .tooManyAttempts, retryAfter: 30))
        await checking.value
        #expect(world.model.state == .refused(.tooManyAttempts(seconds: 30)))
        #expect(world.model.trouble?.contains("30초") == true)
    }

    @Test func failureToCheckCanBeTriedAgain() async throws {
        let checking = check()
        try await world.calls.checks.next().fail(Samples.offline)
        await checking.value
        #expect(world.model.state == .refused(.failed(Samples.offline)))
        try await world.open()
        #expect(world.model.form != nil)
    }

    @Test func productThatIsGoneCanNotBeEdited() async throws {
        let checking = check()
        try await world.calls.checks.next().fail(Samples.gone)
        await checking.value
        #expect(world.model.state == .gone)
        #expect(world.model.change == .deleted(Samples.id(9)))
    }

    @Test func cancelledCheckAsksAgain() async throws {
        let checking = check()
        _ = try await world.calls.checks.next()
        world.model.cancel()
        await checking.value
        #expect(world.model.state == .asking)
    }

    @Test func checkThatIsCancelledWhileTheContactIsFetchedAsksAgain() async throws {
        let checking = check()
        try await world.calls.checks.next().answer(EditWorld.product())
        _ = try await world.calls.contacts.next()
        world.model.cancel()
        await checking.value
        #expect(world.model.state == .asking)
    }

    @Test func contactThatCanNotBeFoundOutIsLeftAlone() async throws {
        let checking = check()
        try await world.calls.checks.next().answer(EditWorld.product())
        try await world.calls.contacts.next().fail(Samples.refusal(429, .tooManyAttempts))
        await checking.value
        let form = try #require(world.model.form)
        #expect(form.baseContact == nil)
        #expect(!form.hasChanges)
        world.model.type("a@b.c", into: .contact)
        #expect(world.model.form?.isChanged(.contact) == true)
    }
}
