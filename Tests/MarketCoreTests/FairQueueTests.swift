import MarketCore
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(30))) struct FairQueueTests {
    private typealias Queue = FairQueue

    /// Records what has run, and has a gate that holds the first operation, so that others have to wait.
    private final class Record: Sendable {
        private let names = Mutex<[String]>([])
        private let gate = Mutex<(isOpen: Bool, waiters: [CheckedContinuation<Void, Never>])>((false, []))

        var all: [String] { names.withLock { $0 } }
        func add(_ name: String) { names.withLock { $0.append(name) } }

        func open() {
            let waiters = gate.withLock { gate in
                gate.isOpen = true
                return gate.waiters
            }
            for waiter in waiters { waiter.resume() }
        }

        func passGate() async {
            await withCheckedContinuation { waiter in
                let isOpen = gate.withLock { gate in
                    if !gate.isOpen { gate.waiters.append(waiter) }
                    return gate.isOpen
                }
                if isOpen { waiter.resume() }
            }
        }
    }

    private static func limits(
        _ concurrency: Int = 1,
        perKey: Int? = nil,
        waitingPerKey: Int = 100,
        waiting: Int = 1000
    ) -> Queue.Limits {
        Queue.Limits(
            concurrency: concurrency,
            concurrencyPerKey: perKey,
            waitingPerKey: waitingPerKey,
            waiting: waiting
        )
    }

    /// Queues the operations in this order behind one that occupies the only place, and runs them all.
    private func order(_ queue: Queue, _ operations: [(key: String, lane: Int)]) async throws -> [String] {
        let record = Record()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await queue.run(for: "first") { await record.passGate() } }
            while queue.load.running < 1 { await Task.yield() }
            for (index, operation) in operations.enumerated() {
                group.addTask {
                    try await queue.run(for: operation.key, lane: operation.lane) {
                        record.add("\(operation.key)\(index)")
                    }
                }
                while queue.load.waiting <= index { await Task.yield() }
            }
            record.open()
            try await group.waitForAll()
        }
        return record.all
    }

    @Test func outcomesAndErrorsComeBack() async throws {
        struct Failure: Error, Equatable {}
        let queue = Queue(limits: Self.limits())
        #expect(try await queue.run(for: "a") { 42 } == 42)
        await #expect(throws: Failure()) { try await queue.run(for: "a") { throw Failure() } }
        await #expect(throws: MarketError.wrongSecret) {
            try await queue.inTurn(of: .named("a")) { () throws(MarketError) in throw .wrongSecret }
        }
        #expect(queue.load == .init(running: 0, waiting: 0))
    }

    @Test func keysTakeTurnsAndEachKeysOwnOperationsKeepTheirOrder() async throws {
        let keys = ["a", "a", "a", "a", "b", "c", "b"]
        let order = try await order(Queue(limits: Self.limits()), keys.map { ($0, 0) })
        #expect(order == ["a0", "b4", "c5", "a1", "b6", "a2", "a3"])
    }

    @Test func lanesTakeTurns() async throws {
        let operations = [("a", 0), ("b", 0), ("c", 0), ("d", 1), ("e", 1)]
        let order = try await order(Queue(limits: Self.limits(), laneCount: 2), operations)
        #expect(order == ["a0", "d3", "b1", "e4", "c2"])
    }

    @Test func noMoreRunAtOnceThanMay() async throws {
        let queue = Queue(limits: Self.limits(3, perKey: 2, waitingPerKey: 300))
        struct Crowd {
            var now: [String: Int] = [:]
            var most = 0
            var mostOfOne = 0
        }
        let crowd = Shared(Crowd())
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<300 {
                let key = number % 4 == 0 ? "b" : "a"
                group.addTask {
                    try await queue.run(for: key) {
                        crowd.withLock { crowd in
                            crowd.now[key, default: 0] += 1
                            crowd.mostOfOne = max(crowd.mostOfOne, crowd.now[key] ?? 0)
                            crowd.most = max(crowd.most, crowd.now.values.reduce(0, +))
                        }
                        await Task.yield()
                        crowd.withLock { $0.now[key, default: 0] -= 1 }
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(crowd.withLock { $0.most } <= 3)
        #expect(crowd.withLock { $0.mostOfOne } == 2)
        #expect(queue.load == .init(running: 0, waiting: 0))
    }

    /// When one key has all of its places, the free ones are for others.
    @Test func oneKeyLeavesPlacesToOthers() async throws {
        let queue = Queue(limits: Self.limits(2, perKey: 1))
        let record = Record()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await queue.run(for: "a") { await record.passGate() } }
            while queue.load.running < 1 { await Task.yield() }
            group.addTask { try await queue.run(for: "a") { record.add("a") } }
            while queue.load.waiting < 1 { await Task.yield() }
            try await queue.run(for: "b") { record.add("b") }
            #expect(record.all == ["b"])
            record.open()
            try await group.waitForAll()
        }
        #expect(record.all == ["b", "a"])
    }

    @Test func cancelledCallerLeavesTheQueueAndItsOperationNeverRuns() async throws {
        let queue = Queue(limits: Self.limits())
        let record = Record()
        let running = Task { try await queue.run(for: "a") { await record.passGate() } }
        while queue.load.running < 1 { await Task.yield() }
        let waiting = Task { try await queue.run(for: "a") { record.add("never") } }
        while queue.load.waiting < 1 { await Task.yield() }
        waiting.cancel()
        // The gate is still closed: only leaving the queue can end this.
        await #expect(throws: QueueError.cancelled) { try await waiting.value }
        #expect(queue.load == .init(running: 1, waiting: 0))
        let late = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            try await queue.run(for: "a") { record.add("never") }
        }
        await #expect(throws: QueueError.cancelled) { try await late.value }
        let interrupted = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            try await queue.inTurn(of: .named("a")) { () throws(MarketError) in record.add("never") }
        }
        await #expect(throws: MarketError.interrupted) { try await interrupted.value }
        record.open()
        try await running.value
        #expect(record.all.isEmpty)
        #expect(queue.load == .init(running: 0, waiting: 0))
    }

    @Test func aKeyWithManyWaitingIsBusyForItselfOnly() async throws {
        let queue = Queue(limits: Self.limits(waitingPerKey: 2))
        let record = Record()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await queue.run(for: "a") { await record.passGate() } }
            while queue.load.running < 1 { await Task.yield() }
            for number in 0..<2 {
                group.addTask { try await queue.run(for: "a") { record.add("a\(number)") } }
                while queue.load.waiting <= number { await Task.yield() }
            }
            await #expect(throws: QueueError.busy) { try await queue.run(for: "a") { record.add("never") } }
            await #expect(throws: MarketError.busy) {
                try await queue.inTurn(of: .named("a")) { () throws(MarketError) in record.add("never") }
            }
            group.addTask { try await queue.run(for: "b") { record.add("b") } }
            while queue.load.waiting < 3 { await Task.yield() }
            record.open()
            try await group.waitForAll()
        }
        #expect(record.all == ["b", "a0", "a1"])
    }

    @Test func aFullLaneTakesFromTheGreediestKey() async throws {
        let queue = Queue(limits: Self.limits(waiting: 3))
        let record = Record()
        let outcomes = Shared<[String]>([])
        await withTaskGroup(of: Void.self) { group in
            @Sendable func run(_ key: String) async {
                do {
                    try await queue.run(for: key) { record.add(key) }
                } catch {
                    outcomes.withLock { $0.append("\(key) \(error)") }
                }
            }
            group.addTask { try? await queue.run(for: "first") { await record.passGate() } }
            while queue.load.running < 1 { await Task.yield() }
            for number in 0..<3 {
                group.addTask { await run("a") }
                while queue.load.waiting <= number { await Task.yield() }
            }
            group.addTask { await run("b") }
            while outcomes.withLock({ $0 }) != ["a busy"] { await Task.yield() }
            // Two of a, one of b: a newcomer takes a's second place.
            group.addTask { await run("c") }
            while outcomes.withLock({ $0 }) != ["a busy", "a busy"] { await Task.yield() }
            // One of each: no key has more places than the newcomer would.
            await run("d")
            #expect(outcomes.withLock { $0 } == ["a busy", "a busy", "d busy"])
            record.open()
            await group.waitForAll()
        }
        #expect(record.all == ["a", "b", "c"])
    }

    /// Each of two networks has every second turn, however many clients one of them has.
    @Test func networksTakeTurns() async throws {
        let queue = Queue(limits: Self.limits())
        let record = Record()
        let clients =
            (1...4).map { ("a\($0)", ClientAddress.ipv6(network: 0x2001_0db8_0001_0000 | UInt64($0) << 8)) }
            + [("b1", .ipv4(1)), ("b2", .ipv4(1))]
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await queue.run(for: .unknown) { await record.passGate() } }
            while queue.load.running < 1 { await Task.yield() }
            for (index, (name, client)) in clients.enumerated() {
                group.addTask { try await queue.run(for: client) { record.add(name) } }
                while queue.load.waiting <= index { await Task.yield() }
            }
            record.open()
            try await group.waitForAll()
        }
        #expect(record.all == ["a1", "b1", "a2", "b2", "a3", "a4"])
    }

    /// Somebody new is let in before those who have just been served, even if everybody waits with one operation only.
    @Test func whoeverIsNewComesFirst() async throws {
        let queue = Queue(limits: Self.limits(waiting: 100))
        let record = Record()
        let failures = Shared(0)
        for name in 0..<100 { try await queue.run(for: .ipv4(UInt32(name) << 8)) {} }
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await queue.run(for: .unknown) { await record.passGate() } }
            while queue.load.running < 1 { await Task.yield() }
            for name in 0..<100 {
                group.addTask {
                    do {
                        try await queue.run(for: .ipv4(UInt32(name) << 8)) { record.add("old") }
                    } catch { failures.withLock { $0 += 1 } }
                }
                while queue.load.waiting <= name { await Task.yield() }
            }
            group.addTask { try await queue.run(for: .ipv4(0xFFFF_FF00)) { record.add("new") } }
            // It takes the place of one of the others, which fails.
            while failures.withLock({ $0 }) == 0 { await Task.yield() }
            record.open()
            try await group.waitForAll()
        }
        #expect(record.all.first == "new")
        #expect(record.all.count == 100)
    }

    /// Whoever was served once waits for some new networks, not for all that there are.
    @Test func newNetworksWithoutEndKeepNobodyWaiting() async throws {
        let queue = Queue(limits: Self.limits())
        let record = Record()
        try await queue.run(for: "a") {}
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await queue.run(for: "first") { await record.passGate() } }
            while queue.load.running < 1 { await Task.yield() }
            group.addTask { try await queue.run(for: "a") { record.add("a") } }
            while queue.load.waiting < 1 { await Task.yield() }
            for number in 0..<8 {
                group.addTask {
                    for round in 0..<25 {
                        let network = UInt32(0x1000 + round * 8 + number)
                        try await queue.run(for: .ipv4(network << 8)) {
                            record.add("new")
                            // Others are waiting again by then.
                            if record.all.count < 192 { while queue.load.waiting < 7 { await Task.yield() } }
                        }
                    }
                }
            }
            while queue.load.waiting < 9 { await Task.yield() }
            record.open()
            try await group.waitForAll()
        }
        #expect(try #require(record.all.firstIndex(of: "a")) <= 18)
    }

    @Test func aNetworkLeavesPlacesToOthers() async throws {
        let queue = Queue(limits: Self.limits(2, perKey: 1))
        let record = Record()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await queue.run(for: .ipv6(network: 1)) { await record.passGate() } }
            while queue.load.running < 1 { await Task.yield() }
            group.addTask { try await queue.run(for: .ipv6(network: 2)) { record.add("neighbour") } }
            while queue.load.waiting < 1 { await Task.yield() }
            try await queue.run(for: .ipv4(0x100)) { record.add("stranger") }
            record.open()
            try await group.waitForAll()
        }
        #expect(record.all == ["stranger", "neighbour"])
    }
}

extension FairQueue {
    /// Runs an operation for a client with a name of one letter, which has a network of its own.
    fileprivate func run<Value: Sendable>(
        for name: String,
        lane: Int = 0,
        _ operation: @Sendable () async throws -> Value
    ) async throws -> Value {
        try await run(for: .named(name), lane: lane, operation)
    }

}

extension ClientAddress {
    fileprivate static func named(_ name: String) -> ClientAddress {
        .ipv4(name.utf8.reduce(0) { $0 << 8 | UInt32($1) } << 8)
    }
}
