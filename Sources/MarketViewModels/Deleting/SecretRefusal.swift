import MarketAPI
public import MarketClient
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

extension ProblemTexts {
    /// Returns the message for a password that was not accepted.
    public func sentence(for refusal: SecretRefusal, _ action: UserAction) -> String {
        switch refusal {
        case .missing: AppTexts(language: language)[.passwordMissing]
        case .wrong: ErrorTexts(language: language).wrongSecret
        case .tooManyAttempts(let seconds): ErrorTexts(language: language).tooManyAttempts(seconds: seconds)
        case .failed(let error): sentence(for: error, action)
        }
    }
}
