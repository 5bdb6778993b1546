import MarketClient
import Synchronization

/// A call that waits until the test completes it, with any outcome.
final class PendingCall<Request: Sendable, Answer: Sendable>: Sendable {
    typealias Outcome = Result<Answer, MarketClientError>
    private enum State {
        case new
        case waiting(CheckedContinuation<Outcome, Never>)
        case settled(Outcome)
        case over
    }

    let request: Request
    private let state = Mutex(State.new)

    init(_ request: Request) {
        self.request = request
    }

    /// Whether it has no outcome yet.
    var isPending: Bool {
        state.withLock { state in
            switch state {
            case .new, .waiting: true
            case .settled, .over: false
            }
        }
    }

    func response(_ response: Answer) { settle(.success(response)) }
    func fail(_ error: MarketClientError) { settle(.failure(error)) }

    /// Completes the call. Only the first outcome counts.
    func settle(_ outcome: Outcome) {
        let continuation = state.withLock { state in
            switch state {
            case .new:
                state = .settled(outcome)
                return nil as CheckedContinuation<Outcome, Never>?
            case .waiting(let continuation):
                state = .over
                return continuation
            case .settled, .over:
                return nil
            }
        }
        continuation?.resume(returning: outcome)
    }

    /// Waits on the main actor, like all callers, so that no other thread is involved.
    ///
    /// - Parameter hearsCancellation: whether a cancelled call ends at once, as those of a real client do.
    @MainActor
    func wait(hearsCancellation: Bool = true) async -> Outcome {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let outcome = state.withLock { state in
                    guard case .settled(let outcome) = state else {
                        state = .waiting(continuation)
                        return nil as Outcome?
                    }
                    state = .over
                    return outcome
                }
                if let outcome { continuation.resume(returning: outcome) }
            }
        } onCancel: {
            if hearsCancellation { fail(.cancelled) }
        }
    }
}
