internal import Foundation
internal import GRDB
public import MarketCore
public import MarketModels
internal import Synchronization

/// A store of products, vendors and delete tokens in one SQLite file, `market.sqlite` in the data folder.
///
/// Only one process may use a folder at a time, which a ``DataFolderLock`` guarantees. One connection writes, others read.
///
/// A text is cut into runs of three, two and one adjacent characters, stored in two FTS5 indexes: one with rows numbered by id, one
/// by currency, price and id (``AmountKey``). So any part of a text is a phrase of threes, a pair or a single character, and a
/// search can be read in either order. Attributes are terms of the same indexes, and a range of prices is a range of rows.
///
/// Counts, ranks and partial indexes cover the products that lists show (`is_listed`); while nothing is left out, lists are read
/// as if there were no states. Hidden and expired products are in no search index.
public final class SQLiteProductStore: Sendable {
    /// The connections for writes and long reads.
    let pool: DatabasePool
    /// The connections for quick reads.
    let inlineReaders: InlineReaderPool
    let log: WriteAheadLog
    let readLimit: Duration
    /// The monitor to which damage is reported.
    let integrity: IntegrityMonitor
    /// The disk space that is reserved for deletions.
    let reserve: DiskReserve
    /// What tells whether the database is still where it was opened.
    let file: OpenDatabaseFile
    private let lock: DataFolderLock
    private let settings: ConnectionSettings
    /// Whether closing the store releases the lock.
    private let ownsLock: Bool
    /// A copy of the revision in `market_state`, which can be read without I/O.
    let mirroredRevision: Atomic<Int64>
    /// A copy of the categories, which can be read without I/O.
    let mirroredCategories: Mutex<CategoryTree>
    /// A copy of the market's profile, which can be read without I/O.
    let mirroredProfile: Mutex<MarketProfile>
    /// See ``ProductStore/siteRevision``.
    let mirroredSiteRevision = Atomic<Int64>(0)

    /// Returns whether a folder has a database that isn't empty. If it has none, opening the store creates one.
    static func hasDatabase(in folder: String) -> Bool {
        (try? FileStatus(of: "\(folder)/\(MarketDatabase.fileName)"))?.byteCount ?? 0 > 0
    }

    /// Returns whether a market has begun in a folder. It hasn't where the first start was interrupted before the tables were made.
    public static func hasMarket(in folder: String) -> Bool {
        let header = DatabaseHeader.read("\(folder)/\(MarketDatabase.fileName)", withLog: true)
        return hasDatabase(in: folder) && header?.isEmpty != true
    }

    /// Opens the database of a locked folder, creates it if necessary, and migrates its schema. Before a migration of
    /// an existing database, a copy is written to the folder `backups`.
    ///
    /// A damaged database is opened as long as it can be read, but writes are refused.
    ///
    /// - Parameters:
    ///   - lock: the lock on the folder. Closing the store doesn't release it.
    ///   - integrity: the monitor to which damage is reported, now and later.
    ///   - migrates: whether a database may be created or migrated. If not, one that has to be is refused.
    public convenience init(
        lock: DataFolderLock,
        settings: ConnectionSettings = ConnectionSettings(),
        integrity: IntegrityMonitor = IntegrityMonitor(),
        migrates: Bool = true
    ) async throws(StoreOpeningError) {
        try await self.init(
            lock: lock,
            settings: settings,
            integrity: integrity,
            migrator: MarketSchema.migrator,
            migrates: migrates
        )
    }

    /// Locks a folder, which is created if necessary, and opens its database. ``close()`` releases the lock.
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

    /// Opens a database with other migrations, for tests.
    init(
        lock: DataFolderLock,
        ownsLock: Bool = false,
        settings: ConnectionSettings = ConnectionSettings(),
        integrity: IntegrityMonitor = IntegrityMonitor(),
        migrator: DatabaseMigrator,
        migrates: Bool = true
    ) async throws(StoreOpeningError) {
        self.lock = lock
        self.ownsLock = ownsLock
        readLimit = settings.readLimit
        self.settings = settings
        self.integrity = integrity
        reserve = DiskReserve(folder: lock.folder)
        let findings: [DatabaseFinding]
        (pool, findings) = try await MarketDatabase.open(
            folder: lock.folder,
            settings: settings,
            migrator: migrator,
            migrates: migrates
        )
        file = OpenDatabaseFile(pool.path)
        integrity.wholeCheckIsDue()
        for finding in findings { integrity.databaseIsDamaged(finding.text, stopsWrites: finding.stopsWrites) }
        inlineReaders = InlineReaderPool(path: pool.path, settings: settings)
        log = WriteAheadLog(databasePath: pool.path)
        reserve.createIfSpaceAllows()
        do {
            let (revision, categories, profile) = try await pool.read { database in
                let categories = try database.records.categories.tree()
                return (try database.marketState().revision, categories, try database.records.profile.profile())
            }
            mirroredRevision = Atomic(revision.rawValue)
            mirroredProfile = Mutex(profile)
            mirroredCategories = Mutex(categories)
            // A reader that is opened later costs the request that needs it the reading of the schema.
            try inlineReaders.open(count: ProcessInfo.processInfo.activeProcessorCount) { database in
                _ = try ListingReader(database: database).page(ProductQuery(window: .page(1)))
                _ = try database.records.lookUp(Product.ID(rawValue: 0), at: revision)
            }
        } catch {
            throw StoreOpeningError(error, path: pool.path)
        }
    }
}

extension SQLiteProductStore: ProductStore {
    public var isCurrent: Bool { true }

    public var revision: Revision {
        Revision(rawValue: mirroredRevision.load(ordering: .acquiring))
    }

    public func check() async throws(MarketError) {
        try file.confirm()
        _ = try await read { try $0.marketState() }
    }

    public func storedSize() async throws(MarketError) -> StoredSize? {
        let byteCount = ["", "-wal", "-shm"].reduce(into: Int64(0)) { sum, ending in
            sum += Int64((try? FileStatus(of: pool.path + ending))?.byteCount ?? 0)
        }
        let folder = (pool.path as NSString).deletingLastPathComponent
        let free = FreeSpace(ofFolder: folder).map { Int64(clamping: $0.byteCount) }
        return StoredSize(byteCount: byteCount, freeByteCount: free)
    }

    /// A database in a data folder has the schema of this process, which has opened it exclusively. That files can be
    /// written there is checked by the image store, because it does so without waiting for a commit.
    public func readiness() async -> StoreReadiness {
        if integrity.stopsWrites {
            return StoreReadiness(writeFailure: integrity.damage(of: .database) ?? "the database is damaged")
        }
        do {
            try await check()
            return StoreReadiness()
        } catch {
            return StoreReadiness(writeFailure: "\(error)")
        }
    }

    /// Converts an error, and reports damage to the integrity monitor.
    func failure(_ error: any Error) -> MarketError {
        let meaning = MarketError(error)
        if case .damaged(let reason) = meaning {
            let isDerived = (error as? CorruptRowError)?.isDerived ?? false
            integrity.databaseIsDamaged(reason, stopsWrites: !isDerived)
        }
        return meaning
    }

    /// Checks the whole database on its own connection, in the background of an open market, and reports damage to the
    /// integrity monitor.
    ///
    /// - Parameter isBusy: whether the market is answering requests, to which the check gives way. It is called on any
    ///   thread, many times a second.
    public func checkWhole(
        givingWayWhile isBusy: @escaping @Sendable () -> Bool = { false }
    ) async throws(MarketError) -> DatabaseCheck.Outcome {
        let outcome = try await DatabaseCheck(path: pool.path, settings: settings).run(pace: CheckPace(isBusy: isBusy))
        for finding in outcome.findings {
            integrity.databaseIsDamaged(finding.text, stopsWrites: finding.stopsWrites)
        }
        integrity.wholeCheckIsOver()
        return outcome
    }

    /// Checkpoints the log into the database, so that a single file contains everything, and closes it.
    public func close() async throws(MarketError) {
        do {
            if !integrity.stopsWrites {
                try await pool.writeWithoutTransaction { database in
                    try database.execute(sql: "PRAGMA optimize")
                    _ = try? database.checkpoint(.truncate)
                }
            }
            try inlineReaders.close()
            try pool.close()
            if ownsLock { lock.release() }
        } catch {
            throw MarketError(error)
        }
    }
}
