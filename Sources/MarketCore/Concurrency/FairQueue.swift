import Synchronization

/// Runs asynchronous operations, a few at once, in an order that is fair to whoever asks for them.
///
/// Each operation has a key, the client that it is for. Keys take turns (round robin), and the operations of one key run
/// in the order in which they came: a client that asks for a thousand things waits for itself, and others wait for one
/// operation of it at a time. Lanes are for kinds of operations and take turns too, so that a flood of one kind leaves
/// every second turn to another kind.
///
/// What waits is bounded for each key and in each lane. A full lane still takes an operation of a key that has few
/// waiting: the key with the most gives up its newest for it.
///
/// An operation must not run another one of the same queue.
public final class FairQueue<Key: Hashable & Sendable>: Sendable {
    public struct Limits: Hashable, Sendable {
        /// How many operations run at once, at least 1.
        public var concurrency: Int
        /// How many of them may be of one key, at least 1.
        public var concurrencyPerKey: Int
        /// How many operations of one key may wait in a lane.
        public var waitingPerKey: Int
        /// How many operations may wait in a lane. Making room in a full lane looks at each key that waits there.
        public var waiting: Int

        /// - Parameter concurrencyPerKey: nil for no bound of its own.
        public init(concurrency: Int, concurrencyPerKey: Int? = nil, waitingPerKey: Int, waiting: Int) {
            self.concurrency = concurrency
            self.concurrencyPerKey = concurrencyPerKey ?? concurrency
            self.waitingPerKey = waitingPerKey
            self.waiting = waiting
        }
    }

    /// How much is going on.
    public struct Load: Hashable, Sendable {
        public let running: Int
        public let waiting: Int

        public init(running: Int, waiting: Int) {
            self.running = running
            self.waiting = waiting
        }
    }

    public let limits: Limits
    private let state: Mutex<FairQueueState<Key>>

    public init(limits: Limits, laneCount: Int = 1) {
        precondition(limits.concurrency >= 1 && limits.concurrencyPerKey >= 1, "A queue without a place runs nothing.")
        precondition(laneCount >= 1, "A queue without a lane takes nothing.")
        self.limits = limits
        state = Mutex(FairQueueState(limits: limits, laneCount: laneCount))
    }

    public var load: Load {
        state.withLock { Load(running: $0.running, waiting: $0.waitingCount) }
    }

    /// Waits for the key's turn and runs the operation.
    ///
    /// A waiting caller that is cancelled leaves the queue at once, and its operation never runs. What has begun is
    /// cancelled as its task is, and keeps its place until it returns.
    ///
    /// - Parameter lane: from 0.
    /// - Throws: ``FairQueueError``, or what the operation throws.
    public func run<Value>(
        for key: Key,
        lane: Int = 0,
        isolation: isolated (any Actor)? = #isolation,
        _ operation: () async throws -> Value
    ) async throws -> Value {
        try await enter(key, lane: lane)
        defer { leave(key) }
        return try await operation()
    }

    /// The same with the operation's own errors apart.
    ///
    /// - Returns: the operation's outcome.
    public func result<Value, Failure>(
        for key: Key,
        lane: Int = 0,
        isolation: isolated (any Actor)? = #isolation,
        _ operation: () async throws(Failure) -> Value
    ) async throws(FairQueueError) -> Result<Value, Failure> {
        try await enter(key, lane: lane)
        defer { leave(key) }
        do {
            return .success(try await operation())
        } catch {
            return .failure(error)
        }
    }

    private func enter(
        _ key: Key,
        lane: Int,
        isolation: isolated (any Actor)? = #isolation
    ) async throws(FairQueueError) {
        let id = state.withLock { $0.makeID() }
        let outcome = await withTaskCancellationHandler {
            await withCheckedContinuation { (continuation: FairQueueWaiter.Continuation) in
                let admission = state.withLock { state in
                    // Read under the lock: a cancellation before this point is seen here, a later one finds the waiter.
                    Task.isCancelled
                        ? .refused(.cancelled)
                        : state.admit(FairQueueWaiter(id: id, continuation: continuation), of: key, lane: lane)
                }
                switch admission {
                case .begins: continuation.resume(returning: .success(()))
                case .waits(let displaced): displaced?.continuation.resume(returning: .failure(.busy))
                case .refused(let error): continuation.resume(returning: .failure(error))
                }
            }
        } onCancel: {
            state.withLock { $0.remove(id, of: key, lane: lane) }?.continuation.resume(returning: .failure(.cancelled))
        }
        try outcome.get()
    }

    private func leave(_ key: Key) {
        let next = state.withLock { $0.finish(key) }
        for waiter in next { waiter.continuation.resume(returning: .success(())) }
    }
}

/// Why an operation did not run.
public enum FairQueueError: Error, Hashable, Sendable {
    /// The caller was cancelled before its turn.
    case cancelled
    /// As many as may are waiting already.
    case busy
}
