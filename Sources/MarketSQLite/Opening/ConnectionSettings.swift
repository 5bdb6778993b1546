internal import GRDB

/// How the connections of a store are set up.
///
/// SQLite before 3.51.3 can damage a WAL database when two connections write or checkpoint at the same time
/// (Decision 1). So one connection writes and does every checkpoint; the others are opened for reading only,
/// and SQLite never lets those checkpoint. Nothing maps the file into memory.
public struct ConnectionSettings: Hashable, Sendable {
    /// How many quick reads can run at once. They run on the threads that ask, so there is no use in more readers than
    /// there are such threads; should all be busy, a read waits its turn beside the long ones.
    public var quickReaderCount: Int
    /// How many long reads can run at once.
    public var longReaderCount: Int
    /// How long a read may take. The slowest search has a p99 of 161 ms among a million products (Benchmarks/README.md);
    /// one app gives an answer up after three seconds.
    public var readLimit: Duration
    /// The page cache of each connection, in KiB. The operating system's cache stands behind it.
    public var cacheKibibytes: Int

    public init(
        quickReaderCount: Int = 8,
        longReaderCount: Int = 4,
        readLimit: Duration = .seconds(3),
        cacheKibibytes: Int = 4096
    ) {
        self.quickReaderCount = quickReaderCount
        self.longReaderCount = longReaderCount
        self.readLimit = readLimit
        self.cacheKibibytes = cacheKibibytes
    }

    /// How long a connection waits for another, in seconds. They hardly ever meet: readers and the writer pass each
    /// other by, and there is one of the latter.
    static let busySeconds = 5.0

    var configuration: Configuration {
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

    /// What only the writing connection needs, and what GRDB has set otherwise for it.
    static func setUpWriter(_ database: Database) throws {
        // An answered write is on disk (Decision 2): GRDB makes this NORMAL in WAL mode.
        try database.execute(sql: "PRAGMA synchronous = FULL")
        try database.execute(sql: "PRAGMA wal_autocheckpoint = \(WriteAheadLog.checkpointPages)")
        try database.execute(sql: "PRAGMA journal_size_limit = \(WriteAheadLog.byteLimit)")
        // Bounds what ANALYZE reads in `PRAGMA optimize`.
        try database.execute(sql: "PRAGMA analysis_limit = 400")
    }
}
