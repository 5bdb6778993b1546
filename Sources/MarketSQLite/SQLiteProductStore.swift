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
    /// How long a read may take.
    let readLimit: Duration
    /// Told of whatever is found damaged.
    let integrity: IntegrityMonitor
    /// Room on the disk for deletions.
    let reserve: DiskReserve
    private let lock: DataFolderLock
    private let settings: ConnectionSettings
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
    /// A damaged database is opened as long as it can be read, and nothing is written into it.
    ///
    /// - Parameters:
    ///   - lock: stays held when the store is closed; it is for its owner to release.
    ///   - integrity: told of whatever is found damaged, here and later.
    public convenience init(
        lock: DataFolderLock,
        settings: ConnectionSettings = ConnectionSettings(),
        integrity: IntegrityMonitor = IntegrityMonitor()
    ) async throws(StoreOpeningError) {
        try await self.init(lock: lock, settings: settings, integrity: integrity, migrator: MarketSchema.migrator)
    }

    /// Locks a folder, which is made if it isn't there, and opens its database. ``close()`` lets go of the folder.
    public convenience init(
        folder: String,
        settings: ConnectionSettings = ConnectionSettings(),
        integrity: IntegrityMonitor = IntegrityMonitor()
    ) async throws(StoreOpeningError) {
        try await self.init(
            lock: DataFolderLock(folder: folder),
            ownsLock: true,
            settings: settings,
            integrity: integrity,
            migrator: MarketSchema.migrator
        )
    }

    /// For tests of later migrations.
    init(
        lock: DataFolderLock,
        ownsLock: Bool = false,
        settings: ConnectionSettings = ConnectionSettings(),
        integrity: IntegrityMonitor = IntegrityMonitor(),
        migrator: DatabaseMigrator
    ) async throws(StoreOpeningError) {
        self.lock = lock
        self.ownsLock = ownsLock
        readLimit = settings.readLimit
        self.settings = settings
        self.integrity = integrity
        reserve = DiskReserve(folder: lock.folder)
        let findings: [DatabaseFinding]
        (pool, findings) = try await MarketDatabase.open(folder: lock.folder, settings: settings, migrator: migrator)
        for finding in findings { integrity.databaseIsDamaged(finding.text, stopsWrites: finding.stopsWrites) }
        quickReaders = QuickReaders(path: pool.path, settings: settings)
        log = WriteAheadLog(databasePath: pool.path)
        reserve.takeIfThereIsRoom()
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

    /// What a failure below means. Damage that it shows is remembered.
    func failure(_ error: any Error) -> StoreError {
        let meaning = StoreError(error)
        if case .corrupt(let reason) = meaning {
            let isDerived = (error as? StoredFactError)?.isDerived ?? false
            integrity.databaseIsDamaged(reason, stopsWrites: !isDerived)
        }
        return meaning
    }

    /// Looks through all of the database on a connection of its own, in the background of an open market, and remembers
    /// what is damaged.
    public func checkWhole() async throws(StoreError) -> DatabaseCheck.Outcome {
        let outcome = try await DatabaseCheck(path: pool.path, settings: settings).run(isGentle: true)
        for finding in outcome.findings {
            integrity.databaseIsDamaged(finding.text, stopsWrites: finding.stopsWrites)
        }
        return outcome
    }

    /// Copies the log into the database, so that one file holds everything, and closes it.
    public func close() async throws(StoreError) {
        do {
            if !integrity.stopsWrites {
                try await pool.writeWithoutTransaction { database in
                    try database.execute(sql: "PRAGMA optimize")
                    _ = try? database.checkpoint(.truncate)
                }
            }
            try quickReaders.close()
            try pool.close()
            if ownsLock { lock.release() }
        } catch {
            throw StoreError(error)
        }
    }
}
