internal import MarketCore
internal import MarketModels

/// A writer that adds and changes vendors within a transaction.
struct VendorWriter {
    let connection: PostgresConnection

    private var reader: VendorRecords<PostgresRecords> { connection.records.vendors }
    private var changes: ChangeWriter { ChangeWriter(connection: connection) }

    func add(_ new: NewVendor) throws -> Vendor? {
        if let known = try reader.vendor(identifiedBy: new.identifier) { return known }
        // New vendors are rare, and one after the other gets its id.
        try connection.execute("SELECT pg_advisory_xact_lock($1)", [AdvisoryLock.vendors])
        if let known = try reader.vendor(identifiedBy: new.identifier) { return known }
        let id = try new.id ?? nextID()
        // The ids of users start at 1; lower ones are reserved for the market itself.
        guard id.rawValue > 0, try reader.vendor(id) == nil else { return nil }
        try connection.execute(
            "INSERT INTO vendor (id, identifier, name, created_at) VALUES ($1, $2, $3, $4)",
            [
                id.rawValue, new.identifier.text, new.name ?? "Vendor \(id.rawValue)",
                new.createdAt.millisecondsSinceEpoch,
            ]
        )
        if new.id != nil {
            // The next id is above every id ever assigned.
            try connection.execute(
                """
                SELECT setval(pg_get_serial_sequence('vendor', 'id'), greatest(
                    $1, nextval(pg_get_serial_sequence('vendor', 'id')) - 1))
                """,
                [id.rawValue]
            )
        }
        try changes.raiseRevision()
        return try reader.vendor(id)
    }

    func rename(_ id: Vendor.ID, to name: String) throws -> (vendor: Vendor?, isChanged: Bool) {
        // Listings of the vendor that are being written are waited for, and later ones wait: they refer to its row.
        let before = try connection.firstRow("SELECT name FROM vendor WHERE id = $1 FOR NO KEY UPDATE", [id.rawValue]) {
            try $0.text(0)
        }
        guard let before, before != name else { return (try reader.vendor(id), false) }
        try connection.execute("UPDATE vendor SET name = $1 WHERE id = $2", [name, id.rawValue])
        // So are edits, which hold the row of their product.
        try connection.execute(
            """
            SELECT count(*) FROM (
                SELECT FROM product WHERE vendor_id = $1 ORDER BY id FOR NO KEY UPDATE
            ) AS locked
            """,
            [id.rawValue]
        )
        try SearchWriter(connection: connection).rename(id, from: before, to: name)
        try changes.raiseRevision()
        return (try reader.vendor(id), true)
    }

    private func nextID() throws -> Vendor.ID {
        let next = try connection.firstRow("SELECT nextval(pg_get_serial_sequence('vendor', 'id'))") {
            Vendor.ID(rawValue: try $0.positive(0))
        }
        guard let next else { throw CorruptRowError(reason: "the vendors have no sequence") }
        return next
    }
}
