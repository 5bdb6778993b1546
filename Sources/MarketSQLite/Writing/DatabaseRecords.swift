internal import GRDB
package import MarketCore
package import MarketModels

extension SQLiteProductStore: RecordStore {
    package func readRecords<Value: Sendable>(
        _ kind: String?,
        _ body: @escaping @Sendable (DatabaseRecords) throws -> Value
    ) async throws(MarketError) -> Value {
        guard let kind else { return try await readStatement { try body(DatabaseRecords(database: $0)) } }
        return try await readLong(kind) { try body(DatabaseRecords(database: $0)) }
    }

    package func writeRecords<Value: Sendable>(
        _ body: @escaping @Sendable (DatabaseRecords) throws -> Value
    ) async throws(MarketError) -> Value {
        try await write { try body(DatabaseRecords(database: $0)) }
    }
}

extension Database {
    /// The reports, holds and log within a transaction.
    var reports: ReportRecords<DatabaseRecords> { DatabaseRecords(database: self).reports }

    /// The market's profile within a transaction.
    var profile: ProfileRecords<DatabaseRecords> { DatabaseRecords(database: self).profile }
}

/// A connection to a data folder, for ``RecordStore``.
package struct DatabaseRecords: ReportConnection {
    let database: Database

    package static var isListed: String { "is_listed = 1" }

    /// A folder has one history: a restore deletes the sessions of the copy (``DatabaseCopy/prepareForRestore()``).
    package func history() -> String { "" }

    package func place() -> String { "" }

    package func raiseRevision() throws { try database.raiseRevision() }

    package func product(_ id: Product.ID) throws -> Product? { try ProductReader(database: database).product(id) }

    package func vendor(_ id: Vendor.ID) throws -> Vendor? { try VendorReader(database: database).vendor(id) }

    // One connection writes, so nothing has to be locked.
    package func lockedVendor(_ id: Vendor.ID) throws -> Vendor? { try vendor(id) }

    package func lockContacts(isShared: Bool) {}

    package func lockContact(_ key: ContactKey) {}

    package func lockOperators() {}

    package func execute(_ sql: String, _ values: [MoveValue]) throws -> Int {
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

    package func forEachRow(_ sql: String, _ values: [MoveValue], _ body: (StatementRow) throws -> Void) throws {
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

    package func lockedProduct(_ id: Product.ID) throws -> Product? { try product(id) }

    package func delete(_ id: Product.ID, at now: Timestamp) throws {
        _ = try ProductWriter(database: database).delete(id, isByOperator: true, at: now)
    }

    package func change(_ product: Product, to lifecycle: ListingLifecycle, at now: Timestamp) throws {
        _ = try LifecycleWriter(database: database).write(lifecycle, of: product, at: now)
    }
}
