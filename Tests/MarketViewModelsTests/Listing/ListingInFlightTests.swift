import Foundation
import MarketAPI
import MarketClient
import MarketModels
import MarketTexts
import Testing

@testable import MarketViewModels

/// A listing that was being sent when the app ended. Of one launch, the next has only the files and the identity store.
@MainActor
struct ListingInFlightTests {
    private let folder: TemporaryFolder
    private let calls = SuspendingCalls()
    private let store = MemoryIdentityStore()

    init() throws { folder = try TemporaryFolder() }

    private func launch(hoursLater hours: Int64 = 0) -> ListingFormModel {
        var dependencies = AppDependencies.test
        dependencies.now = { Samples.moment.adding(seconds: hours * 3600) }
        return ListingFormModel(
            service: calls,
            keyring: Keyring(store: store, market: Samples.market),
            preferences: MemoryPreferences(),
            language: .korean,
            drafts: Drafts(
                store: FileDraftStore(folder: folder.url, market: Samples.market),
                dependencies: dependencies
            )
        )
    }

    private func fillIn(_ form: ListingFormModel) {
        form.addImages([1, 2].map(Samples.image))
        form.setText("의자", for: .name)
        form.setText("12000", for: .price)
        form.setText("민수", for: .seller)
        form.setText("열려라 참깨 42", for: .password)
    }

    /// Sends a form in a launch that ends before the response comes, and returns the call.
    private func endWhileSending() async throws -> SuspendingCalls.Listing {
        let form = launch()
        fillIn(form)
        Task { await form.submit() }
        return try await calls.listings.next().request
    }

    private func inFlight() async -> [FormInFlight: String] {
        await Keyring(store: store, market: Samples.market).secretsInFlight()
    }

    @Test func nextLaunchGoesOnWithTheSameListing() async throws {
        let first = try await endWhileSending()
        #expect(await inFlight() == [.listing: "열려라 참깨 42"])
        let form = launch(hoursLater: 22)
        #expect(await form.restoreInFlight())
        #expect(form.draftQuestion == nil && form.typed.name == "의자")
        let sending = Task { await form.submit() }
        let second = try await calls.listings.next()
        #expect(second.request.key == first.key)
        #expect(second.request.listing.draft == first.listing.draft)
        #expect(second.request.listing.secret == first.listing.secret)
        #expect(second.request.listing.vendorName == "민수")
        second.response(Samples.product(9))
        await sending.value
        #expect(form.state == .listed(Samples.product(9), isSecretLost: false))
        #expect(try await store.secret(of: Samples.id(9), in: Samples.market) == "열려라 참깨 42")
        #expect(await inFlight().isEmpty && folder.files { _ in true }.isEmpty)
        #expect(await !launch().restoreInFlight(), "only once")
    }

    @Test func refusalKeepsTheFormAndIsSaid() async throws {
        _ = try await endWhileSending()
        let form = launch()
        #expect(await form.restoreInFlight())
        let sending = Task { await form.submit() }
        try await calls.listings.next().fail(Samples.refusal(400, .invalidFields, reason: "이름이 이상해요."))
        await sending.value
        #expect(form.failure == "이름이 이상해요.")
        #expect(form.typed.name == "의자" && form.images.count == 2)
        // Nobody sends it again by itself.
        #expect(await inFlight().isEmpty)
        let next = launch()
        #expect(await !next.restoreInFlight())
        await next.findDraft()
        #expect(next.draftQuestion != nil)
    }

    @Test(arguments: [Samples.lost, Samples.offline, .cancelled])
    func formThatIsOnlyWrittenIsNotSentByTheNextLaunch(_ end: MarketClientError) async throws {
        let form = launch()
        fillIn(form)
        let sending = Task { await form.submit() }
        let call = try await calls.listings.next()
        if end == .cancelled { form.cancel() } else { call.fail(end) }
        await sending.value
        #expect(await inFlight().isEmpty)
        #expect(await !launch().restoreInFlight())
    }

    @Test func listingWhoseKeyMayBeForgottenIsOnlyOffered() async throws {
        _ = try await endWhileSending()
        let form = launch(hoursLater: 23)
        #expect(await !form.restoreInFlight())
        #expect(form.draftQuestion != nil && form.typed.name.isEmpty)
        #expect(await inFlight().isEmpty)
    }

    @Test func withoutADraftThereIsNothingToGoOnWith() async throws {
        _ = try await endWhileSending()
        try await FileDraftStore(folder: folder.url, market: Samples.market).removeListing()
        let form = launch()
        #expect(await !form.restoreInFlight())
        #expect(form.typed.password.isEmpty)
        #expect(await inFlight().isEmpty)
    }

    @Test func whatIsBeingWrittenIsNotReplaced() async throws {
        _ = try await endWhileSending()
        try await store.save("s", for: .inFlight(.edit(Samples.id(9))), in: Samples.market)
        let form = launch()
        #expect(await form.restoreInFlight())
        Task { await form.submit() }
        _ = try await calls.listings.next()
        #expect(await !form.restoreInFlight(), "it is being sent")
        form.cancel()
        try await until("it has ended") { form.state == .writing(nil) }
        #expect(await inFlight() == [.edit(Samples.id(9)): "s"], "the edit is another form")
    }
}
