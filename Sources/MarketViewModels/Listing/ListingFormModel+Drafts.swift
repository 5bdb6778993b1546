import MarketClient
import MarketModels
import MarketTexts

/// Drafts: an unfinished form is saved on this device soon after each change, and offered again.
extension ListingFormModel {
    public var draftQuestion: String? {
        offeredDraft.map { _ in AppTexts(language: session.language)[.draftQuestion] }
    }

    /// Looks for a draft when the form appears, and offers it.
    public func findDraft() async {
        await session.drafts?.find()
    }

    /// Fills the form with `offeredDraft`. Only the password has to be entered again.
    public func restoreDraft() {
        guard isWriting, let draft = session.drafts?.accept() else { return }
        fill(draft)
    }

    /// Fills the form with a listing that was being sent when the app ended, with its password, so that ``submit()`` goes on
    /// with it. It has the same key, so it isn't listed twice.
    ///
    /// - Returns: Whether there is one. One that was sent so long ago that the market may have forgotten its key is only
    ///   offered as a draft.
    public func restoreInFlight() async -> Bool {
        guard isWriting, let drafts, let keyring, let secret = await keyring.secretsInFlight()[.listing] else {
            return false
        }
        await findDraft()
        guard let draft = offeredDraft, draft.key != nil, draft.savedAt.adding(seconds: Self.keyLifetime) > drafts.now()
        else {
            await keyring.removeSecret(of: .listing)
            return false
        }
        restoreDraft()
        setText(secret, for: .password)
        return true
    }

    /// In seconds: an hour less than a market remembers a key.
    private static var keyLifetime: Int64 { 23 * 60 * 60 }

    /// Throws a draft away: `offeredDraft` if there is one, otherwise that of this form, which is then empty.
    public func discardDraft() async {
        guard isWriting, let draftSession = session.drafts else { return }
        let wasOffered = offeredDraft != nil
        if !wasOffered { fill(nil) }
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

    private var draftContent: DraftSession<ListingDraft>.Content {
        guard let drafts else { return .unchanged }
        if case .listed = state { return .unchanged }
        let draft = ListingDraft(
            typed: typed,
            images: images.compactMap(\.added),
            key: key,
            savedAt: drafts.now()
        )
        return images.isEmpty && draft.typed == emptyForm ? .nothing : .draft(draft)
    }
}
