public import MarketCore

/// One requirement of ``ProductStore``, with a check that a store meets it.
///
/// A store's own tests run all of ``all``, each with its own storage:
///
///     @Test(arguments: ContractCheck.all)
///     func keepsTheContract(_ check: ContractCheck) async throws {
///         try await check.run { try await MyStore(…) }
///     }
public struct ContractCheck: Sendable, CustomStringConvertible {
    /// The requirement, as a sentence without spaces.
    public let name: String
    /// Whether it looks at the market again after a restart.
    public let reopens: Bool
    private let body: @Sendable (ContractStorage) async throws -> Void

    init(_ name: String, _ body: @escaping @Sendable (any ProductStore) async throws -> Void) {
        self.name = name
        self.body = { try await body($0.store()) }
        reopens = false
    }

    /// A check that closes the store and opens it again.
    init(_ name: String, _ body: @escaping @Sendable (ContractStorage) async throws -> Void) {
        self.name = name
        self.body = body
        reopens = true
    }

    public var description: String { name }

    /// - Parameter open: opens the store. The storage is empty at first and stays the same for the whole check; it is
    ///   reopened only after the store was closed.
    /// - Throws: ``ContractViolation`` if the requirement isn't met, or an error of the store.
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
        roundTrip + paging + identity + edits + withdrawals + tokens + vendors + revisions + images + failures
        + idempotency + searches + forgivingSearches + currencies + lifecycles + rights + ownProducts + attributes
        + reductions + places + reports + operators + feeds + keys + invitations + relatedSellers + moderation
        + contacts + holdOrders
        + approvals + undos
        + browsers + endedBrowsers + profiles
}
