internal import Foundation
internal import GRDB

/// Opens the database of a data folder and brings its schema up to date.
enum MarketDatabase {
    static let fileName = "market.sqlite"

    static func open(
        folder: String,
        settings: ConnectionSettings,
        migrator: DatabaseMigrator
    ) async throws(StoreOpeningError) -> DatabasePool {
        let path = "\(folder)/\(fileName)"
        do {
            let pool = try DatabasePool(path: path, configuration: settings.configuration)
            do {
                try await pool.writeWithoutTransaction { database in
                    try ConnectionSettings.setUpWriter(database)
                    try prepareForMigration(database, folder: folder, migrator: migrator)
                }
                try migrate(pool, migrator)
            } catch {
                try? pool.close()
                throw error
            }
            return pool
        } catch {
            throw StoreOpeningError(error, path: path)
        }
    }

    /// Refuses a schema that this version does not know, and copies one that it is about to change.
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

    /// Blocks, which is why it is apart; it happens once, before anything is served.
    private static func migrate(_ pool: DatabasePool, _ migrator: DatabaseMigrator) throws {
        try migrator.migrate(pool)
    }
}
