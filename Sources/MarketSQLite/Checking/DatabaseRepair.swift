internal import GRDB
public import MarketCore

extension SQLiteProductStore {
    /// Rebuilds all derived data: SQLite's indexes, counts, ranks and search indexes. The data that users have stored
    /// isn't changed.
    ///
    /// Nothing else may use the store in the meantime. It takes as long as listing all products again.
    ///
    /// - Parameter progress: called with the number of products that have been added to the search indexes.
    /// - Throws: `MarketError.damaged` when stored data can't be read. Then either nothing has changed, or only the
    ///   search indexes are incomplete; the store completes them when it is opened again.
    public func repair(progress: @escaping @Sendable (Int) -> Void = { _ in }) async throws(MarketError) {
        do {
            try await pool.writeWithoutTransaction { database in
                try database.inTransaction(.immediate) {
                    try database.execute(sql: "REINDEX")
                    try database.execute(sql: Self.rebuildCountsSQL)
                    try database.discardSearchIndex(for: SearchFolding.version)
                    return .commit
                }
            }
            var count = 0
            while true {
                let batchCount = try await pool.writeWithoutTransaction { database in
                    var batchCount = 0
                    try database.inTransaction(.immediate) {
                        batchCount = try database.records.indexPending(limit: Self.repairBatch)
                        return .commit
                    }
                    self.log.truncateIfLarge(database)
                    return batchCount
                }
                count += batchCount
                progress(count)
                if batchCount < Self.repairBatch { return }
            }
        } catch {
            throw MarketError(error)
        }
    }

    /// The number of products that are indexed in one transaction. It is large because no other access has to wait.
    private static let repairBatch = 1000

    private static let rebuildCountsSQL = """
        DELETE FROM listing_rank;
        INSERT INTO listing_rank (level, node, listed, listed_krw_usd)
            SELECT l.level, p.id >> (5 * l.level), count(*), sum(p.currency IN ('KRW', 'USD'))
            FROM (SELECT 1 AS level UNION ALL SELECT 2 UNION ALL SELECT 3 UNION ALL SELECT 4) AS l, product AS p
            WHERE p.is_listed = 1 GROUP BY 1, 2;
        UPDATE market_state SET product_count = (SELECT count(*) FROM product WHERE is_listed = 1),
            krw_usd_count = (SELECT count(*) FROM product WHERE is_listed = 1 AND currency IN ('KRW', 'USD')),
            unlisted_count = (SELECT count(*) FROM product WHERE is_listed = 0), revision = revision + 1;
        UPDATE vendor SET
            product_count = (SELECT count(*) FROM product WHERE vendor_id = vendor.id AND is_listed = 1),
            krw_usd_count = (SELECT count(*) FROM product
                WHERE vendor_id = vendor.id AND is_listed = 1 AND currency IN ('KRW', 'USD')),
            unlisted_count = (SELECT count(*) FROM product WHERE vendor_id = vendor.id AND is_listed = 0);
        UPDATE category SET product_count = 0;
        UPDATE category SET product_count = counted.number
            FROM (SELECT category_id, count(*) AS number FROM product WHERE is_listed = 1 GROUP BY 1) AS counted
            WHERE category.id = counted.category_id;
        """
}
