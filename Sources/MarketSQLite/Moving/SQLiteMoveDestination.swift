internal import GRDB
package import MarketCore

/// A database to which a market is moved, in a folder of its own until it is complete.
package struct SQLiteMoveDestination: MoveDestination {
    /// The number of products that are indexed in one transaction.
    private static let indexBatch = 1000

    private let store: SQLiteProductStore

    /// Opens the database, or creates it.
    package init(folder: String) async throws(StoreOpeningError) {
        store = try await SQLiteProductStore(folder: folder)
    }

    /// Closes the database. Everything is in a single file then.
    package func close() async throws(StoreError) { try await store.close() }

    package func productCount() async throws(StoreError) -> Int { try await read { try $0.productCount() } }

    package func part(of group: MoveGroup, after key: MoveKey?, limit: Int) async throws(StoreError) -> MovePart {
        try await read { try $0.part(of: group, after: key, limit: limit) }
    }

    package func part(of group: MoveGroup, in range: MoveRange) async throws(StoreError) -> MovePart {
        try await read { try $0.part(of: group, in: range) }
    }

    package func state() async throws(StoreError) -> MoveState { try await read { try $0.state() } }

    package func replace(_ keys: [MoveKey], with part: MovePart) async throws(StoreError) {
        try await store.write { try MoveWriter(database: $0).replace(keys, with: part) }
    }

    package func setState(_ state: MoveState) async throws(StoreError) {
        try await store.write { try MoveWriter(database: $0).setState(state) }
    }

    package func deriveRest(progress: @escaping @Sendable (String) -> Void) async throws(StoreError) {
        progress("search indexes")
        // Counts and ranks are kept by triggers.
        var count = 0
        repeat {
            count = try await store.write { try SearchWriter(database: $0).indexPending(limit: Self.indexBatch) }
        } while count == Self.indexBatch
        try await store.write { try $0.setSearchFolding(SearchFolding.version) }
    }

    private func read<Value: Sendable>(
        _ body: @escaping @Sendable (MoveReader) throws -> Value
    ) async throws(StoreError) -> Value {
        do {
            return try await store.pool.read { try body(MoveReader(database: $0)) }
        } catch {
            throw StoreError(error)
        }
    }
}
