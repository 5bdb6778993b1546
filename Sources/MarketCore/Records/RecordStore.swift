internal import MarketModels

/// A store of tables that are read and written with statements that are the same in every store, as far as the types in this folder
/// have them. It has to open connections for them.
package protocol RecordStore: ProductStore {
    associatedtype Records: RecordConnection

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
}

extension RecordStore {
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
}

extension RecordConnection {
    /// The reports, holds and log.
    package var reports: ReportRecords<Self> { ReportRecords(self) }

    /// The operators, links and sessions.
    var operators: OperatorRecords<Self> { OperatorRecords(self) }

    /// The browsers of sellers.
    package var browsers: BrowserRecords<Self> { BrowserRecords(self) }

    var deleteTokens: DeleteTokenRecords<Self> { DeleteTokenRecords(self) }
    var idempotencyRecords: IdempotencyRecords<Self> { IdempotencyRecords(self) }
    package var categories: CategoryRecords<Self> { CategoryRecords(self) }
    package var lifecycles: LifecycleRecords<Self> { LifecycleRecords(self) }
    package var moves: MoveRecords<Self> { MoveRecords(self) }
    package var prices: PriceRecords<Self> { PriceRecords(self) }
    package var products: ProductRecords<Self> { ProductRecords(self) }
    package var profile: ProfileRecords<Self> { ProfileRecords(self) }
    var releasedImages: ReleasedImageRecords<Self> { ReleasedImageRecords(self) }
    package var rights: RightRecords<Self> { RightRecords(self) }
    package var vendors: VendorRecords<Self> { VendorRecords(self) }
}
