/// The number of attempts for requests that are safe to repeat, and the pauses between them.
///
/// These are requests that only read, checks of a password, and listings, which carry an `Idempotency-Key` (API.md,
/// “Extensions”). Edits and deletions are repeated only if no connection was established or the server refused them
/// because of a rate limit.
public struct RetryPolicy: Sendable {
    /// The maximum number of attempts; 1 for no retries.
    public var attempts: Int
    /// The pause before the first retry. It doubles with each further retry.
    public var firstPause: Duration
    /// The maximum pause. A longer pause requested with `Retry-After` is taken only from ``patience``.
    public var longestPause: Duration
    /// The total time that one request may wait because the server asked for it with `Retry-After`, beyond ``attempts``
    /// and ``longestPause``. Use zero in an app with a waiting user, and a long time for an unattended import.
    public var patience: Duration
    /// The function that waits. Tests replace it with one that returns immediately.
    public var sleep: @Sendable (Duration) async throws -> Void

    /// Creates a policy; `attempts` below 1 become 1.
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

    /// A policy without retries.
    public static var none: RetryPolicy { RetryPolicy(attempts: 1) }

    /// Returns the pause after a failed attempt, or nil if there is no further one.
    ///
    /// The pause is random between half of the doubled pause and all of it, so that clients don't return simultaneously
    /// after an outage.
    ///
    /// - Parameters:
    ///   - number: The number of the failed attempt, from 1.
    ///   - asked: The pause that the server requested, if any.
    ///   - patience: The rest of ``patience``.
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
