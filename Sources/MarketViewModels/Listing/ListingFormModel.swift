public import Foundation
import MarketAPI
public import MarketClient
public import MarketModels
public import MarketTexts
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

    private let calls: any MarketService
    private let keyring: Keyring?
    private let preferences: any Preferences
    private let language: Language
    private let makeKey: () -> UUID
    private var marks = FieldMessages()
    @ObservationIgnored private let call = LatestTask()
    @ObservationIgnored private var sendingCount = 0
    /// The idempotency key that all attempts share.
    @ObservationIgnored private var key: UUID?

    /// Creates a model.
    ///
    /// - Parameters:
    ///   - calls: The service that lists the product.
    ///   - keyring: The keyring that stores the password, or nil to store none.
    ///   - preferences: The preferences, which store the seller's name.
    ///   - language: The language of the texts.
    ///   - makeKey: Creates the idempotency key of a new listing.
    public init(
        calls: any MarketService,
        keyring: Keyring? = nil,
        preferences: any Preferences,
        language: Language,
        makeKey: @escaping () -> UUID = { UUID() }
    ) {
        self.calls = calls
        self.keyring = keyring
        self.preferences = preferences
        self.language = language
        self.makeKey = makeKey
        typed = TypedListing(seller: preferences.sellerName)
    }

    // MARK: Fields

    /// Sets the text of a field. Has no effect while the form is being sent.
    public func type(_ text: String, into field: ListingField) {
        guard isWriting else { return }
        typed[field] = text
        marks.forgetRefusal(of: field)
    }

    /// Selects the currency.
    public func choose(_ currency: Currency) {
        type(currency.rawValue, into: .currency)
    }

    /// Records that the user has left a field; from now on its problems are shown.
    public func leave(_ field: ListingField) {
        marks.leave(field)
    }

    /// Returns how much of a text's maximum length is used, `12 / 200`; nil for fields without one.
    public func room(of field: ListingField) -> String? {
        field.maximumLength.map { AppTexts(language: language).used(typed.length(of: field), of: $0) }
    }

    /// Returns the message for a field, or nil if there is none or it must not be shown yet.
    public func problem(beside field: ListingField) -> String? {
        marks.sentence(beside: field, typed.draft(imageCount: images.count).problems, language)
    }

    /// The message about the whole form, or nil if there is none.
    public var failure: String? {
        switch state {
        case .writing(.incomplete?): WebTexts(language: language)[.problemsTitle]
        case .writing(.failed(let error)?): ProblemTexts(language: language).sentence(for: error, .listing)
        case .writing(nil), .sending: nil
        case .listed(_, .failed): AppTexts(language: language)[.secretNotKept]
        case .listed: nil
        }
    }

    private var isWriting: Bool {
        guard case .writing = state else { return false }
        return true
    }

    // MARK: Images

    /// Appends images up to the maximum.
    public func addImages(_ uploads: [ImageUpload]) {
        guard isWriting else { return }
        leftOutCount = images.add(uploads.map { FormImage($0) }, upTo: ListingRules.maximumImageCount)
        marks.forgetRefusal(of: .images)
    }

    /// Removes an image from the form.
    public func removeImage(_ id: FormImage.ID) {
        guard isWriting else { return }
        images.removeAll { $0.id == id }
        leftOutCount = 0
        marks.forgetRefusal(of: .images)
    }

    /// Moves an image.
    ///
    /// - Parameters:
    ///   - id: The image.
    ///   - place: The new index, from 0, clamped to the valid range.
    public func moveImage(_ id: FormImage.ID, to place: Int) {
        guard isWriting else { return }
        images.move(id, to: place)
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
        marks.wasTried = true
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
        let outcome = await call { [calls] () async throws(MarketClientError) in
            try await calls.list(listing, key: key, progress: { progress.tell($0) })
        }
        progress.finish()
        switch outcome {
        case .answered(let product): await finish(product, listing.secret)
        case .failed(let error):
            // The earlier attempt with this key was listed, so the current form is a new listing.
            if error.refusal?.code == .keyReused { self.key = nil }
            marks.note(error)
            state = .writing(.failed(error))
        case .cancelled: state = .writing(nil)
        case .superseded: return
        }
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
        guard keepsSecret, let keyring else {
            state = .listed(product, .notWanted)
            return
        }
        let isKept = await keyring.keep(secret, of: product.id)
        state = .listed(product, isKept ? .kept : .failed)
    }
}
