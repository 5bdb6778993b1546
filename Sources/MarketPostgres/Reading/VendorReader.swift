internal import MarketCore
internal import MarketModels

/// A reader of vendors.
struct VendorReader {
    let connection: PostgresConnection

    func vendor(_ id: Vendor.ID) throws -> Vendor? {
        try connection.firstRow(
            "SELECT id, name, created_at, is_blocked, block_ends_at FROM vendor WHERE id = $1",
            [id.rawValue],
            read: vendor
        )
    }

    func vendor(identifiedBy identifier: VendorIdentifier) throws -> Vendor? {
        try connection.firstRow(
            "SELECT id, name, created_at, is_blocked, block_ends_at FROM vendor WHERE identifier = $1",
            [identifier.text],
            read: vendor
        )
    }

    /// Returns vendors by id, except the built-in one, which has no identifier.
    func vendors(after last: Vendor.ID?, limit: Int) throws -> [(vendor: Vendor, identifier: VendorIdentifier)] {
        var vendors: [(vendor: Vendor, identifier: VendorIdentifier)] = []
        try connection.forEachRow(
            "SELECT id, name, created_at, is_blocked, block_ends_at, identifier FROM vendor WHERE id > $1 ORDER BY id LIMIT $2",
            [max(0, last?.rawValue ?? 0), limit]
        ) { row in
            guard let identifier = VendorIdentifier(try row.text(5)) else {
                throw CorruptRowError(reason: "vendor \(try row.integer(0)) has an impossible identifier")
            }
            vendors.append((try vendor(row), identifier))
            return true
        }
        return vendors
    }

    private func vendor(_ row: PostgresRow) throws -> Vendor {
        Vendor(
            id: Vendor.ID(rawValue: try row.count(0)),
            name: try row.nonEmptyText(1),
            createdAt: try row.timestamp(2),
            isBlocked: try row.boolean(3),
            blockEndsAt: try row.optionalTimestamp(4)
        )
    }
}
