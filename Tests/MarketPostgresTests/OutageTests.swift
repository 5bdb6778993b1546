import MarketCore
import MarketModels
import TestClusters
import TestMarkets
import Testing

@testable import MarketPostgres

@Suite("A log of changes that can't be read")
struct OutageTests {
    @Test(.timeLimit(.minutes(5)))
    func nothingIsAnsweredFromMemoryUntilItIsReadAgain() async throws {
        let (conditions, continuation) = AsyncStream<ChangeLogCondition>.makeStream()
        var settings = try await newDatabase()
        let other = try await PostgresProductStore(settings: settings)
        let product = try await other.sampleProduct()
        try await other.close()
        settings.readTimeout = .milliseconds(800)
        // The watcher waits for the log until this test ends its connection.
        settings.watchLimit = .seconds(600)
        let store = try await PostgresProductStore(settings: settings) { continuation.yield($0) }
        try await wait { store.isCurrent }

        let lock = try PostgresConnection(settings)
        try lock.script("BEGIN; LOCK TABLE change IN ACCESS EXCLUSIVE MODE")
        try await wait { !store.isCurrent }
        // It isn't known yet whether the log is out of reach or late. A list waits, and not as long as a statement may.
        await #expect(throws: MarketError.unreachable(reason: "the server doesn't answer")) {
            try await store.page(ProductQuery())
        }
        let administrator = try PostgresConnection(settings)
        try await wait {
            _ = try administrator.endWaitingStatements()
            return !store.mirror.isLogReachable
        }
        var reports = conditions.makeAsyncIterator()
        guard case .unreadable = await reports.next() else {
            Issue.record("the outage wasn't reported")
            return
        }
        await #expect(throws: MarketError.unreachable(reason: "the log of changes can't be read")) {
            try await store.version(of: product.id)
        }
        #expect(!store.isCurrent)
        // It tries again, and fails again.
        try await wait { try administrator.endWaitingStatements() > 0 }

        try lock.execute("ROLLBACK")
        // The second failure was not reported.
        #expect(await reports.next() == .readable)
        try await wait { store.isCurrent }
        try await wait { (try? await store.page(ProductQuery()))?.products.map(\.id) == [product.id] }
        try await store.close()
    }

    @Test func writeIsGivenUpWhileTheServerHangs() async throws {
        var settings = try await newDatabase()
        let other = try await PostgresProductStore(settings: settings)
        let vendor = try await other.sampleVendor()
        let lock = try PostgresConnection(settings)
        (settings.readTimeout, settings.writeTimeout) = (.milliseconds(100), .milliseconds(100))
        // On a busy machine, the statement may begin once it was cancelled. Then it ends with its time, long before the lock.
        settings.statementLimit = .seconds(30)
        let store = try await PostgresProductStore(settings: settings)
        try lock.script("BEGIN; LOCK TABLE change IN ACCESS EXCLUSIVE MODE")
        await #expect(throws: MarketError.unreachable(reason: "the server doesn't answer")) {
            try await store.add(sampleProduct(of: vendor.id))
        }
        // The server doesn't go on with what nobody waits for. A transaction would see the same sessions for ever.
        let looking = try PostgresConnection(settings)
        try await wait {
            try looking.firstRow(
                """
                SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()
                    AND query LIKE 'INSERT INTO change %'
                """
            ) { try $0.count(0) } == 0
        }
        try lock.execute("ROLLBACK")
        #expect(try await other.page(ProductQuery()).totalCount == 0)
        try await store.close()
        try await other.close()
    }

    /// What is asked of the server when a connection was established has the time limit of the work that needs it.
    @Test(.timeLimit(.minutes(5)))
    func readIsGivenUpWhileTheServerHangsAfterConnecting() async throws {
        let cluster = try await TestCluster.shared()
        let database = try cluster.database()
        let socket = try HeldSocket(cluster: cluster)
        var settings = try socket.settings(database)
        settings.lengthenTimeouts()
        settings.readTimeout = .seconds(1)
        // Nothing looks at the log, as if it were out of reach.
        settings.pollInterval = .seconds(3600)
        settings.listensForChanges = false
        let store = try await PostgresProductStore(settings: settings)
        try await wait { !store.isCurrent }
        try socket.hold()
        socket.establishOnly()
        try PostgresConnection(PostgresSettings(address: database)).script(
            """
            SELECT pg_terminate_backend(pid) FROM pg_stat_activity
                WHERE datname = current_database() AND pid <> pg_backend_pid()
            """
        )
        await #expect(throws: MarketError.unreachable(reason: "the server doesn't answer")) {
            try await store.page(ProductQuery())
        }
        try socket.release()
        try await wait { (try? await store.page(ProductQuery()))?.products.isEmpty == true }
        try await store.close()
    }

    @Test func commitThatIsGivenUpMayBeStored() async throws {
        var settings = try await newDatabase()
        // As long as what comes before the commit takes on a busy machine.
        settings.writeTimeout = .seconds(5)
        settings.statementLimit = .seconds(600)
        // Nothing looks at the log, as if it were out of reach.
        settings.pollInterval = .seconds(3600)
        settings.listensForChanges = false
        let store = try await PostgresProductStore(settings: settings)
        try PostgresConnection(settings).script(
            """
            CREATE FUNCTION hang() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN PERFORM pg_sleep(600); RETURN NULL; END';
            CREATE CONSTRAINT TRIGGER hang AFTER INSERT ON vendor DEFERRABLE INITIALLY DEFERRED
                FOR EACH ROW EXECUTE FUNCTION hang()
            """
        )
        await #expect(throws: MarketError.outcomeUnknown(reason: "the server hasn't answered a commit in time")) {
            try await store.sampleVendor()
        }
        // A running transaction keeps other tests' processes from settling their changes.
        try PostgresConnection(settings).script(
            """
            SELECT pg_terminate_backend(pid) FROM pg_stat_activity
                WHERE datname = current_database() AND query = 'COMMIT' AND state = 'active'
            """
        )
        try await store.close()
    }

    /// Neither a write nor a read tells a revision before the categories of it are known.
    @Test(arguments: [true, false])
    func changeOfTheCategoriesElsewhereIsKnownWithItsRevision(byWriting: Bool) async throws {
        var settings = try await newDatabase()
        settings.pollInterval = .seconds(3600)
        settings.listensForChanges = false
        let store = try await PostgresProductStore(settings: settings)
        let other = try PostgresConnection(settings)
        let before = store.revision
        try other.transaction {
            try other.records.categories.apply(
                .add(slug: "lenses", names: [.korean: "렌즈", .english: "Lenses"], parent: nil)
            )
        }
        #expect(store.categories.category("lenses") == nil)
        if byWriting { _ = try await store.sampleProduct() } else { _ = try await store.page(ProductQuery()) }
        #expect(store.revision > before)
        #expect(store.categories.category("lenses") != nil)
        #expect(store.siteRevision > before && store.siteRevision <= store.revision)
        try await store.close()
    }
}

extension PostgresConnection {
    /// Ends the connections to this database that wait for a lock, and returns how many there were.
    fileprivate func endWaitingStatements() throws -> Int64 {
        try firstRow(
            """
            SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity
                WHERE datname = current_database() AND wait_event_type = 'Lock'
            """
        ) { try $0.integer(0) } ?? 0
    }
}
