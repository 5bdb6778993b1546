public import MarketCore
public import MarketModels

extension PostgresProductStore {
    public func addReport(_ report: NewReport) async throws(MarketError) -> ReportOutcome? {
        try await write { connection in
            let outcome = try connection.reports.add(report)
            if outcome?.hasHeld == true { try ChangeWriter(connection: connection).raiseRevision() }
            return outcome
        }
    }

    public func report(withReceipt hash: ReceiptHash) async throws(MarketError) -> Report? {
        try await read { try $0.reports.report(withReceipt: hash) }
    }

    public func openReportCount() async throws(MarketError) -> Int {
        try await read { try $0.reports.openCount() }
    }

    public func answerHold(of proof: SellerProof, _ text: String, at now: Timestamp) async throws(MarketError) -> Bool {
        try await write { try $0.reports.answer(proof.product, text, at: now) }
    }

    public func reasonOfBlock(for proof: VendorProof) async throws(MarketError) -> String {
        try await read { try $0.reports.blockReason(of: proof.vendor) }
    }

    public func reasonOfNewName(for proof: VendorProof, after begin: Timestamp) async throws(MarketError) -> String? {
        try await read { try $0.reports.reasonOfNewName(of: proof.vendor, after: begin) }
    }

    public func removeOldReports(at now: Timestamp) async throws(MarketError) {
        try await write { try $0.reports.removeOld(at: now) }
    }
}

extension PostgresConnection {
    /// The reports, holds and log within a transaction.
    var reports: ReportRecords<PostgresReports> { ReportRecords(PostgresReports(connection: self)) }

    /// The operators, links and sessions within a transaction.
    var operators: OperatorRecords<PostgresReports> { OperatorRecords(PostgresReports(connection: self)) }
}

/// A connection to PostgreSQL, for ``ReportRecords`` and ``OperatorRecords``.
struct PostgresReports: ReportConnection {
    let connection: PostgresConnection

    static var isListed: String { "is_listed" }

    /// The history of the server, which a dump or a copy of the database doesn't bring.
    func history() throws -> String {
        try connection.firstRow(ChangeHistory.current, []) { String(try $0.integer(0)) } ?? ""
    }

    func product(_ id: Product.ID) throws -> Product? { try ProductReader(connection: connection).product(id) }

    func vendor(_ id: Vendor.ID) throws -> Vendor? { try VendorReader(connection: connection).vendor(id) }

    func place() throws -> String {
        try connection.firstRow(
            "SELECT system_identifier || '/' || oid FROM pg_control_system(), pg_database WHERE datname = current_database()",
            []
        ) { try $0.nonEmptyText(0) } ?? ""
    }

    func lockedVendor(_ id: Vendor.ID) throws -> Vendor? {
        // Listings of the vendor that are being written are waited for, and later ones wait. What only refers to the vendor, as the log
        // does, waits for nothing: it may have locked a product that is locked here next.
        try connection.execute("SELECT 1 FROM vendor WHERE id = $1 FOR NO KEY UPDATE", [id.rawValue])
        return try vendor(id)
    }

    func lockContacts(isShared: Bool) throws {
        let name = isShared ? "pg_advisory_xact_lock_shared" : "pg_advisory_xact_lock"
        try connection.execute("SELECT \(name)($1)", [AdvisoryLock.contacts])
    }

    func lockContact(_ key: ContactKey) throws {
        try connection.execute("SELECT 1 FROM blocked_contact WHERE key = $1 FOR UPDATE", [key.rawValue])
    }

    func lockOperators() throws {
        try connection.execute("SELECT pg_advisory_xact_lock($1)", [AdvisoryLock.operators])
    }

    func execute(_ sql: String, _ values: [MoveValue]) throws -> Int {
        try connection.execute(sql, Self.parameters(values))
    }

    func forEachRow(_ sql: String, _ values: [MoveValue], _ body: (PostgresRow) throws -> Void) throws {
        try connection.forEachRow(sql, Self.parameters(values)) { row in
            try body(row)
            return true
        }
    }

    func lockedProduct(_ id: Product.ID) throws -> Product? { try ProductWriter(connection: connection).locked(id) }

    func delete(_ id: Product.ID, at now: Timestamp) throws {
        _ = try ProductWriter(connection: connection).delete(id, isByOperator: true, at: now)
    }

    func change(_ product: Product, to lifecycle: ListingLifecycle, at now: Timestamp) throws {
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
