/// A caller that waits in a ``FairQueue``.
struct FairQueueWaiter: Sendable {
    typealias Continuation = CheckedContinuation<Result<Void, FairQueueError>, Never>

    let id: UInt64
    let continuation: Continuation
}

/// The running and waiting operations of a ``FairQueue``.
struct FairQueueState<Key: Hashable & Sendable>: Sendable {
    enum Admission {
        case begins
        /// `displaced` was removed from the lane to admit the waiter.
        case waits(displaced: FairQueueWaiter?)
        case refused(FairQueueError)
    }

    private struct Lane {
        var waiters: [Key: [FairQueueWaiter]] = [:]
        /// The keys that have waiters, in the order of their turns.
        var turns: [Key] = []
        var count = 0

        mutating func append(_ waiter: FairQueueWaiter, of key: Key) {
            if waiters[key] == nil { turns.append(key) }
            waiters[key, default: []].append(waiter)
            count += 1
        }

        /// Removes the first waiter of the first key that may run. The key moves to the end of the round robin.
        mutating func removeFirst(where mayRun: (Key) -> Bool) -> (Key, FairQueueWaiter)? {
            guard let turn = turns.firstIndex(where: mayRun), let waiter = waiters[turns[turn]]?.first else {
                return nil
            }
            let key = turns.remove(at: turn)
            count -= 1
            waiters[key]?.removeFirst()
            if waiters[key]?.isEmpty == true { waiters[key] = nil } else { turns.append(key) }
            return (key, waiter)
        }

        mutating func remove(at index: Int, of key: Key) -> FairQueueWaiter? {
            let waiter = waiters[key]?.remove(at: index)
            count -= 1
            if waiters[key]?.isEmpty == true {
                waiters[key] = nil
                turns.removeAll { $0 == key }
            }
            return waiter
        }
    }

    private let limits: FairQueue<Key>.Limits
    private var lanes: [Lane]
    /// The index of the lane that is served next.
    private var nextLane = 0
    private var lastID: UInt64 = 0
    private(set) var running = 0
    private var runningByKey: [Key: Int] = [:]

    init(limits: FairQueue<Key>.Limits, laneCount: Int) {
        self.limits = limits
        lanes = Array(repeating: Lane(), count: laneCount)
    }

    var waitingCount: Int { lanes.reduce(0) { $0 + $1.count } }

    mutating func makeID() -> UInt64 {
        lastID += 1
        return lastID
    }

    mutating func admit(_ waiter: FairQueueWaiter, of key: Key, lane: Int) -> Admission {
        // While fewer operations run than the limit allows, a waiter waits only for other operations of its own key.
        if mayRun(key), running < limits.concurrency {
            begin(key)
            return .begins
        }
        let own = lanes[lane].waiters[key]?.count ?? 0
        guard own < limits.waitingPerKey else { return .refused(.busy) }
        var displaced: FairQueueWaiter?
        if lanes[lane].count >= limits.waiting {
            guard let greediest = lanes[lane].waiters.max(by: { $0.value.count < $1.value.count }),
                greediest.value.count > own + 1
            else { return .refused(.busy) }
            displaced = lanes[lane].remove(at: greediest.value.count - 1, of: greediest.key)
        }
        lanes[lane].append(waiter, of: key)
        return .waits(displaced: displaced)
    }

    mutating func remove(_ id: UInt64, of key: Key, lane: Int) -> FairQueueWaiter? {
        guard let index = lanes[lane].waiters[key]?.firstIndex(where: { $0.id == id }) else { return nil }
        return lanes[lane].remove(at: index, of: key)
    }

    /// Ends an operation of the key.
    ///
    /// - Returns: the waiters that may run now.
    mutating func finish(_ key: Key) -> [FairQueueWaiter] {
        running -= 1
        runningByKey[key] = runningByKey[key].flatMap { $0 > 1 ? $0 - 1 : nil }
        var started: [FairQueueWaiter] = []
        while running < limits.concurrency, let (key, waiter) = removeNext() {
            begin(key)
            started.append(waiter)
        }
        return started
    }

    private mutating func removeNext() -> (Key, FairQueueWaiter)? {
        for offset in lanes.indices {
            let lane = (nextLane + offset) % lanes.count
            guard lanes[lane].count > 0, let next = lanes[lane].removeFirst(where: mayRun) else { continue }
            nextLane = (lane + 1) % lanes.count
            return next
        }
        return nil
    }

    private func mayRun(_ key: Key) -> Bool { runningByKey[key, default: 0] < limits.concurrencyPerKey }

    private mutating func begin(_ key: Key) {
        running += 1
        runningByKey[key, default: 0] += 1
    }
}
