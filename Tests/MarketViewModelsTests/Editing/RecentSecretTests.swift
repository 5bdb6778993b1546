import MarketAPI
import MarketClient
import MarketModels
import MarketTexts
import MarketViewModels
import Synchronization
import Testing

/// Within an hour after it was right, a password isn't asked for again.
@MainActor
struct RecentSecretTests {
    private final class Clock: Sendable {
        private let moment = Mutex(Samples.moment)
        var now: Timestamp { moment.withLock { $0 } }
        func advance(seconds: Int64) { moment.withLock { $0 = $0.adding(seconds: seconds) } }
    }

    private let calls = SuspendingCalls()
    private let clock: Clock
    private let recent: RecentSecrets
    private let id = Samples.id(9)

    init() {
        let clock = Clock()
        self.clock = clock
        recent = RecentSecrets { clock.now }
    }

    private func edit() -> EditModel { EditModel(id, service: calls, language: .korean, recentSecrets: recent) }

    private func open() async throws -> EditModel {
        let model = edit()
        let checking = Task { await model.check("비밀") }
        try await calls.checks.next().response(EditFixture.product())
        try await calls.sellerContacts.next().response(nil)
        await checking.value
        return model
    }

    @Test func checkedPasswordIsKnownForAnHourAndNoLonger() async throws {
        #expect(edit().recentSecret == nil)
        _ = try await open()
        clock.advance(seconds: 3599)
        #expect(edit().recentSecret == "비밀")
        clock.advance(seconds: 1)
        #expect(edit().recentSecret == nil)
    }

    @Test func clockThatIsSetBackEndsTheHour() async throws {
        _ = try await open()
        clock.advance(seconds: -1)
        #expect(edit().recentSecret == nil)
    }

    @Test func passwordThatIsWrongNowIsForgotten() async throws {
        _ = try await open()
        let model = edit()
        let checking = Task { await model.check("비밀") }
        try await calls.checks.next().fail(Samples.wrongSecret)
        await checking.value
        #expect(model.recentSecret == nil)
    }

    @Test func passwordThatCouldNotBeCheckedIsStillKnown() async throws {
        _ = try await open()
        let model = edit()
        let checking = Task { await model.check("비밀") }
        try await calls.checks.next().fail(Samples.offline)
        await checking.value
        #expect(model.recentSecret == "비밀")
    }

    /// It waits for the operator, for example.
    @Test func hiddenProductIsShownForAnHourToWhoKeepsNoPassword() async throws {
        _ = try await open()
        let hidden = Samples.product(9, state: .hidden)
        let shown = screen()
        let loading = Task { await shown.load() }
        try await calls.details.next().fail(Samples.gone)
        let check = try await calls.checks.next()
        #expect(check.request == "비밀")
        check.response(hidden)
        await loading.value
        #expect(shown.product == hidden)
        clock.advance(seconds: 3600)
        let gone = screen()
        let another = Task { await gone.load() }
        try await calls.details.next().fail(Samples.gone)
        await another.value
        #expect(gone.state == .gone)
    }

    private func screen() -> ProductModel<String> {
        var dependencies = AppDependencies.test
        dependencies.recentSecrets = recent
        return ProductModel(id, service: calls, dependencies: dependencies) { _ in "" }
    }

    @Test func whoHasJustListedOnlyConfirmsTheDeletion() async throws {
        let form = ListingFormModel(
            service: calls,
            preferences: MemoryPreferences(),
            language: .korean,
            recentSecrets: recent
        )
        form.addImages([Samples.image(1)])
        form.setText("의자", for: .name)
        form.setText("1000", for: .price)
        form.setText("열려라 참깨 42", for: .password)
        let sending = Task { await form.submit() }
        try await calls.listings.next().response(Samples.product(9))
        await sending.value
        let deletion = DeletionModel(id, name: "의자", service: calls, recentSecrets: recent, language: .korean) { _ in }
        let secret = try #require(deletion.recentSecret)
        #expect(deletion.sentence == InterfaceTexts(language: .korean)[.deleteKnownAdvice])
        let deleting = Task { await deletion.delete(with: secret) }
        try await calls.deletions.next().response(())
        await deleting.value
        #expect(deletion.state == .gone)
        #expect(deletion.recentSecret == nil)
    }
}
