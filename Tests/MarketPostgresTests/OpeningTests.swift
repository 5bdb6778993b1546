import Foundation
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
        try PostgresConnection(settings).execute(
            "INSERT INTO market_migration (number, name, fingerprint) VALUES (999, 'later', 0)"
        )
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

    private static let wishes = MarketSchema.Migration(
        number: 2,
        name: "wishes",
        sql: "CREATE TABLE wish (id bigint PRIMARY KEY)"
    )

    /// As a later version might have one. Without it, the database isn't opened but to be migrated.
    @Test func migrationIsAppliedOnce() async throws {
        let settings = try await newDatabase()
        try await PostgresProductStore(settings: settings).close()
        let later = SchemaMigration(settings: settings, migrations: MarketSchema.migrations + [Self.wishes])
        let connection = try PostgresConnection(settings)
        #expect(throws: PostgresOpeningError.madeByOlderVersion(name: settings.name)) {
            try later.checkCurrent(connection)
        }
        try await withThrowingTaskGroup { group in
            for _ in 0..<4 { group.addTask { try later.run() } }
            try await group.waitForAll()
        }
        try later.checkCurrent(connection)
        try connection.script("INSERT INTO wish (id) VALUES (1)")
        let applied = try connection.firstRow("SELECT string_agg(name, ',' ORDER BY number) FROM market_migration") {
            try $0.text(0)
        }
        #expect(applied == "market,wishes")
    }

    private static let ofFirstVersion = URL(filePath: #filePath)
        .deletingLastPathComponent().appending(path: "../FirstVersion/market-postgres.sql")

    @Test(arguments: [true, false])
    func databaseOfAnotherSchemaIsRefusedUnchanged(isOfFirstVersion: Bool) async throws {
        let settings = try await newDatabase()
        if isOfFirstVersion {
            let connection = try PostgresConnection(settings)
            try connection.script(try String(contentsOf: Self.ofFirstVersion, encoding: .utf8))
        } else {
            try await PostgresProductStore(settings: settings).close()
            try PostgresConnection(settings).script("UPDATE market_migration SET fingerprint = fingerprint + 1")
        }
        let connection = try PostgresConnection(settings)
        let before = try connection.content()
        let refusal = PostgresOpeningError.otherSchema(name: settings.name, isOfFirstVersion: isOfFirstVersion)
        for migrates in [true, false] {
            await #expect(throws: refusal) {
                try await PostgresProductStore(settings: settings, migrates: migrates)
            }
        }
        await #expect(throws: refusal) { try await PostgresProductStore.migrate(settings) }
        await #expect(throws: refusal) { try await PostgresProductStore.refuseOtherSchema(settings) }
        await #expect(throws: refusal) { try await PostgresMoveStore(settings: settings).prepareForCopying() }
        await #expect(throws: refusal) { try await PostgresMoveStore(settings: settings).content() }
        await #expect(throws: refusal) { try await PostgresCheck(settings: settings).marketName() }
        #expect(try connection.content() == before)
    }

    @Test func databaseOfThisSchemaAndAnEmptyOneAreNotRefused() async throws {
        let settings = try await newDatabase()
        try await PostgresProductStore.refuseOtherSchema(settings)
        try await PostgresProductStore(settings: settings).close()
        try await PostgresProductStore.refuseOtherSchema(settings)
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

extension PostgresConnection {
    /// Returns the tables and indexes with their columns and sizes.
    fileprivate func content() throws -> [String] {
        var content: [String] = []
        try forEachRow(
            """
            SELECT c.relname || ':' || c.relkind::text || ':' || (SELECT count(*) FROM pg_attribute WHERE attrelid = c.oid)
                || ':' || pg_relation_size(c.oid)
            FROM pg_class AS c WHERE c.relnamespace = 'public'::regnamespace ORDER BY 1
            """
        ) { row in
            content.append(try row.text(0))
            return true
        }
        return content
    }
}
