internal import MarketCore
internal import MarketModels

/// A writer of a market's content in the form in which it is moved, within a transaction.
struct MoveWriter {
    let connection: PostgresConnection

    func replace(_ keys: [MoveKey], with part: MovePart) throws {
        for key in keys { try remove(key, of: part.group) }
        for (table, column) in [(MoveTable.listingRight, "hash"), (.deleteToken, "token")] {
            // They belonged to another product before.
            let values = (part.rows[table] ?? []).compactMap { $0[table.index(of: column)].text }
            if values.isEmpty { continue }
            try connection.execute("DELETE FROM \(table.rawValue) WHERE \(column) = ANY ($1)", [values])
        }
        for table in part.group.tables { try insert(part.rows[table] ?? [], into: table, of: part.group) }
        if part.group == .products { try index(part) }
    }

    func setState(_ state: MoveState) throws {
        try connection.execute(
            "UPDATE market_state SET categories_are_fixed = $1, search_folding = $2",
            [state.areCategoriesFixed, SearchFolding.version]
        )
        try connection.execute(
            """
            WITH removed AS (DELETE FROM change RETURNING xid)
            UPDATE change_base SET count = greatest($1, count + (SELECT count(*) FROM removed)) + 1
            """,
            [state.revision]
        )
        for (table, id) in state.lastIDs where id > 0 {
            try connection.execute(
                """
                SELECT setval(sequence, greatest($2, coalesce(pg_sequence_last_value(sequence), 0)))
                FROM (SELECT pg_get_serial_sequence($1, 'id')::regclass AS sequence) AS s
                """,
                [table.rawValue, id]
            )
        }
    }

    private func remove(_ key: MoveKey, of group: MoveGroup) throws {
        if group == .products, let id = key[0].integer.map(Product.ID.init(rawValue:)),
            let product = try connection.records.product(id)
        {
            try connection.records.unindex(product)
        }
        let table = group.mainTable
        let condition = table.columns.prefix(group.keyWidth).enumerated().map { "\($1.name) = $\($0 + 1)" }
        // What belongs to a product is deleted by cascade.
        try connection.records.execute(
            "DELETE FROM \(table.rawValue) WHERE \(condition.joined(separator: " AND "))",
            key
        )
    }

    /// Inserts rows in one statement.
    private func insert(_ rows: [MoveRow], into table: MoveTable, of group: MoveGroup) throws {
        guard !rows.isEmpty else { return }
        var parameters: [(any PostgresParameter)?] = []
        var arrays: [String] = []
        for (index, column) in table.columns.enumerated() {
            if column.kind == .text {
                parameters.append(PostgresColumn(values: rows.map { $0[index].text }))
                arrays.append("$\(index + 1)::text[]")
            } else {
                parameters.append(PostgresColumn(values: rows.map { $0[index].integer }))
                arrays.append("$\(index + 1)::bigint[]")
            }
        }
        let names = table.columns.map(\.name).joined(separator: ", ")
        let values = table.columns.map { $0.kind == .boolean ? "\($0.name) <> 0" : $0.name }.joined(separator: ", ")
        var changes = ""
        if group.isReferredTo {
            let columns = table.columns.dropFirst().map { "\($0.name) = excluded.\($0.name)" }
            changes = "ON CONFLICT (id) DO UPDATE SET \(columns.joined(separator: ", "))"
        }
        try connection.execute(
            """
            INSERT INTO \(table.rawValue) (\(names)) OVERRIDING SYSTEM VALUE
            SELECT \(values) FROM unnest(\(arrays.joined(separator: ", "))) AS new (\(names)) \(changes)
            """,
            parameters
        )
    }

    /// Adds products to the search index.
    private func index(_ part: MovePart) throws {
        let table = MoveTable.product
        let rows = part.rows[.product] ?? []
        guard !rows.isEmpty else { return }
        let sellers = try texts("SELECT id, name FROM vendor WHERE id = ANY ($1)", rows, table.index(of: "vendor_id"))
        let slugs = try texts("SELECT id, slug FROM category WHERE id = ANY ($1)", rows, table.index(of: "category_id"))
        var descriptions: [MoveValue: String] = [:]
        let description = MoveTable.productDetail.index(of: "description")
        for row in part.rows[.productDetail] ?? [] { descriptions[row[0]] = row[description].text }
        let entries = try rows.compactMap { row -> SearchEntry? in
            func value(_ column: String) -> MoveValue { row[table.index(of: column)] }
            // Hidden and expired products are in no search index.
            guard let state = value("state").integer, state < 3 else { return nil }
            guard let id = row[0].integer, let vendor = value("vendor_id").integer, let seller = sellers[vendor],
                let description = descriptions[row[0]]
            else { throw CorruptRowError(reason: "product \(row[0].integer ?? 0) is incomplete") }
            return SearchEntry(
                id: Product.ID(rawValue: id),
                vendor: Vendor.ID(rawValue: vendor),
                isListed: value("is_listed") == .integer(1),
                texts: SearchableProduct(
                    name: value("name").text ?? "",
                    description: description,
                    seller: seller,
                    place: value("place").text ?? ""
                ),
                attributes: ListingAttributes(
                    read: ListingField.attributes.map { field in
                        guard field.table == .product else { return nil }
                        let stored = value(field.column)
                        if field.kind == .category { return stored.integer.flatMap { slugs[$0] }.map { .text($0) } }
                        return stored.integer.map { .number($0) } ?? stored.text.map { .text($0) }
                    }
                )
            )
        }
        try connection.records.index(entries)
    }

    private func texts(_ sql: String, _ rows: [MoveRow], _ column: Int) throws -> [Int64: String] {
        let texts = try connection.all(sql, [Set(rows.compactMap { $0[column].integer }).sorted()]) {
            (try $0.count(0), try $0.text(1))
        }
        // A damaged index may give a key twice.
        return Dictionary(texts) { $1 }
    }
}
