import MarketClient
import MarketModels
import MarketTexts

/// Drafts: an unfinished edit is saved on this device soon after each change, and offered again when the product is
/// edited the next time.
extension EditModel {
    public var draftQuestion: String? {
        offeredDraft.map { _ in AppTexts(language: session.language)[.editDraftQuestion] }
    }

    /// Fills the form with `offeredDraft`. Fields that it doesn't change have their current values. If the product was
    /// changed since, and the draft changes the same fields, the state is a conflict.
    public func restoreDraft() {
        guard case .editing(let form, .writing) = state, let draft = session.drafts?.accept() else { return }
        resume(draft.form, on: form)
        saveDraftSoon()
    }

    /// Opens the form of an edit that was being saved when the app ended, with its changes, so that ``save()`` goes on with it.
    /// If they were saved meanwhile, the form has no changes.
    ///
    /// - Returns: Whether the form is open, or the product gone. If the password couldn't be checked, because there is no network
    ///   or the market is being restarted, there is another chance in the next process.
    public func restoreInFlight() async -> Bool {
        guard let drafts, let keyring, let secret = await keyring.secretsInFlight()[.edit(id)] else { return false }
        guard (try? await drafts.store.edit(of: id)) != nil else {
            await keyring.removeSecret(of: .edit(id))
            return false
        }
        await check(secret)
        if case .awaitingPassword(let refusal?) = state, refusal != .wrong { return false }
        await keyring.removeSecret(of: .edit(id))
        restoreDraft()
        return form != nil || change != nil
    }

    /// Throws a draft away: `offeredDraft` if there is one, otherwise that of this edit, whose form then shows the
    /// product unchanged.
    public func discardDraft() async {
        guard case .editing(let form, .writing) = state, let draftSession = session.drafts else { return }
        let wasOffered = offeredDraft != nil
        if !wasOffered { resume(EditForm(form.base, contact: form.baseContact), on: form) }
        await draftSession.discard()
        // What was entered while it was offered.
        if wasOffered { saveDraftSoon() }
    }

    public func saveDraft() async {
        await session.drafts?.save { self.draftContent }
    }

    public func closeDraft() async {
        await session.drafts?.close(when: session.imagesAreLoaded) { self.draftContent }
    }

    func saveDraftSoon() {
        session.drafts?.saveSoon { self.draftContent }
    }

    private var draftContent: DraftSession<EditDraft>.Content {
        guard let drafts else { return .unchanged }
        switch state {
        // The form is based on the newer product already: saving it would resolve the conflict in favor of the user.
        case .editing(_, .conflict): return .unchanged
        case .editing(let form, _):
            return form.hasChanges ? .draft(EditDraft(form, savedAt: drafts.now())) : .nothing
        case .awaitingPassword, .checking, .saved, .gone: return .unchanged
        }
    }
}
