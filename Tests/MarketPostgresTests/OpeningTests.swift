import MarketCore
import TestClusters
import Testing

@testable import MarketPostgres

@Suite("Opening a market in PostgreSQL")
struct OpeningTests {
    @Test func manyProcessesOpenAnEmptyDatabaseAtOnce() async throws {
        let settings = try await newDatabase()
        try await withThrowingTaskGroup { group in
            for _ in 0..<6 {
                group.addTask { try await PostgresProductStore(settings: settings).close() }
            }
            try await group.waitForAll()
        }
        let connection = try PostgresConnection(settings)
        let count = try connection.firstRow("SELECT count(*) FROM market_migration") { try $0.count(0) }
        #expect(count == Int64(MarketSchema.migrations.count))
    }

    @Test func databaseOfANewerVersionIsRefused() async throws {
        let settings = try await newDatabase()
        try await PostgresProductStore(settings: settings).close()
        try PostgresConnection(settings).execute("INSERT INTO market_migration (number, name) VALUES (999, 'later')")
        await #expect(throws: PostgresOpeningError.madeByNewerVersion(name: settings.name)) {
            try await PostgresProductStore(settings: settings)
        }
    }

    @Test func tablesOfAnotherProgramAreLeftAlone() async throws {
        let settings = try await newDatabase()
        try PostgresConnection(settings).script("CREATE TABLE product (id int)")
        await #expect(throws: PostgresOpeningError.foreign(name: settings.name)) {
            try await PostgresProductStore(settings: settings)
        }
        let tables = try PostgresConnection(settings).firstRow(
            "SELECT count(*) FROM pg_class WHERE relnamespace = 'public'::regnamespace"
        ) { try $0.count(0) }
        #expect(tables == 1)
    }

    @Test func failedMigrationLeavesNothing() async throws {
        let settings = try await newDatabase()
        let migrations = [
            MarketSchema.Migration(number: 1, name: "first", sql: "CREATE TABLE first (id int)"),
            MarketSchema.Migration(number: 2, name: "second", sql: "CREATE TABLE first (id int)"),
        ]
        #expect(throws: PostgresOpeningError.self) {
            try SchemaMigration(settings: settings, migrations: migrations).run()
        }
        let tables = try PostgresConnection(settings).firstRow(
            "SELECT count(*) FROM pg_class WHERE relnamespace = 'public'::regnamespace"
        ) { try $0.count(0) }
        #expect(tables == 0)
    }

    @Test func reasonsOfAServerAreTold() async throws {
        let cluster = try await TestCluster.shared()
        func reason(_ address: String) async -> PostgresOpeningError? {
            do {
                try await PostgresProductStore(settings: PostgresSettings(address: address)).close()
                return nil
            } catch {
                return error as? PostgresOpeningError
            }
        }
        guard case .noDatabase = await reason(cluster.address(of: "nowhere")) else {
            Issue.record("a database that isn't there")
            return
        }
        guard case .refused = await reason(cluster.address(of: "postgres", as: "nobody_here")) else {
            Issue.record("a user that isn't there")
            return
        }
        guard case .notReachable = await reason("postgres://market@/x?host=/nonexistent") else {
            Issue.record("a server that isn't there")
            return
        }
        for address in ["mysql://x/y", "postgres://market@/", "postgres:///x?unknown=1", "postgres://[::1/x"] {
            guard case .invalidAddress = await reason(address) else {
                Issue.record("\(address) is accepted")
                return
            }
        }
    }

    @Test func passwordsInAddressesAreSeenAndNotNamed() throws {
        #expect(PostgresSettings.hasPassword("postgres://me:secret@host/market"))
        #expect(PostgresSettings.hasPassword("postgres://me@host/market?password=secret"))
        #expect(!PostgresSettings.hasPassword("postgres://me@host/market"))
        #expect(try PostgresSettings(address: "postgres://me:secret@host:1/market").name == "host:1/market")
    }
}
