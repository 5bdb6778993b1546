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

    public func report(_ id: Report.ID) async throws(MarketError) -> Report? {
        try await read { try $0.reports.report(id) }
    }

    public func reports(isOpen: Bool, after last: Report.ID?, limit: Int) async throws(MarketError) -> [Report] {
        try await read("reports") { try $0.reports.reports(isOpen: isOpen, after: last, limit: limit) }
    }

    public func openReportCount() async throws(MarketError) -> Int {
        try await read { try $0.reports.openCount() }
    }

    public func decide(
        _ id: Report.ID,
        _ decision: Report.Decision,
        hides: Bool
    ) async throws(MarketError) -> Report? {
        try await write { connection in
            let report = try connection.reports.decide(id, decision, hides: hides)
            if report != nil { try ChangeWriter(connection: connection).raiseRevision() }
            return report
        }
    }

    public func hide(_ id: Product.ID, reason: String, at now: Timestamp) async throws(MarketError) -> Bool {
        try await write { connection in
            let isThere = try connection.reports.hide(id, reason: reason, at: now)
            if isThere { try ChangeWriter(connection: connection).raiseRevision() }
            return isThere
        }
    }

    public func giveBack(_ id: Product.ID, reason: String, at now: Timestamp) async throws(MarketError) -> Bool {
        try await write { connection in
            let wasHeld = try connection.reports.giveBack(id, reason: reason, at: now)
            if wasHeld { try ChangeWriter(connection: connection).raiseRevision() }
            return wasHeld
        }
    }

    public func hold(of id: Product.ID) async throws(MarketError) -> ListingHold? {
        try await read { try $0.reports.hold(of: id) }
    }

    public func answerHold(of proof: SellerProof, _ text: String, at now: Timestamp) async throws(MarketError) -> Bool {
        try await write { try $0.reports.answer(proof.product, text, at: now) }
    }

    public func moderationLog(before last: Int64?, limit: Int) async throws(MarketError) -> [ModerationEntry] {
        try await read("log") { try $0.reports.log(before: last, limit: limit) }
    }

    public func removeOldReports(at now: Timestamp) async throws(MarketError) {
        try await write { try $0.reports.removeOld(at: now) }
    }
}

extension PostgresConnection {
    /// The reports, holds and log within a transaction.
    var reports: ReportRecords<PostgresReports> { ReportRecords(PostgresReports(connection: self)) }
}

/// A connection to PostgreSQL, for ``ReportRecords``.
struct PostgresReports: ReportConnection {
    let connection: PostgresConnection

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
