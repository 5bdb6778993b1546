internal import GRDB
internal import GRDBSQLite

/// Ends the reads of one connection that take too long.
///
/// SQLite asks it every 200 instructions of its virtual machine, and FTS5 lets it while it reads pages of its index, some
/// six instructions each. The time is first looked at then, so what takes less costs nothing. Only the thread that the connection runs on uses it.
final class ReadTimer {
    /// Some microseconds of reading, or some 30 pages of an index.
    private static let instructions: Int32 = 200

    private let limit: Duration
    private var deadline: ContinuousClock.Instant?
    private(set) var hasExpired = false

    init(limit: Duration) {
        self.limit = limit
    }

    /// Has every statement of a connection asked. The timer must live as long as the connection.
    func install(on connection: SQLiteConnection) {
        let timer = Unmanaged.passUnretained(self).toOpaque()
        sqlite3_progress_handler(connection, Self.instructions, { ReadTimer.isOver($0) }, timer)
    }

    func uninstall(from connection: SQLiteConnection) {
        sqlite3_progress_handler(connection, 0, nil, nil)
    }

    /// Begins a read.
    func start() {
        deadline = nil
        hasExpired = false
    }

    private static func isOver(_ timer: UnsafeMutableRawPointer?) -> Int32 {
        guard let timer else { return 0 }
        return Unmanaged<ReadTimer>.fromOpaque(timer).takeUnretainedValue().isOver ? 1 : 0
    }

    private var isOver: Bool {
        let now = ContinuousClock.now
        let end = deadline ?? now + limit
        deadline = end
        hasExpired = now >= end
        return hasExpired
    }
}

/// A read took longer than it may.
struct ReadTooSlow: Error {}

extension Database {
    /// Runs statements that are ended when they take too long.
    ///
    /// - Throws: ``ReadTooSlow``, or what `body` throws.
    func limited<Value>(to limit: Duration, _ body: () throws -> Value) throws -> Value {
        guard let connection = sqliteConnection else { return try body() }
        let timer = ReadTimer(limit: limit)
        timer.install(on: connection)
        // Before the timer goes.
        defer { timer.uninstall(from: connection) }
        return try timer.reporting(body)
    }
}

extension ReadTimer {
    /// Runs a read, and tells one that was ended from others that fail.
    func reporting<Value>(_ body: () throws -> Value) throws -> Value {
        start()
        do {
            return try body()
        } catch {
            if hasExpired { throw ReadTooSlow() }
            throw error
        }
    }
}
