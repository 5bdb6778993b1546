import Foundation
import GRDB
import GRDBSQLite
import Synchronization

/// Stops the work of a connection at one place until it was interrupted there: where that is doesn't depend on when threads
/// get time.
///
/// The connection can't be used for anything but reading afterwards, because it loses GRDB's authorizer.
final class StatementBreakpoint: Sendable {
    /// What is counted to find the place.
    enum Stage: CaseIterable {
        /// SQLite's requests to authorize a part of a statement, which it makes while it prepares it.
        case preparing
        /// The instructions of SQLite's virtual machine at which it looks for interruptions.
        case executing
    }

    private let stage: Stage
    private let position: Int
    private let passed = Atomic(0)
    private let (reached, continuation) = AsyncStream<Never>.makeStream()
    private let isInterrupted = DispatchSemaphore(value: 0)

    /// - Parameter position: what has been counted before the place; `Int.max` for counting only.
    init(_ stage: Stage, position: Int) {
        self.stage = stage
        self.position = position
    }

    /// What was counted.
    var passedCount: Int { passed.load(ordering: .relaxed) }

    /// Returns when the place is reached, or when the task is cancelled.
    func waitUntilReached() async {
        for await _ in reached {}
    }

    /// To be called after an interruption.
    func recordInterruption() { isInterrupted.signal() }

    func stopping<Value>(_ database: Database, during body: () throws -> Value) rethrows -> Value {
        let connection = database.sqliteConnection
        let pointer = Unmanaged.passUnretained(self).toOpaque()
        switch stage {
        case .preparing:
            sqlite3_set_authorizer(connection, { pointer, _, _, _, _, _ in StatementBreakpoint.pass(pointer) }, pointer)
        case .executing:
            sqlite3_progress_handler(connection, 1, { StatementBreakpoint.pass($0) }, pointer)
        }
        defer {
            sqlite3_set_authorizer(connection, nil, nil)
            sqlite3_progress_handler(connection, 0, nil, nil)
        }
        return try withExtendedLifetime(self, body)
    }

    private static func pass(_ pointer: UnsafeMutableRawPointer?) -> CInt {
        if let pointer { Unmanaged<StatementBreakpoint>.fromOpaque(pointer).takeUnretainedValue().pass() }
        return SQLITE_OK
    }

    private func pass() {
        guard passed.add(1, ordering: .relaxed).oldValue == position else { return }
        continuation.finish()
        isInterrupted.wait()
    }
}
