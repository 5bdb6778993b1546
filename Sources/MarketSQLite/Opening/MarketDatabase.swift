internal import Foundation
internal import GRDB

/// The opening of a data folder's database, including schema migrations.
enum MarketDatabase {
    static let fileName = "market.sqlite"

    static func open(
        folder: String,
        settings: ConnectionSettings,
        migrator: DatabaseMigrator,
        migrates: Bool
    ) async throws(StoreOpeningError) -> (DatabasePool, [DatabaseFinding]) {
        let path = "\(folder)/\(fileName)"
        do {
            guard migrates || SQLiteProductStore.hasMarket(in: folder) else {
                throw StoreOpeningError.failed(path: path, reason: "there is no market in it")
            }
            let isNew = !SQLiteProductStore.hasDatabase(in: folder)
            DatabaseFiles.make(path)
            let pool = try DatabasePool(path: path, configuration: settings.configuration)
            var findings: [DatabaseFinding] = []
            do {
                if !isNew {
                    let (isNewer, isCurrent) = try await pool.read { database in
                        (try migrator.hasBeenSuperseded(database), try migrator.hasCompletedMigrations(database))
                    }
                    if isNewer { throw StoreOpeningError.madeByNewerVersion(path: path) }
                    if !isCurrent, !migrates { throw StoreOpeningError.madeByOlderVersion(path: path) }
                    let check = DatabaseCheck(path: path, settings: settings)
                    findings = try await check.runWhenOpened(isCurrent: isCurrent)
                    if !isCurrent, let damage = findings.first(where: \.stopsWrites) {
                        throw StoreOpeningError.damaged(path: path, reason: damage.text)
                    }
                }
                try await pool.writeWithoutTransaction { database in
                    try ConnectionSettings.setUpWriter(database)
                    try prepareForMigration(database, folder: folder, migrator: migrator)
                }
                try migrate(pool, migrator)
            } catch {
                try? pool.close()
                throw error
            }
            return (pool, findings)
        } catch {
            throw StoreOpeningError(error, path: path)
        }
    }

    /// Rejects a schema that this version doesn't know, and backs up a database that is about to be migrated.
    private static func prepareForMigration(
        _ database: Database,
        folder: String,
        migrator: DatabaseMigrator
    ) throws {
        if try migrator.hasBeenSuperseded(database) {
            throw StoreOpeningError.madeByNewerVersion(path: "\(folder)/\(fileName)")
        }
        let applied = try migrator.appliedIdentifiers(database)
        guard !applied.isEmpty, let next = migrator.migrations.first(where: { !applied.contains($0) }) else { return }
        try MigrationBackup(folder: folder).make(of: database, before: next, at: Date())
    }

    /// Migrates the database. A separate synchronous function, because it blocks. It runs once, before requests are
    /// served.
    private static func migrate(_ pool: DatabasePool, _ migrator: DatabaseMigrator) throws {
        try migrator.migrate(pool)
    }
}
