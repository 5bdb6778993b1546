import Synchronization

/// How often something may be done by one client, and by all together.
public struct ClientBudgetLimits: Hashable, Sendable {
    public var perAddress: Budget
    public var total: Budget

    public init(perAddress: Budget, total: Budget) {
        self.perAddress = perAddress
        self.total = total
    }
}

/// Bounds what clients do without an account. Several servers of one market share it.
public protocol ClientBudget: Sendable {
    /// Takes one from the budgets of the client and of all, if both have one left.
    ///
    /// - Returns: how many seconds to wait, or nil if it may be done.
    func take(for client: ClientAddress) async -> Int?
}

/// The budget of one process, in memory.
public final class InProcessClientBudget: ClientBudget {
    /// So many clients are remembered, in some 10 MB; whoever was seen longest ago is forgotten first.
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

    public func take(for client: ClientAddress) -> Int? {
        let now = clock.elapsed
        return state.withLock { state in
            var bucket = state.clients[client] ?? TokenBucket(limits.perAddress, at: now)
            let waits = [
                bucket.secondsToWait(limits.perAddress, at: now), state.total.secondsToWait(limits.total, at: now),
            ]
            if let longest = waits.compactMap(\.self).max() { return longest }
            bucket.take(limits.perAddress)
            state.total.take(limits.total)
            state.clients.removeOldest { $0.isFull(limits.perAddress, at: now) }
            state.clients.set(bucket, for: client)
            return nil
        }
    }
}
