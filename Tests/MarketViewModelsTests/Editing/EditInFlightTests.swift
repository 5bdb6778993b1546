import Foundation
import MarketAPI
import MarketClient
import MarketModels
import MarketTexts
import Testing

@testable import MarketViewModels

/// An edit that was being saved when the app ended. Of one launch, the next has only the files and the identity store.
@MainActor
struct EditInFlightTests {
    private let folder: TemporaryFolder
    private let calls = SuspendingCalls()
    private let store = MemoryIdentityStore()

    init() throws { folder = try TemporaryFolder() }

    private func launch() -> EditModel {
        EditModel(
            Samples.id(9),
            service: calls,
            keyring: Keyring(store: store, market: Samples.market),
            language: .korean,
            drafts: Drafts(store: FileDraftStore(folder: folder.url, market: Samples.market), dependencies: .test)
        )
    }

    private func answerCheck(_ product: DetailedProduct) async throws {
        let check = try await calls.checks.next()
        #expect(check.request == "비밀")
        check.response(product)
        try await calls.sellerContacts.next().response("010")
    }

    private func inFlight() async -> [FormInFlight: String] {
        await Keyring(store: store, market: Samples.market).secretsInFlight()
    }

    /// Saves a new name in a launch that ends before the response comes.
    private func endWhileSaving() async throws {
        let model = launch()
        let checking = Task { await model.check("비밀") }
        try await answerCheck(EditFixture.product())
        await checking.value
        model.setText("새 의자", for: .name)
        Task { await model.save() }
        _ = try await calls.edits.next()
        #expect(await inFlight() == [.edit(Samples.id(9)): "비밀"])
    }

    /// Restores the form, while the market has a product.
    private func restore(_ model: EditModel, _ product: DetailedProduct) async throws -> Bool {
        let restoring = Task { await model.restoreInFlight() }
        try await answerCheck(product)
        return await restoring.value
    }

    @Test func nextLaunchGoesOnWithTheChanges() async throws {
        try await endWhileSaving()
        let model = launch()
        #expect(try await restore(model, EditFixture.product()))
        #expect(model.form?.typed.name == "새 의자" && model.draftQuestion == nil)
        let saving = Task { await model.save() }
        let call = try await calls.edits.next()
        #expect(call.request.edit.patch.name == "새 의자" && call.request.edit.version == 1)
        #expect(call.request.secret == "비밀")
        call.response(EditFixture.product("새 의자", version: 2))
        await saving.value
        #expect(model.change == .edited(EditFixture.product("새 의자", version: 2)))
        #expect(await inFlight().isEmpty && folder.files { _ in true }.isEmpty)
    }

    @Test func changesThatHadArrivedAreNotSentAgain() async throws {
        try await endWhileSaving()
        let model = launch()
        let saved = EditFixture.product("새 의자", version: 2)
        #expect(try await restore(model, saved))
        #expect(model.form?.hasChanges == false)
        await model.save()
        #expect(model.state == .saved(saved) && calls.edits.requests.count == 1)
        #expect(await inFlight().isEmpty && folder.files { _ in true }.isEmpty)
    }

    @Test func changesOfSomebodyElseAreAConflict() async throws {
        try await endWhileSaving()
        let model = launch()
        #expect(try await restore(model, EditFixture.product("남의 의자", version: 2)))
        guard case .editing(_, .conflict) = model.state else {
            Issue.record("\(model.state)")
            return
        }
        await model.save()
        #expect(calls.edits.requests.count == 1, "nothing is overwritten")
    }

    @Test(arguments: [
        Samples.offline, Samples.refusal(503, .unavailable), Samples.refusal(502, nil), Samples.refusal(404, nil),
        Samples.refusal(429, .tooManyAttempts), .unreadableResponse(detail: "a page to log in"),
    ])
    func ifThePasswordCanNotBeCheckedTheNextLaunchTriesAgain(_ error: MarketClientError) async throws {
        try await endWhileSaving()
        let model = launch()
        let restoring = Task { await model.restoreInFlight() }
        try await calls.checks.next().fail(error)
        #expect(await !restoring.value)
        #expect(try await restore(launch(), EditFixture.product()))
    }

    @Test func deletedProductIsSaid() async throws {
        try await endWhileSaving()
        let model = launch()
        let restoring = Task { await model.restoreInFlight() }
        try await calls.checks.next().fail(Samples.gone)
        #expect(await restoring.value && model.change == .deleted(Samples.id(9)))
        #expect(await inFlight().isEmpty)
    }

    @Test func passwordThatIsWrongNowEndsIt() async throws {
        try await endWhileSaving()
        let model = launch()
        let restoring = Task { await model.restoreInFlight() }
        try await calls.checks.next().fail(Samples.wrongSecret)
        #expect(await !restoring.value)
        #expect(await inFlight().isEmpty)
    }

    @Test func savedFormAndOneWithoutADraftLeaveNothing() async throws {
        #expect(await !launch().restoreInFlight())
        try await endWhileSaving()
        try await FileDraftStore(folder: folder.url, market: Samples.market).removeEdit(of: Samples.id(9))
        #expect(await !launch().restoreInFlight())
        #expect(await inFlight().isEmpty && calls.checks.requests.count == 1)
    }
}
