internal import Foundation
internal import GRDB
public import MarketCore
public import MarketModels
internal import Synchronization

/// Products, vendors and delete tokens in one SQLite file, `market.sqlite` in the data folder.
///
/// One process may use a folder at a time; a ``DataFolderLock`` proves that it is this one.
public final class SQLiteProductStore: Sendable {
    /// Writes, and reads what takes long.
    let pool: DatabasePool
    /// Reads what takes no time.
    let quickReaders: QuickReaders
    let log: WriteAheadLog
    private let lock: DataFolderLock
    /// Whether closing the store lets others use the folder.
    private let ownsLock: Bool
    /// What `market_state` says, for everybody who only wants to know whether anything has changed.
    let mirroredRevision: Atomic<Int64>

    /// Whether a folder has a database with anything in it. Without one, opening makes a new one.
    public static func hasDatabase(in folder: String) -> Bool {
        let attributes = try? FileManager.default.attributesOfItem(atPath: "\(folder)/\(MarketDatabase.fileName)")
        return attributes?[.size] as? UInt64 ?? 0 > 0
    }

    /// Opens the database of a locked folder, or makes it, and brings its schema up to date. Where that changes a
    /// database that was there already, a copy is left in the folder `backups`.
    ///
    /// - Parameter lock: stays held when the store is closed; it is for its owner to release.
    public convenience init(
        lock: DataFolderLock,
        settings: ConnectionSettings = ConnectionSettings()
    ) async throws(StoreOpeningError) {
        try await self.init(lock: lock, settings: settings, migrator: MarketSchema.migrator)
    }

    /// Locks a folder, which is made if it isn't there, and opens its database. ``close()`` lets go of the folder.
    public convenience init(
        folder: String,
        settings: ConnectionSettings = ConnectionSettings()
    ) async throws(StoreOpeningError) {
        try await self.init(
            lock: DataFolderLock(folder: folder),
            ownsLock: true,
            settings: settings,
            migrator: MarketSchema.migrator
        )
    }

    /// For tests of later migrations.
    init(
        lock: DataFolderLock,
        ownsLock: Bool = false,
        settings: ConnectionSettings = ConnectionSettings(),
        migrator: DatabaseMigrator
    ) async throws(StoreOpeningError) {
        self.lock = lock
        self.ownsLock = ownsLock
        pool = try await MarketDatabase.open(folder: lock.folder, settings: settings, migrator: migrator)
        quickReaders = QuickReaders(path: pool.path, settings: settings)
        log = WriteAheadLog(databasePath: pool.path)
        do {
            let revision = try await pool.read { try $0.marketState().revision }
            mirroredRevision = Atomic(revision.rawValue)
        } catch {
            throw StoreOpeningError(error, path: pool.path)
        }
    }
}

extension SQLiteProductStore: ProductStore {
    public var revision: Revision {
        Revision(rawValue: mirroredRevision.load(ordering: .acquiring))
    }

    public func check() async throws(StoreError) {
        _ = try await read { try $0.marketState() }
    }

    /// Copies the log into the database, so that one file holds everything, and closes it.
    public func close() async throws(StoreError) {
        do {
            try await pool.writeWithoutTransaction { database in
                try database.execute(sql: "PRAGMA optimize")
                _ = try? database.checkpoint(.truncate)
            }
            try quickReaders.close()
            try pool.close()
            if ownsLock { lock.release() }
        } catch {
            throw StoreError(error)
        }
    }
}
