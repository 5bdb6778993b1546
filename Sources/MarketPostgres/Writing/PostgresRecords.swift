package import MarketCore
package import MarketModels

extension PostgresProductStore: RecordStore {
    package func readRecords<Value: Sendable>(
        _ kind: String?,
        _ body: @escaping @Sendable (PostgresRecords) throws -> Value
    ) async throws(MarketError) -> Value {
        try await read(kind) { try body(PostgresRecords(connection: $0)) }
    }

    package func writeRecords<Value: Sendable>(
        _ body: @escaping @Sendable (PostgresRecords) throws -> Value
    ) async throws(MarketError) -> Value {
        try await write { try body(PostgresRecords(connection: $0)) }
    }
}

extension PostgresConnection {
    /// The reports, holds and log within a transaction.
    var reports: ReportRecords<PostgresRecords> { PostgresRecords(connection: self).reports }

    /// The market's profile within a transaction.
    var profile: ProfileRecords<PostgresRecords> { PostgresRecords(connection: self).profile }
}

/// A connection to PostgreSQL, for ``RecordStore``.
package struct PostgresRecords: ReportConnection {
    let connection: PostgresConnection

    package static var isListed: String { "is_listed" }

    /// The history of the server, which a dump or a copy of the database doesn't bring.
    package func history() throws -> String {
        try connection.firstRow(ChangeHistory.current, []) { String(try $0.integer(0)) } ?? ""
    }

    package func raiseRevision() throws { try ChangeWriter(connection: connection).raiseRevision() }

    package func product(_ id: Product.ID) throws -> Product? { try ProductReader(connection: connection).product(id) }

    package func vendor(_ id: Vendor.ID) throws -> Vendor? { try VendorReader(connection: connection).vendor(id) }

    package func place() throws -> String {
        try connection.firstRow(
            "SELECT system_identifier || '/' || oid FROM pg_control_system(), pg_database WHERE datname = current_database()",
            []
        ) { try $0.nonEmptyText(0) } ?? ""
    }

    package func lockedVendor(_ id: Vendor.ID) throws -> Vendor? {
        // Listings of the vendor that are being written are waited for, and later ones wait. What only refers to the vendor, as the log
        // does, waits for nothing: it may have locked a product that is locked here next.
        try connection.execute("SELECT 1 FROM vendor WHERE id = $1 FOR NO KEY UPDATE", [id.rawValue])
        return try vendor(id)
    }

    package func lockContacts(isShared: Bool) throws {
        let name = isShared ? "pg_advisory_xact_lock_shared" : "pg_advisory_xact_lock"
        try connection.execute("SELECT \(name)($1)", [AdvisoryLock.contacts])
    }

    package func lockContact(_ key: ContactKey) throws {
        try connection.execute("SELECT 1 FROM blocked_contact WHERE key = $1 FOR UPDATE", [key.rawValue])
    }

    package func lockOperators() throws {
        try connection.execute("SELECT pg_advisory_xact_lock($1)", [AdvisoryLock.operators])
    }

    package func execute(_ sql: String, _ values: [MoveValue]) throws -> Int {
        try connection.execute(sql, Self.parameters(values))
    }

    package func forEachRow(_ sql: String, _ values: [MoveValue], _ body: (PostgresRow) throws -> Void) throws {
        try connection.forEachRow(sql, Self.parameters(values)) { row in
            try body(row)
            return true
        }
    }

    package func lockedProduct(_ id: Product.ID) throws -> Product? {
        try ProductWriter(connection: connection).locked(id)
    }

    package func delete(_ id: Product.ID, at now: Timestamp) throws {
        _ = try ProductWriter(connection: connection).delete(id, isByOperator: true, at: now)
    }

    package func change(_ product: Product, to lifecycle: ListingLifecycle, at now: Timestamp) throws {
        _ = try LifecycleWriter(connection: connection).write(lifecycle, of: product, at: now)
    }

    private static func parameters(_ values: [MoveValue]) -> [(any PostgresParameter)?] {
        values.map { value in
            switch value {
            case .null: nil
            case .integer(let value): value
            case .text(let text): text
            }
        }
    }
}
