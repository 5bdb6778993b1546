public import MarketCore
internal import MarketModels

extension PostgresProductStore {
    /// The number of products that are indexed in one transaction.
    private static let renewalBatch = 100

    /// Any number of processes may do it at once: they take turns.
    public func renewSearchIndex(foldedAs folding: Int64) async throws(MarketError) -> Int {
        var state = try await read { try SearchRenewal(connection: $0).state() }
        if state.folding != folding {
            try await write { try SearchRenewal(connection: $0).begin(for: folding) }
            state.isIncomplete = true
        }
        var (count, last): (Int, Int64) = (0, .max)
        while state.isIncomplete, !Task.isCancelled {
            let bound = last
            let ids = try await write { connection in
                try SearchRenewal(connection: connection).indexProducts(below: bound, limit: Self.renewalBatch)
            }
            count += ids.count
            guard let end = ids.last else { break }
            last = end
            await Task.yield()
        }
        return count
    }
}

/// What makes the search index anew, within a transaction. A product waits to be indexed while it has no row in the index.
struct SearchRenewal {
    let connection: PostgresConnection

    /// The folding of the index, and whether products wait to be indexed.
    func state() throws -> (folding: Int64, isIncomplete: Bool) {
        let state = try connection.firstRow("SELECT search_folding, search_is_incomplete FROM market_state") {
            (folding: try $0.integer(0), isIncomplete: try $0.boolean(1))
        }
        guard let state else { throw CorruptRowError(reason: "the market's state is missing") }
        return state
    }

    /// Empties the index, unless another process has done it.
    func begin(for folding: Int64) throws {
        try lock()
        guard try state().folding != folding else { return }
        // It waits for transactions that write to the index, and none sees a part of it.
        try connection.script("TRUNCATE product_search, search_word")
        try connection.execute("UPDATE market_state SET search_folding = $1, search_is_incomplete = true", [folding])
        try ChangeWriter(connection: connection).raiseRevision()
    }

    /// Indexes the newest products that wait and have lower ids.
    ///
    /// - Returns: the ids of those that waited, in descending order. If there are none, the index is complete.
    func indexProducts(below bound: Int64, limit: Int) throws -> [Int64] {
        try lock()
        let ids = try connection.all(
            """
            SELECT p.id FROM product AS p WHERE p.id < $1 AND p.state < 3
                AND NOT EXISTS (SELECT FROM product_search AS s WHERE s.product_id = p.id)
            ORDER BY p.id DESC LIMIT $2 FOR NO KEY UPDATE OF p
            """,
            [bound, limit]
        ) { try $0.positive(0) }
        guard !ids.isEmpty else {
            try connection.execute("UPDATE market_state SET search_is_incomplete = false")
            return []
        }
        // The transactions that were waited for may have changed or indexed some.
        let indexed = Set(
            try connection.all("SELECT product_id FROM product_search WHERE product_id = ANY ($1)", [ids]) {
                try $0.positive(0)
            }
        )
        let products = try ids.filter { !indexed.contains($0) }
            .compactMap { try connection.records.product(Product.ID(rawValue: $0)) }
        try connection.records.index(products.filter(\.state.isPublic).map { SearchEntry($0) })
        try ChangeWriter(connection: connection).raiseRevision()
        return ids
    }

    /// Has other processes wait that do the same, until the transaction ends.
    private func lock() throws { try connection.execute("SELECT pg_advisory_xact_lock($1)", [AdvisoryLock.search]) }
}
