import ArgumentParser
import Foundation
import MarketCommands
import MarketPostgres
import MarketSQLite

struct MigrateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "migrate",
        abstract: "Bring the database of an older version up to date.",
        discussion: """
            'openmarket serve' does the same when it starts. No server of the older version can be started with the \
            database any more, so back it up before.

            Until 1.0.0, tables are rewritten instead: a database with other tables is refused.
            """
    )

    @OptionGroup var data: DataOptions
    @OptionGroup var database: DatabaseOptions

    func run() async throws {
        if let address = try database.unpooledAddress() {
            let settings = try PostgresSettings(address: address)
            try await PostgresProductStore.migrate(settings)
            print("The database \(settings.name) is up to date.")
        } else {
            let folder = try data.folder()
            if try PostgresMarket.isBound(folder) { throw PostgresMarket.needsServer(folder) }
            let lock = try DataFolderLock(folder: try data.existingMarket())
            defer { lock.release() }
            try await SQLiteProductStore(lock: lock).close()
            print("The database in \(lock.folder) is up to date.")
        }
    }
}
