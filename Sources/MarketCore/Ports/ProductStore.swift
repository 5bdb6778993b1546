public import MarketModels

/// A store of everything that people list and that belongs to it.
///
/// Every store passes the same contract suite (`Tests/ProductStoreContract`). A write is durable when it returns. A
/// read sees at least every write that returned before the read began.
///
/// What every store reads and writes with the same statements is in extensions, with the types of the folder `Records`.
/// The store only has to open connections for it.
public protocol ProductStore: RevisionSource, ProductReading, ImageReferences, ReleasedImageStore,
    ImageVisibilityReading, StoreLifecycle
{
    associatedtype Records: RecordConnection

    /// The categories of the market. Reading them does no I/O. A change of them raises the revision, and is known before it:
    /// whoever reads the revision first gets no older categories.
    var categories: CategoryTree { get }

    /// The market's own name, contact, color and pages, which are read and change as its categories do.
    var profile: MarketProfile { get }

    /// A revision not before the newest change of the categories or of the market's profile, or 0 if this process knows of none.
    /// It is known before that revision. What was read earlier may show the categories or the profile of before.
    var siteRevision: Revision { get }

    /// Reads with one statement, or with several in a transaction of their own.
    ///
    /// - Parameter kind: the kind of a read that may take long, for logs; nil for a quick one.
    func readRecords<Value: Sendable>(
        _ kind: String?,
        _ body: @escaping @Sendable (Records) throws -> Value
    ) async throws(MarketError) -> Value

    /// Writes in one transaction, which is rolled back when `body` throws.
    ///
    /// - Parameter isDeletion: whether the write deletes something, or lets a seller do so, which a full disk mustn't prevent.
    func writeRecords<Value: Sendable>(
        isDeletion: Bool,
        _ body: @escaping @Sendable (Records) throws -> Value
    ) async throws(MarketError) -> Value

    /// Writes categories or the profile, of which every process has a copy. When it returns, this process has the new one.
    func writeSite<Value: Sendable>(
        _ body: @escaping @Sendable (Records) throws -> Value
    ) async throws(MarketError) -> Value

    /// Stores a new product, with a new id that is greater than every id assigned before, together with its
    /// idempotency record.
    ///
    /// - Throws: ``MarketError/requestInFlight`` if another request has listed a product with the key of the record in the
    ///   meantime. Then nothing is stored.
    func add(_ product: NewProduct) async throws(MarketError) -> Product

    /// Stores the result of an edit if the product still has the version that the edit started from. If it lowers the sale
    /// price, the product gets the reduction that ``PriceHistory`` tells. An edit that refers to an image that the product
    /// doesn't have throws and writes nothing.
    func replace(_ edit: ProductEdit) async throws(MarketError) -> EditOutcome

    /// Deletes a product, its image rows and its tokens, and leaves a tombstone.
    ///
    /// - Parameter erasure: that the operator erases it, which is logged; nil for its seller.
    /// - Returns: the product as it was, or nil if there is no such product.
    func delete(_ id: Product.ID, _ erasure: ProductErasure?, at now: Timestamp) async throws(MarketError) -> Product?

    /// Completes the search index, where a write leaves that for after its commit.
    ///
    /// - Returns: the number of products that were indexed.
    func indexPendingProducts() async throws(MarketError) -> Int

    /// Makes the search index anew if it was made with another folding, and otherwise completes it, in small steps concurrently
    /// with other work. Until then, searches find what is indexed.
    ///
    /// - Parameter folding: ``SearchFolding/version``; another one in tests.
    /// - Returns: the number of products that were indexed.
    func renewSearchIndex(foldedAs folding: Int64) async throws(MarketError) -> Int
}

extension ProductStore {
    func readRecords<Value: Sendable>(
        _ body: @escaping @Sendable (Records) throws -> Value
    ) async throws(MarketError) -> Value {
        try await readRecords(nil, body)
    }

    func writeRecords<Value: Sendable>(
        _ body: @escaping @Sendable (Records) throws -> Value
    ) async throws(MarketError) -> Value {
        try await writeRecords(isDeletion: false, body)
    }

    public func indexPendingProducts() async throws(MarketError) -> Int { 0 }

    /// Deletes a product for its seller.
    package func delete(_ id: Product.ID, at now: Timestamp) async throws(MarketError) -> Product? {
        try await delete(id, nil, at: now)
    }
}

/// What a process knows of the store's newest revision.
public protocol RevisionSource: Sendable {
    /// The revision of the newest commit that changed the result of any GET, as far as this process knows. Reading it
    /// does no I/O.
    ///
    /// The revision changes before the write that changed it returns. Issuing a token doesn't change it.
    var revision: Revision { get }

    /// Whether ``revision`` was the newest one at most a second ago. If not, nothing may be answered from memory. Reading
    /// it does no I/O. Always true for a store without writers in other processes.
    var isCurrent: Bool { get }

    /// Whether other processes may write to the store. If none may, ``revision`` is always the newest one, and clients
    /// needn't be told what they have written.
    var hasOtherWriters: Bool { get }

    /// Waits until this process knows a revision that a client was told by another process, at most a second. It returns
    /// at once if it knows the revision already, and soon if the store has no such revision.
    ///
    /// - Parameter revision: as the client sent it; it may be any number.
    func catchUp(with revision: Revision) async
}

extension RevisionSource {
    public var hasOtherWriters: Bool { false }

    public func catchUp(with revision: Revision) async {}
}
