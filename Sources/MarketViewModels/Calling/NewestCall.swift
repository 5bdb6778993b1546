import MarketClient

/// Of several calls for the same thing only the newest has a say: an answer that comes late never takes the place of a
/// newer one, and what nobody waits for any more is cancelled.
@MainActor
final class NewestCall {
    private var number = 0
    private var cancelCall: (() -> Void)?

    /// Makes a call and gives up the one before, if that is still under way.
    ///
    /// When the calling task is cancelled, so is the call.
    func callAsFunction<Answer: Sendable>(
        _ call: @escaping @MainActor () async throws(MarketClientError) -> Answer
    ) async -> CallOutcome<Answer> {
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
        // Between the answer and this line somebody else may have called.
        guard mine == number else { return .superseded }
        cancelCall = nil
        switch result {
        case .success(let answer): return .answered(answer)
        case .failure(.cancelled): return .cancelled
        case .failure(let error): return .failed(error)
        }
    }

    /// Asks for the call under way to be cancelled. Its maker hears what became of it: it may have been answered.
    func cancel() {
        cancelCall?()
    }

    /// Gives up the call under way. Its maker hears ``CallOutcome/superseded``.
    func abandon() {
        number += 1
        cancelCall?()
        cancelCall = nil
    }
}
