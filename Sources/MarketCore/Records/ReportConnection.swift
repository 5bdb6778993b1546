package import MarketModels

/// A connection on which reports, moderation and operators are read and written, within a transaction.
package protocol ReportConnection: RecordConnection {
    /// The condition of a product that lists show, as the partial indexes say it.
    static var isListed: String { get }

    /// The history that a restored database leaves behind, and that sessions end with.
    func history() throws -> String

    /// The server and the database, neither of which a dump brings; empty where no dump is restored. Links end with it.
    func place() throws -> String

    /// Marks that the transaction changes the result of a GET.
    func raiseRevision() throws

    /// Reads a product in any state.
    func product(_ id: Product.ID) throws -> Product?

    /// Reads a vendor.
    func vendor(_ id: Vendor.ID) throws -> Vendor?

    /// Reads a vendor for whom nobody lists anything until the transaction ends.
    func lockedVendor(_ id: Vendor.ID) throws -> Vendor?

    /// Has others wait who block a contact, or list one unless it is shared, until the transaction ends.
    func lockContacts(isShared: Bool) throws

    /// Has others wait who change the block of a contact, or carry it out, until the transaction ends.
    func lockContact(_ key: ContactKey) throws

    /// Has others wait who change operators, until the transaction ends.
    func lockOperators() throws

    /// Reads a product, which nobody else changes until the transaction ends.
    func lockedProduct(_ id: Product.ID) throws -> Product?

    /// Deletes a product for the operator.
    func delete(_ id: Product.ID, at now: Timestamp) throws

    /// Gives a product another lifecycle, with everything that follows from it.
    func change(_ product: Product, to lifecycle: ListingLifecycle, at now: Timestamp) throws
}

extension RecordConnection {
    package func all<Value>(
        _ sql: String,
        _ values: [MoveValue],
        _ read: (Row) throws -> Value
    ) throws -> [Value] {
        var found: [Value] = []
        try forEachRow(sql, values) { found.append(try read($0)) }
        return found
    }

    package func first<Value>(
        _ sql: String,
        _ values: [MoveValue],
        _ read: (Row) throws -> Value
    ) throws -> Value? {
        try all(sql, values, read).first
    }
}

extension MoveValue {
    init(_ value: Int64?) { self = value.map { .integer($0) } ?? .null }
    init(_ text: String?) { self = text.map { .text($0) } ?? .null }
}
