internal import GRDB
internal import GRDBSQLite
internal import MarketModels

#if canImport(Darwin)
internal import Darwin
#elseif canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#endif

/// The row on which a stepped statement stands, read by column number straight from SQLite.
///
/// GRDB's `Row` finds columns by name and converts through protocols; the lists are too hot for that. It is valid only
/// inside the closure that it is given to.
///
/// The schema's STRICT tables and CHECKs vouch for what is written, not for what a disk gives back: each value is looked
/// at again, and what can't have been written throws ``StoredFactError`` and is never replaced by something like it.
struct StatementRow {
    /// The largest number that is ever written, be it an amount, a count or a moment: 2^53−1.
    private static let largestCount: Int64 = 9_007_199_254_740_991

    fileprivate let statement: OpaquePointer

    func integer(_ column: Int32) throws -> Int64 {
        guard sqlite3_column_type(statement, column) == SQLITE_INTEGER else { throw wrongType(column) }
        return sqlite3_column_int64(statement, column)
    }

    func optionalInteger(_ column: Int32) throws -> Int64? {
        sqlite3_column_type(statement, column) == SQLITE_NULL ? nil : try integer(column)
    }

    /// An integer from 0 to 2^53−1.
    func count(_ column: Int32) throws -> Int64 {
        let value = try integer(column)
        guard 0...Self.largestCount ~= value else { throw outOfRange(column, value) }
        return value
    }

    /// As ``count(_:)``, but not 0.
    func positive(_ column: Int32) throws -> Int64 {
        let value = try count(column)
        guard value > 0 else { throw outOfRange(column, value) }
        return value
    }

    func timestamp(_ column: Int32) throws -> Timestamp {
        let value = try integer(column)
        guard -Self.largestCount...Self.largestCount ~= value else { throw outOfRange(column, value) }
        return Timestamp(millisecondsSinceEpoch: value)
    }

    func text(_ column: Int32) throws -> String {
        guard let text = try optionalText(column) else { throw wrongType(column) }
        return text
    }

    /// A text that is not empty.
    func filledText(_ column: Int32) throws -> String {
        let text = try text(column)
        guard !text.isEmpty else {
            throw StoredFactError(reason: "\(name(of: column)) is empty")
        }
        return text
    }

    func optionalText(_ column: Int32) throws -> String? {
        switch sqlite3_column_type(statement, column) {
        case SQLITE_NULL: return nil
        case SQLITE_TEXT: break
        default: throw wrongType(column)
        }
        guard let start = sqlite3_column_text(statement, column) else { throw wrongType(column) }
        let count = Int(sqlite3_column_bytes(statement, column))
        // No text that the market takes holds U+0000: it is what a zeroed page leaves.
        guard let text = String(validating: UnsafeBufferPointer(start: start, count: count), as: UTF8.self),
            count == 0 || memchr(start, 0, count) == nil
        else { throw StoredFactError(reason: "\(name(of: column)) is no text") }
        return text
    }

    private func wrongType(_ column: Int32) -> StoredFactError {
        StoredFactError(reason: "\(name(of: column)) has a wrong type")
    }

    private func outOfRange(_ column: Int32, _ value: Int64) -> StoredFactError {
        StoredFactError(reason: "\(name(of: column)) is \(value), which is impossible")
    }

    /// For logs; the value may be secret.
    private func name(of column: Int32) -> String {
        let name = sqlite3_column_name(statement, column).map { String(cString: $0) } ?? "?"
        guard sqlite3_column_type(statement, 0) == SQLITE_INTEGER else { return "the column \(name) of a row" }
        return "the column \(name) of a row that begins with \(sqlite3_column_int64(statement, 0))"
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
