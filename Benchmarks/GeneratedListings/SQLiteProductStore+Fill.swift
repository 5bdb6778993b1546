package import MarketCore
package import MarketSQLite

extension SQLiteProductStore {
    /// Fills the market with generated products, much faster than individual listings, for benchmarks and tests.
    ///
    /// The products are added after the existing ones. Each has one image, whose name is in no image store, and a
    /// secret hash that matches no secret. A hundred vendors share them. Half of them are chairs, which are cheaper
    /// than the others, and their models have about 160,000 names. The schema's triggers maintain the counts as for
    /// every write.
    ///
    /// - Parameter hasAttributes: whether four in five products have a category (of the first 21), a condition, a
    ///   hand-over and a place (of 25), each combination about as often as any other.
    package func fill(count: Int, hasAttributes: Bool = false) async throws(MarketError) {
        var remaining = count
        while remaining > 0 {
            // Short transactions keep the log small.
            let batch = min(remaining, 20_000)
            try await writeRecords(isDeletion: false) { try $0.fillBatch(batch, hasAttributes) }
            remaining -= batch
        }
    }
}

extension RecordConnection {
    fileprivate func fillBatch(_ count: Int, _ hasAttributes: Bool) throws {
        try execute(
            """
            WITH RECURSIVE number (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < 100)
            INSERT INTO vendor (identifier, name, created_at)
            SELECT 'bulk-' || n, 'Bulk vendor ' || n, 1640995200000 FROM number WHERE true
            ON CONFLICT (identifier) DO NOTHING
            """,
            []
        )
        let vendor = try integer("SELECT min(id) FROM vendor WHERE identifier LIKE 'bulk-%'")
        // Ids are assigned explicitly, which AUTOINCREMENT allows, because products and images refer to each other.
        let product = try integer("SELECT seq FROM sqlite_sequence WHERE name = 'product'")
        let image = try integer("SELECT seq FROM sqlite_sequence WHERE name = 'image'")
        let count = MoveValue.integer(Int64(count))
        let numbers = "WITH RECURSIVE number (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < $1)"
        try execute(
            """
            \(numbers)
            INSERT INTO product (id, vendor_id, currency, price, discount, stock, registered_at, updated_at,
                thumbnail_id, thumbnail_name, name, category_id, condition, handover, place)
            SELECT $2 + n, $4 + ($2 + n) % 100, iif(n % 4 = 0, 'USD', 'KRW'),
                1000 + n % 97 * 100 + iif(n % 2 = 0, 100000, 0), n % 3 * 100, n % 50, 1640995200000 + ($2 + n) * 1000,
                1640995200000 + ($2 + n) * 1000, $3 + n, printf('%040x', $3 + n),
                iif(n % 2 = 0, '중고 의자 팝니다 ', 'Second-hand chair, ') || \(Self.model("($2 + n)")) || ' ' || ($2 + n),
                \(hasAttributes ? Self.attributes("($2 + n)") : "NULL, NULL, NULL, NULL")
            FROM number
            """,
            [count, product, image, vendor]
        )
        try execute(
            """
            \(numbers)
            INSERT INTO image (id, product_id, position, name, width, height, issued_at)
            SELECT $3 + n, $2 + n, 0, printf('%040x', $3 + n), 1200, 900, 1640995200000 + ($2 + n) * 1000 FROM number
            """,
            [count, product, image]
        )
        try execute(
            """
            \(numbers)
            INSERT INTO product_detail (product_id, secret_hash, contact, description)
            SELECT $2 + n, '$bulk$', NULL, 'Made up to fill a market. 시장을 채우려고 만든 상품입니다. ' || ($2 + n) FROM number
            """,
            [count, product]
        )
        // Indexing them for search is left to ``SQLiteProductStore/indexPendingProducts()``, which takes longer than
        // all of this.
        try execute("INSERT INTO search_backlog (product_id) SELECT id FROM product WHERE id > $1", [product])
        try raiseRevision(changesSite: false)
    }

    /// Returns the number that a statement finds, or 0.
    private func integer(_ sql: String) throws -> MoveValue {
        .integer(try first(sql, []) { try $0.integer(0) } ?? 0)
    }

    /// Returns an SQL expression that derives a word of four syllables from a number.
    private static func model(_ number: String) -> String {
        [1, 20, 400, 8000].map { place in
            "substr('\(GeneratedTexts.syllables)', \(number) * 7919 / \(place) % 20 * 2 + 1, 2)"
        }.joined(separator: " || ")
    }

    /// Returns SQL expressions that derive category, condition, hand-over and place from a number.
    private static func attributes(_ number: String) -> String {
        let values = [
            "\(number) / 3 % 21 + 1", "\(number) / 67 % 5", "\(number) / 337 % 3",
            "iif(\(number) / 25225 % 3 = 0, '서울 ', '')"
                + " || substr('\(GeneratedTexts.places)', \(number) / 1009 % 25 * 3 + 1, 3)",
        ]
        return values.map { "iif(\(number) % 5 = 0, NULL, \($0))" }.joined(separator: ", ")
    }
}
