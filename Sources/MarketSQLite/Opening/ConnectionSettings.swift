internal import CSQLiteShim
internal import GRDB

/// The settings of the connections of a store.
///
/// SQLite before 3.51.3 can damage a WAL database when two connections write or checkpoint at the same time (Decision
/// 1). Therefore a single connection writes and does every checkpoint. All others are opened read-only, and SQLite
/// never checkpoints on those. The file is not memory-mapped.
public struct ConnectionSettings: Hashable, Sendable {
    /// The maximum number of concurrent long reads.
    public var longReaderCount: Int
    /// The maximum duration of a read, longer than that of nearly every search among a million products (Benchmarks/README.md). One
    /// app times out after three seconds.
    public var readLimit: Duration
    /// The time limit of each step of the check when the database is opened. An opening may take a second in total.
    /// About 100,000 products are checked completely in 300 ms.
    public var openingCheckLimit: Duration
    /// The page cache of each connection, in KiB, in addition to the operating system's cache.
    public var cacheKibibytes: Int

    public init(
        longReaderCount: Int = 4,
        readLimit: Duration = .seconds(3),
        openingCheckLimit: Duration = .milliseconds(300),
        cacheKibibytes: Int = 4096
    ) {
        self.longReaderCount = longReaderCount
        self.readLimit = readLimit
        self.openingCheckLimit = openingCheckLimit
        self.cacheKibibytes = cacheKibibytes
    }

    /// The time for which a connection waits for a lock, in seconds. It hardly ever happens, because readers and the
    /// writer don't block each other, and there is only one writer.
    static let busySeconds = 5.0

    /// Sets SQLite up before the first connection of a market.
    private static let setUp: Void = market_sqlite_counts_no_memory()

    var configuration: Configuration {
        Self.setUp
        var configuration = Configuration()
        configuration.label = "MarketSQLite"
        configuration.maximumReaderCount = longReaderCount
        configuration.persistentReadOnlyConnections = true
        configuration.busyMode = .timeout(Self.busySeconds)
        configuration.prepareDatabase { [cacheKibibytes] database in
            try database.execute(sql: "PRAGMA cache_size = \(-cacheKibibytes)")
            try database.execute(sql: "PRAGMA mmap_size = 0")
            try database.execute(sql: "PRAGMA trusted_schema = OFF")
            try database.execute(sql: "PRAGMA temp_store = MEMORY")
        }
        return configuration
    }

    var readOnlyConfiguration: Configuration {
        var configuration = configuration
        configuration.readonly = true
        return configuration
    }

    /// Applies the settings that only the writing connection needs or that GRDB sets differently.
    static func setUpWriter(_ database: Database) throws {
        // A write is durable when it returns (Decision 2). GRDB sets NORMAL in WAL mode.
        try database.execute(sql: "PRAGMA synchronous = FULL")
        // Pages that a transaction changes and that don't fit are written to the log more than once. With 16 MiB instead of 4,
        // filling a market takes a quarter less of the kernel's time.
        try database.execute(sql: "PRAGMA cache_size = -16384")
        try database.execute(sql: "PRAGMA wal_autocheckpoint = \(WriteAheadLog.checkpointPages)")
        try database.execute(sql: "PRAGMA journal_size_limit = \(WriteAheadLog.byteLimit)")
        // What is deleted is overwritten. Debian's SQLite does that by default, others don't.
        try database.execute(sql: "PRAGMA secure_delete = ON")
        // Limits how much ANALYZE reads in `PRAGMA optimize`.
        try database.execute(sql: "PRAGMA analysis_limit = 400")
    }
}
