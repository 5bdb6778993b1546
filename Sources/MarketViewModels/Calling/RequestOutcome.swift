import MarketClient

/// The outcome of a call for its caller.
enum RequestOutcome<Answer: Sendable>: Sendable {
    case answered(Answer)
    case failed(MarketClientError)
    /// The caller cancelled it, so there is nothing to report.
    case cancelled
    /// A newer call has replaced it, or its result is no longer needed: the caller must not change any state.
    case superseded
}
