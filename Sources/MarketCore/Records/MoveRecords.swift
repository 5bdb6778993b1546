/// A market's content in the form in which it is moved.
package struct MoveRecords<Connection: RecordConnection> {
    private let connection: Connection

    init(_ connection: Connection) { self.connection = connection }

    package func productCount() throws -> Int {
        try connection.number("SELECT count(*) FROM product")
    }

    /// The two statements read one snapshot only within a transaction.
    package func part(of group: MoveGroup, after key: MoveKey?, limit: Int) throws -> MovePart {
        let table = group.mainTable
        let columns = table.columns.prefix(group.keyWidth)
        let names = columns.map(\.name).joined(separator: ", ")
        var values: [MoveValue] = []
        let condition = Self.condition(on: names, ">", key, &values).map { "WHERE \($0)" } ?? ""
        values.append(.integer(Int64(limit - 1)))
        let last = try connection.first(
            """
            SELECT \(names) FROM \(table.rawValue) \(condition) ORDER BY \(names) LIMIT 1 OFFSET $\(values.count)
            """,
            values
        ) { try Self.values($0, columns) }
        return try part(of: group, in: MoveRange(after: key, through: last))
    }

    package func part(of group: MoveGroup, in range: MoveRange) throws -> MovePart {
        var rows: [MoveTable: [MoveRow]] = [:]
        for table in group.tables { rows[table] = try self.rows(of: table, keyWidth: group.keyWidth, in: range) }
        return MovePart(group: group, range: range, rows: rows)
    }

    private func rows(of table: MoveTable, keyWidth: Int, in range: MoveRange) throws -> [MoveRow] {
        let names = table.columns.map(\.name)
        let key = names.prefix(keyWidth).joined(separator: ", ")
        var values: [MoveValue] = []
        let conditions = [
            Self.condition(on: key, ">", range.after, &values),
            Self.condition(on: key, "<=", range.through, &values),
        ].compactMap(\.self)
        return try connection.all(
            """
            SELECT \(names.joined(separator: ", ")) FROM \(table.rawValue)
            \(conditions.isEmpty ? "" : "WHERE " + conditions.joined(separator: " AND "))
            ORDER BY \(names.prefix(table.orderWidth).joined(separator: ", "))
            """,
            values
        ) { try Self.values($0, table.columns[...]) }
    }

    /// Returns a comparison with a key, whose values are added to `values`, or nil without one.
    private static func condition(
        on columns: String,
        _ comparison: String,
        _ key: MoveKey?,
        _ values: inout [MoveValue]
    ) -> String? {
        guard let key else { return nil }
        let names = key.indices.map { "$\(values.count + 1 + $0)" }
        values += key
        return "(\(columns)) \(comparison) (\(names.joined(separator: ", ")))"
    }

    private static func values(_ row: Connection.Row, _ columns: ArraySlice<MoveTable.Column>) throws -> MoveRow {
        try columns.enumerated().map { index, column in
            let index = Int32(index)
            guard !row.isNull(index) else { return .null }
            return switch column.kind {
            case .integer: .integer(try row.integer(index))
            case .boolean: .integer(try row.boolean(index) ? 1 : 0)
            case .text: .text(try row.text(index))
            }
        }
    }
}
