internal import GRDB
internal import GRDBSQLite

/// A time limit for the reads of one connection.
///
/// SQLite calls it every 200 instructions of its virtual machine, and FTS5 calls it while reading pages of its index,
/// which count as about six instructions each. The clock is first read at the first call, so shorter reads cost
/// nothing. It is used only on the connection's thread.
final class ReadDeadline {
    /// The number of instructions between calls: a few microseconds of reading, or about 30 pages of an index.
    private static let instructions: Int32 = 200

    private var limit = Duration.zero
    private var deadline: ContinuousClock.Instant?
    private(set) var hasExpired = false

    /// Installs the handler on a connection. The object must live as long as the connection, or until
    /// ``uninstall(from:)``.
    func install(on connection: SQLiteConnection) {
        let timer = Unmanaged.passUnretained(self).toOpaque()
        sqlite3_progress_handler(connection, Self.instructions, { ReadDeadline.isOver($0) }, timer)
    }

    func uninstall(from connection: SQLiteConnection) {
        sqlite3_progress_handler(connection, 0, nil, nil)
    }

    /// Sets the limit at the start of a read.
    func start(_ limit: Duration) {
        self.limit = limit
        deadline = nil
        hasExpired = false
    }

    private static func isOver(_ timer: UnsafeMutableRawPointer?) -> Int32 {
        guard let timer else { return 0 }
        return Unmanaged<ReadDeadline>.fromOpaque(timer).takeUnretainedValue().isOver ? 1 : 0
    }

    private var isOver: Bool {
        let now = ContinuousClock.now
        let end = deadline ?? now + limit
        deadline = end
        hasExpired = now >= end
        return hasExpired
    }
}

/// A read has exceeded its time limit.
struct ReadTimeout: Error, CustomStringConvertible {
    var description: String { "a read took too long" }
}

extension Database {
    /// Runs statements with a time limit.
    ///
    /// - Throws: ``ReadTimeout``, or an error that `body` throws.
    func limited<Value>(to limit: Duration, _ body: () throws -> Value) throws -> Value {
        guard let connection = sqliteConnection else { return try body() }
        let timer = ReadDeadline()
        timer.install(on: connection)
        // SQLite keeps an unretained pointer to the timer.
        defer { timer.uninstall(from: connection) }
        return try timer.reporting(after: limit, body)
    }
}

extension ReadDeadline {
    /// Runs a read, and throws ``ReadTimeout`` if it was aborted because of the time limit.
    func reporting<Value>(after limit: Duration, _ body: () throws -> Value) throws -> Value {
        start(limit)
        do {
            return try body()
        } catch {
            if hasExpired { throw ReadTimeout() }
            throw error
        }
    }
}
