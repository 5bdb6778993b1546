import MarketAPI
public import MarketClient
import MarketModels
import MarketTexts

/// The reasons why a password was not accepted.
public enum SecretRefusal: Hashable, Sendable {
    /// No password was entered; nothing was sent.
    case missing
    /// The password is wrong.
    case wrong
    /// There were too many wrong passwords. The next one is checked after the given number of seconds.
    case tooManyAttempts(seconds: Int)
    /// The password could not be checked.
    case failed(MarketClientError)

    init(_ error: MarketClientError) {
        switch error.refusal?.code {
        case .wrongSecret: self = .wrong
        case .tooManyAttempts: self = .tooManyAttempts(seconds: error.refusal?.retryAfter ?? 60)
        default: self = .failed(error)
        }
    }
}

/// What has become of a call with the password of a product.
enum SecretOutcome<Answer: Sendable>: Sendable {
    case accepted(Answer)
    /// The password was not accepted, or the caller cancelled the call: then there is nothing to say.
    case refused(SecretRefusal?)
    case gone(MarketClientError)
    /// A newer call has replaced it: the caller must not change any state.
    case superseded
}

extension LatestTask {
    /// Makes a call with the password of a product, and notes for the next hour whether it was right. An empty one isn't sent.
    func callAsFunction<Answer: Sendable>(
        with secret: String,
        of id: Product.ID,
        _ recentSecrets: RecentSecrets?,
        _ call: @escaping @MainActor () async throws(MarketClientError) -> Answer
    ) async -> SecretOutcome<Answer> {
        guard !secret.isEmpty else { return .refused(.missing) }
        switch await self(call) {
        case .answered(let answer):
            recentSecrets?.keep(secret, of: id)
            return .accepted(answer)
        case .failed(let error):
            if error.isGone || error.isWrongSecret { recentSecrets?.forget(id) }
            return error.isGone ? .gone(error) : .refused(SecretRefusal(error))
        case .cancelled: return .refused(nil)
        case .superseded: return .superseded
        }
    }
}

extension ProblemTexts {
    /// Returns the message for a password that was not accepted.
    public func sentence(for refusal: SecretRefusal, _ action: UserAction) -> String {
        switch refusal {
        case .missing: AppTexts(language: language)[.passwordMissing]
        case .wrong: ErrorTexts(language: language)[.wrongSecret]
        case .tooManyAttempts(let seconds): ErrorTexts(language: language)[.tooManyAttempts(seconds: seconds)]
        case .failed(let error): sentence(for: error, action)
        }
    }
}
