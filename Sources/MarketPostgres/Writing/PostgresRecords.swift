package import MarketCore
package import MarketModels

extension PostgresProductStore: RecordStore {
    package func readRecords<Value: Sendable>(
        _ kind: String?,
        _ body: @escaping @Sendable (PostgresRecords) throws -> Value
    ) async throws(MarketError) -> Value {
        try await read(kind) { try body($0.records) }
    }

    package func writeRecords<Value: Sendable>(
        _ body: @escaping @Sendable (PostgresRecords) throws -> Value
    ) async throws(MarketError) -> Value {
        try await write { try body($0.records) }
    }

    package func writeSite<Value: Sendable>(
        _ body: @escaping @Sendable (PostgresRecords) throws -> Value
    ) async throws(MarketError) -> Value {
        try await writeRecords(body)
    }
}

extension PostgresConnection {
    /// The records within a transaction.
    var records: PostgresRecords { PostgresRecords(connection: self) }

    /// The reports, holds and log within a transaction.
    var reports: ReportRecords<PostgresRecords> { records.reports }
}

/// A connection to PostgreSQL, for ``RecordStore``.
package struct PostgresRecords: RecordConnection {
    let connection: PostgresConnection

    package static var isListed: String { "is_listed" }

    package static var hasOtherWriters: Bool { true }

    package static func indexed(by index: String) -> String { "" }

    package static func isOfThisDatabase(_ row: String) -> String {
        "\(row).incarnation = (SELECT current_incarnation())"
    }

    package func inSnapshot<Value>(_ body: () throws -> Value) throws -> Value {
        try connection.transaction(.repeatableRead, readOnly: true, body)
    }

    package func raiseRevision(changesSite: Bool) throws {
        try ChangeWriter(connection: connection).raiseRevision(changesSite: changesSite)
    }

    package func product(_ id: Product.ID) throws -> Product? { try ProductReader(connection: connection).product(id) }

    /// The server and the database, which a dump that is restored into the same database leaves as they were.
    func place() throws -> String {
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

    package func lockSite() throws {
        try connection.execute("SELECT pg_advisory_xact_lock($1)", [AdvisoryLock.categories])
    }

    package func lock(_ secret: SecretHash, of id: Product.ID) throws -> Bool {
        try connection.firstRow(
            "SELECT 1 FROM product_detail WHERE product_id = $1 AND secret_hash = $2 FOR NO KEY UPDATE",
            [id.rawValue, secret.rawValue]
        ) { _ in true } ?? false
    }

    package func lockOperators() throws {
        try connection.execute("SELECT pg_advisory_xact_lock($1)", [AdvisoryLock.operators])
    }

    @discardableResult
    package func execute(_ sql: String, _ values: [MoveValue]) throws -> Int {
        try connection.execute(sql, Self.parameters(values))
    }

    package func forEachRow(_ sql: String, _ values: [MoveValue], _ body: (PostgresRow) throws -> Void) throws {
        try connection.forEachRow(sql, Self.parameters(values)) { row in
            try body(row)
            return true
        }
    }

    /// Locks a product against other writers and reads it, in a statement of its own: one that locked and read at once
    /// could combine rows of before and after the transaction that it waited for.
    package func lockedProduct(_ id: Product.ID, forDeletion: Bool) throws -> Product? {
        let lock = forDeletion ? "FOR UPDATE" : "FOR NO KEY UPDATE"
        let isThere = try connection.firstRow("SELECT 1 FROM product WHERE id = $1 \(lock)", [id.rawValue]) { _ in true
        }
        return isThere == nil ? nil : try product(id)
    }

    package func sellerProduct(_ id: Product.ID) throws -> SellerProduct? {
        try ProductReader(connection: connection).sellerProduct(id)
    }

    package func images(of id: Product.ID) throws -> [ProductImage] {
        try ProductReader(connection: connection).images(of: id)
    }

    package func productCount(of vendor: Vendor.ID) throws -> Int64 {
        try connection.firstRow(
            "SELECT coalesce(sum(listed + unlisted), 0)::bigint FROM listing_count WHERE kind = 5 AND key = $1",
            [vendor.rawValue]
        ) { try $0.count(0) } ?? 0
    }

    package func reindex(_ before: Product, as after: Product) throws {
        try SearchWriter(connection: connection).replace(before, with: after)
    }

    package func unindex(_ product: Product) throws {
        try SearchWriter(connection: connection).delete(product)
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
