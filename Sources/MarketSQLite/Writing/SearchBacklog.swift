internal import GRDB
public import MarketCore

extension SQLiteProductStore {
    /// The number of products that are indexed in one transaction. It takes about 20 ms, so other writes don't wait
    /// long.
    private static let backlogBatch = 100

    /// Adds products that aren't indexed yet to the search indexes, in small steps concurrently with other work, for
    /// example after a migration has created an index. Searches don't find them until then.
    ///
    /// - Returns: the number of products that were indexed.
    @discardableResult
    public func indexPendingProducts() async throws(StoreError) -> Int {
        var count = 0
        while !Task.isCancelled {
            let batchCount = try await write { database in
                try SearchWriter(database: database).indexPending(limit: Self.backlogBatch)
            }
            count += batchCount
            if batchCount < Self.backlogBatch { break }
            await Task.yield()
        }
        // Search results have changed. The revision is raised only once, because every change of it invalidates all
        // encoded lists.
        if count > 0 { try await write { try $0.raiseRevision() } }
        return count
    }
}
