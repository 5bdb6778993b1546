internal import GRDB
internal import GRDBSQLite
internal import MarketCore
internal import Synchronization

/// A limit on the size of the write-ahead log that also bounds how long writes wait for readers.
///
/// Every 1,000 pages a commit copies them into the database (SQLite's passive checkpoint, which doesn't wait). The log
/// is restarted only when no reader uses it, which may take long under continuous reads. Therefore, from 16 MiB on the
/// writer waits for the current readers, at most ``busyTimeout``, and truncates the log. New readers read without the
/// log in the meantime and don't delay it. If a reader takes longer, the log remains, and the writer waits again only
/// after another MiB.
///
/// Each long read ends within seconds (``ReadDeadline``), but the next may begin before. Therefore, when long reads have
/// prevented truncation and the log has twice its limit, new ones are held until the running ones have ended and the log
/// has been truncated. A reader of another process, such as a backup, may take longer; then they are held only once.
final class WriteAheadLog: Sendable {
    static let checkpointPages = 1000
    static let byteLimit = 16 * 1024 * 1024
    /// The growth in bytes after which truncation is tried again. About twenty listings write a MiB.
    private static let byteStep = 1024 * 1024
    /// The maximum time to wait for readers, in milliseconds. It is that of several thousand quick reads, so that these
    /// never prevent truncation, even if their threads are suspended for a while.
    private static let busyTimeout: Int32 = 100
    /// The size from which new long reads are held.
    private static let holdingByteCount = 2 * byteLimit
    /// The interval at which a held read tries to begin.
    private static let holdInterval = Duration.milliseconds(5)
    /// The size from which the log is reported, once until it has been truncated.
    private static let reportedByteCount = 256 * 1024 * 1024

    private enum Hold {
        case inactive
        /// New long reads wait until the running ones have ended and truncation has been tried.
        case active
        /// Truncation failed without long reads, so holding them is useless until it has succeeded.
        case futile
    }

    private struct State {
        var longReadCount = 0
        var hold = Hold.inactive
        /// The size of the log when readers last prevented its truncation.
        var keptByteCount = 0
        var isReported = false
        var report: (@Sendable (Int) -> Void)?
    }

    private let databasePath: String
    private let state = Mutex(State())

    init(databasePath: String) {
        self.databasePath = databasePath
    }

    var byteCount: Int { (try? FileStatus(of: databasePath + "-wal"))?.byteCount ?? 0 }

    /// - Parameter report: called with the size of the log in bytes when readers have prevented its truncation for so
    ///   long that it is large.
    func whenLarge(_ report: @escaping @Sendable (Int) -> Void) {
        state.withLock { $0.report = report }
    }

    /// Truncates the log if it is too large. Must be called on the writing connection, outside transactions.
    func truncateIfLarge(_ database: Database) {
        let size = byteCount
        guard size > Self.byteLimit, size >= state.withLock({ $0.keptByteCount }) + Self.byteStep else { return }
        if !truncate(database) { recordUntruncated(size) }
    }

    /// Copies the log into the database and empties it. Must be called on the writing connection, outside transactions.
    ///
    /// - Returns: whether no reader has prevented truncation.
    @discardableResult
    func truncate(_ database: Database) -> Bool {
        guard let connection = database.sqliteConnection else { return false }
        sqlite3_busy_timeout(connection, Self.busyTimeout)
        defer { sqlite3_busy_timeout(connection, Int32(ConnectionSettings.busySeconds * 1000)) }
        guard (try? database.checkpoint(.truncate)) != nil else { return false }
        state.withLock { state in
            state.keptByteCount = 0
            state.isReported = false
            state.hold = .inactive
        }
        return true
    }

    private func recordUntruncated(_ size: Int) {
        let report = state.withLock { state -> (@Sendable (Int) -> Void)? in
            state.keptByteCount = size
            if size >= Self.holdingByteCount, state.longReadCount > 0, state.hold == .inactive { state.hold = .active }
            guard size > Self.reportedByteCount, !state.isReported else { return nil }
            state.isReported = true
            return state.report
        }
        report?(size)
    }
}

// MARK: Long reads

extension WriteAheadLog {
    /// Waits while long reads are held. ``endLongRead()`` must be called afterwards.
    ///
    /// - Throws: `CancellationError` when the task is cancelled while it waits.
    func beginLongRead() async throws {
        while !tryBeginLongRead() { try await Task.sleep(for: Self.holdInterval) }
    }

    private func tryBeginLongRead() -> Bool {
        state.withLock { state in
            guard state.hold != .active else { return false }
            state.longReadCount += 1
            return true
        }
    }

    /// - Returns: whether others are held and wait for ``truncateBehindLongReads(_:)``.
    func endLongRead() -> Bool {
        state.withLock { state in
            state.longReadCount -= 1
            return state.longReadCount == 0 && state.hold == .active
        }
    }

    /// Truncates the log while no long read is running. Must be called on the writing connection, outside transactions.
    func truncateBehindLongReads(_ database: Database) {
        guard !truncate(database) else { return }
        // If others run again, the hold has been ended and begun anew in the meantime.
        state.withLock { if $0.hold == .active, $0.longReadCount == 0 { $0.hold = .futile } }
    }
}

extension SQLiteProductStore {
    /// Sets a function that reports a large write-ahead log.
    ///
    /// - Parameter report: called with the size of the log in bytes when long reads have prevented its truncation and
    ///   it is large.
    public func whenLogIsLarge(_ report: @escaping @Sendable (_ byteCount: Int) -> Void) {
        log.whenLarge(report)
    }
}
