package import MarketModels

/// The vendors.
package struct VendorRecords<Connection: RecordConnection> {
    private static var columns: String { "id, name, created_at, is_blocked, block_ends_at" }

    private let connection: Connection

    init(_ connection: Connection) { self.connection = connection }

    package func vendor(_ id: Vendor.ID) throws -> Vendor? { try vendor(id, "") }

    /// Reads a vendor for whom nobody lists anything until the transaction ends.
    ///
    /// Listings of the vendor that are being written are waited for, and later ones wait. What only refers to the vendor, as the log
    /// does, waits for nothing: it may have locked a product that is locked here next.
    func locked(_ id: Vendor.ID) throws -> Vendor? { try vendor(id, Connection.locking("FOR NO KEY UPDATE")) }

    /// Reads a vendor whose block and identifier stay as they are until the transaction ends.
    func shared(_ id: Vendor.ID) throws -> Vendor? { try vendor(id, Connection.locking("FOR SHARE")) }

    /// Reads the vendor with an identifier in the same way.
    func shared(identifiedBy identifier: VendorIdentifier) throws -> Vendor? {
        try vendor(identifiedBy: identifier, Connection.locking("FOR SHARE"))
    }

    /// - Parameter locking: what locks the vendor's row.
    private func vendor(_ id: Vendor.ID, _ locking: String) throws -> Vendor? {
        try connection.first(
            "SELECT \(Self.columns) FROM vendor WHERE id = $1 \(locking)",
            [.integer(id.rawValue)],
            vendor
        )
    }

    package func vendor(identifiedBy identifier: VendorIdentifier) throws -> Vendor? {
        try vendor(identifiedBy: identifier, "")
    }

    private func vendor(identifiedBy identifier: VendorIdentifier, _ locking: String) throws -> Vendor? {
        try connection.first(
            "SELECT \(Self.columns) FROM vendor WHERE identifier = $1 \(locking)",
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

    /// Adds a vendor, or returns the one that has the identifier; nil if another one has the id.
    func add(_ new: NewVendor) throws -> Vendor? {
        if let known = try vendor(identifiedBy: new.identifier) { return known }
        if Connection.hasOtherWriters {
            // New vendors are rare, and one after the other gets its id.
            try connection.lock(.vendors)
            if let known = try vendor(identifiedBy: new.identifier) { return known }
        }
        let id = try new.id ?? connection.nextVendorID()
        // The ids of users start at 1; lower ones are reserved for the market itself.
        guard id.rawValue > 0, try vendor(id) == nil else { return nil }
        try connection.execute(
            "INSERT INTO vendor (id, identifier, name, created_at) VALUES ($1, $2, $3, $4)",
            [
                .integer(id.rawValue), .text(new.identifier.text), .text(new.name ?? "Vendor \(id.rawValue)"),
                .integer(new.createdAt.millisecondsSinceEpoch),
            ]
        )
        if new.id != nil { try connection.noteVendorID(id) }
        try connection.raiseRevision()
        return try vendor(id)
    }

    /// Gives a vendor another name for an operator, and logs a change.
    package func rename(
        _ id: Vendor.ID,
        to name: String,
        reason: String,
        by proof: OperatorProof,
        at now: Timestamp
    ) throws -> Vendor? {
        try connection.reports.check(sellerName: name)
        guard let before = try locked(id), before.name != name else { return try vendor(id) }
        try connection.execute(
            "UPDATE vendor SET name = $1 WHERE id = $2",
            [.text(name), .integer(id.rawValue)]
        )
        try connection.reindexProducts(of: before, as: name)
        try connection.raiseRevision()
        try connection.note(.renamed, vendor: id, reason: reason, by: proof, at: now)
        return try vendor(id)
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
