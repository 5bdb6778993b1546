internal import GRDB
public import MarketCore

extension SQLiteProductStore {
    /// Makes anew whatever follows from the products: SQLite's indexes, counts, ranks and search indexes. What people
    /// have stored is not touched.
    ///
    /// Nothing else may use the store meanwhile. It takes as long as all products take to be listed anew.
    ///
    /// - Parameter progress: told how many products are in the search indexes again.
    /// - Throws: `StoreError.corrupt` when what people have stored can't be read; then nothing has changed, or only the
    ///   search indexes are not full yet: opened again, the store goes on with them.
    public func repair(progress: @escaping @Sendable (Int) -> Void = { _ in }) async throws(StoreError) {
        do {
            try await pool.writeWithoutTransaction { database in
                try database.inTransaction(.immediate) {
                    try database.execute(sql: "REINDEX")
                    try database.execute(sql: Self.countedAnew)
                    try database.execute(sql: Self.searchIndexesEmptied)
                    return .commit
                }
            }
            var count = 0
            while true {
                let taken = try await pool.writeWithoutTransaction { database in
                    var taken = 0
                    try database.inTransaction(.immediate) {
                        taken = try SearchWriter(database: database).takeUpBacklog(limit: Self.repairBatch)
                        return .commit
                    }
                    self.log.bound(database)
                    return taken
                }
                count += taken
                progress(count)
                if taken < Self.repairBatch { return }
            }
        } catch {
            throw StoreError(error)
        }
    }

    /// So many products are put into the search indexes in one transaction: nobody waits.
    private static let repairBatch = 1000

    private static let countedAnew = """
        DELETE FROM listing_rank;
        INSERT INTO listing_rank (level, node, live, krw_usd)
            SELECT 1, id >> 5, count(*), sum(currency IN ('KRW', 'USD')) FROM product GROUP BY 2;
        INSERT INTO listing_rank (level, node, live, krw_usd)
            SELECT 2, id >> 10, count(*), sum(currency IN ('KRW', 'USD')) FROM product GROUP BY 2;
        INSERT INTO listing_rank (level, node, live, krw_usd)
            SELECT 3, id >> 15, count(*), sum(currency IN ('KRW', 'USD')) FROM product GROUP BY 2;
        INSERT INTO listing_rank (level, node, live, krw_usd)
            SELECT 4, id >> 20, count(*), sum(currency IN ('KRW', 'USD')) FROM product GROUP BY 2;
        UPDATE market_state SET product_count = (SELECT count(*) FROM product),
            krw_usd_count = (SELECT count(*) FROM product WHERE currency IN ('KRW', 'USD')), revision = revision + 1;
        UPDATE vendor SET product_count = (SELECT count(*) FROM product WHERE vendor_id = vendor.id),
            krw_usd_count = (SELECT count(*) FROM product WHERE vendor_id = vendor.id AND currency IN ('KRW', 'USD'));
        """

    private static let searchIndexesEmptied = """
        INSERT INTO product_search (product_search) VALUES ('delete-all');
        INSERT INTO product_search_by_amount (product_search_by_amount) VALUES ('delete-all');
        DELETE FROM search_word;
        DELETE FROM search_backlog;
        INSERT INTO search_backlog (product_id) SELECT id FROM product;
        """
}
