internal import GRDB

/// How the connections of a store are set up.
///
/// SQLite before 3.51.3 can damage a WAL database when two connections write or checkpoint at the same time
/// (DESIGN.md, decision 1). So one connection writes and does every checkpoint; the others are opened for reading only,
/// and SQLite never lets those checkpoint. Nothing maps the file into memory.
public struct ConnectionSettings: Hashable, Sendable {
    /// How many quick reads can run at once. They run on the threads that ask, so there is no use in more readers than
    /// there are such threads; should all be busy, a read waits its turn beside the long ones.
    public var quickReaderCount: Int
    /// How many long reads can run at once.
    public var longReaderCount: Int
    /// The page cache of each connection, in KiB. The operating system's cache stands behind it.
    public var cacheKibibytes: Int

    public init(quickReaderCount: Int = 8, longReaderCount: Int = 2, cacheKibibytes: Int = 4096) {
        self.quickReaderCount = quickReaderCount
        self.longReaderCount = longReaderCount
        self.cacheKibibytes = cacheKibibytes
    }

    /// How long a connection waits for another, in seconds. They hardly ever meet: readers and the writer pass each
    /// other by, and there is one of the latter.
    private static let busySeconds = 5.0

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
        // An answered write is on disk (DESIGN.md, decision 2): GRDB makes this NORMAL in WAL mode.
        try database.execute(sql: "PRAGMA synchronous = FULL")
        try database.execute(sql: "PRAGMA wal_autocheckpoint = \(WriteAheadLog.checkpointPages)")
        try database.execute(sql: "PRAGMA journal_size_limit = \(WriteAheadLog.byteLimit)")
        // Bounds what ANALYZE reads in `PRAGMA optimize`.
        try database.execute(sql: "PRAGMA analysis_limit = 400")
    }
}
