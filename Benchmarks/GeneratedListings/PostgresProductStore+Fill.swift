package import MarketCore
package import MarketPostgres

extension PostgresProductStore {
    /// Fills the market with generated products, much faster than individual listings, for benchmarks and tests. They are the
    /// same as those that `SQLiteProductStore` generates, except that they have no images.
    ///
    /// - Parameter hasAttributes: whether four in five products have a category (of the first 21), a condition, a
    ///   hand-over and a place (of 25), each combination about as often as any other.
    package func fill(count: Int, hasAttributes: Bool = false) async throws(MarketError) {
        try await fill(by: FillScript.text(count: count, hasAttributes: hasAttributes))
    }
}

/// The statements that generate products.
private enum FillScript {
    /// Returns a script that adds products. The indexes by keys are created again afterwards, which is faster by far than
    /// adding keys one product at a time.
    static func text(count: Int, hasAttributes: Bool) -> String {
        """
        SET LOCAL maintenance_work_mem = '512MB';
        ALTER TABLE product DISABLE TRIGGER product_is_counted;
        DROP INDEX product_search_keys;
        INSERT INTO vendor (identifier, name, created_at)
            SELECT 'bulk-' || n, 'Bulk vendor ' || n, 1640995200000 FROM generate_series(1, 100) AS n
            ON CONFLICT (identifier) DO NOTHING;
        CREATE TEMPORARY TABLE bulk ON COMMIT DROP AS SELECT coalesce(max(id), 0) AS last FROM product;
        INSERT INTO product (vendor_id, currency, price, discount, stock, registered_at, updated_at, name,
                category_id, condition, handover, place)
            SELECT (SELECT min(id) FROM vendor WHERE identifier LIKE 'bulk-%') + n % 100,
                CASE WHEN n % 4 = 0 THEN 'USD' ELSE 'KRW' END,
                1000 + n % 97 * 100 + CASE WHEN n % 2 = 0 THEN 100000 ELSE 0 END, n % 3 * 100, n % 50,
                1640995200000 + n * 1000, 1640995200000 + n * 1000,
                CASE WHEN n % 2 = 0 THEN '중고 의자 팝니다 ' ELSE 'Second-hand chair, ' END || \(model) || ' ' || n,
                \(hasAttributes ? attributes : "NULL, NULL, NULL, NULL")
            FROM bulk, generate_series(bulk.last + 1, bulk.last + \(count)) AS n;
        INSERT INTO product_detail (product_id, secret_hash, description)
            SELECT id, '$bulk$', 'Made up to fill a market. 시장을 채우려고 만든 상품입니다. ' || id
            FROM product, bulk WHERE id > bulk.last;
        \(search)
        \(counts)
        CREATE INDEX product_search_keys ON product_search
            USING gin (search_keys(search_block(product_id), texts, keywords)) WITH (fastupdate = off) WHERE is_listed;
        ALTER INDEX product_search_keys ALTER COLUMN 1 SET STATISTICS 0;
        -- A trigger can't be enabled while others wait for the end of the transaction.
        SET CONSTRAINTS ALL IMMEDIATE;
        ALTER TABLE product ENABLE TRIGGER product_is_counted;
        """
    }

    private static let model = [1, 20, 400, 8000].map { place in
        "substr('\(GeneratedTexts.syllables)', (n * 7919 / \(place) % 20 * 2 + 1)::int, 2)"
    }.joined(separator: " || ")

    private static let attributes = [
        "n / 3 % 21 + 1", "n / 67 % 5", "n / 337 % 3",
        "CASE WHEN n / 25225 % 3 = 0 THEN '서울 ' ELSE '' END || substr('\(GeneratedTexts.places)', (n / 1009 % 25 * 3 + 1)::int, 3)",
    ].map { "CASE WHEN n % 5 <> 0 THEN \($0) END" }.joined(separator: ", ")

    /// The texts as `SearchEntry` would fold them.
    private static let search = """
        INSERT INTO product_search (product_id, is_listed, name, texts, keywords)
            SELECT id, true, folded, folded || E'\\n' || initials || E'\\n'
                    || '␣made␣up␣to␣fill␣a␣market.␣시장을␣채우려고␣만든␣상품입니다.␣' || id || '␣' || E'\\n'
                    || '␣' || replace(replace(lower(vendor_name), 'vendor ', 'vendor'), ' ', '␣') || '␣'
                    || coalesce(E'\\n' || folded_place, ''),
                array_remove(ARRAY['vendor:' || vendor_id, 'category:' || slug, 'condition:' || condition,
                    'handover:' || handover], NULL)
                || ARRAY(SELECT 'place:' || substr(folded_place, start, 20)
                    FROM generate_series(1, length(folded_place) - 1) AS start ORDER BY start)
            FROM (SELECT p.*, v.name AS vendor_name, c.slug,
                    '␣' || replace(p.place, ' ', '␣') || '␣' AS folded_place,
                    '␣' || replace(regexp_replace(lower(p.name), ' (\\d+)$', '\\1'), ' ', '␣') || '␣' AS folded,
                    CASE WHEN p.name LIKE '중고%' THEN '␣ㅈㄱ␣ㅇㅈ␣ㅍㄴㄷ␣' ELSE '' END AS initials
                FROM bulk, product AS p JOIN vendor AS v ON v.id = p.vendor_id
                LEFT JOIN category AS c ON c.id = p.category_id WHERE p.id > bulk.last) AS new;
        INSERT INTO search_word (length, word, reversed, product_count)
            SELECT char_length(word), word, reverse(word), count(*)
            FROM bulk, product AS p, LATERAL (SELECT DISTINCT part.word FROM
                regexp_split_to_table(lower(p.name) || ' bulk vendor', '[^[:alpha:]]+') AS part (word)) AS words
            WHERE p.id > bulk.last AND (char_length(word) >= 4 OR char_length(word) >= 2 AND word ~ '^[가-힣]+$')
            GROUP BY word;
        """

    private static let counts = """
        INSERT INTO listing_count (kind, key, listed, listed_krw_usd, unlisted)
            SELECT part.kind, part.key, count(*), count(*), 0
            FROM bulk, product AS p, LATERAL (VALUES (1, p.id >> 5), (2, p.id >> 10), (3, p.id >> 15), (4, p.id >> 20),
                (5, p.vendor_id), (6, p.category_id)) AS part (kind, key)
            WHERE p.id > bulk.last AND part.key IS NOT NULL GROUP BY part.kind, part.key;
        """
}
