internal import GRDB
internal import MarketCore
internal import MarketModels

/// A writer that adds and changes vendors within a transaction.
struct VendorWriter {
    let database: Database

    private var reader: VendorRecords<DatabaseRecords> { database.records.vendors }

    func add(_ new: NewVendor) throws -> Vendor? {
        if let known = try reader.vendor(identifiedBy: new.identifier) { return known }
        let id = try new.id ?? nextID()
        // The ids of users start at 1; lower ones are reserved for the market itself.
        guard id.rawValue > 0, try reader.vendor(id) == nil else { return nil }
        try database.execute(
            cached: "INSERT INTO vendor (id, identifier, name, created_at) VALUES (?, ?, ?, ?)",
            [
                id.rawValue, new.identifier.text, new.name ?? "Vendor \(id.rawValue)",
                new.createdAt.millisecondsSinceEpoch,
            ]
        )
        try database.raiseRevision()
        return try reader.vendor(id)
    }

    /// A trigger adds the vendor's products to the search backlog.
    func rename(_ id: Vendor.ID, to name: String) throws -> (vendor: Vendor?, isChanged: Bool) {
        let vendor = try reader.vendor(id)
        guard let vendor, vendor.name != name else { return (vendor, false) }
        try database.execute(cached: "UPDATE vendor SET name = ? WHERE id = ?", [name, id.rawValue])
        try database.raiseRevision()
        return (try reader.vendor(id), true)
    }

    /// Returns the id that AUTOINCREMENT would assign, which is above every id ever assigned.
    private func nextID() throws -> Vendor.ID {
        let last = try database.firstRow("SELECT seq FROM sqlite_sequence WHERE name = 'vendor'") { try $0.count(0) }
        return Vendor.ID(rawValue: (last ?? 0) + 1)
    }
}
