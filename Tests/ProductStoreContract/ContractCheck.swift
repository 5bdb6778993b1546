public import MarketCore

/// One promise of ``ProductStore`` with the way to see whether a store keeps it.
///
/// A store's own tests run all of ``all``, each against storage of its own:
///
///     @Test(arguments: ContractCheck.all)
///     func keepsTheContract(_ check: ContractCheck) async throws {
///         try await check.run { try await MyStore(…) }
///     }
public struct ContractCheck: Sendable, CustomStringConvertible {
    /// The promise, as a sentence without spaces.
    public let name: String
    private let body: @Sendable (ContractStorage) async throws -> Void

    init(_ name: String, _ body: @escaping @Sendable (ContractStorage) async throws -> Void) {
        self.name = name
        self.body = body
    }

    public var description: String { name }

    /// - Parameter open: opens the store. The storage is empty at first and stays the same for the whole check; it is
    ///   opened again only after the store was closed.
    /// - Throws: ``ContractViolation`` when the promise is broken, or what the store threw.
    public func run(open: @escaping @Sendable () async throws -> any ProductStore) async throws {
        let storage = ContractStorage(open: open)
        do {
            try await body(storage)
        } catch {
            try? await storage.close()
            throw error
        }
        try await storage.close()
    }

    /// The whole contract.
    public static let all: [ContractCheck] =
        roundTrip + paging + identity + edits + withdrawals + tokens + vendors + revisions + pictures + failures
        + receipts + searches + forgivingSearches + currencies
}
