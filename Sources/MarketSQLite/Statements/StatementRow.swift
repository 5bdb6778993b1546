internal import GRDB
internal import GRDBSQLite

/// The row on which a stepped statement stands, read by column number straight from SQLite.
///
/// GRDB's `Row` finds columns by name and converts through protocols; the lists are too hot for that. It is valid only
/// inside the closure that it is given to. The schema's STRICT tables vouch for the columns' types.
struct StatementRow {
    fileprivate let statement: OpaquePointer

    func integer(_ column: Int32) -> Int64 {
        sqlite3_column_int64(statement, column)
    }

    func optionalInteger(_ column: Int32) -> Int64? {
        sqlite3_column_type(statement, column) == SQLITE_NULL ? nil : integer(column)
    }

    func text(_ column: Int32) -> String {
        optionalText(column) ?? ""
    }

    func optionalText(_ column: Int32) -> String? {
        guard let start = sqlite3_column_text(statement, column) else { return nil }
        let count = Int(sqlite3_column_bytes(statement, column))
        return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    }
}

extension Database {
    /// Runs a statement, which stays prepared, and hands over its rows until `body` returns false or they end.
    func forEachRow(
        _ sql: String,
        _ first: Int64? = nil,
        _ second: Int64? = nil,
        _ third: Int64? = nil,
        body: (StatementRow) throws -> Bool
    ) throws {
        let statement = try cachedStatement(sql: sql).sqliteStatement
        defer { sqlite3_reset(statement) }
        if let first { sqlite3_bind_int64(statement, 1, first) }
        if let second { sqlite3_bind_int64(statement, 2, second) }
        if let third { sqlite3_bind_int64(statement, 3, third) }
        try step(statement, sql, body)
    }

    /// The same with arguments by name; one that the statement does not have is passed over, one that is not given is
    /// null.
    func forEachRow(
        _ sql: String,
        with arguments: [(name: String, value: FilteredArgument)],
        body: (StatementRow) throws -> Bool
    ) throws {
        let statement = try cachedStatement(sql: sql).sqliteStatement
        sqlite3_clear_bindings(statement)
        defer {
            sqlite3_reset(statement)
            sqlite3_clear_bindings(statement)
        }
        for argument in arguments {
            let index = sqlite3_bind_parameter_index(statement, argument.name)
            guard index > 0 else { continue }
            switch argument.value {
            case .integer(let value):
                sqlite3_bind_int64(statement, index, value)
            case .text(let text):
                // SQLite copies it: the statement outlives the call.
                let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
                sqlite3_bind_text(statement, index, text, -1, transient)
            }
        }
        try step(statement, sql, body)
    }

    private func step(_ statement: OpaquePointer, _ sql: String, _ body: (StatementRow) throws -> Bool) throws {
        let row = StatementRow(statement: statement)
        while true {
            switch sqlite3_step(statement) {
            case SQLITE_ROW:
                guard try body(row) else { return }
            case SQLITE_DONE:
                return
            case let code:
                throw DatabaseError(
                    resultCode: ResultCode(rawValue: code),
                    message: lastErrorMessage,
                    sql: sql
                )
            }
        }
    }

    /// The first row that a statement finds.
    func firstRow<Value>(
        _ sql: String,
        _ first: Int64? = nil,
        _ second: Int64? = nil,
        _ third: Int64? = nil,
        read: (StatementRow) throws -> Value
    ) throws -> Value? {
        var value: Value?
        try forEachRow(sql, first, second, third) { row in
            value = try read(row)
            return false
        }
        return value
    }
}
