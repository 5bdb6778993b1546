internal import GRDB
public import MarketCore

extension SQLiteProductStore {
    /// The number of products that are indexed in one transaction. It takes about 20 ms, so other writes don't wait
    /// long.
    private static let backlogBatch = 100
    /// The number while nobody else has written since the last transaction.
    private static let quietBacklogBatch = 1000

    public func renewSearchIndex(foldedAs folding: Int64) async throws(MarketError) -> Int {
        if try await read({ try $0.searchFolding() }) != folding {
            try await write { try $0.discardSearchIndex(for: folding) }
        }
        return try await indexPendingProducts()
    }

    /// Adds products that aren't indexed yet to the search indexes, in small steps concurrently with other work, for
    /// example after a migration has created an index. Searches don't find them until then.
    ///
    /// - Returns: the number of products that were indexed.
    @discardableResult
    public func indexPendingProducts() async throws(MarketError) -> Int {
        var count = 0
        var batch = Self.backlogBatch
        while !Task.isCancelled {
            let batchCount = try await write { [batch] database in
                let count = try database.records.indexPending(limit: batch)
                // Search results have changed, whatever becomes of the next batch.
                if count > 0 { try database.raiseRevision() }
                return count
            }
            count += batchCount
            if batchCount < batch { break }
            // A larger batch costs less, but whoever writes meanwhile waits for its end.
            let own = revision
            await Task.yield()
            batch = revision == own ? Self.quietBacklogBatch : Self.backlogBatch
        }
        return count
    }
}

extension Database {
    /// The folding with which the search indexes were made.
    fileprivate func searchFolding() throws -> Int64? {
        try firstRow("SELECT search_folding FROM market_state") { try $0.integer(0) }
    }

    /// Empties the search indexes. Their products wait to be indexed.
    ///
    /// - Parameter folding: the folding with which they will be indexed.
    func discardSearchIndex(for folding: Int64) throws {
        try execute(
            sql: """
                INSERT INTO product_search (product_search) VALUES ('delete-all');
                INSERT INTO product_search_by_amount (product_search_by_amount) VALUES ('delete-all');
                DELETE FROM search_word;
                DELETE FROM search_backlog;
                INSERT INTO search_backlog (product_id) SELECT id FROM product WHERE state < 3;
                """
        )
        try execute(cached: "UPDATE market_state SET search_folding = ?", [folding])
        try raiseRevision()
    }
}
