import MarketAPI
public import MarketClient
public import MarketModels
import MarketTexts
public import Observation

/// The model for editing a product: asks for its password, then shows the form and sends only the changes. Changes made
/// elsewhere in the meantime are never overwritten without the user's consent.
@Observable
@MainActor
public final class EditModel: ListingForm {
    /// The product to edit.
    public let id: Product.ID
    /// The state of the edit.
    public private(set) var state = EditState.awaitingPassword(nil)
    public let session: FormSession<EditDraft>

    private let service: any MarketService
    let keyring: Keyring?
    let drafts: Drafts?
    private let recentSecrets: RecentSecrets?
    /// Whether the saved changes have taken the product away from everybody else.
    private var waitsForApproval = false
    /// The password that was checked successfully.
    @ObservationIgnored private var secret = ""

    /// Creates a model.
    ///
    /// - Parameters:
    ///   - keyring: The keyring that has the password while the changes are in flight; nil to end them with the app.
    ///   - drafts: The drafts, which keep the changes until they are saved; nil to keep them only in memory.
    ///   - recentSecrets: The passwords that were right within the last hour.
    public init(
        _ id: Product.ID,
        service: any MarketService,
        keyring: Keyring? = nil,
        language: Language,
        drafts: Drafts? = nil,
        recentSecrets: RecentSecrets? = nil
    ) {
        self.id = id
        self.service = service
        self.keyring = keyring
        self.drafts = drafts
        self.recentSecrets = recentSecrets
        session = FormSession(language: language, drafts: drafts?.edit(of: id))
    }

    // MARK: Presentation

    /// The form, or nil unless the product is being edited.
    public var form: EditForm? {
        guard case .editing(let form, _) = state else { return nil }
        return form
    }

    /// The change to report to lists and to the product's screen, or nil if nothing was saved.
    public var change: ProductChange? {
        switch state {
        case .saved(let product): .edited(product)
        case .gone: .deleted(id)
        case .awaitingPassword, .checking, .editing: nil
        }
    }

    /// The error message of the form, or nil if there is none.
    public var failure: String? {
        let language = session.language
        return switch state {
        case .awaitingPassword(let refusal):
            refusal.map { ProblemTexts(language: language).sentence(for: $0, .editing) }
        case .editing(_, .writing(let failure)): failure?.sentence(for: .editing, language)
        case .editing(_, .conflict): AppTexts(language: language)[.conflictAdvice]
        case .gone: ErrorTexts(language: language)[.deletedProduct]
        case .checking, .editing, .saved: nil
        }
    }

    /// That the listing waits until the operator approves the saved changes; otherwise nil.
    public var approvalNote: String? {
        waitsForApproval ? AppTexts(language: session.language)[.waitsForApproval] : nil
    }

    // MARK: Password

    /// The password, if it was right within the last hour: ``check(_:)`` opens the form with it.
    public var recentSecret: String? { recentSecrets?.secret(of: id) }

    /// Checks the password, and opens the form with the current product. Does nothing unless the model is asking for a
    /// password.
    public func check(_ secret: String) async {
        guard case .awaitingPassword = state else { return }
        state = .checking
        let outcome = await session.call(with: secret, of: id, recentSecrets) {
            [service, id] () async throws(MarketClientError) in
            let product = try await service.check(secret, of: id)
            let contact = await service.contactIfKnown(of: id, secret: secret)
            guard !Task.isCancelled else { throw .cancelled }
            return EditForm(product, contact: contact)
        }
        switch outcome {
        case .accepted(let form):
            self.secret = secret
            state = .editing(form, .writing(nil))
            await findDraft()
        case .gone: await leave()
        case .refused(let refusal): state = .awaitingPassword(refusal)
        case .superseded: return
        }
    }

    // MARK: Contents

    /// The fields in the order of the form: all but the images, and the seller's name and password, which stay as they are.
    public var fields: [ListingField] {
        ListingField.allCases.filter { ![.images, .seller, .password].contains($0) }
    }

    /// The contents of the text fields; those of an empty form unless the product is being edited.
    public var typed: TypedListing { form?.typed ?? TypedListing() }

    /// The images in order; none unless the product is being edited.
    public var images: [FormImage] { form?.images ?? [] }

    public var problems: [ListingProblem] { form?.reading().problems ?? [] }

    public var isWriting: Bool {
        if case .editing(_, .writing) = state { true } else { false }
    }

    public var isSending: Bool {
        switch state {
        case .editing(_, .saving), .editing(_, .verifying): true
        case .editing, .awaitingPassword, .checking, .saved, .gone: false
        }
    }

    public func isOwnValue(_ field: ListingField) -> Bool { form?.isChanged(field) ?? false }

    public func write(_ change: (inout TypedListing, inout [FormImage]) -> Void) {
        guard case .editing(var form, .writing(let failure)) = state else { return }
        change(&form.typed, &form.images)
        state = .editing(form, .writing(failure))
        saveDraftSoon()
    }

    // MARK: Saving

    /// Saves the changes. Sends nothing if there are none, or while images are still being loaded. Images added between
    /// existing ones require two edits; if only the first succeeds, the order of the images remains as a change in the form.
    ///
    /// If the product was changed in the meantime, unchanged fields take its values and the changes are saved on top of
    /// it. Fields changed on both sides are not overwritten: they are a conflict, which is resolved with
    /// ``keepMine()``, ``takeTheirs()`` or field by field.
    public func save() async {
        guard canBeSent else { return }
        session.suspension = .none
        await session.send(attempt)
    }

    /// Saves the changes again if saving was cut off while the app wasn't in the foreground.
    ///
    /// - Returns: Whether they were sent again.
    @discardableResult
    public func appWillEnterForeground() async -> Bool {
        guard session.suspension.comesBack(isSending: isSending), isWriting else { return false }
        await session.send(attempt)
        return true
    }

    /// Saves the changes once.
    ///
    /// - Returns: Why that failed; nil if it didn't.
    private func attempt() async -> FormFailure? {
        await sendChanges()
        guard case .editing(_, .writing(let failure)) = state else { return nil }
        return failure
    }

    private func sendChanges() async {
        guard case .editing(var form, .writing) = state else { return }
        session.messages.wasTried = true
        while form.hasChanges {
            guard form.reading().problems.isEmpty else {
                state = .editing(form, .writing(.incomplete))
                return
            }
            state = .editing(form, .saving(0))
            switch await send(form) {
            case .answered(let product):
                noteApproval(of: product, after: form)
                form = form.afterSaving(product)
            case .failed(let error):
                guard let next = await resolveFailedEdit(error, form) else { return }
                form = next
            case .cancelled:
                state = .editing(form, .writing(nil))
                return
            case .superseded: return
            }
        }
        await session.drafts?.finish()
        state = .saved(form.base)
    }

    private func noteApproval(of product: DetailedProduct, after form: EditForm) {
        if form.base.state.isPublic, product.state == .hidden { waitsForApproval = true }
    }

    private func send(_ form: EditForm) async -> RequestOutcome<DetailedProduct> {
        let edit = form.nextEdit
        let progress = session.beginProgress { [weak self] fraction in
            if let self, case .editing(let form, .saving) = state { state = .editing(form, .saving(fraction)) }
        }
        defer { progress.finish() }
        let outcome = await session.call { [service, keyring, id, secret] () async throws(MarketClientError) in
            await self.saveDraft()
            await keyring?.save(secret, of: .edit(id))
            guard !Task.isCancelled else { throw .cancelled }
            return try await service.update(id, with: edit, secret: secret, progress: { progress.report($0) })
        }
        await keyring?.removeSecret(of: .edit(id))
        return outcome
    }

    /// Determines the effect of a failed edit, and shows it.
    ///
    /// - Returns: The form to continue with, if the edit was applied after all or only other fields were changed
    ///   elsewhere. Nil if the state shows the result already.
    private func resolveFailedEdit(_ error: MarketClientError, _ form: EditForm) async -> EditForm? {
        if error.isGone {
            await leave()
            return nil
        }
        let unchanged: MarketClientError
        switch error {
        case .outcomeUnknown(let reason): unchanged = .unreachable(reason)
        case .refused(let refusal) where refusal.code == .versionConflict: unchanged = error
        default:
            if error.isWrongSecret { recentSecrets?.forget(id) }
            session.messages.record(error, about: form.images)
            state = .editing(form, .writing(.failed(error)))
            return nil
        }
        state = .editing(form, .verifying)
        let outcome = await session.call { [service, id, secret] () async throws(MarketClientError) in
            // Others don't see a hidden product, nor the contact of one that isn't open.
            let current = error.refusal?.current
            let product = if let current { current } else { try await service.check(secret, of: id) }
            return (product: product, contact: await service.contactIfKnown(of: id, secret: secret))
        }
        switch outcome {
        case .answered(let now):
            if form.isFulfilled(by: now.product, contact: now.contact) {
                noteApproval(of: now.product, after: form)
                return form.afterSaving(now.product)
            }
            guard now.product.version > form.base.version else {
                state = .editing(form, .writing(.failed(unchanged)))
                return nil
            }
            let conflict = EditConflict(form, now.product, contact: now.contact, session.language)
            let merged = form.rebased(on: now.product, contact: now.contact)
            if conflict.differences.isEmpty { return merged }
            state = .editing(merged, .conflict(conflict))
        case .failed(let another) where another.isGone: await leave()
        case .failed, .cancelled: state = .editing(form, .writing(.failed(error)))
        case .superseded: break
        }
        return nil
    }

    // MARK: Conflicts

    /// Keeps the user's values in all conflicting fields: the next ``save()`` overwrites the newer ones.
    public func keepMine() {
        guard case .editing(let form, .conflict) = state else { return }
        state = .editing(form, .writing(nil))
        saveDraftSoon()
    }

    /// Keeps the user's value in a conflicting field. Price, discount and currency are resolved together.
    public func keepMine(in field: ListingField) {
        resolve(field) { _, _ in }
    }

    /// Takes the newer value in a conflicting field. Price, discount and currency are resolved together.
    public func takeTheirs(in field: ListingField) {
        resolve(field) { $0.restore($1) }
    }

    private func resolve(_ field: ListingField, _ change: (inout EditForm, ListingField) -> Void) {
        guard case .editing(var form, .conflict(var conflict)) = state,
            conflict.differences.contains(where: { $0.field == field })
        else { return }
        for each in EditForm.money.contains(field) ? EditForm.money : [field] {
            change(&form, each)
            conflict.resolve(each)
        }
        state = .editing(form, conflict.step)
        saveDraftSoon()
    }

    /// Discards all of the user's changes and continues with the current product.
    public func takeTheirs() {
        guard case .editing(_, .conflict(let conflict)) = state else { return }
        state = .editing(EditForm(conflict.theirs, contact: conflict.theirContact), .writing(nil))
        saveDraftSoon()
    }

    // MARK: Drafts

    /// Offers an earlier draft, unless its changes were saved after all.
    private func findDraft() async {
        session.drafts?.isWorthOffering = { [weak self] draft in
            guard let form = self?.form else { return true }
            return draft.form.resumed(on: form.base, contact: form.baseContact).hasChanges
        }
        await session.drafts?.find()
    }

    /// Shows the changes of an earlier form on top of the current product.
    func resume(_ earlier: EditForm, on form: EditForm) {
        let isSaved = earlier.isFulfilled(by: form.base, contact: form.baseContact)
        let conflict = EditConflict(earlier, form.base, contact: form.baseContact, session.language)
        let resumed = earlier.resumed(on: form.base, contact: form.baseContact)
        state = .editing(resumed, isSaved ? .writing(nil) : conflict.step)
        session.clearMessages()
    }

    /// The product no longer exists, so an unfinished edit of it is useless.
    private func leave() async {
        recentSecrets?.forget(id)
        await session.drafts?.finish(includingOffered: true)
        state = .gone
    }
}

extension MarketService {
    /// Returns the seller's contact, empty if there is none, or nil if it can't be loaded. An edit must not fail
    /// because of it.
    fileprivate func contactIfKnown(of id: Product.ID, secret: String) async -> String? {
        do { return try await contact(of: id, secret: secret) ?? "" } catch { return nil }
    }
}
