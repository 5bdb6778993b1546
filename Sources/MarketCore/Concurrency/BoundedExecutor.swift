public import Dispatch
import Foundation
import Synchronization

/// An executor that runs blocking or long work on its own threads, in FIFO order.
///
/// Decoding an image, hashing a secret or syncing a file would block the cooperative pool or an event loop, so such work
/// runs here. At most ``width`` jobs run at once; later ones wait in a queue. A caller that is cancelled while waiting
/// leaves the queue immediately and its work never runs. Work that has started is never interrupted.
///
/// A thread that has no more work waits a second for the next. Starting one takes about 30 µs: little beside an image, much
/// beside a read of a database.
public final class BoundedExecutor: Sendable {
    /// The current load of an executor.
    public typealias Load = FairQueue.Load

    /// The maximum number of jobs that run at once.
    public let width: Int
    /// The maximum number of jobs that may wait; nil for no limit.
    public let waitingLimit: Int?
    /// The maximum number of limited jobs that run at once, so that some threads are left to the others.
    public let limitedWidth: Int

    private let name: String
    private let idleTime: DispatchTimeInterval
    private let state = Mutex(State())

    /// - Parameters:
    ///   - name: the name of the threads in debuggers and `top`, at most 15 bytes.
    ///   - width: the maximum number of jobs that run at once, at least 1.
    ///   - waitingLimit: the maximum number of jobs that may wait; nil for no limit.
    ///   - limitedWidth: the maximum number of limited jobs that run at once; nil for as many as there are threads.
    ///   - idleTime: how long a thread without work waits for more.
    public init(
        name: String,
        width: Int,
        waitingLimit: Int? = nil,
        limitedWidth: Int? = nil,
        idleTime: DispatchTimeInterval = .seconds(1)
    ) {
        precondition(width >= 1, "An executor without threads runs nothing.")
        self.name = name
        self.width = width
        self.waitingLimit = waitingLimit
        self.limitedWidth = limitedWidth ?? width
        self.idleTime = idleTime
    }

    /// The number of jobs that are running and waiting.
    public var load: Load {
        state.withLock { Load(running: $0.running, waiting: $0.waiting.count) }
    }

    /// Runs `work` on one of the threads and returns its result.
    ///
    /// - Parameter work: a synchronous closure. It may block, but must not wait for other work of the same executor.
    /// - Throws: ``QueueError`` when the work didn't run.
    public func run<Value: Sendable>(
        _ work: @escaping @Sendable () -> Value
    ) async throws(QueueError) -> Value {
        try await run(isLimited: false) { answer in answer(work()) }
    }

    /// Runs work of the market on one of the threads, and returns its result.
    ///
    /// - Parameter purpose: what the work needs, for the error of work that didn't run: `the image cache`.
    /// - Throws: the ``MarketError`` of the work; ``MarketError/busy`` if too many others wait, or
    ///   ``MarketError/unavailable(reason:)`` if it didn't run for another reason.
    public func run<Value: Sendable>(
        waitingFor purpose: String,
        _ work: @escaping @Sendable () throws -> Value
    ) async throws(MarketError) -> Value {
        let result: Result<Value, any Error>
        do {
            result = try await run { Result(catching: work) }
        } catch {
            throw error == .busy ? .busy : .unavailable(reason: "\(error) while waiting for \(purpose)")
        }
        return try result.mapError { $0 as? MarketError ?? .unavailable(reason: $0.explanation) }.get()
    }

    /// Runs `work` on one of the threads and returns what it answers, which it may do before it ends.
    ///
    /// - Parameters:
    ///   - isLimited: whether at most ``limitedWidth`` such jobs run at once.
    ///   - work: a synchronous closure that answers at least once; only the first answer counts.
    /// - Throws: ``QueueError`` when the work didn't run.
    public func run<Value: Sendable>(
        isLimited: Bool,
        answering work: @escaping @Sendable (_ answer: @escaping @Sendable (Value) -> Void) -> Void
    ) async throws(QueueError) -> Value {
        let ticket = state.withLock { $0.takeTicket() }
        let outcome = await withTaskCancellationHandler {
            await withCheckedContinuation { (continuation: Continuation<Value>) in
                let first = FirstAnswer(continuation)
                let job = Job(
                    ticket: ticket,
                    isLimited: isLimited,
                    perform: { work { first.resume(.success($0)) } },
                    refuse: { first.resume(.failure($0)) }
                )
                admit(job)
            }
        } onCancel: {
            leave(ticket)
        }
        return try outcome.get()
    }

    /// Refuses limited jobs that would have to wait, instead of letting them wait, until it is called again.
    public func refuseLimitedJobs(_ refuses: Bool) {
        let refused = state.withLock { state in
            state.refusesLimited = refuses
            guard refuses else { return [Job]() }
            defer { state.waiting.removeAll(where: \.isLimited) }
            return state.waiting.filter(\.isLimited)
        }
        for job in refused { job.refuse(.busy) }
    }

    // MARK: Queue

    private typealias Continuation<Value> = CheckedContinuation<Result<Value, QueueError>, Never>

    /// Resumes a continuation once.
    private final class FirstAnswer<Value: Sendable>: Sendable {
        private let continuation: Mutex<Continuation<Value>?>

        init(_ continuation: Continuation<Value>) { self.continuation = Mutex(continuation) }

        func resume(_ result: Result<Value, QueueError>) {
            continuation.withLock { continuation in
                defer { continuation = nil }
                return continuation
            }?.resume(returning: result)
        }
    }

    private struct Job: Sendable {
        let ticket: UInt64
        let isLimited: Bool
        let perform: @Sendable () -> Void
        let refuse: @Sendable (QueueError) -> Void
    }

    /// A thread of the executor. It is idle while it is in ``State/idle``.
    private final class Worker: Sendable {
        private let job = Mutex<Job?>(nil)
        private let wake = DispatchSemaphore(value: 0)

        func hand(_ job: Job) {
            self.job.withLock { $0 = job }
            wake.signal()
        }

        /// Waits for a job that is handed to the worker, or for the end of its idle time.
        ///
        /// - Parameter end: ends the idle time; it returns false if the worker was handed a job.
        func wait(_ idleTime: DispatchTimeInterval, end: () -> Bool) -> Job? {
            if wake.wait(timeout: .now() + idleTime) == .timedOut {
                if end() { return nil }
                wake.wait()
            }
            return job.withLock { job in
                defer { job = nil }
                return job
            }
        }
    }

    private struct State {
        var running = 0
        var limitedRunning = 0
        var refusesLimited = false
        var waiting: [Job] = []
        /// The threads without work. The one that has just become idle is the first to get more.
        var idle: [Worker] = []
        private var lastTicket: UInt64 = 0

        mutating func takeTicket() -> UInt64 {
            lastTicket += 1
            return lastTicket
        }

        /// Returns the next job for a thread that has finished one, or nil when the thread is idle.
        mutating func next(after job: Job, for worker: Worker, limitedWidth: Int) -> Job? {
            if job.isLimited { limitedRunning -= 1 }
            guard let index = waiting.firstIndex(where: { !$0.isLimited || limitedRunning < limitedWidth }) else {
                running -= 1
                idle.append(worker)
                return nil
            }
            if waiting[index].isLimited { limitedRunning += 1 }
            return waiting.remove(at: index)
        }

        /// - Returns: false if the worker was handed a job and isn't idle.
        mutating func remove(_ worker: Worker) -> Bool {
            guard let index = idle.firstIndex(where: { $0 === worker }) else { return false }
            idle.remove(at: index)
            return true
        }
    }

    private enum Admission {
        /// The job begins on an idle thread, or on a new one if there is none.
        case begins(Worker?)
        case waits
        case refused(QueueError)
    }

    private func admit(_ job: Job) {
        let admission: Admission = state.withLock { state in
            // Checked under the lock: an earlier cancellation is seen here, and a later one finds the job in the queue.
            if Task.isCancelled { return .refused(.cancelled) }
            if state.running < width, !job.isLimited || state.limitedRunning < limitedWidth {
                state.running += 1
                if job.isLimited { state.limitedRunning += 1 }
                return .begins(state.idle.popLast())
            }
            if job.isLimited, state.refusesLimited { return .refused(.busy) }
            if let waitingLimit, state.waiting.count >= waitingLimit { return .refused(.busy) }
            state.waiting.append(job)
            return .waits
        }
        switch admission {
        case .begins(let worker?): worker.hand(job)
        case .begins(nil): startThread(with: job)
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
            let worker = Worker()
            var next: Job? = job
            while let job = next {
                job.perform()
                next =
                    state.withLock { $0.next(after: job, for: worker, limitedWidth: limitedWidth) }
                    ?? worker.wait(idleTime) { state.withLock { $0.remove(worker) } }
            }
        }
        thread.stackSize = 2 << 20
        thread.start()
    }
}

/// The reason why work didn't run, on a ``BoundedExecutor`` or in a ``FairQueue``.
public enum QueueError: Error, Hashable, Sendable {
    /// The caller was cancelled before its work started.
    case cancelled
    /// The maximum number of jobs is waiting already.
    case busy
}

extension QueueError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .cancelled: "cancelled"
        case .busy: "busy"
        }
    }
}
