import Foundation
import MarketCore
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(30))) struct BoundedExecutorTests {
    @Test func outcomeComesBack() async throws {
        let executor = BoundedExecutor(name: "test", width: 2)
        #expect(try await executor.run { 6 * 7 } == 42)
    }

    @Test func noMoreRunAtOnceThanItIsWide() async throws {
        let executor = BoundedExecutor(name: "test", width: 3)
        let crowd = Shared(Crowd())
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<200 {
                group.addTask {
                    try await executor.run {
                        crowd.withLock { $0.enter() }
                        sched_yield()
                        crowd.withLock { $0.now -= 1 }
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(crowd.withLock { $0.most } <= 3)
        #expect(crowd.withLock { $0.now } == 0)
    }

    @Test func limitedJobsLeaveThreadsToOthersAndAreRefusedWhenTheyWouldWait() async throws {
        let executor = BoundedExecutor(name: "test", width: 3, limitedWidth: 2)
        let gate = Gate()
        // They answer before they end.
        for number in 0..<2 {
            #expect(
                try await executor.run(isLimited: true) { answer in
                    answer(number)
                    gate.wait()
                    answer(-1)
                } == number
            )
        }
        let waiting = Task { try await executor.run(isLimited: true) { $0(()) } }
        while executor.load.waiting < 1 { await Task.yield() }
        #expect(try await executor.run { 7 } == 7)
        executor.refuseLimitedJobs(true)
        await #expect(throws: QueueError.busy) { try await waiting.value }
        await #expect(throws: QueueError.busy) { try await executor.run(isLimited: true) { $0(()) } }
        executor.refuseLimitedJobs(false)
        let later = Task { try await executor.run(isLimited: true) { $0(8) } }
        while executor.load.waiting < 1 { await Task.yield() }
        gate.open()
        #expect(try await later.value == 8)
    }

    @Test func whoCameFirstIsServedFirst() async throws {
        let executor = BoundedExecutor(name: "test", width: 1)
        let gate = Gate()
        let order = Shared<[Int]>([])
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await executor.run { gate.wait() } }
            while executor.load.running < 1 { await Task.yield() }
            for number in 0..<20 {
                group.addTask { try await executor.run { order.withLock { $0.append(number) } } }
                while executor.load.waiting <= number { await Task.yield() }
            }
            gate.open()
            try await group.waitForAll()
        }
        #expect(order.withLock { $0 } == Array(0..<20))
    }

    @Test func cancelledCallerLeavesTheLineAndItsWorkNeverRuns() async throws {
        let executor = BoundedExecutor(name: "test", width: 1)
        let gate = Gate()
        let hasRun = Shared(false)
        let running = Task { try await executor.run { gate.wait() } }
        while executor.load.running < 1 { await Task.yield() }
        let waiting = Task { try await executor.run { hasRun.withLock { $0 = true } } }
        while executor.load.waiting < 1 { await Task.yield() }
        waiting.cancel()
        // The gate is still closed: only leaving the queue can end this.
        await #expect(throws: QueueError.cancelled) { try await waiting.value }
        #expect(executor.load == .init(running: 1, waiting: 0))
        gate.open()
        try await running.value
        #expect(try await executor.run { true })
        #expect(!hasRun.withLock { $0 })
    }

    @Test func callerThatWasCancelledBeforeIsNotEvenAdmitted() async throws {
        let executor = BoundedExecutor(name: "test", width: 1)
        let hasRun = Shared(false)
        let caller = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            try await executor.run { hasRun.withLock { $0 = true } }
        }
        await #expect(throws: QueueError.cancelled) { try await caller.value }
        #expect(!hasRun.withLock { $0 })
    }

    @Test func workThatHasBegunIsFinishedThoughItsCallerIsCancelled() async throws {
        let executor = BoundedExecutor(name: "test", width: 1)
        let gate = Gate()
        let running = Task {
            try await executor.run {
                gate.wait()
                return "done"
            }
        }
        while executor.load.running < 1 { await Task.yield() }
        running.cancel()
        gate.open()
        #expect(try await running.value == "done")
    }

    @Test func whoComesOnTopOfTheLimitIsRefused() async throws {
        let executor = BoundedExecutor(name: "test", width: 1, waitingLimit: 2)
        let gate = Gate()
        let running = Task { try await executor.run { gate.wait() } }
        while executor.load.running < 1 { await Task.yield() }
        let waiting = (0..<2).map { _ in Task { try await executor.run {} } }
        while executor.load.waiting < 2 { await Task.yield() }
        await #expect(throws: QueueError.busy) { try await executor.run {} }
        gate.open()
        for task in [running] + waiting { try await task.value }
    }

    /// Work that comes one after the other shares a thread, work at the same time doesn't.
    @Test func threadsAreUsedAgain() async throws {
        let executor = BoundedExecutor(name: "test", width: 8)
        // The answer comes before the thread is idle again, and on a busy machine it may end before the next job comes.
        var threads: [String] = []
        for _ in 0..<200 {
            threads.append(try await executor.run { Self.thread })
            while executor.load.running > 0 { await Task.yield() }
        }
        #expect(zip(threads, threads.dropFirst()).contains { $0 == $1 })
        let gate = Gate()
        try await withThrowingTaskGroup(of: String.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    try await executor.run {
                        gate.wait()
                        return Self.thread
                    }
                }
            }
            while executor.load.running < 8 { await Task.yield() }
            gate.open()
            let numbers = try await group.reduce(into: Set()) { $0.insert($1) }
            #expect(numbers.count == 8)
        }
    }

    /// The number of the thread, which the system doesn't soon use again.
    private static var thread: String {
        (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/thread-self")) ?? ""
    }

    /// A job that comes when the idle time of a thread ends is neither lost nor done twice.
    @Test(arguments: [0, 1, 20]) func jobsThatComeWhenAThreadEndsAreDoneOnce(microseconds: Int) async throws {
        let executor = BoundedExecutor(name: "test", width: 2, idleTime: .microseconds(microseconds))
        let count = Shared(0)
        for _ in 0..<2_000 { try await executor.run { count.withLock { $0 += 1 } } }
        #expect(count.withLock { $0 } == 2_000)
    }

    /// Work that blocks for long delays nothing but the executor that it runs on.
    @Test func cooperativePoolStaysFree() async throws {
        let executor = BoundedExecutor(name: "test", width: 64)
        let gate = Gate()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<64 { group.addTask { try await executor.run { gate.wait() } } }
            while executor.load.running < 64 { await Task.yield() }
            gate.open()
            try await group.waitForAll()
        }
        // A thread hands over its result before it ends.
        while executor.load.running > 0 { await Task.yield() }
        #expect(executor.load.waiting == 0)
    }
}

/// Blocks threads until it is opened.
private final class Gate: Sendable {
    private let condition = NSCondition()
    private let isOpen = Mutex(false)

    func wait() {
        condition.lock()
        while !isOpen.withLock({ $0 }) { condition.wait() }
        condition.unlock()
    }

    func open() {
        condition.lock()
        isOpen.withLock { $0 = true }
        condition.broadcast()
        condition.unlock()
    }
}

/// A value shared by the work of several threads.
final class Shared<Value: Sendable>: Sendable {
    private let value: Mutex<Value>

    init(_ value: Value) {
        self.value = Mutex(value)
    }

    func withLock<Result: Sendable>(_ body: @Sendable (inout Value) -> Result) -> Result {
        value.withLock { body(&$0) }
    }
}

private struct Crowd: Sendable {
    var now = 0
    var most = 0

    mutating func enter() {
        now += 1
        most = max(most, now)
    }
}
