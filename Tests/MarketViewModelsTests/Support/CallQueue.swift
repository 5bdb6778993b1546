import MarketClient
import Testing

/// The calls of one kind that a model has made, in order.
@MainActor
final class CallQueue<Request: Sendable, Answer: Sendable> {
    /// Every request ever made.
    private(set) var requests: [Request] = []
    /// Whether cancelled calls end at once.
    var hearsCancellation = true
    private var calls: [PendingCall<Request, Answer>] = []

    /// The calls that have not been completed, in order.
    var pending: [PendingCall<Request, Answer>] { calls.filter(\.isPending) }

    func callAsFunction(_ request: Request) async throws(MarketClientError) -> Answer {
        requests.append(request)
        let call = PendingCall<Request, Answer>(request)
        calls.append(call)
        return try await call.wait(hearsCancellation: hearsCancellation).get()
    }

    /// Returns the next call that hasn't been taken yet, waiting for it if necessary.
    func next(_ location: SourceLocation = #_sourceLocation) async throws -> PendingCall<Request, Answer> {
        try await until("a call is made", location) { !self.calls.isEmpty }
        return calls.removeFirst()
    }
}
