import Foundation
import MarketAPI
import MarketClient
import MarketModels
import MarketTexts
import Testing

@testable import MarketViewModels

/// Drafts of a new listing, in files, with a market whose calls and pauses wait for the test.
@MainActor
struct ListingDraftTests {
    private let folder: TemporaryFolder
    private let calls = SuspendingCalls()
    private let preferences = MemoryPreferences()
    private let sleep = SuspendingSleep()

    init() throws { folder = try TemporaryFolder() }

    /// Returns the form of another launch: only the files are the same.
    private func form(in place: URL? = nil, makeKey: @escaping () -> UUID = { UUID() }) -> ListingFormModel {
        form(of: drafts(in: place), makeKey: makeKey)
    }

    private func form(of drafts: Drafts, makeKey: @escaping () -> UUID = { UUID() }) -> ListingFormModel {
        ListingFormModel(
            service: calls,
            preferences: preferences,
            language: .korean,
            drafts: drafts,
            makeKey: makeKey
        )
    }

    private func drafts(in place: URL? = nil) -> Drafts {
        let store = FileDraftStore(folder: place ?? folder.url, market: Samples.market)
        return Drafts(store: store, dependencies: .test(sleep))
    }

    private func stored() async throws -> ListingDraft? {
        try await FileDraftStore(folder: folder.url, market: Samples.market).listing()
    }

    private func fillIn(_ form: ListingFormModel, _ name: String = "의자") {
        form.addImages([1, 2].map(Samples.image))
        form.setText(name, for: .name)
        form.setText("12000", for: .price)
        form.setText("열려라 참깨 42", for: .password)
    }

    @Test func draftWithImagesSurvivesANewLaunch() async throws {
        let first = form()
        await first.findDraft()
        fillIn(first)
        first.moveImage(first.images[1].id, to: 0)
        try await sleep.pauses.next().response(())
        try await until("the draft is saved") { !folder.files { $0 == "draft.json" }.isEmpty }

        let second = form()
        await second.findDraft()
        #expect(second.draftQuestion == "작성 중인 상품이 있어요. 이어서 작성할까요?")
        second.restoreDraft()
        #expect(second.draftQuestion == nil)
        #expect(second.typed.name == "의자")
        #expect(second.typed.price == "12000")
        #expect(second.typed.password.isEmpty)
        #expect(second.images.map(\.added?.bytes) == [Data([2]), Data([1])])
        second.setText("열려라 참깨 42", for: .password)
        let sending = Task { await second.submit() }
        let call = try await calls.listings.next()
        #expect(call.request.listing.images.compactMap { AddedImage($0).bytes } == [Data([2]), Data([1])])
        call.response(Samples.product(9))
        await sending.value
        #expect(try await stored() == nil)
        #expect(folder.files { _ in true }.isEmpty)
    }

    @Test func manyChangesAreSavedTogetherAfterOnePause() async throws {
        let form = form()
        await form.findDraft()
        fillIn(form)
        try await until("a pause begins") { sleep.pauses.requests.count == 1 }
        form.setText("의자 둘", for: .name)
        await settle()
        #expect(sleep.pauses.requests == [.seconds(1)])
        try await sleep.pauses.next().response(())
        try await until("the draft is saved") { !folder.files { $0 == "draft.json" }.isEmpty }
        await form.saveDraft()
        #expect(try await stored()?.typed.name == "의자 둘")
        form.setText("의자 셋", for: .name)
        try await until("another pause begins") { sleep.pauses.requests.count == 2 }
    }

    @Test func goingIntoTheBackgroundSavesAtOnce() async throws {
        let form = form()
        fillIn(form)
        await form.saveDraft()
        #expect(try await stored()?.typed.name == "의자")
    }

    @Test func imagesThatAreLoadedAfterTheFormWasClosedAreInTheDraft() async throws {
        let drafts = drafts()
        let closed = form(of: drafts)
        fillIn(closed)
        closed.pendingImageCount = 2
        await closed.saveDraft()
        let closing = Task { await closed.closeDraft() }
        // Another form, opened meanwhile, offers all of it.
        let second = form(of: drafts)
        let finding = Task { await second.findDraft() }
        closed.addImages([Samples.image(3)])
        closed.pendingImageCount = 1
        await settle()
        #expect(second.offeredDraft == nil)
        // The last one can't be loaded.
        closed.pendingImageCount = 0
        await closing.value
        await finding.value
        #expect(try await stored()?.images.map(\.bytes) == [Data([1]), Data([2]), Data([3])])
        #expect(second.offeredDraft?.images.count == 3)
        // What is closed doesn't overwrite what is written now.
        second.restoreDraft()
        second.setText("다른 의자", for: .name)
        await second.saveDraft()
        closed.setText("늦은 의자", for: .name)
        await closed.saveDraft()
        #expect(try await stored()?.typed.name == "다른 의자")
    }

    @Test func aFormThatIsClosedWithNothingInItLeavesNoDraft() async throws {
        let form = form()
        await form.closeDraft()
        #expect(try await stored() == nil)
    }

    @Test func emptyFormIsNoDraft() async throws {
        preferences.sellerName = "민수"
        let form = form()
        await form.saveDraft()
        #expect(try await stored() == nil)
        // A password alone can't be kept, and what was deleted again is nothing.
        form.setText("열려라 참깨 42", for: .password)
        form.setText("의", for: .name)
        await form.saveDraft()
        #expect(try await stored() != nil)
        form.setText("", for: .name)
        await form.saveDraft()
        #expect(try await stored() == nil)
    }

    @Test func offeredDraftIsNotOverwrittenBeforeTheDecision() async throws {
        let first = form()
        fillIn(first, "먼저 쓴 의자")
        await first.saveDraft()
        // The app has not even looked for it.
        let second = form()
        fillIn(second, "다른 의자")
        await second.saveDraft()
        #expect(try await stored()?.typed.name == "먼저 쓴 의자")
        #expect(second.offeredDraft?.typed.name == "먼저 쓴 의자")
        // Sending the other one leaves it, too.
        let sending = Task { await second.submit() }
        try await calls.listings.next().response(Samples.product(9))
        await sending.value
        #expect(try await stored()?.typed.name == "먼저 쓴 의자")
    }

    @Test func discardedOfferIsGoneAndTheFormIsSavedFromNowOn() async throws {
        let first = form()
        fillIn(first)
        await first.saveDraft()
        let second = form()
        await second.findDraft()
        second.setText("책상", for: .name)
        await second.discardDraft()
        #expect(second.draftQuestion == nil)
        #expect(second.typed.name == "책상")
        #expect(try await stored() == nil)
        await second.saveDraft()
        #expect(try await stored()?.typed.name == "책상")
    }

    @Test func discardingTheOwnDraftEmptiesTheForm() async throws {
        preferences.sellerName = "민수"
        let form = form()
        fillIn(form)
        await form.saveDraft()
        await form.discardDraft()
        #expect(form.typed == TypedListing(seller: "민수"))
        #expect(form.images.isEmpty)
        #expect(folder.files { _ in true }.isEmpty)
    }

    @Test func lostAnswerKeepsTheDraftAndTheNextLaunchSendsTheSameListing() async throws {
        let first = form()
        fillIn(first)
        let sending = Task { await first.submit() }
        let call = try await calls.listings.next()
        call.fail(Samples.lost)
        await sending.value
        #expect(try await stored()?.key == call.request.key)

        let second = form()
        await second.findDraft()
        second.restoreDraft()
        second.setText("열려라 참깨 42", for: .password)
        let again = Task { await second.submit() }
        let repeated = try await calls.listings.next()
        #expect(repeated.request.key == call.request.key)
        repeated.response(Samples.product(9))
        await again.value
        #expect(try await stored() == nil)
    }

    @Test func appThatEndsWhileSendingSendsTheSameListingTheNextTime() async throws {
        let first = form()
        fillIn(first)
        let sending = Task { await first.submit() }
        let call = try await calls.listings.next()
        // The app ends here. Another launch finds what was being sent.
        #expect(try await stored()?.key == call.request.key)
        call.fail(.cancelled)
        await sending.value
    }

    @Test func listingThatArrivedUnseenIsNotListedAgainUnderItsKey() async throws {
        let form = form()
        fillIn(form)
        let sending = Task { await form.submit() }
        try await calls.listings.next().fail(Samples.refusal(422, .keyReused))
        await sending.value
        await form.saveDraft()
        let draft = try #require(try await stored())
        #expect(draft.key == nil)
    }

    @Test func changeAfterSendingIsNotSaved() async throws {
        let form = form()
        fillIn(form)
        let sending = Task { await form.submit() }
        try await calls.listings.next().response(Samples.product(9))
        await sending.value
        await form.saveDraft()
        #expect(try await stored() == nil)
    }

    @Test func fullDeviceIsSaidAndLosesNothingOfTheForm() async throws {
        let form = form(in: try folder.unwritable())
        fillIn(form)
        await form.saveDraft()
        #expect(form.draftFailure?.contains("저장하지 못했어요") == true)
        form.setText("의자 둘", for: .name)
        await form.saveDraft()
        #expect(form.draftFailure != nil)
        #expect(form.images.count == 2)
        let sending = Task { await form.submit() }
        let call = try await calls.listings.next()
        #expect(call.request.listing.draft.name == "의자 둘")
        call.response(Samples.product(9))
        await sending.value
        #expect(form.state == .listed(Samples.product(9), isSecretLost: false))
    }

    @Test func draftThatCanNotBeReadNowIsNotOverwritten() async throws {
        let first = form()
        fillIn(first, "먼저 쓴 의자")
        await first.saveDraft()
        // Unreadable for a while, as files are while an iPhone is locked.
        let file = try folder.file(named: "draft.json")
        let aside = folder.url.appending(path: "aside")
        try FileManager.default.moveItem(at: file, to: aside)
        try FileManager.default.createDirectory(at: file, withIntermediateDirectories: true)
        let second = form()
        await second.findDraft()
        fillIn(second, "다른 의자")
        await second.saveDraft()
        #expect(second.draftFailure != nil)
        try FileManager.default.removeItem(at: file)
        try FileManager.default.moveItem(at: aside, to: file)
        await second.saveDraft()
        #expect(second.offeredDraft?.typed.name == "먼저 쓴 의자")
    }

    @Test func closedFormIsSavedWhenThePauseEnds() async throws {
        var form: ListingFormModel? = form()
        await form?.findDraft()
        form?.setText("의자", for: .name)
        form = nil
        try await sleep.pauses.next().response(())
        try await until("the draft is saved") { !folder.files { $0 == "draft.json" }.isEmpty }
    }
}
