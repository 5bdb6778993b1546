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
public final class ListingFormModel: ListingForm {
    /// The state of the form.
    public private(set) var state = ListingFormState.writing(nil)
    public private(set) var typed: TypedListing
    public private(set) var images: [FormImage] = []
    public let session: FormSession<ListingDraft>

    private let service: any MarketService
    let keyring: Keyring?
    let preferences: any Preferences
    let drafts: Drafts?
    private let recentSecrets: RecentSecrets?
    private let categories: MarketCategories?
    private let makeKey: () -> UUID
    /// The idempotency key that all attempts share.
    @ObservationIgnored private(set) var key: UUID?

    /// Creates a model.
    ///
    /// - Parameters:
    ///   - keyring: The keyring that stores the password, or nil to store none.
    ///   - preferences: The preferences, which store the seller's name and the currency.
    ///   - drafts: The drafts, which keep the form until it is sent; nil to keep it only in memory.
    ///   - recentSecrets: The passwords that were right within the last hour.
    ///   - categories: What knows the market's currencies; nil to begin with that of the last listing in any case.
    ///   - makeKey: Creates the idempotency key of a new listing.
    public init(
        service: any MarketService,
        keyring: Keyring? = nil,
        preferences: any Preferences,
        language: Language,
        drafts: Drafts? = nil,
        recentSecrets: RecentSecrets? = nil,
        categories: MarketCategories? = nil,
        makeKey: @escaping () -> UUID = { UUID() }
    ) {
        self.service = service
        self.keyring = keyring
        self.preferences = preferences
        self.drafts = drafts
        session = FormSession(language: language, drafts: drafts?.listing())
        self.recentSecrets = recentSecrets
        self.categories = categories
        self.makeKey = makeKey
        typed = TypedListing()
        typed = emptyForm
    }

    /// What a form has before anything is entered: what the last listing had as well, if the market takes its currency.
    var emptyForm: TypedListing {
        let last = preferences.currency
        return TypedListing(currency: categories?.accepted(last) ?? last, seller: preferences.sellerName)
    }

    /// Loads the market's currencies. A form without any text then begins with one of them.
    public func loadCurrencies() async {
        guard let categories else { return }
        await categories.load()
        guard isWriting, typed == TypedListing(currency: typed.currency, seller: preferences.sellerName) else { return }
        typed.currency = categories.accepted(typed.currency)
    }

    // MARK: Contents

    /// The fields in the order of the form, without the images, which come first.
    public var fields: [ListingField] { ListingField.allCases.filter { $0 != .images } }

    public var problems: [ListingProblem] { typed.draft(imageCount: images.count).problems }

    public var isWriting: Bool {
        if case .writing = state { true } else { false }
    }

    public var isSending: Bool {
        if case .sending = state { true } else { false }
    }

    public func isOwnValue(_ field: ListingField) -> Bool { true }

    public func write(_ change: (inout TypedListing, inout [FormImage]) -> Void) {
        guard isWriting else { return }
        change(&typed, &images)
        saveDraftSoon()
    }

    /// The message about the whole form, or nil if there is none.
    public var failure: String? {
        switch state {
        case .writing(let failure): failure?.sentence(for: .listing, session.language)
        case .listed(_, isSecretLost: true): AppTexts(language: session.language)[.secretNotKept]
        case .sending, .listed: nil
        }
    }

    /// That the listing waits until the operator approves it, once it is listed; otherwise nil.
    public var approvalNote: String? {
        guard case .listed(let product, _) = state, product.state == .hidden else { return nil }
        return AppTexts(language: session.language)[.waitsForApproval]
    }

    /// The product that an earlier attempt has listed, if that is why this one was refused: it is listed as the form was
    /// then. Sending the form again lists another product.
    public var listedBefore: Product.ID? {
        guard case .writing(.failed(let error)?) = state else { return nil }
        return error.refusal?.listed
    }

    // MARK: Sending

    /// Lists the product. Does nothing while images are still being loaded or the form is being sent, or after the
    /// product was listed.
    public func submit() async {
        guard canBeSent else { return }
        session.suspension = .none
        await session.send(attempt)
    }

    /// Sends the form again, with the same key, if sending was cut off while the app wasn't in the foreground.
    ///
    /// - Returns: Whether it was sent again.
    @discardableResult
    public func appWillEnterForeground() async -> Bool {
        guard session.suspension.comesBack(isSending: isSending), isWriting else { return false }
        await session.send(attempt)
        return true
    }

    /// Sends the form once.
    ///
    /// - Returns: Why that failed; nil if it didn't.
    private func attempt() async -> FormFailure? {
        session.messages.wasTried = true
        let (draft, problems) = typed.draft(imageCount: images.count)
        guard problems.isEmpty else { return fail(.incomplete) }
        let listing = NewListing(
            draft: draft,
            images: images.compactMap(\.upload),
            secret: typed.password,
            vendorName: typed.seller.isEmpty ? nil : typed.seller
        )
        // An attempt that may have arrived is retried with the same key, even if the form was changed since: then the
        // server refuses the key.
        let key = key ?? makeKey()
        self.key = key
        state = .sending(0)
        let progress = session.beginProgress { [weak self] fraction in
            if let self, isSending { state = .sending(fraction) }
        }
        let outcome = await session.call { [service, keyring] () async throws(MarketClientError) in
            // If the app ends before the response is received, both are needed to send the form again.
            await self.saveDraft()
            await keyring?.save(listing.secret, of: .listing)
            guard !Task.isCancelled else { throw .cancelled }
            return try await service.list(listing, key: key, progress: { progress.report($0) })
        }
        progress.finish()
        switch outcome {
        case .answered(let product):
            await finish(product, listing.secret)
            return nil
        case .failed(let error):
            await keyring?.removeSecret(of: .listing)
            // The earlier attempt with this key was listed, so the current form is a new listing.
            if error.refusal?.code == .keyReused {
                self.key = nil
                saveDraftSoon()
            }
            session.messages.record(error, about: images)
            return fail(.failed(error))
        case .cancelled:
            await keyring?.removeSecret(of: .listing)
            return fail(nil)
        case .superseded: return nil
        }
    }

    private func fail(_ failure: FormFailure?) -> FormFailure? {
        state = .writing(failure)
        return failure
    }

    private func finish(_ product: DetailedProduct, _ secret: String) async {
        preferences.sellerName = typed.seller
        preferences.currency = typed.currency
        recentSecrets?.keep(secret, of: product.id)
        let isKept = await keyring?.save(secret, of: product.id) ?? true
        await session.drafts?.finish()
        await keyring?.removeSecret(of: .listing)
        state = .listed(product, isSecretLost: !isKept)
    }

    // MARK: Drafts

    /// Replaces the contents of the form, except the password, with a draft; with nothing if it is nil.
    func fill(_ draft: ListingDraft?) {
        let password = typed.password
        typed = draft?.typed ?? emptyForm
        if draft != nil { typed.password = password }
        images = (draft?.images ?? []).map { .added($0) }
        key = draft?.key
        session.clearMessages()
        state = .writing(nil)
    }
}

/// The state of the form for a new listing.
public enum ListingFormState: Hashable, Sendable {
    /// The user is filling in the form. After a failed attempt, it has the reason.
    case writing(FormFailure?)
    /// The form is being sent; the value is the fraction sent, 0 to 1. The fields can't be changed.
    case sending(Double)
    /// The product is listed. If its password couldn't be stored, the seller has to remember it.
    case listed(DetailedProduct, isSecretLost: Bool)
}
