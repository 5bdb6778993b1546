internal import GRDB
internal import GRDBSQLite
public import MarketCore
internal import MarketModels

/// The current row of a stepped statement, read by column number directly from SQLite.
///
/// GRDB's `Row` finds columns by name and converts through protocols, which is too slow for the lists. A row is valid
/// only within the closure that it is passed to.
public struct StatementRow: StoredRow {
    fileprivate let statement: OpaquePointer

    /// Steps to the next row.
    ///
    /// - Returns: false behind the last row.
    func next() throws -> Bool {
        switch sqlite3_step(statement) {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        case let code:
            throw DatabaseError(
                resultCode: ResultCode(rawValue: code),
                message: sqlite3_errmsg(sqlite3_db_handle(statement)).map { String(cString: $0) },
                sql: sqlite3_sql(statement).map { String(cString: $0) }
            )
        }
    }

    public func integer(_ column: Int32) throws -> Int64 {
        guard sqlite3_column_type(statement, column) == SQLITE_INTEGER else { throw wrongType(column) }
        return sqlite3_column_int64(statement, column)
    }

    public func isNull(_ column: Int32) -> Bool { sqlite3_column_type(statement, column) == SQLITE_NULL }

    public func boolean(_ column: Int32) throws -> Bool { try count(column) != 0 }

    public func optionalText(_ column: Int32) throws -> String? {
        switch sqlite3_column_type(statement, column) {
        case SQLITE_NULL: return nil
        case SQLITE_TEXT: break
        default: throw wrongType(column)
        }
        guard let start = sqlite3_column_text(statement, column) else { throw wrongType(column) }
        // SQLite ends each text with U+0000. Another one, before it, is in no text that the market accepts, but in a
        // page that was zeroed. (`String(validating:as:)` looks up its generic types at each call, which is slower.)
        let terminated = UnsafeRawPointer(start).assumingMemoryBound(to: CChar.self)
        guard let text = String(validatingCString: terminated),
            text.utf8.count == Int(sqlite3_column_bytes(statement, column))
        else { throw CorruptRowError(reason: "\(name(of: column)) is no text") }
        return text
    }

    public func name(of column: Int32) -> String {
        let name = sqlite3_column_name(statement, column).map { String(cString: $0) } ?? "?"
        guard sqlite3_column_type(statement, 0) == SQLITE_INTEGER else { return "the column \(name) of a row" }
        return "the column \(name) of a row that begins with \(sqlite3_column_int64(statement, 0))"
    }
}

extension Statement {
    /// Executes the statement and passes its rows to `body` until it returns false.
    func forEachRow(
        _ first: Int64? = nil,
        _ second: Int64? = nil,
        _ third: Int64? = nil,
        body: (StatementRow) throws -> Bool
    ) throws {
        let statement = sqliteStatement
        defer { sqlite3_reset(statement) }
        if let first { sqlite3_bind_int64(statement, 1, first) }
        if let second { sqlite3_bind_int64(statement, 2, second) }
        if let third { sqlite3_bind_int64(statement, 3, third) }
        let row = StatementRow(statement: statement)
        while try row.next() { guard try body(row) else { return } }
    }

    /// Returns the first row, or nil if there is none.
    func firstRow<Value>(
        _ first: Int64? = nil,
        _ second: Int64? = nil,
        _ third: Int64? = nil,
        read: (StatementRow) throws -> Value
    ) throws -> Value? {
        var value: Value?
        try forEachRow(first, second, third) { row in
            value = try read(row)
            return false
        }
        return value
    }
}

extension Database {
    /// Executes a cached statement and passes its rows to `body` until it returns false.
    func forEachRow(
        _ sql: String,
        _ first: Int64? = nil,
        _ second: Int64? = nil,
        _ third: Int64? = nil,
        body: (StatementRow) throws -> Bool
    ) throws {
        try cachedStatement(sql: sql).forEachRow(first, second, third, body: body)
    }

    /// Executes a cached statement with named arguments. Arguments that the statement doesn't have are ignored; missing
    /// ones are NULL.
    func forEachRow(
        _ sql: String,
        with arguments: [(name: String, value: MoveValue)],
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
            case .null: break
            case .integer(let value):
                sqlite3_bind_int64(statement, index, value)
            case .text(let text):
                // SQLite has to copy the text because the statement outlives the call.
                let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
                sqlite3_bind_text(statement, index, text, -1, transient)
            }
        }
        let row = StatementRow(statement: statement)
        while try row.next() { guard try body(row) else { return } }
    }

    /// Returns what is read from the rows of a statement, with named arguments as ``forEachRow(_:with:body:)``.
    func all<Value>(
        _ sql: String,
        with arguments: [(name: String, value: MoveValue)],
        read: (StatementRow) throws -> Value
    ) throws -> [Value] {
        var values: [Value] = []
        try forEachRow(sql, with: arguments) { row in
            values.append(try read(row))
            return true
        }
        return values
    }

    /// Returns the first row of a statement, or nil if there is none.
    func firstRow<Value>(
        _ sql: String,
        _ first: Int64? = nil,
        _ second: Int64? = nil,
        _ third: Int64? = nil,
        read: (StatementRow) throws -> Value
    ) throws -> Value? {
        try cachedStatement(sql: sql).firstRow(first, second, third, read: read)
    }
}
