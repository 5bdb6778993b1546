import Synchronization

/// A queue that runs a bounded number of asynchronous operations at once and schedules them fairly among clients.
///
/// Networks take turns, in each of them the narrower networks, and so on to the clients, whose operations run in FIFO
/// order. A client that submits a thousand operations delays itself; so does a network that has many clients. Whoever is
/// new comes before everybody who has just been served. As there may always be somebody new, every second turn is that of
/// an operation for which sixteen others were preferred, of the network with the fewest. Lanes separate kinds of operations and are served round robin, so
/// a flood of one kind leaves every second turn to another kind.
///
/// The number of waiting operations is bounded per client and per lane. A full lane still accepts an operation of a client
/// in whose networks fewer are waiting, or that comes earlier. In return, the newest operation of the client with the most
/// waiting operations, or of the one that comes last, is dropped.
///
/// An operation must not run another operation on the same queue.
public final class FairQueue: Sendable {
    public struct Limits: Hashable, Sendable {
        /// The maximum number of operations that run at once, at least 1.
        public var concurrency: Int
        /// The maximum number of operations of one client, or of an IPv6 network of 48 bits, that run at once, at least 1.
        public var concurrencyPerKey: Int
        /// The maximum number of operations of one client that may wait in a lane.
        public var waitingPerKey: Int
        /// The maximum number of operations that may wait in a lane. Admitting an operation to a full lane takes time
        /// proportional to the number of clients waiting there.
        public var waiting: Int

        /// - Parameter concurrencyPerKey: nil for no limit per key other than `concurrency`.
        public init(concurrency: Int, concurrencyPerKey: Int? = nil, waitingPerKey: Int, waiting: Int) {
            self.concurrency = concurrency
            self.concurrencyPerKey = concurrencyPerKey ?? concurrency
            self.waitingPerKey = waitingPerKey
            self.waiting = waiting
        }
    }

    /// The current load of a queue.
    public struct Load: Hashable, Sendable {
        public let running: Int
        public let waiting: Int

        public init(running: Int, waiting: Int) {
            self.running = running
            self.waiting = waiting
        }
    }

    public let limits: Limits
    private let state: Mutex<FairQueueState>

    /// - Parameter laneCount: the number of lanes, at least 1.
    public init(limits: Limits, laneCount: Int = 1) {
        precondition(limits.concurrency >= 1 && limits.concurrencyPerKey >= 1, "A queue without a place runs nothing.")
        precondition(laneCount >= 1, "A queue without a lane takes nothing.")
        self.limits = limits
        state = Mutex(FairQueueState(limits: limits, laneCount: laneCount))
    }

    /// The number of operations that are running and waiting.
    public var load: Load {
        state.withLock { Load(running: $0.running, waiting: $0.waitingCount) }
    }

    /// Waits for the client's turn and runs the operation.
    ///
    /// A caller that is cancelled while waiting leaves the queue immediately, and its operation never runs. An
    /// operation that has started is cancelled along with its task, and occupies its slot until it returns.
    ///
    /// - Parameter lane: the index of the lane, from 0.
    /// - Throws: ``QueueError``, or an error that the operation throws.
    public func run<Value>(
        for client: ClientAddress,
        lane: Int = 0,
        isolation: isolated (any Actor)? = #isolation,
        _ operation: () async throws -> Value
    ) async throws -> Value {
        try await enter(client, lane: lane)
        defer { leave(client) }
        return try await operation()
    }

    /// Waits for the client's turn and runs an operation of the market, as ``run(for:lane:isolation:_:)``.
    ///
    /// - Throws: ``MarketError/busy`` or ``MarketError/interrupted`` when the operation didn't run, or its error.
    public func inTurn<Value>(
        of client: ClientAddress,
        lane: Int = 0,
        isolation: isolated (any Actor)? = #isolation,
        _ operation: () async throws(MarketError) -> Value
    ) async throws(MarketError) -> Value {
        do {
            try await enter(client, lane: lane)
        } catch {
            throw error == .busy ? .busy : .interrupted
        }
        defer { leave(client) }
        return try await operation()
    }

    private func enter(
        _ client: ClientAddress,
        lane: Int,
        isolation: isolated (any Actor)? = #isolation
    ) async throws(QueueError) {
        let id = state.withLock { $0.makeID() }
        let outcome = await withTaskCancellationHandler {
            await withCheckedContinuation { (continuation: FairQueueWaiter.Continuation) in
                let admission = state.withLock { state in
                    // Checked under the lock: an earlier cancellation is seen here, and a later one finds the waiter.
                    Task.isCancelled
                        ? .refused(.cancelled)
                        : state.admit(FairQueueWaiter(id: id, continuation: continuation), of: client, lane: lane)
                }
                switch admission {
                case .begins: continuation.resume(returning: .success(()))
                case .waits(let displaced): displaced?.continuation.resume(returning: .failure(.busy))
                case .refused(let error): continuation.resume(returning: .failure(error))
                }
            }
        } onCancel: {
            state.withLock { $0.remove(id, of: client, lane: lane) }?.continuation.resume(
                returning: .failure(.cancelled)
            )
        }
        try outcome.get()
    }

    private func leave(_ client: ClientAddress) {
        let next = state.withLock { $0.finish(client) }
        for waiter in next { waiter.continuation.resume(returning: .success(())) }
    }
}
