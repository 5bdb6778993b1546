import MarketAPI
public import MarketClient

/// Why a password led to nothing.
public enum SecretRefusal: Hashable, Sendable {
    /// None was entered; the market was not asked.
    case missing
    case wrong
    /// Too many wrong ones: the next is looked at after so many seconds.
    case tooManyAttempts(seconds: Int)
    /// It could not be checked.
    case failed(MarketClientError)

    init(_ error: MarketClientError) {
        switch error.refusal?.code {
        case .wrongSecret: self = .wrong
        case .tooManyAttempts: self = .tooManyAttempts(seconds: error.refusal?.retryAfter ?? 60)
        default: self = .failed(error)
        }
    }
}
