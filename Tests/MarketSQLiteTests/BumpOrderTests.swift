import GRDB
import GeneratedListings
import MarketCore
import MarketModels
import Testing

@testable import MarketSQLite

@Suite("The order by the last move to the top")
struct BumpOrderTests {
    /// More matches than are counted, so that they are read from an index by the last move, and not sorted.
    @Test func manyMatchesAreReadInOrder() async throws {
        try await withStore { store in
            try await fill(store)
            for (query, condition, isNarrowed) in Self.queries {
                let expected = try await store.pool.read { database in
                    try Int64.fetchAll(
                        database,
                        sql: """
                            SELECT id FROM product WHERE \(condition)
                            ORDER BY coalesce(bumped_at, registered_at) DESC, id DESC LIMIT 60
                            """
                    )
                }
                var query = query
                let first = try await store.page(query)
                #expect(first.isTotalCapped == isNarrowed, "\(condition)")
                query.window = .page(2)
                let second = try await store.page(query)
                query.window = .after(try #require(second.nextCursor))
                let third = try await store.page(query)
                let ids = (first.products + second.products + third.products).map(\.id.rawValue)
                #expect(ids == expected, "\(condition)")
            }
        }
    }

    /// The queries, the products that they find, and whether these are counted.
    private static let queries: [(query: ProductQuery, condition: String, isNarrowed: Bool)] = {
        let search = ProductSearch("chair", in: .nameAndDescription)
        let wide = AttributeFilter(price: .init(currency: .krw, maximum: 1_000_000))
        let listed = "is_listed = 1"
        func narrowed(
            _ filter: AttributeFilter,
            _ condition: String,
            in scope: CurrencyScope = .all,
            search: ProductSearch? = nil
        ) -> (ProductQuery, String, Bool) {
            (ProductQuery(order: .bumped, filter: filter, search: search, currencyScope: scope), condition, true)
        }
        return [
            (ProductQuery(order: .bumped), listed, false),
            (ProductQuery(order: .bumped, isInStock: true), "state < 2", true),
            (ProductQuery(order: .bumped, vendor: Vendor.ID(rawValue: 50)), "\(listed) AND vendor_id = 50", false),
            narrowed(wide, "\(listed) AND currency = 'KRW'"),
            narrowed(.none, "\(listed) AND name = 'chair'", search: search),
            narrowed(wide, "\(listed) AND name = 'chair' AND currency = 'KRW'", search: search),
            narrowed(AttributeFilter(category: "cameras"), "\(listed) AND category_id = 4"),
            narrowed(AttributeFilter(category: "electronics"), "\(listed) AND category_id IN (2, 4)"),
            narrowed(
                AttributeFilter(category: "cameras"),
                "\(listed) AND category_id = 4 AND currency = 'KRW'",
                in: .wonAndDollar
            ),
            narrowed(
                AttributeFilter(category: "electronics"),
                "\(listed) AND category_id > 0 AND name = 'chair'",
                search: search
            ),
            narrowed(AttributeFilter(category: "cameras", includesSold: true), "category_id = 4"),
            narrowed(
                AttributeFilter(category: "electronics", place: "연남동"),
                "\(listed) AND category_id > 0 AND place LIKE '%연남동%'"
            ),
            narrowed(AttributeFilter(condition: .good), "\(listed) AND condition = 2"),
            narrowed(AttributeFilter(handover: .pickup), "\(listed) AND handover IN (0, 2)"),
            narrowed(AttributeFilter(place: "연남동 서울"), "\(listed) AND place = '서울 연남동'"),
            narrowed(
                AttributeFilter(place: "연남동"),
                "\(listed) AND place LIKE '%연남동%' AND name = 'chair'",
                search: search
            ),
            narrowed(
                AttributeFilter(condition: .good, handover: .pickup),
                "\(listed) AND condition = 2 AND handover IN (0, 2)"
            ),
        ]
    }()

    /// Adds products of which each query finds enough. A third have been moved, far beyond newer ones.
    private func fill(_ store: SQLiteProductStore) async throws {
        try await store.fill(count: ProductSearch.countedMatches * 14 / 10)
        try await store.write { database in
            try database.execute(
                sql: """
                    UPDATE product SET name = iif(id % 17 = 0, 'table', 'chair'), stock = 1,
                        currency = iif(id % 19 = 0, 'EUR', 'KRW'), category_id = iif(id % 11 = 0, 2, 4),
                        condition = iif(id % 13 = 0, 1, 2), handover = iif(id % 23 = 0, 1, id % 2 * 2),
                        place = CASE WHEN id % 29 = 0 THEN NULL WHEN id % 7 = 0 THEN '연남동' ELSE '서울 연남동' END;
                    UPDATE product SET bumped_at = registered_at + id % 7 * 5000000 WHERE id % 3 = 0;
                    UPDATE product SET state = 2, state_time = 0, is_listed = 0 WHERE id % 50 = 1;
                    """
            )
        }
        _ = try await store.indexPendingProducts()
    }
}
