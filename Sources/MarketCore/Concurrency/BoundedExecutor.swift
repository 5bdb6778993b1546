import Foundation
import Synchronization

/// An executor that runs blocking or long work on its own threads, in FIFO order.
///
/// Decoding a photo, hashing a secret or syncing a file would block the cooperative pool or an event loop, so such work
/// runs here. At most ``width`` jobs run at once; later ones wait in a queue. A caller that is cancelled while waiting
/// leaves the queue immediately and its work never runs. Work that has started is never interrupted.
///
/// A thread lives only while there is work. Starting one takes about 30 µs, against milliseconds of work.
public final class BoundedExecutor: Sendable {
    /// The current load of an executor.
    public struct Load: Hashable, Sendable {
        public let running: Int
        public let waiting: Int

        public init(running: Int, waiting: Int) {
            self.running = running
            self.waiting = waiting
        }
    }

    /// The maximum number of jobs that run at once.
    public let width: Int
    /// The maximum number of jobs that may wait; nil for no limit.
    public let waitingLimit: Int?

    private let name: String
    private let state = Mutex(State())

    /// - Parameters:
    ///   - name: the name of the threads in debuggers and `top`, at most 15 bytes.
    ///   - width: the maximum number of jobs that run at once, at least 1.
    ///   - waitingLimit: the maximum number of jobs that may wait; nil for no limit.
    public init(name: String, width: Int, waitingLimit: Int? = nil) {
        precondition(width >= 1, "An executor without threads runs nothing.")
        self.name = name
        self.width = width
        self.waitingLimit = waitingLimit
    }

    /// The number of jobs that are running and waiting.
    public var load: Load {
        state.withLock { Load(running: $0.running, waiting: $0.waiting.count) }
    }

    /// Runs `work` on one of the threads and returns its result.
    ///
    /// - Parameter work: a synchronous closure. It may block, but must not wait for other work of the same executor.
    /// - Throws: ``BoundedExecutorError`` when the work didn't run.
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

    // MARK: Queue

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

        /// Returns the next job for a thread that has finished one, or nil when the thread should end.
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
            // Checked under the lock: an earlier cancellation is seen here, and a later one finds the job in the queue.
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

/// The reason why work didn't run.
public enum BoundedExecutorError: Error, Hashable, Sendable {
    /// The caller was cancelled before its work started.
    case cancelled
    /// The maximum number of jobs is waiting already.
    case busy
}
