import MarketAPI
public import MarketClient
public import MarketModels
import MarketTexts
public import Observation

/// The model for editing a product: asks for its password, then shows the form and sends only the changes. Changes made
/// elsewhere in the meantime are never overwritten without the user's consent.
@Observable
@MainActor
public final class EditModel {
    /// The product to edit.
    public let id: Product.ID
    /// The state of the edit.
    public private(set) var state = EditState.awaitingPassword
    /// The number of images that the last ``addImages(_:)`` left out because of the maximum.
    public private(set) var leftOutCount = 0

    private let service: any MarketService
    let keyring: Keyring?
    let language: Language
    let drafts: Drafts?
    let draftSession: DraftSession<EditDraft>?
    private let recentSecrets: RecentSecrets?
    private var fieldMessages = FieldMessages()
    @ObservationIgnored private let call = LatestTask()
    @ObservationIgnored private var sendingCount = 0
    @ObservationIgnored private var suspension = Suspension.none
    /// The password that was checked successfully.
    @ObservationIgnored private var secret = ""

    /// Creates a model.
    ///
    /// - Parameters:
    ///   - id: The product to edit.
    ///   - service: The service that loads and saves the product.
    ///   - keyring: The keyring that has the password while the changes are in flight; nil to end them with the app.
    ///   - language: The language of the texts.
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
        self.language = language
        self.drafts = drafts
        self.recentSecrets = recentSecrets
        draftSession = drafts?.edit(of: id)
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
        case .awaitingPassword, .checking, .refused, .editing: nil
        }
    }

    /// The error message of the form, or nil if there is none.
    public var failure: String? {
        let problems = ProblemTexts(language: language)
        switch state {
        case .refused(let refusal): return problems.sentence(for: refusal, .editing)
        case .editing(_, .writing(.incomplete?)): return InterfaceTexts(language: language)[.problemsTitle]
        case .editing(_, .writing(.failed(let error)?)) where error.isAboutAnImage:
            return InterfaceTexts(language: language)[.problemsTitle]
        case .editing(_, .writing(.failed(let error)?)): return problems.sentence(for: error, .editing)
        case .editing(_, .conflict): return AppTexts(language: language)[.conflictAdvice]
        case .gone: return ErrorTexts(language: language).deletedProduct
        case .awaitingPassword, .checking, .editing, .saved: return nil
        }
    }

    /// Returns how much of a text's maximum length is used, `12 / 200`; nil for fields without one.
    public func characterCount(of field: ListingField) -> String? {
        guard let form, let maximum = field.maximumLength else { return nil }
        return AppTexts(language: language).characterCount(form.typed.length(of: field), of: maximum)
    }

    /// Returns the message for a field, or nil if there is none or it must not be shown yet.
    public func problem(for field: ListingField) -> String? {
        form.flatMap { fieldMessages.sentence(for: field, $0.reading().problems, language) }
    }

    /// Returns why the market couldn't use an image, or nil.
    public func problem(ofImage id: EditImage.ID) -> String? {
        guard case .added(let added) = id else { return nil }
        return fieldMessages.sentence(forImage: added)
    }

    /// The message that images were left out, or nil if none were.
    public var leftOut: String? {
        guard leftOutCount > 0 else { return nil }
        return AppTexts(language: language)
            .imagesLeftOut(leftOutCount, maximum: ListingRules.maximumImageCount)
    }

    // MARK: Password

    /// The password, if it was right within the last hour: ``check(_:)`` opens the form with it.
    public var recentSecret: String? { recentSecrets?.secret(of: id) }

    /// Checks the password, and opens the form with the current product. Does nothing unless the model is asking for a
    /// password or the previous attempt failed.
    public func check(_ secret: String) async {
        switch state {
        case .awaitingPassword, .refused: break
        case .checking, .editing, .saved, .gone: return
        }
        guard !secret.isEmpty else {
            state = .refused(.missing)
            return
        }
        state = .checking
        let outcome = await call { [service, id] () async throws(MarketClientError) in
            let product = try await service.check(secret, of: id)
            let contact = await service.contactIfKnown(of: id)
            guard !Task.isCancelled else { throw .cancelled }
            return EditForm(product, contact: contact)
        }
        switch outcome {
        case .answered(let form):
            self.secret = secret
            recentSecrets?.keep(secret, of: id)
            state = .editing(form, .writing(nil))
            await findDraft()
        case .failed(let error) where error.isGone: await leave()
        case .failed(let error): refuse(error)
        case .cancelled: state = .awaitingPassword
        case .superseded: return
        }
    }

    private func refuse(_ error: MarketClientError) {
        if error.isWrongSecret { recentSecrets?.forget(id) }
        state = .refused(SecretRefusal(error))
    }

    /// Asks for the password again.
    public func tryAgain() {
        if case .refused = state { state = .awaitingPassword }
    }

    /// Cancels the request in flight. After a check, the model asks for the password again; after a save, the form
    /// keeps all changes. An edit that has arrived nevertheless is detected by the next save.
    public func cancel() {
        call.cancel()
    }

    // MARK: Fields

    /// Sets the text of a field. Has no effect while the form is being saved.
    public func setText(_ text: String, for field: ListingField) {
        write { $0.typed[field] = text }
        fieldMessages.clearRefusal(of: field)
    }

    /// Selects the currency.
    public func setCurrency(_ currency: Currency) {
        setText(currency.rawValue, for: .currency)
    }

    /// Records that the user has left a field; from now on its problems are shown.
    public func endEditing(_ field: ListingField) {
        fieldMessages.endEditing(field)
    }

    /// Appends images up to the maximum.
    public func addImages(_ uploads: [ImageUpload]) {
        var leftOut = leftOutCount
        write { form in
            let more = uploads.map { EditImage.added(FormImage($0)) }
            leftOut = form.images.add(more, upTo: ListingRules.maximumImageCount)
        }
        leftOutCount = leftOut
        fieldMessages.clearRefusal(of: .images)
    }

    /// Removes an image from the form.
    public func removeImage(_ id: EditImage.ID) {
        write { form in form.images.removeAll { $0.id == id } }
        leftOutCount = 0
        if case .added(let added) = id { fieldMessages.clearRefusal(ofImage: added) }
        fieldMessages.clearRefusal(of: .images)
    }

    /// Replaces an image at its place by one to upload, for example by a part of it, which gets a new identity.
    ///
    /// - Returns: The identity of the new image; nil if nothing was replaced.
    @discardableResult
    public func replaceImage(_ id: EditImage.ID, with upload: ImageUpload) -> EditImage.ID? {
        let image = EditImage.added(FormImage(upload))
        var isReplaced = false
        write { form in
            guard let index = form.images.firstIndex(where: { $0.id == id }) else { return }
            form.images[index] = image
            isReplaced = true
        }
        if case .added(let added) = id { fieldMessages.clearRefusal(ofImage: added) }
        return isReplaced ? image.id : nil
    }

    /// Moves an image.
    ///
    /// - Parameters:
    ///   - id: The image.
    ///   - place: The new index, from 0, clamped to the valid range.
    public func moveImage(_ id: EditImage.ID, to place: Int) {
        write { $0.images.move(id, to: place) }
    }

    private func write(_ body: (inout EditForm) -> Void) {
        guard case .editing(var form, .writing(let failure)) = state else { return }
        body(&form)
        state = .editing(form, .writing(failure))
        saveDraftSoon()
    }

    // MARK: Saving

    /// Saves the changes. Sends nothing if there are none. Images added between existing ones require two edits; if
    /// only the first succeeds, the order of the images remains as a change in the form.
    ///
    /// If the product was changed in the meantime, unchanged fields take its values and the changes are saved on top of
    /// it. Fields changed on both sides are not overwritten: they are a conflict, which is resolved with
    /// ``keepMine()``, ``takeTheirs()`` or field by field.
    public func save() async {
        guard case .editing(_, .writing) = state else { return }
        suspension = .none
        await saveChanges()
    }

    /// Records that the app has left the foreground, where the system may cut off saving.
    public func appDidEnterBackground() {
        if isSaving { suspension = .away }
    }

    /// Saves the changes again if saving was cut off while the app wasn't in the foreground.
    ///
    /// - Returns: Whether they were sent again.
    @discardableResult
    public func appWillEnterForeground() async -> Bool {
        guard suspension.comesBack(isSending: isSaving) else { return false }
        await saveChanges()
        return true
    }

    private var isSaving: Bool {
        switch state {
        case .editing(_, .saving), .editing(_, .verifying): true
        case .editing, .awaitingPassword, .checking, .refused, .saved, .gone: false
        }
    }

    private func saveChanges() async {
        await sendChanges()
        guard case .editing(_, .writing(let failure)) = state, suspension.sendsAgain(after: failure) else { return }
        await sendChanges()
    }

    private func sendChanges() async {
        guard case .editing(var form, .writing) = state else { return }
        fieldMessages.wasTried = true
        while form.hasChanges {
            guard form.reading().problems.isEmpty else {
                state = .editing(form, .writing(.incomplete))
                return
            }
            state = .editing(form, .saving(0))
            switch await send(form) {
            case .answered(let product): form = form.afterSaving(product)
            case .failed(let error):
                guard let next = await resolveFailedEdit(error, form) else { return }
                form = next
            case .cancelled:
                state = .editing(form, .writing(nil))
                return
            case .superseded: return
            }
        }
        await draftSession?.finish()
        state = .saved(form.base)
    }

    private func send(_ form: EditForm) async -> RequestOutcome<DetailedProduct> {
        let edit = form.nextEdit
        let progress = beginProgress()
        defer { progress.finish() }
        let outcome = await call { [service, keyring, id, secret] () async throws(MarketClientError) in
            await self.saveDraft()
            await keyring?.save(secret, of: .edit(id))
            guard !Task.isCancelled else { throw .cancelled }
            return try await service.update(id, with: edit, secret: secret, progress: { progress.report($0) })
        }
        await keyring?.removeSecret(of: .edit(id))
        return outcome
    }

    private func beginProgress() -> ProgressRelay {
        sendingCount += 1
        let mine = sendingCount
        return ProgressRelay { [weak self] fraction in
            guard let self, mine == sendingCount, case .editing(let form, .saving) = state else { return }
            state = .editing(form, .saving(fraction))
        }
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
        let isConflict = error.refusal?.code == .versionConflict
        guard isConflict || error.isOutcomeUnknown else {
            if error.isWrongSecret { recentSecrets?.forget(id) }
            fieldMessages.record(error, sending: form.images.compactMap(\.added?.id), of: form.images.map(\.added?.id))
            state = .editing(form, .writing(.failed(error)))
            return nil
        }
        state = .editing(form, .verifying)
        let current = error.refusal?.current
        let outcome = await call { [service, id] () async throws(MarketClientError) in
            let product = if let current { current } else { try await service.product(id) }
            return (product: product, contact: await service.contactIfKnown(of: id))
        }
        switch outcome {
        case .answered(let now):
            if form.isFulfilled(by: now.product, contact: now.contact) { return form.afterSaving(now.product) }
            guard now.product.version > form.base.version else {
                state = .editing(form, .writing(.failed(error.asMissing)))
                return nil
            }
            let conflict = EditConflict(form, now.product, contact: now.contact, language)
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

    /// Keeps the user's value in a conflicting field.
    public func keepMine(in field: ListingField) {
        resolve(field) { _ in }
    }

    /// Takes the newer value in a conflicting field.
    public func takeTheirs(in field: ListingField) {
        resolve(field) { $0.restore(field) }
    }

    private func resolve(_ field: ListingField, _ change: (inout EditForm) -> Void) {
        guard case .editing(var form, .conflict(var conflict)) = state,
            conflict.differences.contains(where: { $0.field == field })
        else { return }
        change(&form)
        conflict.resolve(field)
        state = .editing(form, conflict.differences.isEmpty ? .writing(nil) : .conflict(conflict))
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
        guard let draftSession else { return }
        draftSession.isWorthOffering = { [weak self] draft in
            guard let form = self?.form else { return true }
            return draft.form.resumed(on: form.base, contact: form.baseContact).hasChanges
        }
        await draftSession.find()
    }

    /// Shows the changes of an earlier form on top of the current product.
    func resume(_ earlier: EditForm, on form: EditForm) {
        let conflict = EditConflict(earlier, form.base, contact: form.baseContact, language)
        let resumed = earlier.resumed(on: form.base, contact: form.baseContact)
        let isSaved = earlier.isFulfilled(by: form.base, contact: form.baseContact)
        state = .editing(resumed, conflict.differences.isEmpty || isSaved ? .writing(nil) : .conflict(conflict))
        leftOutCount = 0
        fieldMessages = FieldMessages()
    }

    /// The product no longer exists, so an unfinished edit of it is useless.
    private func leave() async {
        recentSecrets?.forget(id)
        await draftSession?.finish(includingOffered: true)
        state = .gone
    }
}

extension MarketService {
    /// Returns the seller's contact, empty if there is none, or nil if it can't be loaded. An edit must not fail
    /// because of it.
    fileprivate func contactIfKnown(of id: Product.ID) async -> String? {
        do { return try await contact(of: id) ?? "" } catch { return nil }
    }
}

extension MarketClientError {
    fileprivate var isOutcomeUnknown: Bool {
        guard case .outcomeUnknown = self else { return false }
        return true
    }

    /// The error after it was confirmed that nothing was changed.
    fileprivate var asMissing: MarketClientError {
        guard case .outcomeUnknown(let error) = self else { return self }
        return .unreachable(error)
    }
}
