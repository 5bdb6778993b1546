import Foundation
import Synchronization

/// Runs blocking or long work on a few threads of its own, in the order in which it came.
///
/// Decoding a photo, hashing a secret or syncing a file would hold up the cooperative pool or an event loop, so it goes
/// here: at most ``width`` pieces run at once, whoever comes later waits its turn. A waiting caller that is cancelled
/// leaves the line at once and its work never runs; work that has begun is never interrupted.
///
/// A thread lives only while there is work: starting one takes some 30 µs, against milliseconds of work.
public final class BoundedExecutor: Sendable {
    /// How much is going on.
    public struct Load: Hashable, Sendable {
        public let running: Int
        public let waiting: Int

        public init(running: Int, waiting: Int) {
            self.running = running
            self.waiting = waiting
        }
    }

    /// How many pieces of work run at once.
    public let width: Int
    /// How many may wait; nil for any number.
    public let waitingLimit: Int?

    private let name: String
    private let state = Mutex(State())

    /// - Parameters:
    ///   - name: the name of the threads in debuggers and `top`, at most 15 bytes.
    ///   - width: at least 1.
    public init(name: String, width: Int, waitingLimit: Int? = nil) {
        precondition(width >= 1, "An executor without threads runs nothing.")
        self.name = name
        self.width = width
        self.waitingLimit = waitingLimit
    }

    public var load: Load {
        state.withLock { Load(running: $0.running, waiting: $0.waiting.count) }
    }

    /// Runs `work` on one of the threads and returns its outcome.
    ///
    /// - Parameter work: synchronous; it may block, but not on other work of the same executor.
    public func run<Value: Sendable>(
        _ work: @escaping @Sendable () -> Value
    ) async throws(BoundedExecutorError) -> Value {
        let ticket = state.withLock { $0.takeTicket() }
        let outcome = await withTaskCancellationHandler {
            await withCheckedContinuation { (continuation: Continuation<Value>) in
                let job = Job(
                    ticket: ticket,
                    perform: { continuation.resume(returning: .success(work())) },
                    refuse: { continuation.resume(returning: .failure($0)) }
                )
                admit(job)
            }
        } onCancel: {
            leave(ticket)
        }
        return try outcome.get()
    }

    // MARK: The line

    private typealias Continuation<Value> = CheckedContinuation<Result<Value, BoundedExecutorError>, Never>

    private struct Job: Sendable {
        let ticket: UInt64
        let perform: @Sendable () -> Void
        let refuse: @Sendable (BoundedExecutorError) -> Void
    }

    private struct State {
        var running = 0
        var waiting: [Job] = []
        private var lastTicket: UInt64 = 0

        mutating func takeTicket() -> UInt64 {
            lastTicket += 1
            return lastTicket
        }

        /// The next job for a thread that has finished one; without any the thread is to end.
        mutating func next() -> Job? {
            if waiting.isEmpty {
                running -= 1
                return nil
            }
            return waiting.removeFirst()
        }
    }

    private enum Admission {
        case begins
        case waits
        case refused(BoundedExecutorError)
    }

    private func admit(_ job: Job) {
        let admission: Admission = state.withLock { state in
            // Read under the lock: a cancellation before this point is seen here, a later one finds the job in line.
            if Task.isCancelled { return .refused(.cancelled) }
            if state.running < width {
                state.running += 1
                return .begins
            }
            if let waitingLimit, state.waiting.count >= waitingLimit { return .refused(.busy) }
            state.waiting.append(job)
            return .waits
        }
        switch admission {
        case .begins: startThread(with: job)
        case .waits: break
        case .refused(let error): job.refuse(error)
        }
    }

    private func leave(_ ticket: UInt64) {
        let job = state.withLock { state in
            state.waiting.firstIndex { $0.ticket == ticket }.map { state.waiting.remove(at: $0) }
        }
        job?.refuse(.cancelled)
    }

    private func startThread(with job: Job) {
        let thread = Thread { [self] in
            Thread.current.name = name
            var next: Job? = job
            while let job = next {
                job.perform()
                next = state.withLock { $0.next() }
            }
        }
        thread.stackSize = 2 << 20
        thread.start()
    }
}

/// Why work did not run.
public enum BoundedExecutorError: Error, Hashable, Sendable {
    /// The caller was cancelled before its turn.
    case cancelled
    /// As many as may are waiting already.
    case busy
}
