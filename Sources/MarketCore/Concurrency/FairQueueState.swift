/// A caller that waits in a ``FairQueue``.
struct FairQueueWaiter: Sendable {
    typealias Continuation = CheckedContinuation<Result<Void, QueueError>, Never>

    let id: UInt64
    let continuation: Continuation
    /// The number of operations of its lane that had begun when it came.
    var begunBefore = 0
}

/// The running and waiting operations of a ``FairQueue``.
struct FairQueueState: Sendable {
    enum Admission {
        case begins
        /// `displaced` was removed from the lane to admit the waiter.
        case waits(displaced: FairQueueWaiter?)
        case refused(QueueError)
    }

    private struct Lane {
        var waiters: [ClientAddress: [FairQueueWaiter]] = [:]
        /// The clients that have waiters, in the order of their arrival.
        var clients: [ClientAddress] = []
        var tally = ShareTally()
        var count = 0
        /// The number of operations that have begun after a wait.
        private var begun = 0

        mutating func append(_ waiter: FairQueueWaiter, of client: ClientAddress) {
            var waiter = waiter
            waiter.begunBefore = begun
            if waiters[client] == nil { clients.append(client) }
            waiters[client, default: []].append(waiter)
            tally.add(1, for: client)
            count += 1
        }

        /// Returns the client whose operation begins next, of those that satisfy the predicate.
        func next(_ turns: FairTurns, where mayRun: (ClientAddress) -> Bool) -> ClientAddress? {
            let ready = clients.filter(mayRun)
            // `min` returns the first of equals, which has waited longest.
            if begun.isMultiple(of: 2) {
                let overdue = ready.filter {
                    begun - (waiters[$0]?.first?.begunBefore ?? begun) >= FairQueueState.overdueAfter
                }
                if let next = overdue.min(by: { tally.holdsLess($0, than: $1) }) { return next }
            }
            return ready.min { turns.comes($0, before: $1) }
        }

        mutating func remove(at index: Int, of client: ClientAddress) -> FairQueueWaiter? {
            let waiter = waiters[client]?.remove(at: index)
            count -= 1
            tally.add(-1, for: client)
            if waiters[client]?.isEmpty == true {
                waiters[client] = nil
                clients.removeAll { $0 == client }
            }
            return waiter
        }

        /// Removes the first waiter of a client, which then comes after the others that have waited as long.
        mutating func removeFirst(of client: ClientAddress) -> FairQueueWaiter? {
            begun += 1
            let waiter = remove(at: 0, of: client)
            clients.removeAll { $0 == client }
            if waiters[client] != nil { clients.append(client) }
            return waiter
        }
    }

    /// The number of operations of a lane after which one that still waits is overdue.
    private static let overdueAfter = 16

    private let limits: FairQueue.Limits
    private var lanes: [Lane]
    private var turns = FairTurns()
    /// The index of the lane that is served next.
    private var nextLane = 0
    private var lastID: UInt64 = 0
    private(set) var running = 0
    private var runningTally = ShareTally()

    init(limits: FairQueue.Limits, laneCount: Int) {
        self.limits = limits
        lanes = Array(repeating: Lane(), count: laneCount)
    }

    var waitingCount: Int { lanes.reduce(0) { $0 + $1.count } }

    mutating func makeID() -> UInt64 {
        lastID += 1
        return lastID
    }

    mutating func admit(_ waiter: FairQueueWaiter, of client: ClientAddress, lane: Int) -> Admission {
        // While fewer operations run than the limit allows, a waiter waits only for others of its own network.
        if mayRun(client), running < limits.concurrency {
            begin(client)
            return .begins
        }
        guard lanes[lane].waiters[client]?.count ?? 0 < limits.waitingPerKey else { return .refused(.busy) }
        var displaced: FairQueueWaiter?
        if lanes[lane].count >= limits.waiting {
            guard let last = lastClient(in: lanes[lane], after: client) else { return .refused(.busy) }
            displaced = lanes[lane].remove(at: (lanes[lane].waiters[last]?.count ?? 1) - 1, of: last)
        }
        lanes[lane].append(waiter, of: client)
        return .waits(displaced: displaced)
    }

    /// Returns the client that gives way to a new one: the one with the most waiting operations or, if none has more than
    /// the new one would have, the one that has been served more than it.
    private func lastClient(in lane: Lane, after client: ClientAddress) -> ClientAddress? {
        let greediest = lane.clients.max { lane.tally.holdsLess($0, than: $1) }
        guard let greediest else { return nil }
        if lane.tally.holdsLess(client, wanting: 1, than: greediest) { return greediest }
        guard lane.tally.holdsLess(client, than: greediest) else { return nil }
        let last = lane.clients.max { turns.comes($0, before: $1) }
        return last.flatMap { turns.comes(client, before: $0) ? $0 : nil }
    }

    mutating func remove(_ id: UInt64, of client: ClientAddress, lane: Int) -> FairQueueWaiter? {
        guard let index = lanes[lane].waiters[client]?.firstIndex(where: { $0.id == id }) else { return nil }
        return lanes[lane].remove(at: index, of: client)
    }

    /// Ends an operation of the client.
    ///
    /// - Returns: the waiters that may run now.
    mutating func finish(_ client: ClientAddress) -> [FairQueueWaiter] {
        running -= 1
        runningTally.add(-1, for: client)
        var started: [FairQueueWaiter] = []
        while running < limits.concurrency, let (client, waiter) = removeNext() {
            begin(client)
            started.append(waiter)
        }
        return started
    }

    private mutating func removeNext() -> (ClientAddress, FairQueueWaiter)? {
        for offset in lanes.indices {
            let lane = (nextLane + offset) % lanes.count
            guard let next = lanes[lane].next(turns, where: mayRun), let waiter = lanes[lane].removeFirst(of: next)
            else { continue }
            nextLane = (lane + 1) % lanes.count
            return (next, waiter)
        }
        return nil
    }

    private func mayRun(_ client: ClientAddress) -> Bool {
        runningTally.amount(of: client.site) < limits.concurrencyPerKey
    }

    private mutating func begin(_ client: ClientAddress) {
        running += 1
        runningTally.add(1, for: client)
        turns.serve(client)
    }
}

/// Whose turn it is, in each network: start-time fair queueing, in which each operation counts one.
///
/// Time is virtual and advances by one when a network has been served once more than the others. Whoever comes newly
/// begins at the present time, and thus before all that have been served already in this round.
struct FairTurns: Sendable {
    /// The number of networks that are remembered. One that is forgotten is new.
    private static let capacity = 10_000

    /// When a network's next operation may begin, in the time of the network around it.
    private var next = BoundedTable<ClientNetwork, UInt64>(capacity: capacity)
    /// The present time in a network, for the narrower ones in it.
    private var present = BoundedTable<ClientNetwork, UInt64>(capacity: capacity)
    /// The present time for the widest networks.
    private var now: UInt64 = 0

    /// Returns whether the turn of a client comes before that of another.
    func comes(_ client: ClientAddress, before other: ClientAddress) -> Bool {
        let (one, another) = (client.networks, other.networks)
        for level in 0..<min(one.count, another.count) where one[level] != another[level] {
            let (mine, others) = (start(level, in: one), start(level, in: another))
            if mine != others { return mine < others }
        }
        return false
    }

    mutating func serve(_ client: ClientAddress) {
        let networks = client.networks
        for level in networks.indices {
            let start = start(level, in: networks)
            if level == 0 { now = start } else { present.set(start, for: networks[level - 1]) }
            next.set(start + 1, for: networks[level])
        }
    }

    private func start(_ level: Int, in networks: [ClientNetwork]) -> UInt64 {
        let time = level == 0 ? now : present[networks[level - 1]] ?? 0
        return max(next[networks[level]] ?? 0, time)
    }
}
