import MarketClient

/// What became of a call, for whoever made it.
enum CallOutcome<Answer: Sendable>: Sendable {
    case answered(Answer)
    case failed(MarketClientError)
    /// It was given up on its maker's wish: nothing is to be said about it.
    case cancelled
    /// A newer one has taken its place, or nobody waits for it any more: it has no say in anything.
    case superseded
}
