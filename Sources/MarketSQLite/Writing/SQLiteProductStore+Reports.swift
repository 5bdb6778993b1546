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

    public func openReportCount() async throws(MarketError) -> Int {
        try await readStatement { try $0.reports.openCount() }
    }

    public func answerHold(of proof: SellerProof, _ text: String, at now: Timestamp) async throws(MarketError) -> Bool {
        try await write { try $0.reports.answer(proof.product, text, at: now) }
    }

    public func reasonOfBlock(for proof: VendorProof) async throws(MarketError) -> String {
        try await readStatement { try $0.reports.blockReason(of: proof.vendor) }
    }

    public func reasonOfNewName(for proof: VendorProof, after begin: Timestamp) async throws(MarketError) -> String? {
        try await readStatement { try $0.reports.reasonOfNewName(of: proof.vendor, after: begin) }
    }

    public func removeOldReports(at now: Timestamp) async throws(MarketError) {
        try await write { try $0.reports.removeOld(at: now) }
    }
}

extension Database {
    /// The reports, holds and log within a transaction.
    var reports: ReportRecords<DatabaseReports> { ReportRecords(DatabaseReports(database: self)) }

    /// The operators, links and sessions within a transaction.
    var operators: OperatorRecords<DatabaseReports> { OperatorRecords(DatabaseReports(database: self)) }
}

/// A connection to a data folder, for ``ReportRecords`` and ``OperatorRecords``.
struct DatabaseReports: ReportConnection {
    let database: Database

    static var isListed: String { "is_listed = 1" }

    /// A folder has one history: a restore deletes the sessions of the copy (``DatabaseCopy/prepareForRestore()``).
    func history() -> String { "" }

    func place() -> String { "" }

    func product(_ id: Product.ID) throws -> Product? { try ProductReader(database: database).product(id) }

    func vendor(_ id: Vendor.ID) throws -> Vendor? { try VendorReader(database: database).vendor(id) }

    // One connection writes, so nothing has to be locked.
    func lockedVendor(_ id: Vendor.ID) throws -> Vendor? { try vendor(id) }

    func lockContacts(isShared: Bool) {}

    func lockContact(_ key: ContactKey) {}

    func lockOperators() {}

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

    func lockedProduct(_ id: Product.ID) throws -> Product? { try product(id) }

    func delete(_ id: Product.ID, at now: Timestamp) throws {
        _ = try ProductWriter(database: database).delete(id, isByOperator: true, at: now)
    }

    func change(_ product: Product, to lifecycle: ListingLifecycle, at now: Timestamp) throws {
        _ = try LifecycleWriter(database: database).write(lifecycle, of: product, at: now)
    }
}
