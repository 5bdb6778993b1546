internal import MarketCore
internal import MarketModels

/// A reader of a market's content in the form in which it is moved.
struct MoveReader {
    let connection: PostgresConnection

    func productCount() throws -> Int {
        Int(try connection.firstRow("SELECT count(*) FROM product") { try $0.count(0) } ?? 0)
    }

    /// The two statements read one snapshot only within a transaction.
    func part(of group: MoveGroup, after key: MoveKey?, limit: Int) throws -> MovePart {
        let table = group.mainTable
        let columns = table.columns.prefix(group.keyWidth)
        let names = columns.map(\.name).joined(separator: ", ")
        var parameters = StatementParameters()
        let condition = Self.condition(on: names, ">", key, &parameters).map { "WHERE \($0)" } ?? ""
        let skipped = parameters.add(limit - 1)
        let last = try connection.firstRow(
            "SELECT \(names) FROM \(table.rawValue) \(condition) ORDER BY \(names) OFFSET \(skipped) LIMIT 1",
            parameters.values
        ) { try Self.values($0, columns) }
        return try part(of: group, in: MoveRange(after: key, through: last))
    }

    func part(of group: MoveGroup, in range: MoveRange) throws -> MovePart {
        var rows: [MoveTable: [MoveRow]] = [:]
        for table in group.tables { rows[table] = try self.rows(of: table, keyWidth: group.keyWidth, in: range) }
        return MovePart(group: group, range: range, rows: rows)
    }

    func state() throws -> MoveState {
        let isFixed = try CategoryReader(connection: connection).areFixed()
        let revision = try connection.firstRow("SELECT count + (SELECT count(*) FROM change) FROM change_base") {
            Revision(rawValue: try $0.count(0))
        }
        guard let revision else { throw CorruptRowError(reason: "the log of changes has no base") }
        var ids: [MoveTable: Int64] = [:]
        for table in MoveTable.allCases where table.assignsIDs {
            ids[table] = try connection.firstRow(
                "SELECT coalesce(pg_sequence_last_value(pg_get_serial_sequence($1, 'id')::regclass), 0)",
                [table.rawValue]
            ) { try $0.count(0) }
        }
        return MoveState(revision: revision.rawValue, areCategoriesFixed: isFixed, lastIDs: ids)
    }

    private func rows(of table: MoveTable, keyWidth: Int, in range: MoveRange) throws -> [MoveRow] {
        let names = table.columns.map(\.name)
        let key = names.prefix(keyWidth).joined(separator: ", ")
        var parameters = StatementParameters()
        let conditions = [
            Self.condition(on: key, ">", range.after, &parameters),
            Self.condition(on: key, "<=", range.through, &parameters),
        ].compactMap(\.self)
        let selected = table.columns.map { $0.kind == .boolean ? "\($0.name)::int" : $0.name }
        var rows: [MoveRow] = []
        try connection.forEachRow(
            """
            SELECT \(selected.joined(separator: ", ")) FROM \(table.rawValue)
            \(conditions.isEmpty ? "" : "WHERE " + conditions.joined(separator: " AND "))
            ORDER BY \(names.prefix(table.orderWidth).joined(separator: ", "))
            """,
            parameters.values
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
        _ parameters: inout StatementParameters
    ) -> String? {
        guard let key else { return nil }
        let names = key.map { value in
            switch value {
            case .integer(let value): parameters.add(value)
            case .text(let text): parameters.add(text)
            case .null: preconditionFailure("No key is NULL.")
            }
        }
        return "(\(columns)) \(comparison) (\(names.joined(separator: ", ")))"
    }

    private static func values(_ row: PostgresRow, _ columns: ArraySlice<MoveTable.Column>) throws -> MoveRow {
        try columns.enumerated().map { index, column in
            switch column.kind {
            case .integer, .boolean: try row.optionalInteger(Int32(index)).map { .integer($0) } ?? .null
            case .text: try row.optionalText(Int32(index)).map { .text($0) } ?? .null
            }
        }
    }
}
