import Synchronization

/// The rate limits of one client and of all clients together.
public struct ClientBudgetLimits: Hashable, Sendable {
    public var perAddress: Budget
    public var total: Budget

    public init(perAddress: Budget, total: Budget) {
        self.perAddress = perAddress
        self.total = total
    }
}

/// A rate limit on operations that need no account. The servers of one market share it.
public protocol ClientBudget: Sendable {
    /// Takes a token from the budget of the client and from the shared budget if both have one left.
    ///
    /// - Returns: the number of seconds to wait, or nil if the operation may be performed.
    func consume(for client: ClientAddress) async throws(StoreError) -> Int?
}

/// The budget of a single process, in memory.
public final class InProcessClientBudget: ClientBudget {
    /// The maximum number of clients that are remembered, in about 10 MB. The one whose entry was set longest ago is
    /// dropped first.
    static let capacity = 100_000

    private struct State {
        var clients: BoundedTable<ClientAddress, TokenBucket>
        var total: TokenBucket
    }

    private let limits: ClientBudgetLimits
    private let clock: any MonotonicClock
    private let state: Mutex<State>

    public init(limits: ClientBudgetLimits, clock: any MonotonicClock) {
        self.limits = limits
        self.clock = clock
        let total = TokenBucket(limits.total, at: clock.elapsed)
        state = Mutex(State(clients: BoundedTable(capacity: Self.capacity), total: total))
    }

    public func consume(for client: ClientAddress) -> Int? {
        let now = clock.elapsed
        return state.withLock { state in
            var bucket = state.clients[client] ?? TokenBucket(limits.perAddress, at: now)
            let waits = [
                bucket.secondsToWait(limits.perAddress, at: now), state.total.secondsToWait(limits.total, at: now),
            ]
            if let longest = waits.compactMap(\.self).max() { return longest }
            bucket.consume(limits.perAddress)
            state.total.consume(limits.total)
            state.clients.removeOldest { $0.isFull(limits.perAddress, at: now) }
            state.clients.set(bucket, for: client)
            return nil
        }
    }
}
