internal import GRDB
internal import GRDBSQLite
internal import Synchronization

#if canImport(Darwin)
internal import Darwin
#elseif canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#endif

/// Keeps the write-ahead log from growing without bound, and writes from waiting for readers.
///
/// Every 1,000 pages a commit copies them into the database (SQLite's own passive checkpoint, which waits for nobody).
/// The log begins anew only when no reader looks into it, and where reading never pauses that may be long in coming.
/// So from 16 MiB on the writer waits for the readers of the moment, at most ``patience``, and empties the log; whoever
/// begins to read meanwhile does so without the log and holds nothing up. A reader that stays longer keeps the log: then
/// the writer waits again only when another MiB is in it. Reads end within seconds (``ReadTimer``), and so does that.
final class WriteAheadLog: Sendable {
    static let checkpointPages = 1000
    static let byteLimit = 16 * 1024 * 1024
    /// Some writes later it is tried again: a MiB is what some twenty listings write.
    private static let byteStep = 1024 * 1024
    /// In milliseconds: some thousand quick reads, so that readers that come and go never keep the log, also where their
    /// threads are stopped for a while.
    private static let patience: Int32 = 100
    /// A log of this size is told of, once until it has been emptied.
    private static let tellingByteCount = 256 * 1024 * 1024

    private struct State {
        /// The log's size when readers last kept it.
        var keptByteCount = 0
        var isTold = false
        var report: (@Sendable (Int) -> Void)?
    }

    /// Of the database file.
    private let databasePath: String
    private let state = Mutex(State())

    init(databasePath: String) {
        self.databasePath = databasePath
    }

    var byteCount: Int {
        var status = stat()
        guard stat(databasePath + "-wal", &status) == 0 else { return 0 }
        return Int(status.st_size)
    }

    /// - Parameter report: told the log's size in bytes when readers have kept it for so long that it is large.
    func whenLarge(_ report: @escaping @Sendable (Int) -> Void) {
        state.withLock { $0.report = report }
    }

    /// To be called on the writing connection, outside of transactions.
    func bound(_ database: Database) {
        let size = byteCount
        guard size > Self.byteLimit, size >= state.withLock({ $0.keptByteCount }) + Self.byteStep else { return }
        guard let connection = database.sqliteConnection else { return }
        sqlite3_busy_timeout(connection, Self.patience)
        defer { sqlite3_busy_timeout(connection, Int32(ConnectionSettings.busySeconds * 1000)) }
        do {
            _ = try database.checkpoint(.truncate)
            state.withLock { state in
                state.keptByteCount = 0
                state.isTold = false
            }
        } catch {
            keep(size)
        }
    }

    private func keep(_ size: Int) {
        let report = state.withLock { state -> (@Sendable (Int) -> Void)? in
            state.keptByteCount = size
            guard size > Self.tellingByteCount, !state.isTold else { return nil }
            state.isTold = true
            return state.report
        }
        report?(size)
    }
}

extension SQLiteProductStore {
    /// - Parameter report: told the size of the write-ahead log in bytes when something that reads for long has kept it
    ///   from being emptied, and it is large.
    public func whenLogIsLarge(_ report: @escaping @Sendable (_ byteCount: Int) -> Void) {
        log.whenLarge(report)
    }
}
