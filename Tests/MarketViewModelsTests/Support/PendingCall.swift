import MarketClient
import Synchronization

/// A call that waits until the test lets it go, with whatever outcome.
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

    /// Whether nothing was said to it yet.
    var isPending: Bool {
        state.withLock { state in
            switch state {
            case .new, .waiting: true
            case .settled, .over: false
            }
        }
    }

    func answer(_ answer: Answer) { settle(.success(answer)) }
    func fail(_ error: MarketClientError) { settle(.failure(error)) }

    /// What is said first counts.
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

    /// Waits on the main actor, where all who call are, so that nothing goes through another thread.
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
