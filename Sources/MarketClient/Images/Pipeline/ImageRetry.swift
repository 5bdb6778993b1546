/// When a fetch that failed is tried once more, quietly. Fetching twice changes nothing on the server.
public struct ImageRetry: Sendable {
    /// How often a picture is asked for in all, at least 1.
    public var attempts: Int
    /// Before the second attempt; twice as long before each further one. The fetch keeps its place meanwhile.
    public var pause: Duration
    /// Waits. Tests bring one that doesn't.
    public var wait: @Sendable (Duration) async throws -> Void

    public init(
        attempts: Int = 2,
        pause: Duration = .milliseconds(300),
        wait: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
    ) {
        self.attempts = attempts
        self.pause = pause
        self.wait = wait
    }

    /// Whether another attempt may end differently: the connection broke off, no answer came in time, or the server
    /// says that the fault is its own. Without any network it would not.
    static func isWorthAnother(_ error: ImageLoadingError) -> Bool {
        switch error {
        case .transport(.connectionLost), .transport(.timedOut), .status(500...599): true
        case .transport, .status, .cancelled, .notAnImageURL, .undecodable: false
        }
    }
}
