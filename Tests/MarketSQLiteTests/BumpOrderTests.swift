import GRDB
import MarketCore
import MarketModels
import Testing

@testable import MarketSQLite

@Suite("The order by the last move to the top")
struct BumpOrderTests {
    /// More matches than are counted, so that they are read from the index by the last move, and not sorted.
    @Test func manyMatchesAreReadInOrder() async throws {
        try await withTemporaryFolder { folder in
            let store = try await SQLiteProductStore(folder: folder)
            let count = ProductSearch.countedMatches * 3
            try await store.fill(count: count)
            _ = try await store.indexPendingProducts()
            try await store.write { database in
                try database.execute(
                    sql: "UPDATE product SET bumped_at = registered_at + id % 7 * 5000000 WHERE id % 3 = 0"
                )
                try database.execute(sql: "UPDATE product SET stock = 1")
            }
            let wide = AttributeFilter(price: .init(currency: .krw, maximum: 1_000_000))
            let search = ProductSearch("chair", in: .nameAndDescription)
            let queries: [(query: ProductQuery, condition: String)] = [
                (ProductQuery(order: .bumped), "1"),
                (ProductQuery(order: .bumped, isInStock: true), "1"),
                (ProductQuery(order: .bumped, filter: wide), "currency = 'KRW'"),
                (ProductQuery(order: .bumped, search: search), "name LIKE '%chair%'"),
                (
                    ProductQuery(order: .bumped, filter: wide, search: search),
                    "name LIKE '%chair%' AND currency = 'KRW'"
                ),
                (ProductQuery(order: .bumped, vendor: Vendor.ID(rawValue: 50)), "vendor_id = 50"),
            ]
            for (query, condition) in queries {
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
                query.window = .page(2)
                let second = try await store.page(query)
                query.window = .after(try #require(second.nextCursor))
                let third = try await store.page(query)
                let ids = (first.products + second.products + third.products).map(\.id.rawValue)
                #expect(ids == expected, "\(condition)")
            }
            try await store.close()
        }
    }
}
