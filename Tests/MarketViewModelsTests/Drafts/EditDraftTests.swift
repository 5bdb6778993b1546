import Foundation
import MarketAPI
import MarketClient
import MarketModels
import MarketTexts
import Testing

@testable import MarketViewModels

/// Drafts of an edit, in files, with a market whose calls wait for the test.
@MainActor
struct EditDraftTests {
    private let folder: TemporaryFolder
    private let calls = SuspendingCalls()

    init() throws { folder = try TemporaryFolder() }

    /// Opens the form of another launch: only the files are the same.
    private func open(_ product: DetailedProduct, contact: String? = "010") async throws -> EditModel {
        let store = FileDraftStore(folder: folder.url, market: Samples.market)
        let model = EditModel(
            product.id,
            service: calls,
            language: .korean,
            drafts: Drafts(store: store, dependencies: .test)
        )
        let checking = Task { await model.check("비밀") }
        try await calls.checks.next().response(product)
        try await calls.sellerContacts.next().response(contact)
        await checking.value
        return model
    }

    private func stored() async throws -> EditDraft? {
        try await FileDraftStore(folder: folder.url, market: Samples.market).edit(of: Samples.id(9))
    }

    private static let product = EditFixture.product()

    /// An edit of name and images that was left unfinished.
    private func leaveUnfinished() async throws {
        let model = try await open(Self.product)
        model.setText("새 의자", for: .name)
        model.addImages([Samples.image(7)])
        model.removeImage(.kept(2))
        await model.saveDraft()
    }

    @Test func deletingAProductLeavesNoEditOfIt() async throws {
        let drafts = Drafts(store: FileDraftStore(folder: folder.url, market: Samples.market), dependencies: .test)
        try await leaveUnfinished()
        for change in [ProductChange.listed(Self.product), .edited(Self.product), .deleted(Samples.id(8))] {
            await drafts.apply(change)
            #expect(try await stored() != nil, "\(change)")
        }
        await drafts.apply(.deleted(Self.product.id))
        #expect(try await stored() == nil)
    }

    /// A proxy answers so while the market restarts; what the market has deleted needs no draft.
    @Test(arguments: [nil, ErrorCode.deleted]) func onlyTheMarketEndsAnEdit(_ code: ErrorCode?) async throws {
        try await leaveUnfinished()
        let store = FileDraftStore(folder: folder.url, market: Samples.market)
        let drafts = Drafts(store: store, dependencies: .test)
        let model = EditModel(Self.product.id, service: calls, language: .korean, drafts: drafts)
        let error = Samples.refusal(404, code)
        let checking = Task { await model.check("비밀") }
        try await calls.checks.next().fail(error)
        await checking.value
        #expect(model.state == (code == nil ? .awaitingPassword(.failed(error)) : .gone))
        #expect(try await (stored() == nil) == (code != nil))
    }

    @Test func imagesThatAreLoadedAfterTheFormWasClosedAreInTheDraft() async throws {
        let model = try await open(Self.product)
        model.pendingImageCount = 1
        let closing = Task { await model.closeDraft() }
        await settle()
        #expect(try await stored() == nil)
        model.addImages([Samples.image(7)])
        model.pendingImageCount = 0
        await closing.value
        #expect(try await stored()?.form.images.map { $0.added?.bytes } == [nil, nil, nil, Data([7])])
    }

    @Test func editWithImagesSurvivesANewLaunch() async throws {
        try await leaveUnfinished()
        let model = try await open(Self.product)
        #expect(model.draftQuestion == "수정하던 내용이 있어요. 이어서 수정할까요?")
        #expect(model.form?.hasChanges == false)
        model.restoreDraft()
        #expect(model.draftQuestion == nil)
        #expect(model.form?.typed.name == "새 의자")
        #expect(model.form?.images.map { $0.added?.bytes } == [nil, nil, Data([7])])
        #expect(model.form?.images.compactMap { $0.kept?.id.rawValue } == [1, 3])
        let saving = Task { await model.save() }
        let call = try await calls.edits.next()
        #expect(call.request.edit.version == 1)
        #expect(call.request.edit.patch.name == "새 의자")
        call.response(EditFixture.product("새 의자", images: [1, 3, 8], version: 2))
        await saving.value
        #expect(try await stored() == nil)
        #expect(folder.files { _ in true }.isEmpty)
    }

    @Test func changesOfOthersToOtherFieldsAreMerged() async throws {
        try await leaveUnfinished()
        let newer = Samples.product(
            9,
            name: "의자",
            description: "남이 고친 설명",
            pricing: Samples.pricing(10_000, off: 1000),
            stock: 5,
            images: [1, 2, 3],
            version: 2
        )
        let model = try await open(newer)
        model.restoreDraft()
        #expect(model.form?.typed.name == "새 의자")
        #expect(model.form?.typed.description == "남이 고친 설명")
        #expect(model.form?.base.version == 2)
        guard case .editing(_, .writing(nil)) = model.state else {
            Issue.record("\(model.state)")
            return
        }
    }

    @Test func changesOfOthersToTheSameFieldAreAConflict() async throws {
        try await leaveUnfinished()
        let newer = EditFixture.product("남의 의자", version: 2)
        let model = try await open(newer)
        model.restoreDraft()
        guard case .editing(_, .conflict(let conflict)) = model.state else {
            Issue.record("\(model.state)")
            return
        }
        #expect(conflict.differences.map(\.field) == [.name])
        #expect(conflict.differences.first?.theirs == "남의 의자")
        // A crash before the decision must not decide: the conflict comes again.
        await model.saveDraft()
        let again = try await open(newer)
        again.restoreDraft()
        guard case .editing(_, .conflict) = again.state else {
            Issue.record("\(again.state)")
            return
        }
        again.keepMine()
        await again.saveDraft()
        #expect(try await stored()?.form.base.version == 2)
    }

    @Test func takingTheOthersVersionLeavesNoDraft() async throws {
        try await leaveUnfinished()
        let model = try await open(EditFixture.product("남의 의자", version: 2))
        model.restoreDraft()
        model.takeTheirs()
        await model.saveDraft()
        #expect(try await stored() == nil)
    }

    @Test func lostAnswerKeepsTheDraft() async throws {
        let model = try await open(Self.product)
        model.setText("새 의자", for: .name)
        let saving = Task { await model.save() }
        try await calls.edits.next().fail(Samples.lost)
        try await calls.checks.next().fail(Samples.offline)
        await saving.value
        #expect(try await stored()?.form.typed.name == "새 의자")
    }

    @Test func draftThatWasSavedAfterAllIsNotOffered() async throws {
        let model = try await open(Self.product)
        model.setText("새 의자", for: .name)
        let saving = Task { await model.save() }
        // The edit arrived, but the response was lost, and the app has ended.
        try await calls.edits.next().fail(Samples.lost)
        try await calls.checks.next().fail(Samples.offline)
        await saving.value
        let next = try await open(EditFixture.product("새 의자", version: 2))
        #expect(next.draftQuestion == nil)
        #expect(try await stored() == nil)
    }

    @Test func editThatChangesNothingIsNoDraft() async throws {
        let model = try await open(Self.product)
        model.setText("새 의자", for: .name)
        await model.saveDraft()
        #expect(try await stored() != nil)
        model.setText("의자", for: .name)
        await model.saveDraft()
        #expect(try await stored() == nil)
    }

    @Test func discardedOfferIsGone() async throws {
        try await leaveUnfinished()
        let model = try await open(Self.product)
        await model.discardDraft()
        #expect(model.draftQuestion == nil)
        #expect(folder.files { _ in true }.isEmpty)
        #expect(model.form?.hasChanges == false)
    }

    @Test func discardingTheOwnChangesShowsTheProductUnchanged() async throws {
        try await leaveUnfinished()
        let model = try await open(Self.product)
        model.restoreDraft()
        await model.discardDraft()
        #expect(model.form == EditForm(Self.product, contact: "010"))
        #expect(try await stored() == nil)
    }

    @Test func draftOfADeletedProductIsRemoved() async throws {
        try await leaveUnfinished()
        let store = FileDraftStore(folder: folder.url, market: Samples.market)
        let model = EditModel(
            Samples.id(9),
            service: calls,
            language: .korean,
            drafts: Drafts(store: store, dependencies: .test)
        )
        let checking = Task { await model.check("비밀") }
        try await calls.checks.next().fail(Samples.gone)
        await checking.value
        #expect(model.state == .gone)
        #expect(try await stored() == nil)
    }

    @Test func eachProductHasItsOwnDraft() async throws {
        try await leaveUnfinished()
        let other = try await open(Samples.product(10))
        #expect(other.draftQuestion == nil)
        other.setText("책상", for: .name)
        await other.saveDraft()
        #expect(try await stored()?.form.typed.name == "새 의자")
    }
}
