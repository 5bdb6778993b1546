public import MarketClient

/// Why a form that was to be sent is still there.
public enum FormTrouble: Hashable, Sendable {
    /// Something is missing or wrong, and said beside its field; nothing was sent.
    case incomplete
    case failed(MarketClientError)
}
