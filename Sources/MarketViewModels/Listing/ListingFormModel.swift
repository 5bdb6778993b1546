public import Foundation
import MarketAPI
public import MarketClient
public import MarketModels
public import MarketTexts
public import Observation

/// The form of a new listing. However often it is sent, and whatever the network does, one listing comes of it; and
/// whatever goes wrong, everything that was typed and chosen stays.
@Observable
@MainActor
public final class ListingFormModel {
    public private(set) var state = ListingFormState.writing(nil)
    public private(set) var typed: TypedListing
    /// In order; the first stands for the product in lists.
    public private(set) var pictures: [FormPicture] = []
    /// How many of the pictures last added had no room.
    public private(set) var leftOutCount = 0
    /// Whether the password is to be kept on this device, so that the product counts as one's own.
    public var keepsSecret = true

    private let calls: any MarketCalls
    private let keyring: Keyring?
    private let preferences: any Preferences
    private let language: Language
    private let makeKey: () -> UUID
    private var marks = FieldMarks()
    @ObservationIgnored private let call = NewestCall()
    @ObservationIgnored private var sendingCount = 0
    /// What the listing is called by all its attempts.
    @ObservationIgnored private var key: UUID?

    /// - Parameters:
    ///   - keyring: where the password is kept; nil to keep none.
    ///   - makeKey: makes a name for each new listing.
    public init(
        calls: any MarketCalls,
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

    /// Takes what was typed into a field, unless the form is just being sent.
    public func type(_ text: String, into field: ListingField) {
        guard isWriting else { return }
        typed[field] = text
        marks.forgetRefusal(of: field)
    }

    public func choose(_ currency: Currency) {
        type(currency.rawValue, into: .currency)
    }

    /// Tells that a field was left: from now on it is said what is wrong with it.
    public func leave(_ field: ListingField) {
        marks.leave(field)
    }

    /// How much of a text's room is used, `12 / 200`; nil for fields whose characters are not counted.
    public func room(of field: ListingField) -> String? {
        field.maximumLength.map { AppTexts(language: language).used(typed.length(of: field), of: $0) }
    }

    /// What is wrong with a field, as a sentence; nil where nothing is to be said yet.
    public func problem(beside field: ListingField) -> String? {
        marks.sentence(beside: field, typed.draft(pictureCount: pictures.count).problems, language)
    }

    /// What is said about the form as a whole; nil where nothing went wrong.
    public var trouble: String? {
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

    // MARK: Pictures

    /// Adds pictures behind those that are there, as many as there is room for.
    public func addPictures(_ uploads: [PictureUpload]) {
        guard isWriting else { return }
        leftOutCount = pictures.add(uploads.map { FormPicture($0) }, upTo: ListingRules.maximumPictureCount)
        marks.forgetRefusal(of: .pictures)
    }

    public func removePicture(_ id: FormPicture.ID) {
        guard isWriting else { return }
        pictures.removeAll { $0.id == id }
        leftOutCount = 0
        marks.forgetRefusal(of: .pictures)
    }

    /// - Parameter place: where it is afterwards, from 0; what is out of bounds counts as the nearest end.
    public func movePicture(_ id: FormPicture.ID, to place: Int) {
        guard isWriting else { return }
        pictures.move(id, to: place)
    }

    /// That pictures were left out; nil when all had room.
    public var leftOut: String? {
        guard leftOutCount > 0 else { return nil }
        return AppTexts(language: language)
            .picturesLeftOut(leftOutCount, maximum: ListingRules.maximumPictureCount)
    }

    // MARK: Sending

    /// Lists what is in the form. Does nothing while it is being sent and after it was listed.
    public func submit() async {
        guard isWriting else { return }
        marks.wasTried = true
        let (draft, problems) = typed.draft(pictureCount: pictures.count)
        guard problems.isEmpty else {
            state = .writing(.incomplete)
            return
        }
        let listing = NewListing(
            draft: draft,
            pictures: pictures.map(\.upload),
            secret: typed.password,
            vendorName: typed.seller.isEmpty ? nil : typed.seller
        )
        // One that may have arrived is asked for by the same name, whatever was changed since: the market then says so.
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
            // What was sent by this name before is listed. What comes now is another listing.
            if error.refusal?.code == .keyReused { self.key = nil }
            marks.note(error)
            state = .writing(.failed(error))
        case .cancelled: state = .writing(nil)
        case .superseded: return
        }
    }

    /// Stops sending. It may be listed all the same: then the form says so, now or when it is sent again.
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
