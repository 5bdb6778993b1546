internal import GRDB
package import MarketCore
internal import MarketModels
internal import Synchronization

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
        try await addBulkVendors()
        var remaining = count
        while remaining > 0 {
            // Short transactions keep the log small.
            let batch = min(remaining, 20_000)
            try await write { database in try database.fillBatch(batch, hasAttributes) }
            remaining -= batch
        }
    }

    private func addBulkVendors() async throws(MarketError) {
        try await write { database in
            try database.execute(
                sql: """
                    WITH RECURSIVE number (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < 100)
                    INSERT INTO vendor (identifier, name, created_at)
                    SELECT 'bulk-' || n, 'Bulk vendor ' || n, 1640995200000 FROM number WHERE true
                    ON CONFLICT (identifier) DO NOTHING
                    """
            )
        }
    }
}

extension Database {
    fileprivate func fillBatch(_ count: Int, _ hasAttributes: Bool) throws {
        // Ids are assigned explicitly, which AUTOINCREMENT allows, because products and images refer to each other.
        let arguments: StatementArguments = [
            "count": count, "product": try lastID("product"), "image": try lastID("image"),
            "vendor": try Int64.fetchOne(self, sql: "SELECT min(id) FROM vendor WHERE identifier LIKE 'bulk-%'"),
        ]
        let first = try lastID("product")
        let numbers =
            "WITH RECURSIVE number (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < :count)"
        try cachedStatement(
            sql: """
                \(numbers)
                INSERT INTO product (id, vendor_id, currency, price, discount, stock, registered_at, updated_at,
                    thumbnail_id, thumbnail_name, name, category_id, condition, handover, place)
                SELECT :product + n, :vendor + (:product + n) % 100, iif(n % 4 = 0, 'USD', 'KRW'),
                    1000 + n % 97 * 100 + iif(n % 2 = 0, 100000, 0), n % 3 * 100, n % 50, 1640995200000 + (:product + n) * 1000,
                    1640995200000 + (:product + n) * 1000, :image + n, printf('%040x', :image + n),
                    iif(n % 2 = 0, '중고 의자 팝니다 ', 'Second-hand chair, ') || \(Self.model("(:product + n)")) || ' '
                        || (:product + n),
                    \(hasAttributes ? Self.attributes("(:product + n)") : "NULL, NULL, NULL, NULL")
                FROM number
                """
        ).execute(arguments: arguments)
        try cachedStatement(
            sql: """
                \(numbers)
                INSERT INTO image (id, product_id, position, name, width, height, issued_at)
                SELECT :image + n, :product + n, 0, printf('%040x', :image + n), 1200, 900,
                    1640995200000 + (:product + n) * 1000 + :vendor * 0
                FROM number
                """
        ).execute(arguments: arguments)
        try cachedStatement(
            sql: """
                \(numbers)
                INSERT INTO product_detail (product_id, secret_hash, contact, description)
                SELECT :product + n, '$bulk$', NULL,
                    'Made up to fill a market. 시장을 채우려고 만든 상품입니다. ' || (:product + n)
                        || substr('', :image * 0, :vendor * 0)
                FROM number
                """
        ).execute(arguments: arguments)
        // Indexing them for search is left to ``SQLiteProductStore/indexPendingProducts()``, which takes longer than
        // all of this.
        try cachedStatement(
            sql: "INSERT INTO search_backlog (product_id) SELECT id FROM product WHERE id > :product"
        ).execute(arguments: ["product": first])
        try raiseRevision()
    }

    /// Returns an SQL expression that derives a word of four syllables from a number.
    private static func model(_ number: String) -> String {
        [1, 20, 400, 8000].map { place in
            "substr('bacedifoguhajekilomunaperisotuvawexiyozu', \(number) * 7919 / \(place) % 20 * 2 + 1, 2)"
        }.joined(separator: " || ")
    }

    /// 25 names of three syllables.
    private static let places = [
        "망원동합정동연남동성수동역삼동서초동잠실동판교동정자동서현동좌동리송도동부평동", "둔산동봉명동상무동수완동범어동황금동삼성동신촌동화곡동방배동노형동연동리",
    ].joined()

    /// Returns SQL expressions that derive category, condition, hand-over and place from a number.
    private static func attributes(_ number: String) -> String {
        let values = [
            "\(number) / 3 % 21 + 1", "\(number) / 67 % 5", "\(number) / 337 % 3",
            "iif(\(number) / 25225 % 3 = 0, '서울 ', '')"
                + " || substr('\(places)', \(number) / 1009 % 25 * 3 + 1, 3)",
        ]
        return values.map { "iif(\(number) % 5 = 0, NULL, \($0))" }.joined(separator: ", ")
    }

    private func lastID(_ table: String) throws -> Int64 {
        try Int64.fetchOne(self, sql: "SELECT seq FROM sqlite_sequence WHERE name = ?", arguments: [table]) ?? 0
    }
}
