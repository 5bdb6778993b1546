/// The number of attempts for requests that are safe to repeat, and the delays between them.
///
/// These are requests that only read, checks of a password, listings, which carry an `Idempotency-Key` (API.md,
/// “Extensions”), changes of a state, requests for tokens and reports. Edits, deletions, renewals and bumps are repeated only
/// if no connection was established or the server refused them because of a rate limit. What has timed out is repeated only
/// if it is a listing: its progress is shown meanwhile.
public struct RetryPolicy: Sendable {
    /// The maximum number of attempts; 1 for no retries.
    public var maximumAttempts: Int
    /// The longest delay before the first retry; the shortest is half of it. Both double with each further retry.
    public var initialDelay: Duration
    /// The maximum delay. A longer delay requested with `Retry-After` is taken only from ``retryAfterBudget``.
    public var maximumDelay: Duration
    /// The total time that one request may wait because the server asked for it with `Retry-After`, beyond
    /// ``maximumAttempts`` and ``maximumDelay``. Use zero in an app with a waiting user, and a long time for an
    /// unattended import.
    public var retryAfterBudget: Duration
    /// The function that waits. Tests replace it with one that returns immediately.
    public var sleep: @Sendable (Duration) async throws -> Void

    /// Creates a policy; `maximumAttempts` below 1 become 1.
    public init(
        maximumAttempts: Int = 4,
        initialDelay: Duration = .milliseconds(300),
        maximumDelay: Duration = .seconds(8),
        retryAfterBudget: Duration = .zero,
        sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
    ) {
        self.maximumAttempts = max(1, maximumAttempts)
        self.initialDelay = initialDelay
        self.maximumDelay = maximumDelay
        self.retryAfterBudget = retryAfterBudget
        self.sleep = sleep
    }

    /// A policy without retries.
    public static var none: RetryPolicy { RetryPolicy(maximumAttempts: 1) }

    /// Returns the delay after a failed attempt, or nil if there is no further one.
    ///
    /// The delay is random between half of the doubled delay and all of it, so that clients don't return simultaneously
    /// after an outage.
    ///
    /// - Parameters:
    ///   - number: The number of the failed attempt, from 1.
    ///   - retryAfter: The delay that the server requested, if any.
    ///   - retryAfterBudget: The rest of ``retryAfterBudget``.
    func delay(afterAttempt number: Int, retryAfter: Duration?, retryAfterBudget: Duration) -> Duration? {
        if let retryAfter {
            let delay = max(retryAfter, initialDelay)
            let isUsual = number < maximumAttempts && retryAfter <= maximumDelay
            return isUsual || delay <= retryAfterBudget ? delay : nil
        }
        guard number < maximumAttempts else { return nil }
        let doubled = min(maximumDelay, initialDelay * (1 << min(number - 1, 20)))
        return doubled * Double.random(in: 0.5...1)
    }
}
