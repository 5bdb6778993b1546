internal import GRDB
public import MarketCore
public import MarketModels
internal import Synchronization

extension SQLiteProductStore {
    public func readRecords<Value: Sendable>(
        _ kind: String?,
        _ body: @escaping @Sendable (DatabaseRecords) throws -> Value
    ) async throws(MarketError) -> Value {
        guard let kind else { return try await readStatement { try body($0.records) } }
        return try await readLong(kind) { try body($0.records) }
    }

    public func writeRecords<Value: Sendable>(
        isDeletion: Bool,
        _ body: @escaping @Sendable (DatabaseRecords) throws -> Value
    ) async throws(MarketError) -> Value {
        try await write(isDeletion: isDeletion) { try body($0.records) }
    }

    public func writeSite<Value: Sendable>(
        _ body: @escaping @Sendable (DatabaseRecords) throws -> Value
    ) async throws(MarketError) -> Value {
        try await write { database in
            let before = try database.marketState().revision
            let value = try body(database.records)
            let changed = try database.marketState().revision
            guard changed > before else { return value }
            let categories = try database.records.categories.tree()
            let profile = try database.records.profile.profile()
            // Before the revision of the change is known. Commits are serialised on this connection, so nothing older replaces
            // what is newer.
            database.afterNextTransaction { _ in
                self.mirroredCategories.withLock { $0 = categories }
                self.mirroredProfile.withLock { $0 = profile }
                self.mirroredSiteRevision.store(changed.rawValue, ordering: .releasing)
            }
            return value
        }
    }
}

extension Database {
    /// The records within a transaction.
    var records: DatabaseRecords { DatabaseRecords(database: self) }

    /// The reports, holds and log within a transaction.
    var reports: ReportRecords<DatabaseRecords> { records.reports }
}

/// A connection to a data folder, for the records of a ``MarketCore/ProductStore``.
public struct DatabaseRecords: RecordConnection {
    let database: Database

    public static var isListed: String { "is_listed = 1" }

    public static var categoryCounts: String { "SELECT id, product_count FROM category WHERE product_count > 0" }

    public static var hasOtherWriters: Bool { false }

    public static func indexed(by index: String) -> String { " INDEXED BY \(index)" }

    /// A restore deletes what may have ended since (``DatabaseCopy/prepareForRestore(inPlaceOf:)``).
    public static func isOfThisDatabase(_ row: String) -> String { "TRUE" }

    public func inSnapshot<Value>(_ body: () throws -> Value) throws -> Value { try database.inSnapshot(body) }

    public func raiseRevision(changesSite: Bool) throws { try database.raiseRevision() }

    // One connection writes, so nothing has to be locked.
    public static func locking(_ clause: String) -> String { "" }

    public func lock(_ records: LockedRecords, isShared: Bool) {}

    @discardableResult
    public func execute(_ sql: String, _ values: [MoveValue]) throws -> Int {
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

    public func forEachRow(_ sql: String, _ values: [MoveValue], _ body: (StatementRow) throws -> Void) throws {
        let arguments = values.enumerated().map { (name: "$\($0 + 1)", value: $1) }
        try database.forEachRow(sql, with: arguments) { row in
            try body(row)
            return true
        }
    }

    public func lockedProduct(_ id: Product.ID, forDeletion: Bool) throws -> Product? { try product(id) }

    public func productCount(of vendor: Vendor.ID) throws -> Int64 {
        let counts = try ListingReader(database: database).productCounts(of: vendor)
        return counts.listed + counts.unlisted
    }

    public func nextVendorID() throws -> Vendor.ID {
        let last = try database.firstRow("SELECT seq FROM sqlite_sequence WHERE name = 'vendor'") { try $0.count(0) }
        return Vendor.ID(rawValue: (last ?? 0) + 1)
    }

    /// AUTOINCREMENT has noted it.
    public func noteVendorID(_ id: Vendor.ID) {}

    /// A trigger has added the products to the search backlog.
    public func reindexProducts(of vendor: Vendor, as name: String) {}
}
