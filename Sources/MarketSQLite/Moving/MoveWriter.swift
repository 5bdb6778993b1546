internal import GRDB
internal import MarketCore
internal import MarketModels

/// A writer of a market's content in the form in which it is moved, within a transaction.
struct MoveWriter {
    let database: Database

    func replace(_ keys: [MoveKey], with part: MovePart) throws {
        try database.execute(sql: "PRAGMA defer_foreign_keys = ON")
        for key in keys { try remove(key, of: part.group) }
        try removeDisplaced(by: part)
        for table in part.group.tables {
            let statement = try database.cachedStatement(sql: Self.insertion(table, in: part.group))
            for row in part.rows[table] ?? [] { try statement.execute(arguments: Self.arguments(row)) }
        }
        guard part.group == .products else { return }
        let state = MoveTable.product.index(of: "state")
        for row in part.rows[.product] ?? [] where (row[state].integer ?? 0) < 3 {
            // Hidden and expired products are in no search index.
            try database.execute(
                cached: "INSERT INTO search_backlog (product_id) VALUES (?)",
                Self.arguments([row[0]])
            )
        }
    }

    func setState(_ state: MoveState) throws {
        try database.execute(
            sql: "UPDATE market_state SET revision = max(revision, ?) + 1, categories_are_fixed = ?",
            arguments: [state.revision, state.areCategoriesFixed]
        )
        for (table, id) in state.lastIDs {
            // A table without a row has never had any rows.
            try database.execute(
                sql: """
                    INSERT INTO sqlite_sequence (name, seq) SELECT ?1, 0
                    WHERE ?1 NOT IN (SELECT name FROM sqlite_sequence)
                    """,
                arguments: [table.name]
            )
            try database.execute(
                sql: "UPDATE sqlite_sequence SET seq = max(seq, ?) WHERE name = ?",
                arguments: [id, table.name]
            )
        }
    }

    private func remove(_ key: MoveKey, of group: MoveGroup) throws {
        if group == .products, let id = key[0].integer.map(Product.ID.init(rawValue:)),
            let product = try ProductReader(database: database).product(id)
        {
            try SearchWriter(database: database).delete(product)
        }
        let table = group.mainTable
        let condition = table.columns.prefix(group.keyWidth).map { "\(table.columnName($0)) = ?" }
        // What belongs to a product is deleted by cascade.
        try database.execute(
            cached: "DELETE FROM \(table.name) WHERE \(condition.joined(separator: " AND "))",
            Self.arguments(key)
        )
    }

    /// Removes rights and tokens that belonged to another product before.
    private func removeDisplaced(by part: MovePart) throws {
        for (table, column) in [(MoveTable.listingRight, "hash"), (.deleteToken, "token")] {
            for row in part.rows[table] ?? [] {
                try database.execute(
                    cached: "DELETE FROM \(table.name) WHERE \(column) = ?",
                    Self.arguments([row[table.index(of: column)]])
                )
            }
        }
    }

    private static func insertion(_ table: MoveTable, in group: MoveGroup) -> String {
        let names = table.columns.map { table.columnName($0) }
        let values = names.map { _ in "?" }.joined(separator: ", ")
        let insertion = "INSERT INTO \(table.name) (\(names.joined(separator: ", "))) VALUES (\(values))"
        guard group.isReferredTo else { return insertion }
        let changes = names.dropFirst().map { "\($0) = excluded.\($0)" }.joined(separator: ", ")
        return "\(insertion) ON CONFLICT (id) DO UPDATE SET \(changes)"
    }

    private static func arguments(_ values: [MoveValue]) -> StatementArguments {
        StatementArguments(
            values.map { value -> (any DatabaseValueConvertible)? in
                switch value {
                case .null: nil
                case .integer(let value): value
                case .text(let text): text
                }
            }
        )
    }
}
