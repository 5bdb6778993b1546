internal import GRDB
public import MarketCore
public import MarketModels

extension SQLiteProductStore {
    public func addReport(_ report: NewReport) async throws(MarketError) -> ReportOutcome? {
        try await write { database in
            let outcome = try database.reports.add(report)
            if outcome?.hasHeld == true { try database.raiseRevision() }
            return outcome
        }
    }

    public func report(withReceipt hash: ReceiptHash) async throws(MarketError) -> Report? {
        try await readStatement { try $0.reports.report(withReceipt: hash) }
    }

    public func report(_ id: Report.ID) async throws(MarketError) -> Report? {
        try await readStatement { try $0.reports.report(id) }
    }

    public func reports(isOpen: Bool, after last: Report.ID?, limit: Int) async throws(MarketError) -> [Report] {
        try await readLong("reports") { try $0.reports.reports(isOpen: isOpen, after: last, limit: limit) }
    }

    public func openReportCount() async throws(MarketError) -> Int {
        try await readStatement { try $0.reports.openCount() }
    }

    public func decide(
        _ id: Report.ID,
        _ decision: Report.Decision,
        hides: Bool
    ) async throws(MarketError) -> Report? {
        try await write { database in
            let report = try database.reports.decide(id, decision, hides: hides)
            if report != nil { try database.raiseRevision() }
            return report
        }
    }

    public func hide(_ id: Product.ID, reason: String, at now: Timestamp) async throws(MarketError) -> Bool {
        try await write { database in
            let isThere = try database.reports.hide(id, reason: reason, at: now)
            if isThere { try database.raiseRevision() }
            return isThere
        }
    }

    public func giveBack(_ id: Product.ID, reason: String, at now: Timestamp) async throws(MarketError) -> Bool {
        try await write { database in
            let wasHeld = try database.reports.giveBack(id, reason: reason, at: now)
            if wasHeld { try database.raiseRevision() }
            return wasHeld
        }
    }

    public func hold(of id: Product.ID) async throws(MarketError) -> ListingHold? {
        try await readStatement { try $0.reports.hold(of: id) }
    }

    public func answerHold(of proof: SellerProof, _ text: String, at now: Timestamp) async throws(MarketError) -> Bool {
        try await write { try $0.reports.answer(proof.product, text, at: now) }
    }

    public func moderationLog(before last: Int64?, limit: Int) async throws(MarketError) -> [ModerationEntry] {
        try await readLong("log") { try $0.reports.log(before: last, limit: limit) }
    }

    public func removeOldReports(at now: Timestamp) async throws(MarketError) {
        try await write { try $0.reports.removeOld(at: now) }
    }
}

extension Database {
    /// The reports, holds and log within a transaction.
    var reports: ReportRecords<DatabaseReports> { ReportRecords(DatabaseReports(database: self)) }
}

/// A connection to a data folder, for ``ReportRecords``.
struct DatabaseReports: ReportConnection {
    let database: Database

    func execute(_ sql: String, _ values: [MoveValue]) throws -> Int {
        var arguments: [String: (any DatabaseValueConvertible)?] = [:]
        for (index, value) in values.enumerated() {
            arguments["\(index + 1)"] =
                switch value {
                case .null: DatabaseValue.null
                case .integer(let value): value
                case .text(let text): text
                }
        }
        try database.execute(cached: sql, StatementArguments(arguments))
        return database.changesCount
    }

    func forEachRow(_ sql: String, _ values: [MoveValue], _ body: (StatementRow) throws -> Void) throws {
        var arguments: [(name: String, value: FilteredArgument)] = []
        for (index, value) in values.enumerated() {
            switch value {
            case .null: break
            case .integer(let value): arguments.append(("$\(index + 1)", .integer(value)))
            case .text(let text): arguments.append(("$\(index + 1)", .text(text)))
            }
        }
        try database.forEachRow(sql, with: arguments) { row in
            try body(row)
            return true
        }
    }

    func lockedProduct(_ id: Product.ID) throws -> Product? { try ProductReader(database: database).product(id) }

    func change(_ product: Product, to lifecycle: ListingLifecycle, at now: Timestamp) throws {
        _ = try LifecycleWriter(database: database).write(lifecycle, of: product, at: now)
    }
}
