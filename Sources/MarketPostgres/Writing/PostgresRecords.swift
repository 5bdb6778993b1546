public import MarketCore
public import MarketModels

extension PostgresProductStore {
    public func readRecords<Value: Sendable>(
        _ kind: String?,
        _ body: @escaping @Sendable (PostgresRecords) throws -> Value
    ) async throws(MarketError) -> Value {
        try await read(kind) { try body($0.records) }
    }

    public func writeRecords<Value: Sendable>(
        isDeletion: Bool,
        _ body: @escaping @Sendable (PostgresRecords) throws -> Value
    ) async throws(MarketError) -> Value {
        try await write { try body($0.records) }
    }

    public func writeSite<Value: Sendable>(
        _ body: @escaping @Sendable (PostgresRecords) throws -> Value
    ) async throws(MarketError) -> Value {
        try await write { try body($0.records) }
    }
}

extension PostgresConnection {
    /// The records within a transaction.
    var records: PostgresRecords { PostgresRecords(connection: self) }

    /// The reports, holds and log within a transaction.
    var reports: ReportRecords<PostgresRecords> { records.reports }
}

/// A connection to PostgreSQL, for the records of a ``MarketCore/ProductStore``.
public struct PostgresRecords: RecordConnection {
    let connection: PostgresConnection

    public static var isListed: String { "is_listed" }

    public static var categoryCounts: String {
        "SELECT key, sum(listed)::bigint FROM listing_count WHERE kind = 6 GROUP BY key HAVING sum(listed) > 0"
    }

    public static var hasOtherWriters: Bool { true }

    public static func indexed(by index: String) -> String { "" }

    public static func locking(_ clause: String) -> String { clause }

    public static func isOfThisDatabase(_ row: String) -> String {
        "\(row).incarnation = (SELECT current_incarnation())"
    }

    public func inSnapshot<Value>(_ body: () throws -> Value) throws -> Value {
        try connection.transaction(.repeatableRead, readOnly: true, body)
    }

    public func raiseRevision(changesSite: Bool) throws {
        try ChangeWriter(connection: connection).raiseRevision(changesSite: changesSite)
    }

    /// The server and the database, which a dump that is restored into the same database leaves as they were.
    func place() throws -> String {
        try connection.firstRow(
            "SELECT system_identifier || '/' || oid FROM pg_control_system(), pg_database WHERE datname = current_database()",
            []
        ) { try $0.nonEmptyText(0) } ?? ""
    }

    public func lock(_ records: LockedRecords, isShared: Bool) throws {
        let key =
            switch records {
            case .contacts: AdvisoryLock.contacts
            case .operators: AdvisoryLock.operators
            case .site: AdvisoryLock.categories
            case .vendors: AdvisoryLock.vendors
            }
        let name = isShared ? "pg_advisory_xact_lock_shared" : "pg_advisory_xact_lock"
        try connection.execute("SELECT \(name)($1)", [key])
    }

    @discardableResult
    public func execute(_ sql: String, _ values: [MoveValue]) throws -> Int {
        try connection.execute(sql, Self.parameters(values))
    }

    public func forEachRow(_ sql: String, _ values: [MoveValue], _ body: (PostgresRow) throws -> Void) throws {
        try connection.forEachRow(sql, Self.parameters(values)) { row in
            try body(row)
            return true
        }
    }

    /// Locks a product against other writers and reads it, in a statement of its own: one that locked and read at once
    /// could combine rows of before and after the transaction that it waited for.
    public func lockedProduct(_ id: Product.ID, forDeletion: Bool) throws -> Product? {
        let lock = forDeletion ? "FOR UPDATE" : "FOR NO KEY UPDATE"
        let isThere = try connection.firstRow("SELECT 1 FROM product WHERE id = $1 \(lock)", [id.rawValue]) { _ in true
        }
        return isThere == nil ? nil : try product(id)
    }

    public func productCount(of vendor: Vendor.ID) throws -> Int64 {
        try connection.firstRow(
            "SELECT coalesce(sum(listed + unlisted), 0)::bigint FROM listing_count WHERE kind = 5 AND key = $1",
            [vendor.rawValue]
        ) { try $0.count(0) } ?? 0
    }

    public func nextVendorID() throws -> Vendor.ID {
        let next = try connection.firstRow("SELECT nextval(pg_get_serial_sequence('vendor', 'id'))") {
            Vendor.ID(rawValue: try $0.positive(0))
        }
        guard let next else { throw CorruptRowError(reason: "the vendors have no sequence") }
        return next
    }

    public func noteVendorID(_ id: Vendor.ID) throws {
        try connection.execute(
            """
            SELECT setval(pg_get_serial_sequence('vendor', 'id'), greatest(
                $1, nextval(pg_get_serial_sequence('vendor', 'id')) - 1))
            """,
            [id.rawValue]
        )
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
