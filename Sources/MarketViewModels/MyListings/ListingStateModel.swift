public import MarketAPI
public import MarketClient
public import MarketModels
import MarketTexts
public import Observation

/// The model of the buttons with which a seller reserves, sells, hides, opens, renews and bumps a listing with one tap:
/// on the product's screen, and in each row of ``MyListingsModel``.
///
/// A change that can be undone shows at once; if it fails, the listing shows as it was and ``message`` says why. The
/// password is asked for only if the device holds neither a token nor the password; then a token is stored for the next
/// time.
@Observable
@MainActor
public final class ListingStateModel: Identifiable {
    /// The product's identifier.
    public nonisolated let id: Product.ID
    /// The product as the market has it.
    public private(set) var product: DetailedProduct
    /// The step of the last action.
    public private(set) var step = ListingStateStep.ready

    private let service: any MarketService
    private let keyring: Keyring?
    private let dependencies: AppDependencies
    private let tell: @MainActor (ProductChange) -> Void
    @ObservationIgnored private let call = LatestTask()

    /// Creates a model.
    ///
    /// - Parameters:
    ///   - product: The product as the market has it.
    ///   - keyring: The keyring with the token for the product or its password; nil to ask each time.
    ///   - tell: Called after each change, for the screens that show the product.
    public init(
        _ product: DetailedProduct,
        service: any MarketService,
        keyring: Keyring? = nil,
        dependencies: AppDependencies,
        tell: @escaping @MainActor (ProductChange) -> Void
    ) {
        id = product.id
        self.product = product
        self.service = service
        self.keyring = keyring
        self.dependencies = dependencies
        self.tell = tell
    }

    // MARK: Presentation

    /// The state to show: while a change that can be undone is in flight, the new one.
    public var state: ListingState.Kind {
        guard case .sending(let action) = step else { return product.state.kind }
        return action.expectedState(from: product.state.kind) ?? product.state.kind
    }

    /// The name of ``state``: `판매 중`, `예약 중`, `판매 완료`, `숨김`, `기간 만료`.
    public var badge: String { ProductTexts(language: dependencies.language).state(state) }

    /// The day that belongs to the state, as ``ProductViewData/stateDay``; for an open listing, when it expires.
    public var stateDay: String? {
        let (language, calendar) = (dependencies.language, dependencies.calendar)
        let texts = InterfaceTexts(language: language)
        guard state == product.state.kind else { return nil }
        if let day = texts.day(of: product.state, in: calendar, language) { return day }
        // Nothing expires while it is hidden.
        guard product.state == .open else { return nil }
        return product.expiresAt.map { texts[.expiresOn(ProductTexts(language: language).day($0, in: calendar))] }
    }

    /// The last day of the reservation, in the market's time zone; nil if the listing isn't reserved.
    public var lastReservedDay: CalendarDay? {
        guard case .reserved(let end) = product.state else { return nil }
        return CalendarDay(endingAtMidnight: end)
    }

    /// The actions that are one tap away, the most usual one first; none while one is in flight.
    public var actions: [SellerAction] { isSending ? [] : SellerAction.main(in: product.state.kind) }

    /// The other actions, for a menu; none while one is in flight.
    public var otherActions: [SellerAction] {
        isSending ? [] : SellerAction.others(in: product.state.kind, expires: product.expiresAt != nil)
    }

    /// Returns the label of an action.
    public func label(of action: SellerAction) -> String {
        InterfaceTexts(language: dependencies.language)[action.label(in: product.state.kind)]
    }

    /// What to say about the last action: that it was performed, why it failed, or the question for the password. Nil if
    /// there is nothing to say.
    public var message: String? {
        let problems = ProblemTexts(language: dependencies.language)
        let texts = InterfaceTexts(language: dependencies.language)
        switch step {
        case .ready, .sending: return nil
        case .awaitingPassword(_, let refusal?): return problems.sentence(for: refusal, .editing)
        case .awaitingPassword(_, nil): return AppTexts(language: dependencies.language)[.passwordOnce]
        case .done(let action): return texts[action.doneSentence]
        case .failed(_, let error): return problems.sentence(for: error, .editing)
        }
    }

    private var isSending: Bool {
        if case .sending = step { true } else { false }
    }

    // MARK: Actions

    /// Performs an action with the stored token or password, or asks for the password. Does nothing while another action
    /// is in flight.
    public func perform(_ action: SellerAction) async {
        guard !isSending else { return }
        step = .sending(action)
        let outcome = await call { [keyring, id] () async throws(MarketClientError) -> DetailedProduct? in
            if let token = await keyring?.token(for: id) {
                do throws(MarketClientError) {
                    return try await self.send(action, by: .token(token))
                } catch {
                    guard error.isInvalidToken else { throw error }
                }
                await keyring?.removeToken(for: id)
            }
            guard let secret = await keyring?.secret(of: id) else { return nil }
            return try await self.send(action, by: .secret(secret))
        }
        switch outcome {
        case .answered(let changed?): finish(action, changed)
        case .answered(nil): step = .awaitingPassword(action, nil)
        // The stored password is not the product's any more.
        case .failed(let error) where error.isWrongSecret: step = .awaitingPassword(action, nil)
        case .failed(let error): fail(action, error)
        case .cancelled: step = .ready
        case .superseded: return
        }
    }

    /// Performs the action for which the model is asking for the password. If the password is right, a token is stored,
    /// so that it isn't asked for again.
    public func perform(with secret: String) async {
        guard case .awaitingPassword(let action, _) = step else { return }
        step = .sending(action)
        let outcome = await call(with: secret, of: id, dependencies.recentSecrets) {
            [service, keyring, id] () async throws(MarketClientError) in
            let changed = try await self.send(action, by: .secret(secret))
            // Only a convenience: without it, the password is asked for again.
            if let keyring, let token = try? await service.issueToken(for: id, secret: secret) {
                await keyring.saveToken(token, for: id)
            }
            return changed
        }
        switch outcome {
        case .accepted(let changed): finish(action, changed)
        case .gone(let error), .refused(.failed(let error)?): fail(action, error)
        case .refused(let refusal?): step = .awaitingPassword(action, refusal)
        case .refused(nil): step = .ready
        case .superseded: return
        }
    }

    /// Dismisses ``message`` and the question for the password, and cancels an action in flight. If that has arrived
    /// nevertheless, the listing shows it with the response, or when it is loaded again.
    public func dismiss() {
        if isSending { call.cancel() } else { step = .ready }
    }

    /// Applies a change made on another screen.
    public func apply(_ change: ProductChange) {
        guard case .edited(let edited) = change, edited.id == id, edited.version > product.version else { return }
        product = edited
    }

    private func send(
        _ action: SellerAction,
        by credential: SellerCredential
    ) async throws(MarketClientError) -> DetailedProduct {
        switch action {
        case .change(let change): try await service.changeState(of: id, to: change, by: credential)
        case .renew: try await service.renew(id, by: credential)
        case .bump: try await service.bump(id, by: credential)
        }
    }

    private func finish(_ action: SellerAction, _ changed: DetailedProduct) {
        product = changed
        step = .done(action)
        tell(.edited(changed))
    }

    private func fail(_ action: SellerAction, _ error: MarketClientError) {
        step = .failed(action, error)
        if error.isGone { tell(.deleted(id)) }
    }
}

/// The step of changing a listing's state.
public enum ListingStateStep: Hashable, Sendable {
    /// Nothing is in flight.
    case ready
    /// The action is in flight.
    case sending(SellerAction)
    /// The model is asking for the password once; the value is why the last one was not accepted, or nil.
    case awaitingPassword(SellerAction, SecretRefusal?)
    /// The action was performed.
    case done(SellerAction)
    /// The action failed, and the listing is as it was.
    case failed(SellerAction, MarketClientError)
}
