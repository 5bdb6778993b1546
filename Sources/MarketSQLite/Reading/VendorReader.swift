internal import GRDB
internal import MarketCore
internal import MarketModels

/// A reader of vendors within one snapshot of the database.
struct VendorReader {
    let database: Database

    func vendor(_ id: Vendor.ID) throws -> Vendor? {
        try database.firstRow(
            "SELECT id, name, created_at, is_blocked, block_ends_at FROM vendor WHERE id = ?1",
            id.rawValue,
            read: vendor
        )
    }

    func vendor(identifiedBy identifier: VendorIdentifier) throws -> Vendor? {
        let id = try Int64.fetchOne(
            database.cachedStatement(sql: "SELECT id FROM vendor WHERE identifier = ?"),
            arguments: [identifier.text]
        )
        return try id.flatMap { try vendor(Vendor.ID(rawValue: $0)) }
    }

    /// Returns vendors by id, except the built-in one, which has no identifier.
    func vendors(after last: Vendor.ID?, limit: Int) throws -> [(vendor: Vendor, identifier: VendorIdentifier)] {
        var vendors: [(vendor: Vendor, identifier: VendorIdentifier)] = []
        try database.forEachRow(
            "SELECT id, name, created_at, is_blocked, block_ends_at, identifier FROM vendor WHERE id > ?1 ORDER BY id LIMIT ?2",
            max(0, last?.rawValue ?? 0),
            Int64(limit)
        ) { row in
            guard let identifier = VendorIdentifier(try row.text(5)) else {
                throw CorruptRowError(reason: "vendor \(try row.integer(0)) has an impossible identifier")
            }
            vendors.append((try vendor(row), identifier))
            return true
        }
        return vendors
    }

    private func vendor(_ row: StatementRow) throws -> Vendor {
        Vendor(
            id: Vendor.ID(rawValue: try row.count(0)),
            name: try row.nonEmptyText(1),
            createdAt: try row.timestamp(2),
            isBlocked: try row.count(3) != 0,
            blockEndsAt: try row.optionalTimestamp(4)
        )
    }
}
