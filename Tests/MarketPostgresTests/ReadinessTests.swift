import MarketCore
import TestMarkets
import Testing

@testable import MarketPostgres

@Suite("Whether a process should be sent requests", .timeLimit(.minutes(5)))
struct ReadinessTests {
    @Test func openedMarketIsReady() async throws {
        try await withStore { store, _ in
            let readiness = await store.readiness()
            #expect(readiness.writeFailure == nil && readiness.schemaFailure == nil)
            try await wait { await store.readiness().lag < CheckReadiness.lagLimit }
        }
    }

    @Test func databaseThatTakesNoWritesIsNotReady() async throws {
        try await withStore { store, connection in
            let name = try connection.databaseName()
            try connection.script("ALTER DATABASE \(name) SET default_transaction_read_only = on")
            // The connections of before keep what they were opened with.
            try connection.script(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() "
                    + "AND pid <> pg_backend_pid()"
            )
            #expect(await store.readiness().writeFailure != nil)
        }
    }

    /// A newer program migrates while this one serves, but nobody may take anything away.
    @Test func schemaIsTheOneThatWasOpened() async throws {
        try await withStore { store, connection in
            try connection.script("INSERT INTO market_migration (number, name, fingerprint) VALUES (9999, 'later', 0)")
            #expect(await store.readiness().schemaFailure == nil)
            try connection.script("UPDATE market_state SET market_id = gen_random_uuid()")
            #expect(await store.readiness().schemaFailure == "it is another market's")
            try connection.script("UPDATE market_state SET move_state = 'copying'")
            #expect(await store.readiness().schemaFailure?.contains("moved") == true)
            for change in [
                "UPDATE market_migration SET fingerprint = fingerprint + 1",
                "DELETE FROM market_migration WHERE number = 1",
            ] {
                try connection.script(change)
                #expect(await store.readiness().schemaFailure?.contains("migrations") == true, "\(change)")
            }
            try connection.script("DROP TABLE market_migration")
            let readiness = await store.readiness()
            #expect(readiness.schemaFailure != nil && readiness.writeFailure == nil)
        }
    }

    @Test func loadCountsConnections() async throws {
        try await withStore { store, connection in
            func pool() throws -> StoreLoad.Pool { try #require(store.load?.pools.first { $0.name == "pg" }) }
            let before = try pool()
            #expect(before.limit == store.settings.connectionLimit)
            try connection.script(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() "
                    + "AND pid <> pg_backend_pid()"
            )
            // A check finds that its connection is lost, and opens another one. So do the store's own tasks.
            while try pool().brokenCount == before.brokenCount || pool().openedCount == before.openedCount {
                try? await store.check()
            }
            #expect(try pool().waitingCount == 0)
            #expect(store.load.map { $0.pools.map(\.name) } == ["pg", "pg-long", "pg-watch"])
        }
    }

    private func withStore(
        _ body: (PostgresProductStore, PostgresConnection) async throws -> Void
    ) async throws {
        let settings = try await newMarket()
        let store = try await PostgresProductStore(settings: settings)
        do { try await body(store, try PostgresConnection(settings)) } catch { Issue.record(error) }
        try await store.close()
    }
}

extension PostgresConnection {
    fileprivate func databaseName() throws -> String {
        try firstRow("SELECT quote_ident(current_database())") { try $0.text(0) } ?? ""
    }
}
