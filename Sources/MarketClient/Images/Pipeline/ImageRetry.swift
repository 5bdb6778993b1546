/// The retry policy for failed fetches. Fetching has no side effects, so retries are safe.
public struct ImageRetry: Sendable {
    /// The maximum number of attempts, at least 1.
    public var attempts: Int
    /// The pause before the second attempt; it doubles before each further one. The fetch keeps its slot during the
    /// pause.
    public var pause: Duration
    /// The function that waits. Tests replace it with one that returns immediately.
    public var wait: @Sendable (Duration) async throws -> Void

    /// Creates a policy.
    public init(
        attempts: Int = 2,
        pause: Duration = .milliseconds(300),
        wait: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
    ) {
        self.attempts = attempts
        self.pause = pause
        self.wait = wait
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
