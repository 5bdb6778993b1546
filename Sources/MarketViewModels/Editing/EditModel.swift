import MarketAPI
public import MarketClient
public import MarketModels
public import MarketTexts
public import Observation

/// Editing a product: its password first, then the form, of which only the changes are sent; and nothing that somebody
/// else has changed meanwhile is overwritten unseen.
@Observable
@MainActor
public final class EditModel {
    public let id: Product.ID
    public private(set) var state = EditState.asking
    /// How many of the pictures last added had no room.
    public private(set) var leftOutCount = 0

    private let calls: any MarketCalls
    private let language: Language
    private var marks = FieldMarks()
    @ObservationIgnored private let call = NewestCall()
    @ObservationIgnored private var sendingCount = 0
    /// The password that was found to be the right one.
    @ObservationIgnored private var secret = ""

    public init(_ id: Product.ID, calls: any MarketCalls, language: Language) {
        self.id = id
        self.calls = calls
        self.language = language
    }

    // MARK: What is shown

    /// The form, once the password was the right one.
    public var form: EditForm? {
        guard case .editing(let form, _) = state else { return nil }
        return form
    }

    /// Whether leaving now loses something.
    public var hasUnsavedChanges: Bool { form?.hasChanges ?? false }

    /// What was saved, for the list and the product's screen.
    public var change: ProductChange? {
        switch state {
        case .saved(let product): .edited(product)
        case .gone: .deleted(id)
        case .asking, .checking, .refused, .editing: nil
        }
    }

    /// What went wrong, as a sentence; nil where nothing did.
    public var trouble: String? {
        let problems = ProblemTexts(language: language)
        switch state {
        case .refused(let refusal): return problems.sentence(for: refusal, .editing)
        case .editing(_, .writing(.incomplete?)): return WebTexts(language: language)[.problemsTitle]
        case .editing(_, .writing(.failed(let error)?)): return problems.sentence(for: error, .editing)
        case .editing(_, .conflict): return WebTexts(language: language)[.conflictAdvice]
        case .gone: return ErrorTexts(language: language).withdrawnProduct
        case .asking, .checking, .editing, .saved: return nil
        }
    }

    /// How much of a text's room is used, `12 / 200`; nil for fields whose characters are not counted.
    public func room(of field: ListingField) -> String? {
        guard let form, let maximum = field.maximumLength else { return nil }
        return AppTexts(language: language).used(form.typed.length(of: field), of: maximum)
    }

    /// What is wrong with a field, as a sentence; nil where nothing is to be said yet.
    public func problem(beside field: ListingField) -> String? {
        form.flatMap { marks.sentence(beside: field, $0.reading().problems, language) }
    }

    /// That pictures were left out; nil when all had room.
    public var leftOut: String? {
        guard leftOutCount > 0 else { return nil }
        return AppTexts(language: language)
            .picturesLeftOut(leftOutCount, maximum: ListingRules.maximumPictureCount)
    }

    // MARK: Password

    /// Checks the password, and opens the form on the product as it is now. Does nothing unless the password is asked
    /// for, or was refused: then it is another try.
    public func check(_ secret: String) async {
        switch state {
        case .asking, .refused: break
        case .checking, .editing, .saved, .gone: return
        }
        guard !secret.isEmpty else {
            state = .refused(.missing)
            return
        }
        state = .checking
        let outcome = await call { [calls, id] () async throws(MarketClientError) in
            let product = try await calls.check(secret, of: id)
            let contact = await calls.contactIfKnown(of: id)
            guard !Task.isCancelled else { throw .cancelled }
            return EditForm(product, contact: contact)
        }
        switch outcome {
        case .answered(let form):
            self.secret = secret
            state = .editing(form, .writing(nil))
        case .failed(let error): state = error.isGone ? .gone : .refused(SecretRefusal(error))
        case .cancelled: state = .asking
        case .superseded: return
        }
    }

    /// Asks for the password again.
    public func tryAgain() {
        if case .refused = state { state = .asking }
    }

    /// Stops what is on its way: checking asks for the password again, and saving leaves everything in the form. An
    /// edit that has arrived all the same is found when it is saved again.
    public func cancel() {
        call.cancel()
    }

    // MARK: Fields

    /// Takes what was typed into a field, unless the form is just being saved.
    public func type(_ text: String, into field: ListingField) {
        write { $0.typed[field] = text }
        marks.forgetRefusal(of: field)
    }

    public func choose(_ currency: Currency) {
        type(currency.rawValue, into: .currency)
    }

    /// Tells that a field was left: from now on it is said what is wrong with it.
    public func leave(_ field: ListingField) {
        marks.leave(field)
    }

    /// Adds pictures behind those that are there, as many as there is room for.
    public func addPictures(_ uploads: [PictureUpload]) {
        var leftOut = leftOutCount
        write { form in
            let more = uploads.map { EditPicture.added(FormPicture($0)) }
            leftOut = form.pictures.add(more, upTo: ListingRules.maximumPictureCount)
        }
        leftOutCount = leftOut
        marks.forgetRefusal(of: .pictures)
    }

    public func removePicture(_ id: EditPicture.ID) {
        write { form in form.pictures.removeAll { $0.id == id } }
        leftOutCount = 0
        marks.forgetRefusal(of: .pictures)
    }

    /// - Parameter place: where it is afterwards, from 0; what is out of bounds counts as the nearest end.
    public func movePicture(_ id: EditPicture.ID, to place: Int) {
        write { $0.pictures.move(id, to: place) }
    }

    private func write(_ body: (inout EditForm) -> Void) {
        guard case .editing(var form, .writing(let trouble)) = state else { return }
        body(&form)
        state = .editing(form, .writing(trouble))
    }

    // MARK: Saving

    /// Saves what was changed. Where nothing was, nothing is sent. Pictures that were added between others take two
    /// edits; when only the first succeeds, their order is all that is left in the form.
    ///
    /// Where somebody else was faster, what was left alone here takes the newer value, and the rest is saved on top of
    /// it. What both have changed is never overwritten by this: it is a conflict, which is left by ``keepMine()`` or
    /// ``takeTheirs()``, or field by field.
    public func save() async {
        guard case .editing(var form, .writing) = state else { return }
        marks.wasTried = true
        while form.hasChanges {
            guard form.reading().problems.isEmpty else {
                state = .editing(form, .writing(.incomplete))
                return
            }
            state = .editing(form, .saving(0))
            switch await send(form) {
            case .answered(let product): form = form.afterSaving(product)
            case .failed(let error):
                guard let next = await findOut(error, form) else { return }
                form = next
            case .cancelled:
                state = .editing(form, .writing(nil))
                return
            case .superseded: return
            }
        }
        state = .saved(form.base)
    }

    private func send(_ form: EditForm) async -> CallOutcome<DetailedProduct> {
        let edit = form.nextEdit
        let progress = beginProgress()
        defer { progress.finish() }
        return await call { [calls, id, secret] () async throws(MarketClientError) in
            try await calls.edit(id, edit, secret: secret, progress: { progress.tell($0) })
        }
    }

    private func beginProgress() -> ProgressRelay {
        sendingCount += 1
        let mine = sendingCount
        return ProgressRelay { [weak self] fraction in
            guard let self, mine == sendingCount, case .editing(let form, .saving) = state else { return }
            state = .editing(form, .saving(fraction))
        }
    }

    /// Finds out what an edit that failed has left behind, and shows it.
    ///
    /// - Returns: the form to go on with, if the edit was made after all, or others have changed other fields;
    ///   otherwise all is said already.
    private func findOut(_ error: MarketClientError, _ form: EditForm) async -> EditForm? {
        if error.isGone {
            state = .gone
            return nil
        }
        let isConflict = error.refusal?.code == .versionConflict
        guard isConflict || error.isOutcomeUnknown else {
            marks.note(error)
            state = .editing(form, .writing(.failed(error)))
            return nil
        }
        state = .editing(form, .lookingAgain)
        let current = error.refusal?.current
        let outcome = await call { [calls, id] () async throws(MarketClientError) in
            let product = if let current { current } else { try await calls.product(id) }
            return (product: product, contact: await calls.contactIfKnown(of: id))
        }
        switch outcome {
        case .answered(let now):
            if form.isFulfilled(by: now.product, contact: now.contact) { return form.afterSaving(now.product) }
            guard now.product.version > form.base.version else {
                state = .editing(form, .writing(.failed(error.asNotMade)))
                return nil
            }
            let conflict = EditConflict(form, now.product, contact: now.contact, language)
            let merged = form.rebased(on: now.product, contact: now.contact)
            if conflict.differences.isEmpty { return merged }
            state = .editing(merged, .conflict(conflict))
        case .failed(let another): state = another.isGone ? .gone : .editing(form, .writing(.failed(error)))
        case .cancelled: state = .editing(form, .writing(.failed(error)))
        case .superseded: break
        }
        return nil
    }

    // MARK: Conflicts

    /// Goes on with one's own values in the fields that both have changed: the next ``save()`` overwrites the newer ones.
    public func keepMine() {
        guard case .editing(let form, .conflict) = state else { return }
        state = .editing(form, .writing(nil))
    }

    /// Goes on with one's own value in a field that both have changed.
    public func keepMine(in field: ListingField) {
        settle(field) { _ in }
    }

    /// Takes the newer value in a field that both have changed.
    public func takeTheirs(in field: ListingField) {
        settle(field) { $0.restore(field) }
    }

    private func settle(_ field: ListingField, _ change: (inout EditForm) -> Void) {
        guard case .editing(var form, .conflict(var conflict)) = state,
            conflict.differences.contains(where: { $0.field == field })
        else { return }
        change(&form)
        conflict.settle(field)
        state = .editing(form, conflict.differences.isEmpty ? .writing(nil) : .conflict(conflict))
    }

    /// Gives up one's own changes and goes on with the product as it is now.
    public func takeTheirs() {
        guard case .editing(_, .conflict(let conflict)) = state else { return }
        state = .editing(EditForm(conflict.theirs, contact: conflict.theirContact), .writing(nil))
    }
}

extension MarketCalls {
    /// The seller's contact, empty for none; nil where it can't be found out. An edit does not fail because of it.
    fileprivate func contactIfKnown(of id: Product.ID) async -> String? {
        do { return try await contact(of: id) ?? "" } catch { return nil }
    }
}

extension MarketClientError {
    fileprivate var isOutcomeUnknown: Bool {
        guard case .outcomeUnknown = self else { return false }
        return true
    }

    /// The same, after it was found that nothing was changed.
    fileprivate var asNotMade: MarketClientError {
        guard case .outcomeUnknown(let error) = self else { return self }
        return .unreachable(error)
    }
}
