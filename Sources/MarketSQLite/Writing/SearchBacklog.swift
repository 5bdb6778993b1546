internal import GRDB
public import MarketCore

extension SQLiteProductStore {
    /// How many products are put into the search index in one transaction: some 20 ms, so that nobody waits long.
    private static let backlogBatch = 100

    /// Puts products that are not in the search index yet into it, in small steps beside everything else: after a
    /// migration has made the index. Until then searches don't find them.
    ///
    /// - Returns: how many were put in.
    @discardableResult
    public func takeUpSearchBacklog() async throws(StoreError) -> Int {
        var count = 0
        while !Task.isCancelled {
            let taken = try await write { database in
                try SearchWriter(database: database).takeUpBacklog(limit: Self.backlogBatch)
            }
            count += taken
            if taken < Self.backlogBatch { break }
            await Task.yield()
        }
        // What searches find has changed; raised once, for with each step every list would be encoded anew.
        if count > 0 { try await write { try $0.raiseRevision() } }
        return count
    }
}
