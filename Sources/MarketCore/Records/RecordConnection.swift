package import MarketModels

/// A connection on which records are read and written whose statements are the same in every store, within a transaction.
package protocol RecordConnection {
    associatedtype Row: StoredRow

    /// Executes a statement with the parameters `$1` and so on.
    ///
    /// - Returns: the number of rows that were changed.
    @discardableResult
    func execute(_ sql: String, _ values: [MoveValue]) throws -> Int

    /// Passes the rows of a statement to `body`.
    func forEachRow(_ sql: String, _ values: [MoveValue], _ body: (Row) throws -> Void) throws

    /// Runs `body`, whose statements read the same snapshot.
    func inSnapshot<Value>(_ body: () throws -> Value) throws -> Value

    /// The condition of a product that lists show, as the partial indexes say it.
    static var isListed: String { get }

    /// Whether other processes write to the same tables.
    static var hasOtherWriters: Bool { get }

    /// Returns what says, behind the name of a table, by which index it is read; empty where the planner finds that out.
    static func indexed(by index: String) -> String

    /// Returns the condition that a row wasn't brought by a backup that was restored, which may revive what had ended.
    ///
    /// - Parameter row: the name of its table in the statement.
    static func isOfThisDatabase(_ row: String) -> String

    /// Marks that the transaction changes the result of a GET.
    ///
    /// - Parameter changesSite: whether it changes categories or the profile, of which every process has a copy.
    func raiseRevision(changesSite: Bool) throws

    /// Reads a product in any state.
    func product(_ id: Product.ID) throws -> Product?

    /// Reads a vendor for whom nobody lists anything until the transaction ends.
    func lockedVendor(_ id: Vendor.ID) throws -> Vendor?

    /// Has others wait who block a contact, or list one unless it is shared, until the transaction ends.
    func lockContacts(isShared: Bool) throws

    /// Has others wait who change the block of a contact, or carry it out, until the transaction ends.
    func lockContact(_ key: ContactKey) throws

    /// Has others wait who change categories or the profile, until the transaction ends.
    func lockSite() throws

    /// Returns whether a product has a secret, and has others wait who change that, or the product's rights, until the transaction
    /// ends.
    func lock(_ secret: SecretHash, of id: Product.ID) throws -> Bool

    /// Has others wait who change operators, until the transaction ends.
    func lockOperators() throws

    /// Reads a product in any state as its seller sees it.
    func sellerProduct(_ id: Product.ID) throws -> SellerProduct?

    /// Reads a product, which nobody else changes until the transaction ends.
    func lockedProduct(_ id: Product.ID, forDeletion: Bool) throws -> Product?

    /// Reads the images of a product in order.
    func images(of id: Product.ID) throws -> [ProductImage]

    /// Returns the number of a vendor's products in all states.
    func productCount(of vendor: Vendor.ID) throws -> Int64

    /// Has searches find a product that was changed as it is now.
    func reindex(_ before: Product, as after: Product) throws

    /// Has searches find a product no more.
    func unindex(_ product: Product) throws
}

extension RecordConnection {
    func raiseRevision() throws { try raiseRevision(changesSite: false) }

    func lockedProduct(_ id: Product.ID) throws -> Product? { try lockedProduct(id, forDeletion: false) }

    package func vendor(_ id: Vendor.ID) throws -> Vendor? { try vendors.vendor(id) }

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
    package init(_ value: Int64?) { self = value.map { .integer($0) } ?? .null }
    package init(_ text: String?) { self = text.map { .text($0) } ?? .null }
}
