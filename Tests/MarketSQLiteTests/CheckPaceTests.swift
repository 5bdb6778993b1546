import GRDB
import MarketCore
import Synchronization
import Testing

@testable import MarketSQLite

@Suite("The pace of the check of an open market's database")
struct CheckPaceTests {
    /// What has happened, in order.
    private final class Events: Sendable {
        private let events = Mutex<[String]>([])

        var all: [String] { events.withLock { $0 } }

        /// Adds an event, and returns how many there were before.
        @discardableResult func add(_ event: String) -> Int {
            events.withLock { events in
                events.append(event)
                return events.count - 1
            }
        }
    }

    @Test func itBeginsWhenTheMarketIsIdle() async throws {
        try await withTemporaryFolder { folder in
            let store = try await SQLiteProductStore(folder: folder)
            try await store.addSamples(3)
            let events = Events()
            let pace = CheckPace { events.add("asked") < 3 }
            let outcome = try await DatabaseCheck(folder: folder).run(pace: pace) { step, _ in events.add(step) }
            #expect(outcome.productCount == 3)
            #expect(events.all.prefix(4) == ["asked", "asked", "asked", "asked"])
            #expect(events.all.contains("structure of product"))
            try await store.close()
        }
    }

    @Test func aMarketThatIsNeverIdleIsCheckedNevertheless() async throws {
        try await withTemporaryFolder { folder in
            let monitor = IntegrityMonitor()
            let store = try await SQLiteProductStore(folder: folder, integrity: monitor)
            try await store.addSamples(300)
            #expect(monitor.wholeCheck == .due)
            let outcome = try await DatabaseCheck(folder: folder).run(pace: CheckPace(maximumWait: .zero) { true })
            #expect(outcome.findings == [] && outcome.unfinished == [] && outcome.productCount == 300)
            _ = try await store.checkWhole()
            #expect(monitor.wholeCheck == .over)
            try await store.close()
        }
    }

    /// A single statement can take seconds, so it pauses, too.
    @Test(.timeLimit(.minutes(10)))
    func aStatementPausesWhileRequestsAreAnswered() async throws {
        try await withTemporaryFolder { folder in
            try await SQLiteProductStore(folder: folder).close()
            let (asked, continuation) = AsyncStream<Void>.makeStream()
            let isRunning = Atomic(false)
            let reader = try InterruptibleReader(
                path: folder + "/market.sqlite",
                settings: ConnectionSettings(),
                executor: BoundedExecutor(name: "check", width: 1),
                pace: CheckPace {
                    if isRunning.load(ordering: .relaxed) { continuation.finish() }
                    return true
                }
            )
            let check = Task {
                try await reader.check(attempts: 1) { findings in
                    isRunning.store(true, ordering: .relaxed)
                    _ = try Int.fetchOne(findings.database, sql: LongReaderTests.endless)
                    return []
                }
            }
            for await _ in asked {}
            check.cancel()
            await #expect(throws: (any Error).self) { try await check.value }
            reader.close()
        }
    }
}
