public import MarketModels

/// A connection on which records are read and written whose statements are the same in every store, within a transaction.
public protocol RecordConnection {
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

    /// The statement that returns the categories of which lists show products, and the number of these.
    static var categoryCounts: String { get }

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

    /// Returns a clause that locks the rows that a statement reads, until the transaction ends; empty where nobody else writes.
    static func locking(_ clause: String) -> String

    /// Has other transactions wait that lock the same records, unless both share them, until this one ends.
    func lock(_ records: LockedRecords, isShared: Bool) throws

    /// Reads a product in any state as its seller sees it.
    func sellerProduct(_ id: Product.ID) throws -> SellerProduct?

    /// Reads a product, which nobody else changes until the transaction ends.
    func lockedProduct(_ id: Product.ID, forDeletion: Bool) throws -> Product?

    /// Returns the number of a vendor's products in all states.
    func productCount(of vendor: Vendor.ID) throws -> Int64

    /// Returns the id of the next vendor, which is above every id ever assigned.
    func nextVendorID() throws -> Vendor.ID

    /// Has the next id of a vendor be above one that was chosen.
    func noteVendorID(_ id: Vendor.ID) throws

    /// Has searches find a new product.
    func index(_ product: Product) throws

    /// Has searches find a product that was changed as it is now.
    func reindex(_ before: Product, as after: Product) throws

    /// Has searches find a vendor's products under another name.
    func reindexProducts(of vendor: Vendor, as name: String) throws

    /// Has searches find a product no more.
    func unindex(_ product: Product) throws
}

/// Records of which a transaction locks all, because it looks for some that may not be there.
public enum LockedRecords {
    /// The blocks of contacts: alone for who changes one, shared by who lists or shows a contact.
    case contacts
    case operators
    /// The categories and the profile.
    case site
    case vendors
}

extension RecordConnection {
    func lock(_ records: LockedRecords) throws { try lock(records, isShared: false) }

    /// Returns whether a product has a secret, and has others wait who change that, or the product's rights, until the transaction
    /// ends.
    func lock(_ secret: SecretHash, of id: Product.ID) throws -> Bool {
        try exists(
            """
            SELECT 1 FROM product_detail WHERE product_id = $1 AND secret_hash = $2 \(Self.locking("FOR NO KEY UPDATE"))
            """,
            [.integer(id.rawValue), .text(secret.rawValue)]
        )
    }

    func raiseRevision() throws { try raiseRevision(changesSite: false) }

    func lockedProduct(_ id: Product.ID) throws -> Product? { try lockedProduct(id, forDeletion: false) }

    package func vendor(_ id: Vendor.ID) throws -> Vendor? { try vendors.vendor(id) }

    /// Reads the images of a product in order.
    package func images(of id: Product.ID) throws -> [ProductImage] {
        try all(
            "SELECT id, name, width, height, issued_at FROM image WHERE product_id = $1 ORDER BY position",
            [.integer(id.rawValue)]
        ) { try $0.productImage(from: 0, of: id) }
    }

    /// Returns what there is to say of a product that isn't there.
    package func absence(of id: Product.ID) throws -> ProductLookup {
        let sql = "SELECT is_deleted_by_operator FROM tombstone WHERE product_id = $1"
        let deletion = try first(sql, [.integer(id.rawValue)]) { ProductLookup.deleted(isRemoved: try $0.boolean(0)) }
        return deletion ?? .unknown
    }

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

    /// Returns whether a statement finds a row.
    package func exists(_ sql: String, _ values: [MoveValue]) throws -> Bool {
        try first(sql, values) { _ in true } ?? false
    }

    /// Returns the number that a statement counts.
    func number(_ sql: String, _ values: [MoveValue] = []) throws -> Int {
        Int(clamping: try first(sql, values) { try $0.count(0) } ?? 0)
    }
}

extension MoveValue {
    package init(_ value: Int64?) { self = value.map { .integer($0) } ?? .null }
    package init(_ text: String?) { self = text.map { .text($0) } ?? .null }
}

extension RecordConnection {
    /// The reports, holds and log.
    package var reports: ReportRecords<Self> { ReportRecords(self) }

    var idempotencyRecords: IdempotencyRecords<Self> { IdempotencyRecords(self) }
    package var categories: CategoryRecords<Self> { CategoryRecords(self) }
    package var lifecycles: LifecycleRecords<Self> { LifecycleRecords(self) }
    package var moves: MoveRecords<Self> { MoveRecords(self) }
    package var prices: PriceRecords<Self> { PriceRecords(self) }
    package var products: ProductRecords<Self> { ProductRecords(self) }
    package var profile: ProfileRecords<Self> { ProfileRecords(self) }
    package var vendors: VendorRecords<Self> { VendorRecords(self) }
}
