package import MarketModels

/// The vendors, as far as every store reads them alike.
package struct VendorRecords<Connection: RecordConnection> {
    private static var columns: String { "id, name, created_at, is_blocked, block_ends_at" }

    private let connection: Connection

    init(_ connection: Connection) { self.connection = connection }

    package func vendor(_ id: Vendor.ID) throws -> Vendor? {
        try connection.first("SELECT \(Self.columns) FROM vendor WHERE id = $1", [.integer(id.rawValue)], vendor)
    }

    package func vendor(identifiedBy identifier: VendorIdentifier) throws -> Vendor? {
        try connection.first(
            "SELECT \(Self.columns) FROM vendor WHERE identifier = $1",
            [.text(identifier.text)],
            vendor
        )
    }

    /// Returns vendors by id, except the built-in one, which has no identifier.
    package func vendors(
        after last: Vendor.ID?,
        limit: Int
    ) throws -> [(vendor: Vendor, identifier: VendorIdentifier)] {
        try connection.all(
            "SELECT \(Self.columns), identifier FROM vendor WHERE id > $1 ORDER BY id LIMIT $2",
            [.integer(max(0, last?.rawValue ?? 0)), .integer(Int64(limit))]
        ) { row in
            guard let identifier = VendorIdentifier(try row.text(5)) else {
                throw CorruptRowError(reason: "vendor \(try row.integer(0)) has an impossible identifier")
            }
            return (try vendor(row), identifier)
        }
    }

    private func vendor(_ row: Connection.Row) throws -> Vendor {
        Vendor(
            id: Vendor.ID(rawValue: try row.count(0)),
            name: try row.nonEmptyText(1),
            createdAt: try row.timestamp(2),
            isBlocked: try row.boolean(3),
            blockEndsAt: try row.optionalTimestamp(4)
        )
    }
}
