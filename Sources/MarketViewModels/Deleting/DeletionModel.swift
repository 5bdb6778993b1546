public import MarketClient
public import MarketModels
import MarketTexts
public import Observation

/// The model for deleting a product: asks for its password, and reports the deletion once the user has seen the
/// confirmation.
@Observable
@MainActor
public final class DeletionModel {
    /// The state of the deletion.
    public private(set) var state = DeletionState.awaitingPassword(nil)
    /// The product to delete.
    public let id: Product.ID
    /// The name of the product.
    public let name: String

    private let service: any MarketService
    private let keyring: Keyring?
    private let recentSecrets: RecentSecrets?
    private let language: Language
    private let tell: (ProductChange) -> Void
    @ObservationIgnored private let call = LatestTask()

    /// Creates a model.
    ///
    /// - Parameters:
    ///   - keyring: The keyring that removes the password of a deleted product.
    ///   - recentSecrets: The passwords that were right within the last hour.
    ///   - tell: Called once, when the user has seen that the product is deleted.
    public init(
        _ id: Product.ID,
        name: String,
        service: any MarketService,
        keyring: Keyring? = nil,
        recentSecrets: RecentSecrets? = nil,
        language: Language,
        tell: @escaping (ProductChange) -> Void
    ) {
        self.id = id
        self.name = name
        self.service = service
        self.keyring = keyring
        self.recentSecrets = recentSecrets
        self.language = language
        self.tell = tell
    }

    /// The password, if it was right within the last hour: then only the deletion has to be confirmed.
    public var recentSecret: String? { recentSecrets?.secret(of: id) }

    /// The text to show: the question, the error, or the confirmation.
    public var sentence: String {
        switch state {
        case .awaitingPassword(nil), .deleting, .closed:
            InterfaceTexts(language: language)[recentSecret == nil ? .deleteQuestionAdvice : .deleteKnownAdvice]
        case .awaitingPassword(let refusal?): ProblemTexts(language: language).sentence(for: refusal, .deleting)
        case .gone: InterfaceTexts(language: language)[.deleted(name)]
        }
    }

    /// Deletes the product if the password is correct. Does nothing unless the model is asking for a password. A product that no
    /// longer exists counts as deleted.
    public func delete(with secret: String) async {
        guard case .awaitingPassword = state else { return }
        state = .deleting
        let outcome = await call(with: secret, of: id, recentSecrets) {
            [service, id] () async throws(MarketClientError) in
            try await service.delete(id, secret: secret)
        }
        switch outcome {
        case .accepted, .gone:
            recentSecrets?.forget(id)
            await keyring?.removeSecret(of: id)
            state = .gone
        case .refused(let refusal): state = .awaitingPassword(refusal)
        case .superseded: return
        }
    }

    /// Cancels the deletion, including a request in flight. If the request has arrived nevertheless, the state shows
    /// it.
    public func cancel() {
        switch state {
        case .awaitingPassword: state = .closed
        case .deleting: call.cancel()
        case .gone, .closed: return
        }
    }

    /// Records that the user has seen the confirmation, and reports the deletion.
    public func acknowledge() {
        guard state == .gone else { return }
        state = .closed
        tell(.deleted(id))
    }
}

/// The state of deleting a product.
public enum DeletionState: Hashable, Sendable {
    /// The model is asking for the password; the value is why the last one was not accepted, or nil.
    case awaitingPassword(SecretRefusal?)
    /// The deletion is in flight.
    case deleting
    /// The product is deleted, and the confirmation is shown.
    case gone
    /// The dialog is closed: the deletion was cancelled, or the confirmation was seen.
    case closed
}
