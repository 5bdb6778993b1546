import MarketCore
import TestClusters
import TestMarkets
import Testing

@testable import MarketPostgres

@Suite("Connections to PostgreSQL")
struct ConnectionTests {
    @Test func parametersComeBackAsTheyWere() async throws {
        let pool = try await pool()
        let hostile = "a'b\"c\\d,{}\n한글"
        try await pool.withConnection { connection in
            let texts = [hostile, "", "NULL"]
            try connection.forEachRow(
                "SELECT $1::bigint, $2::text, $3::boolean, $4::text, ($5::text[])[1], ($6::bigint[])[2], $7::bigint",
                [Int64.min, hostile, true, nil, texts, [1, -7] as [Int64], Int64.max]
            ) { row in
                try #expect(row.integer(0) == .min)
                try #expect(row.text(1) == hostile)
                try #expect(row.boolean(2))
                try #expect(row.optionalText(3) == nil)
                try #expect(row.text(4) == hostile)
                try #expect(row.integer(5) == -7)
                try #expect(row.integer(6) == .max)
                return true
            }
        }
    }

    @Test func valuesOfAnotherTypeAreDamage() async throws {
        let pool = try await pool()
        await #expect(throws: CorruptRowError.self) {
            try await pool.withConnection { try $0.firstRow("SELECT 'x'::text") { try $0.integer(0) } }
        }
        await #expect(throws: CorruptRowError.self) {
            try await pool.withConnection { try $0.firstRow("SELECT -1::bigint") { try $0.count(0) } }
        }
    }

    @Test func textWithANulIsRefused() async throws {
        let pool = try await pool()
        await #expect(throws: PostgresError.self) {
            try await pool.withConnection { try $0.execute("SELECT $1::text", ["a\u{0}b"]) }
        }
    }

    /// As when the server goes away just after the connection was established.
    @Test func connectionWhoseSessionCannotBeSetUpIsAnError() async throws {
        var settings = try await newDatabase()
        // More milliseconds than PostgreSQL takes.
        settings.statementLimit = .seconds(3_000_000)
        for _ in 1...20 {
            let error = #expect(throws: PostgresError.self) { try PostgresConnection(settings) }
            #expect(error?.state == "22023")
        }
    }

    @Test func longStatementIsCancelledByTheServer() async throws {
        let pool = try await pool { $0.statementLimit = .milliseconds(50) }
        let error = await #expect(throws: PostgresError.self) {
            try await pool.withConnection { try $0.execute("SELECT pg_sleep(600)") }
        }
        #expect(error?.state == "57014")
        // On a busy machine, this one takes too long now and then as well.
        try await wait { (try? await one(pool)) == 1 }
    }

    @Test func cancelledTaskCancelsItsStatement() async throws {
        let pool = try await pool()
        let task = Task { try await pool.withConnection { try $0.execute("SELECT pg_sleep(500)") } }
        while try await pool.withConnection({ connection in
            try connection.firstRow(
                "SELECT count(*) FROM pg_stat_activity WHERE query LIKE '%pg_sleep(500)%' AND pid <> pg_backend_pid()"
            ) { try $0.integer(0) }
        }) == 0 {
            await Task.yield()
        }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test func lateRequestToCancelDoesNotCancelTheNextStatement() async throws {
        let cluster = try await TestCluster.shared()
        let database = try cluster.database()
        let socket = try HeldSocket(cluster: cluster)
        var settings = try socket.settings(database)
        settings.lengthenTimeouts()
        let pool = PostgresPool(settings, name: "test", width: 1)
        let locks = try PostgresConnection(PostgresSettings(address: database))
        try locks.script("SELECT pg_advisory_lock(1), pg_advisory_lock(2)")
        func statementWaits() async throws { try await wait { try locks.isAdvisoryLockAwaited() } }
        func waitForLock(_ key: Int64) -> Task<Int, any Error> {
            Task { try await pool.withConnection { try $0.execute("SELECT pg_advisory_lock($1)", [key]) } }
        }

        let cancelled = waitForLock(1)
        try await statementWaits()
        try socket.hold()
        cancelled.cancel()
        let connection = try await socket.receiveCancelRequest()
        // The statement ends before the request comes in.
        try locks.script("SELECT pg_advisory_unlock(1)")
        _ = await cancelled.result

        let next = waitForLock(2)
        try await statementWaits()
        try await socket.deliverCancelRequest(connection)
        try locks.script("SELECT pg_advisory_unlock(2)")
        #expect(try await next.value == 1)
    }

    @Test func lostConnectionIsReplaced() async throws {
        let pool = try await pool { $0.connectionLimit = 1 }
        await #expect(throws: PostgresError.self) {
            try await pool.withConnection { try $0.execute("SELECT pg_terminate_backend(pg_backend_pid())") }
        }
        #expect(try await one(pool) == 1)
    }

    @Test func deadlockRepeatsTheTransaction() async throws {
        let pool = try await pool()
        try await pool.withConnection {
            try $0.script("CREATE TABLE pair (id bigint PRIMARY KEY, n bigint); INSERT INTO pair VALUES (1, 0), (2, 0)")
        }
        // Each that fails has met one that then succeeds, of which a round has three, however long each of them takes.
        for _ in 0..<20 {
            try await withThrowingTaskGroup { group in
                for order in [[1, 2], [2, 1], [1, 2], [2, 1]] as [[Int64]] {
                    group.addTask {
                        try await pool.withConnection { connection in
                            // Deadlocks are noticed at once.
                            try connection.script("SET deadlock_timeout = 1")
                            try connection.transaction(.serializable) {
                                for id in order {
                                    try connection.execute("UPDATE pair SET n = n + 1 WHERE id = $1", [id])
                                }
                            }
                        }
                    }
                }
                try await group.waitForAll()
            }
        }
        let sums = try await pool.withConnection {
            try $0.firstRow("SELECT sum(n)::bigint FROM pair") { try $0.integer(0) }
        }
        #expect(sums == 160)
    }

    @Test func failedTransactionLeavesNothing() async throws {
        let pool = try await pool { $0.connectionLimit = 1 }
        try await pool.withConnection { try $0.script("CREATE TABLE single (id bigint PRIMARY KEY)") }
        await #expect(throws: PostgresError.self) {
            try await pool.withConnection { connection in
                try connection.transaction {
                    try connection.execute("INSERT INTO single VALUES (1)")
                    try connection.execute("INSERT INTO single VALUES (1)")
                }
            }
        }
        let count = try await pool.withConnection { try $0.firstRow("SELECT count(*) FROM single") { try $0.count(0) } }
        #expect(count == 0)
    }

    @Test func statementsCanStayUnprepared() async throws {
        let pool = try await pool { $0.preparesStatements = false }
        #expect(try await one(pool) == 1)
        let count = try await pool.withConnection {
            try $0.firstRow("SELECT count(*) FROM pg_prepared_statements") { try $0.count(0) }
        }
        #expect(count == 0)
    }

    private func one(_ pool: PostgresPool) async throws -> Int64? {
        try await pool.withConnection { try $0.firstRow("SELECT $1::bigint", [Int64(1)]) { try $0.integer(0) } }
    }

    private func pool(_ change: (inout PostgresSettings) -> Void = { _ in }) async throws -> PostgresPool {
        var settings = try await newDatabase()
        change(&settings)
        return PostgresPool(settings, name: "test", width: settings.connectionLimit)
    }
}
