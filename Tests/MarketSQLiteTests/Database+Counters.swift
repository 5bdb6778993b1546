import GRDB
import GRDBSQLite

extension Database {
    /// Returns the counters of all prepared statements of the connection, and resets them.
    func statementCounters() -> (steps: Int, fullScanSteps: Int, sorts: Int) {
        var counters = (steps: 0, fullScanSteps: 0, sorts: 0)
        var statement = sqlite3_next_stmt(sqliteConnection, nil)
        while let current = statement {
            counters.steps += Int(sqlite3_stmt_status(current, SQLITE_STMTSTATUS_VM_STEP, 1))
            counters.fullScanSteps += Int(sqlite3_stmt_status(current, SQLITE_STMTSTATUS_FULLSCAN_STEP, 1))
            counters.sorts += Int(sqlite3_stmt_status(current, SQLITE_STMTSTATUS_SORT, 1))
            statement = sqlite3_next_stmt(sqliteConnection, current)
        }
        return counters
    }
}
