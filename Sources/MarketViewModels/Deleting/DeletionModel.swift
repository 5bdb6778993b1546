public import MarketClient
public import MarketModels
public import MarketTexts
public import Observation

/// Deleting a product: asks for its password, and tells the list once it is gone and that was seen.
@Observable
@MainActor
public final class DeletionModel {
    public private(set) var state = DeletionState.asking
    public let id: Product.ID
    public let name: String

    private let calls: any MarketCalls
    private let keyring: Keyring?
    private let language: Language
    private let tell: (ProductChange) -> Void
    @ObservationIgnored private let call = NewestCall()

    /// - Parameters:
    ///   - name: the product's, for what is said.
    ///   - keyring: forgets the password of what is gone.
    ///   - tell: told once, when somebody has seen that the product is gone.
    public init(
        _ id: Product.ID,
        name: String,
        calls: any MarketCalls,
        keyring: Keyring? = nil,
        language: Language,
        tell: @escaping (ProductChange) -> Void
    ) {
        self.id = id
        self.name = name
        self.calls = calls
        self.keyring = keyring
        self.language = language
        self.tell = tell
    }

    /// What is to be read: the question, what went wrong, or that it is gone.
    public var sentence: String {
        switch state {
        case .asking, .deleting, .closed: WebTexts(language: language)[.deleteQuestionAdvice]
        case .refused(let refusal): ProblemTexts(language: language).sentence(for: refusal, .deleting)
        case .gone: WebTexts(language: language).deleted(name)
        }
    }

    /// Deletes the product, if the password is the right one. Does nothing unless the password is asked for, or was
    /// refused: then it is another try. One that is gone already counts as deleted.
    public func delete(with secret: String) async {
        switch state {
        case .asking, .refused: break
        case .deleting, .gone, .closed: return
        }
        guard !secret.isEmpty else {
            state = .refused(.missing)
            return
        }
        state = .deleting
        let outcome = await call { [calls, id] () async throws(MarketClientError) in
            try await calls.delete(id, secret: secret)
        }
        switch outcome {
        case .answered: await finish()
        case .failed(let error) where error.isGone: await finish()
        case .failed(let error): state = .refused(SecretRefusal(error))
        case .cancelled: state = .asking
        case .superseded: return
        }
    }

    /// Asks for the password again.
    public func tryAgain() {
        if case .refused = state { state = .asking }
    }

    /// Leaves the product as it is. What is on its way is stopped; if it has arrived all the same, that is said.
    public func cancel() {
        switch state {
        case .asking, .refused: state = .closed
        case .deleting: call.cancel()
        case .gone, .closed: return
        }
    }

    /// Somebody has seen that it is gone: the list is told.
    public func acknowledge() {
        guard state == .gone else { return }
        state = .closed
        tell(.deleted(id))
    }

    private func finish() async {
        await keyring?.forget(id)
        state = .gone
    }
}
