public import Foundation
public import MarketAPI
public import MarketClient
public import MarketModels
import MarketTexts
public import Observation

/// The model of the form for a new listing. Sending it repeatedly creates only one product, even after network
/// failures, and no failure loses the user's input.
@Observable
@MainActor
public final class ListingFormModel {
    /// The state of the form.
    public private(set) var state = ListingFormState.writing(nil)
    /// The contents of the text fields.
    public private(set) var typed: TypedListing
    /// The images in order. The first one represents the product in lists.
    public private(set) var images: [FormImage] = []
    /// The number of images that the last ``addImages(_:)`` left out because of the maximum.
    public private(set) var leftOutCount = 0
    /// Whether to store the password on this device, so that the product counts as the user's own.
    public var keepsSecret = true

    private let service: any MarketService
    let keyring: Keyring?
    let preferences: any Preferences
    let language: Language
    let drafts: Drafts?
    let draftSession: DraftSession<ListingDraft>?
    private let recentSecrets: RecentSecrets?
    private let makeKey: () -> UUID
    private var fieldMessages = FieldMessages()
    @ObservationIgnored private let call = LatestTask()
    @ObservationIgnored private var sendingCount = 0
    @ObservationIgnored private var suspension = Suspension.none
    /// The idempotency key that all attempts share.
    @ObservationIgnored private(set) var key: UUID?

    /// Creates a model.
    ///
    /// - Parameters:
    ///   - service: The service that lists the product.
    ///   - keyring: The keyring that stores the password, or nil to store none.
    ///   - preferences: The preferences, which store the seller's name.
    ///   - language: The language of the texts.
    ///   - drafts: The drafts, which keep the form until it is sent; nil to keep it only in memory.
    ///   - recentSecrets: The passwords that were right within the last hour.
    ///   - makeKey: Creates the idempotency key of a new listing.
    public init(
        service: any MarketService,
        keyring: Keyring? = nil,
        preferences: any Preferences,
        language: Language,
        drafts: Drafts? = nil,
        recentSecrets: RecentSecrets? = nil,
        makeKey: @escaping () -> UUID = { UUID() }
    ) {
        self.service = service
        self.keyring = keyring
        self.preferences = preferences
        self.language = language
        self.drafts = drafts
        draftSession = drafts?.listing()
        self.recentSecrets = recentSecrets
        self.makeKey = makeKey
        typed = TypedListing(seller: preferences.sellerName)
    }

    // MARK: Fields

    /// Sets the text of a field. Has no effect while the form is being sent.
    public func setText(_ text: String, for field: ListingField) {
        guard isWriting else { return }
        typed[field] = text
        fieldMessages.clearRefusal(of: field)
        saveDraftSoon()
    }

    /// Selects the currency.
    public func setCurrency(_ currency: Currency) {
        setText(currency.rawValue, for: .currency)
    }

    /// Records that the user has left a field; from now on its problems are shown.
    public func endEditing(_ field: ListingField) {
        fieldMessages.endEditing(field)
    }

    /// Returns how much of a text's maximum length is used, `12 / 200`; nil for fields without one.
    public func characterCount(of field: ListingField) -> String? {
        field.maximumLength.map { AppTexts(language: language).characterCount(typed.length(of: field), of: $0) }
    }

    /// Returns the message for a field, or nil if there is none or it must not be shown yet.
    public func problem(for field: ListingField) -> String? {
        fieldMessages.sentence(for: field, typed.draft(imageCount: images.count).problems, language)
    }

    /// The message about the whole form, or nil if there is none.
    public var failure: String? {
        switch state {
        case .writing(.incomplete?): InterfaceTexts(language: language)[.problemsTitle]
        case .writing(.failed(let error)?) where error.isAboutAnImage:
            InterfaceTexts(language: language)[.problemsTitle]
        case .writing(.failed(let error)?): ProblemTexts(language: language).sentence(for: error, .listing)
        case .writing(nil), .sending: nil
        case .listed(_, .failed): AppTexts(language: language)[.secretNotKept]
        case .listed: nil
        }
    }

    /// The product that an earlier attempt has listed, if that is why this one was refused: it is listed as the form was
    /// then. Sending the form again lists another product.
    public var listedBefore: Product.ID? {
        guard case .writing(.failed(let error)?) = state else { return nil }
        return error.refusal?.listed
    }

    /// Returns why the market couldn't use an image, or nil.
    public func problem(ofImage id: FormImage.ID) -> String? { fieldMessages.sentence(forImage: id) }

    var isWriting: Bool {
        guard case .writing = state else { return false }
        return true
    }

    // MARK: Images

    /// Appends images up to the maximum.
    public func addImages(_ uploads: [ImageUpload]) {
        guard isWriting else { return }
        leftOutCount = images.add(uploads.map { FormImage($0) }, upTo: ListingRules.maximumImageCount)
        fieldMessages.clearRefusal(of: .images)
        saveDraftSoon()
    }

    /// Removes an image from the form.
    public func removeImage(_ id: FormImage.ID) {
        guard isWriting else { return }
        images.removeAll { $0.id == id }
        leftOutCount = 0
        fieldMessages.clearRefusal(ofImage: id)
        fieldMessages.clearRefusal(of: .images)
        saveDraftSoon()
    }

    /// Replaces an image at its place, for example by a part of it. It gets a new identity, because neither what was said
    /// about the former one nor what is stored of it is true of it.
    ///
    /// - Returns: The identity of the new image; nil if nothing was replaced.
    @discardableResult
    public func replaceImage(_ id: FormImage.ID, with upload: ImageUpload) -> FormImage.ID? {
        guard isWriting, let index = images.firstIndex(where: { $0.id == id }) else { return nil }
        images[index] = FormImage(upload)
        fieldMessages.clearRefusal(ofImage: id)
        saveDraftSoon()
        return images[index].id
    }

    /// Moves an image.
    ///
    /// - Parameters:
    ///   - id: The image.
    ///   - place: The new index, from 0, clamped to the valid range.
    public func moveImage(_ id: FormImage.ID, to place: Int) {
        guard isWriting else { return }
        images.move(id, to: place)
        saveDraftSoon()
    }

    /// The message that images were left out, or nil if none were.
    public var leftOut: String? {
        guard leftOutCount > 0 else { return nil }
        return AppTexts(language: language)
            .imagesLeftOut(leftOutCount, maximum: ListingRules.maximumImageCount)
    }

    // MARK: Sending

    /// Lists the product. Does nothing while the form is being sent or after the product was listed.
    public func submit() async {
        guard isWriting else { return }
        suspension = .none
        await send()
    }

    private func send() async {
        fieldMessages.wasTried = true
        let (draft, problems) = typed.draft(imageCount: images.count)
        guard problems.isEmpty else {
            state = .writing(.incomplete)
            return
        }
        let listing = NewListing(
            draft: draft,
            images: images.map(\.upload),
            secret: typed.password,
            vendorName: typed.seller.isEmpty ? nil : typed.seller
        )
        // An attempt that may have arrived is retried with the same key, even if the form was changed since: then the
        // server refuses the key.
        let key = key ?? makeKey()
        self.key = key
        state = .sending(0)
        let progress = beginProgress()
        let outcome = await call { [service, keyring] () async throws(MarketClientError) in
            // If the app ends before the response is received, both are needed to send the form again.
            await self.saveDraft()
            await keyring?.save(listing.secret, of: .listing)
            guard !Task.isCancelled else { throw .cancelled }
            return try await service.list(listing, key: key, progress: { progress.report($0) })
        }
        progress.finish()
        switch outcome {
        case .answered(let product): await finish(product, listing.secret)
        case .failed(let error):
            await keyring?.removeSecret(of: .listing)
            // The earlier attempt with this key was listed, so the current form is a new listing.
            if error.refusal?.code == .keyReused {
                self.key = nil
                saveDraftSoon()
            }
            fieldMessages.record(error, sending: images.map(\.id), of: images.map(\.id))
            state = .writing(.failed(error))
        case .cancelled:
            await keyring?.removeSecret(of: .listing)
            state = .writing(nil)
        case .superseded: return
        }
        guard case .writing(let failure) = state, suspension.sendsAgain(after: failure) else { return }
        await send()
    }

    /// Records that the app has left the foreground, where the system may cut off sending.
    public func appDidEnterBackground() {
        if case .sending = state { suspension = .away }
    }

    /// Sends the form again, with the same key, if sending was cut off while the app wasn't in the foreground.
    ///
    /// - Returns: Whether it was sent again.
    @discardableResult
    public func appWillEnterForeground() async -> Bool {
        guard suspension.comesBack(isSending: !isWriting), isWriting else { return false }
        await send()
        return true
    }

    /// Cancels sending. If the product was listed nevertheless, the state shows it now or after the next attempt.
    public func cancel() {
        call.cancel()
    }

    private func beginProgress() -> ProgressRelay {
        sendingCount += 1
        let mine = sendingCount
        return ProgressRelay { [weak self] fraction in
            guard let self, mine == sendingCount, case .sending = state else { return }
            state = .sending(fraction)
        }
    }

    private func finish(_ product: DetailedProduct, _ secret: String) async {
        preferences.sellerName = typed.seller
        recentSecrets?.keep(secret, of: product.id)
        var secretKeeping = SecretKeeping.notWanted
        if keepsSecret, let keyring { secretKeeping = await keyring.save(secret, of: product.id) ? .kept : .failed }
        await draftSession?.finish()
        await keyring?.removeSecret(of: .listing)
        state = .listed(product, secretKeeping)
    }

    // MARK: Drafts

    /// Replaces the contents of the form, except the password, with a draft; with nothing if it is nil.
    func fill(_ draft: ListingDraft?) {
        let password = typed.password
        typed = draft?.typed ?? TypedListing(seller: preferences.sellerName)
        if draft != nil { typed.password = password }
        images = draft?.images ?? []
        keepsSecret = draft?.keepsSecret ?? true
        key = draft?.key
        leftOutCount = 0
        fieldMessages = FieldMessages()
        state = .writing(nil)
    }
}

/// The state of the form for a new listing.
public enum ListingFormState: Hashable, Sendable {
    /// The user is filling in the form. After a failed attempt, it has the reason.
    case writing(FormFailure?)
    /// The form is being sent; the value is the fraction sent, 0 to 1. The fields can't be changed.
    case sending(Double)
    /// The product is listed.
    case listed(DetailedProduct, SecretKeeping)
}

/// The outcome of storing the password of a new listing.
public enum SecretKeeping: Hashable, Sendable {
    /// The password was stored.
    case kept
    /// The user chose not to store the password, or there is no keyring.
    case notWanted
    /// The password could not be stored: the seller has to remember it.
    case failed
}
