/// How often a request that is safe to repeat is repeated, and after which pauses.
///
/// Safe are requests that only read, checks of a password, and listings, because these carry an `Idempotency-Key`
/// (API.md, “Extensions”). Edits and deletions are sent once, unless no connection came about at all.
public struct RetryPolicy: Sendable {
    /// How often a request is sent at most, 1 for no repeats.
    public var attempts: Int
    /// The pause before the first repeat; each further one is twice as long.
    public var firstPause: Duration
    /// No pause is longer; whoever asks for a longer one (`Retry-After`) is waited for only out of ``patience``.
    public var longestPause: Duration
    /// How long one request is waited with in all because the market asks for it (`Retry-After`), beyond ``attempts`` and
    /// ``longestPause``: zero for an app with a person in front of it, long for an import that runs by itself.
    public var patience: Duration
    /// Waits. Tests bring one that does not.
    public var sleep: @Sendable (Duration) async throws -> Void

    public init(
        attempts: Int = 4,
        firstPause: Duration = .milliseconds(300),
        longestPause: Duration = .seconds(8),
        patience: Duration = .zero,
        sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
    ) {
        self.attempts = max(1, attempts)
        self.firstPause = firstPause
        self.longestPause = longestPause
        self.patience = patience
        self.sleep = sleep
    }

    /// One attempt and no more.
    public static var none: RetryPolicy { RetryPolicy(attempts: 1) }

    /// The pause behind an attempt that failed, or nil if that was the last.
    ///
    /// Between half and all of the doubled pause, at random, so that a market that comes back is not asked by all its
    /// clients at once.
    ///
    /// - Parameters:
    ///   - asked: how long the market wants to be left alone.
    ///   - patience: what is left of ``patience``.
    func pause(afterAttempt number: Int, asked: Duration?, patience: Duration) -> Duration? {
        if let asked {
            let pause = max(asked, firstPause)
            let isUsual = number < attempts && asked <= longestPause
            return isUsual || pause <= patience ? pause : nil
        }
        guard number < attempts else { return nil }
        let doubled = min(longestPause, firstPause * (1 << min(number - 1, 20)))
        return doubled * Double.random(in: 0.5...1)
    }
}
