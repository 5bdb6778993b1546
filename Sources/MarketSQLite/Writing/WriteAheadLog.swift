internal import GRDB

#if canImport(Darwin)
internal import Darwin
#elseif canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#endif

/// Keeps the write-ahead log from growing without bound.
///
/// Every 1,000 pages a commit copies them into the database (SQLite's own passive checkpoint, which waits for nobody).
/// The log begins anew only when no reader looks into it, and where reading never pauses that may be long in coming.
/// So from 16 MiB on the writer waits for the readers of the moment, a few milliseconds, and empties the log; whoever
/// begins to read meanwhile does so without the log and holds nothing up.
struct WriteAheadLog {
    static let checkpointPages = 1000
    static let byteLimit = 16 * 1024 * 1024

    /// Of the database file.
    let databasePath: String

    var byteCount: Int {
        var status = stat()
        guard stat(databasePath + "-wal", &status) == 0 else { return 0 }
        return Int(status.st_size)
    }

    /// To be called on the writing connection, outside of transactions.
    func bound(_ database: Database) {
        guard byteCount > Self.byteLimit else { return }
        // When readers don't make room in time, the next commit tries again.
        _ = try? database.checkpoint(.truncate)
    }
}
