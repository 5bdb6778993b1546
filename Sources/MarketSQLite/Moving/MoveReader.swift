internal import GRDB
internal import MarketCore

/// A reader of a market's content in the form in which it is moved.
struct MoveReader {
    let database: Database

    func productCount() throws -> Int { try Int.fetchOne(database, sql: "SELECT count(*) FROM product") ?? 0 }

    func part(of group: MoveGroup, after key: MoveKey?, limit: Int) throws -> MovePart {
        let table = group.mainTable
        let names = table.columns.prefix(group.keyWidth).map(\.name).joined(separator: ", ")
        var parameters: [(name: String, value: FilteredArgument)] = [(":skipped", .integer(Int64(limit - 1)))]
        let condition = Self.condition(on: names, ">", key, "after", &parameters).map { "WHERE \($0)" } ?? ""
        var last: MoveKey?
        try database.forEachRow(
            "SELECT \(names) FROM \(table.rawValue) \(condition) ORDER BY \(names) LIMIT 1 OFFSET :skipped",
            with: parameters
        ) { row in
            last = try Self.values(row, table.columns.prefix(group.keyWidth))
            return false
        }
        return try part(of: group, in: MoveRange(after: key, through: last))
    }

    func part(of group: MoveGroup, in range: MoveRange) throws -> MovePart {
        var rows: [MoveTable: [MoveRow]] = [:]
        for table in group.tables { rows[table] = try self.rows(of: table, keyWidth: group.keyWidth, in: range) }
        return MovePart(group: group, range: range, rows: rows)
    }

    func state() throws -> MoveState {
        let state = try database.firstRow("SELECT revision, categories_are_fixed FROM market_state") {
            (revision: try $0.count(0), isFixed: try $0.integer(1) == 1)
        }
        guard let state else { throw CorruptRowError(reason: "the market's state is missing") }
        var ids: [MoveTable: Int64] = [:]
        for table in MoveTable.allCases where table.assignsIDs {
            try database.forEachRow("SELECT seq FROM sqlite_sequence WHERE name = '\(table.rawValue)'") { row in
                ids[table] = try row.count(0)
                return false
            }
        }
        return MoveState(revision: state.revision, areCategoriesFixed: state.isFixed, lastIDs: ids)
    }

    private func rows(of table: MoveTable, keyWidth: Int, in range: MoveRange) throws -> [MoveRow] {
        let names = table.columns.map(\.name)
        let key = names.prefix(keyWidth).joined(separator: ", ")
        var parameters: [(name: String, value: FilteredArgument)] = []
        let conditions = [
            Self.condition(on: key, ">", range.after, "after", &parameters),
            Self.condition(on: key, "<=", range.through, "through", &parameters),
        ].compactMap(\.self)
        var rows: [MoveRow] = []
        try database.forEachRow(
            """
            SELECT \(names.joined(separator: ", ")) FROM \(table.rawValue)
            \(conditions.isEmpty ? "" : "WHERE " + conditions.joined(separator: " AND "))
            ORDER BY \(names.prefix(table.orderWidth).joined(separator: ", "))
            """,
            with: parameters
        ) { row in
            rows.append(try Self.values(row, table.columns[...]))
            return true
        }
        return rows
    }

    /// Returns a comparison with a key, or nil without one.
    private static func condition(
        on columns: String,
        _ comparison: String,
        _ key: MoveKey?,
        _ name: String,
        _ parameters: inout [(name: String, value: FilteredArgument)]
    ) -> String? {
        guard let key else { return nil }
        var names: [String] = []
        for (number, value) in key.enumerated() {
            names.append(":\(name)\(number)")
            switch value {
            case .integer(let value): parameters.append((names[number], .integer(value)))
            case .text(let text): parameters.append((names[number], .text(text)))
            case .null: preconditionFailure("No key is NULL.")
            }
        }
        return "(\(columns)) \(comparison) (\(names.joined(separator: ", ")))"
    }

    private static func values(_ row: StatementRow, _ columns: ArraySlice<MoveTable.Column>) throws -> MoveRow {
        try columns.enumerated().map { index, column in
            switch column.kind {
            case .integer, .boolean: try row.optionalInteger(Int32(index)).map { .integer($0) } ?? .null
            case .text: try row.optionalText(Int32(index)).map { .text($0) } ?? .null
            }
        }
    }
}
