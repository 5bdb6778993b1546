/// The retry policy for failed fetches. Fetching has no side effects, so retries are safe.
public struct ImageRetry: Sendable {
    /// The maximum number of attempts, at least 1.
    public var maximumAttempts: Int
    /// The delay before the second attempt; it doubles before each further one. The fetch keeps its slot during the
    /// delay.
    public var initialDelay: Duration
    /// The function that waits. Tests replace it with one that returns immediately.
    public var sleep: @Sendable (Duration) async throws -> Void

    /// Creates a policy.
    public init(
        maximumAttempts: Int = 2,
        initialDelay: Duration = .milliseconds(300),
        sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
    ) {
        self.maximumAttempts = maximumAttempts
        self.initialDelay = initialDelay
        self.sleep = sleep
    }

    /// Returns whether another attempt may succeed: the connection was lost, the request timed out, or the server
    /// reported an internal error. Without a network connection it would not.
    static func isWorthAnother(_ error: ImageLoadingError) -> Bool {
        switch error {
        case .transport(.connectionLost), .transport(.timedOut), .status(500...599): true
        case .transport, .status, .cancelled, .notAnImageURL, .undecodable: false
        }
    }
}
