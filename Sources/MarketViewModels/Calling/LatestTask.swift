import MarketClient

/// Runs calls of which only the newest counts: the response to an older call is discarded, and a call whose result is
/// no longer needed is cancelled.
@MainActor
final class LatestTask {
    private var number = 0
    private var cancelCall: (() -> Void)?

    /// Makes a call and abandons the previous one if it is still in flight.
    ///
    /// When the calling task is cancelled, so is the call.
    func callAsFunction<Answer: Sendable>(
        _ call: @escaping @MainActor () async throws(MarketClientError) -> Answer
    ) async -> RequestOutcome<Answer> {
        abandon()
        let mine = number
        let task = Task<Result<Answer, MarketClientError>, Never> {
            do throws(MarketClientError) {
                return .success(try await call())
            } catch {
                return .failure(error)
            }
        }
        cancelCall = { task.cancel() }
        let result = await withTaskCancellationHandler {
            await task.value
        } onCancel: {
            task.cancel()
        }
        // Another call may have been made between the response and this line.
        guard mine == number else { return .superseded }
        cancelCall = nil
        switch result {
        case .success(let response): return .answered(response)
        case .failure(.cancelled): return .cancelled
        case .failure(let error): return .failed(error)
        }
    }

    /// Requests cancellation of the call in flight. Its caller still receives the outcome, which may be a response.
    func cancel() {
        cancelCall?()
    }

    /// Abandons the call in flight. Its caller receives ``RequestOutcome/superseded``.
    func abandon() {
        number += 1
        cancelCall?()
        cancelCall = nil
    }
}

/// The outcome of a call for its caller.
enum RequestOutcome<Answer: Sendable>: Sendable {
    case answered(Answer)
    case failed(MarketClientError)
    /// The caller cancelled it, so there is nothing to report.
    case cancelled
    /// A newer call has replaced it, or its result is no longer needed: the caller must not change any state.
    case superseded
}
