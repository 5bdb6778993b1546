internal import CCurl
internal import Synchronization

/// Ends a request whose task is cancelled.
final class TransferCancellation: Sendable {
    /// Where a thread waits for the response. It can be woken from any thread.
    private struct Wait: @unchecked Sendable {
        let multi: UnsafeMutableRawPointer
    }

    private struct State {
        var isCancelled = false
        var wait: Wait?
    }

    private let state = Mutex(State())

    var isCancelled: Bool { state.withLock { $0.isCancelled } }

    func cancel() {
        state.withLock { state in
            state.isCancelled = true
            if let wait = state.wait { curl_multi_wakeup(wait.multi) }
        }
    }

    /// Wakes this thread as soon as the task is cancelled, while `body` waits with `multi`.
    func wakes<Value, Failure>(
        _ multi: UnsafeMutableRawPointer,
        while body: () throws(Failure) -> Value
    ) throws(Failure) -> Value {
        let wait = Wait(multi: multi)
        state.withLock { $0.wait = wait }
        defer { state.withLock { $0.wait = nil } }
        return try body()
    }
}
