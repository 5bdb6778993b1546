import GRDB

extension Database {
    /// Returns the differences between the stored counts and actual counts.
    func miscounts() throws -> [String] {
        try Row.fetchAll(
            self,
            sql: """
                WITH listed AS (SELECT id, vendor_id, currency IN ('KRW', 'USD') AS krw_usd FROM product WHERE is_listed = 1),
                counted AS (
                    SELECT 1 AS level, id >> 5 AS node, count(*) AS live, sum(krw_usd) AS krw_usd FROM listed GROUP BY node
                    UNION ALL SELECT 2, id >> 10 AS node, count(*), sum(krw_usd) FROM listed GROUP BY node
                    UNION ALL SELECT 3, id >> 15 AS node, count(*), sum(krw_usd) FROM listed GROUP BY node
                    UNION ALL SELECT 4, id >> 20 AS node, count(*), sum(krw_usd) FROM listed GROUP BY node
                    UNION ALL SELECT 5, vendor_id, count(*), sum(krw_usd) FROM listed GROUP BY vendor_id
                    UNION ALL SELECT 6, 1, count(*), ifnull(sum(krw_usd), 0) FROM listed
                    UNION ALL SELECT 7, vendor_id, count(*), 0 FROM product WHERE is_listed = 0 GROUP BY vendor_id
                    UNION ALL SELECT 8, 1, count(*), 0 FROM product WHERE is_listed = 0
                    UNION ALL SELECT 9, category_id, count(*), 0 FROM product
                        WHERE is_listed = 1 AND category_id IS NOT NULL GROUP BY category_id),
                kept AS (
                    SELECT level, node, listed, listed_krw_usd FROM listing_rank
                    UNION ALL SELECT 5, id, product_count, krw_usd_count FROM vendor WHERE product_count > 0
                    UNION ALL SELECT 6, id, product_count, krw_usd_count FROM market_state
                    UNION ALL SELECT 7, id, unlisted_count, 0 FROM vendor WHERE unlisted_count > 0
                    UNION ALL SELECT 8, id, unlisted_count, 0 FROM market_state
                    UNION ALL SELECT 9, id, product_count, 0 FROM category WHERE product_count > 0)
                SELECT * FROM (SELECT * FROM counted EXCEPT SELECT * FROM kept)
                UNION ALL SELECT * FROM (SELECT * FROM kept EXCEPT SELECT * FROM counted)
                """
        ).map(\.description)
    }
}
