import GRDB
import GRDBSQLite
import MarketCore
import MarketModels
import Testing

@testable import MarketSQLite

@Suite("What filtered lists cost")
struct FilteredCostTests {
    /// A filter, and a word that all of its products have.
    private struct Kind {
        let name: String
        let filter: AttributeFilter
        let word: String
    }

    private static let kinds = [
        Kind(name: "category", filter: AttributeFilter(category: "cameras"), word: "의자"),
        Kind(name: "condition", filter: AttributeFilter(condition: .new), word: "의자"),
        Kind(name: "handover", filter: AttributeFilter(handover: .pickup), word: "의자"),
        Kind(name: "place", filter: AttributeFilter(place: "연남동"), word: "의자"),
        Kind(name: "free", filter: AttributeFilter(isFree: true), word: "의자"),
        Kind(name: "price", filter: AttributeFilter(price: .init(currency: .krw, minimum: 1)), word: "chair"),
        Kind(name: "sold too", filter: AttributeFilter(includesSold: true), word: "chair"),
        Kind(
            name: "category, condition and free",
            filter: AttributeFilter(category: "cameras", condition: .new, isFree: true),
            word: "의자"
        ),
    ]

    /// Every kind has more matches than are counted, in a market and in one of twice its size.
    @Test(.timeLimit(.minutes(30)))
    func noKindGrowsWithTheMarket() async throws {
        try await withTemporaryFolder { folder in
            let store = try await SQLiteProductStore(folder: folder)
            var costs: [[(name: String, cost: FilteredCost)]] = []
            for _ in 1...2 {
                try await grow(store, by: ProductSearch.countedMatches * 9 / 2)
                costs.append(try await measure(store))
            }
            for (small, large) in zip(costs[0], costs[1]) {
                print("\(small.name): \(small.cost), then \(large.cost)")
                // Trees and lists of positions are a little deeper. What grows with the market would double.
                #expect(large.cost.steps <= small.cost.steps * 5 / 4 + 500, "\(small.name)")
                #expect(large.cost.pages <= small.cost.pages * 5 / 4 + 500, "\(small.name)")
            }
            try await store.close()
        }
    }

    /// Adds products. Half of them have every attribute and are free; a quarter are sold, and lists don't show them.
    private func grow(_ store: SQLiteProductStore, by count: Int) async throws {
        let last = try await store.pool.read { try Int64.fetchOne($0, sql: "SELECT max(id) FROM product") } ?? 0
        try await store.fill(count: count)
        try await store.write { database in
            try database.execute(
                sql: """
                    UPDATE product SET category_id = (SELECT id FROM category WHERE slug = 'cameras'), condition = 0,
                        handover = 0, place = '서울 연남동', currency = 'KRW', price = 0, discount = 0
                    WHERE id % 2 = 0 AND id > ?
                    """,
                arguments: [last]
            )
            try database.execute(
                sql: "UPDATE product SET state = 2, state_time = 0, is_listed = 0 WHERE id % 4 = 1 AND id > ?",
                arguments: [last]
            )
        }
        try await store.indexPendingProducts()
        try await store.write { database in
            for index in ["product_search", "product_search_by_amount"] {
                try database.execute(sql: "INSERT INTO \(index) (\(index)) VALUES ('optimize')")
            }
        }
    }

    private func measure(_ store: SQLiteProductStore) async throws -> [(name: String, cost: FilteredCost)] {
        var costs: [(name: String, cost: FilteredCost)] = []
        for kind in Self.kinds {
            for word in [nil, kind.word] {
                for order in [ProductQuery.Order.newest, .cheapest, .bumped] {
                    var query = ProductQuery(
                        order: order,
                        filter: kind.filter,
                        search: word.flatMap { ProductSearch($0, in: .nameAndDescription) }
                    )
                    let name = "\(kind.name), \(order)\(word == nil ? "" : ", with a word")"
                    costs.append((name, try await store.cost(of: query)))
                    query.window = .page(30)
                    let page = try await store.page(query)
                    #expect(page.isTotalCapped, "\(name) has more matches than are counted")
                    query.window = .after(try #require(page.nextCursor))
                    costs.append(("\(name), behind page 30", try await store.cost(of: query)))
                }
            }
        }
        return costs
    }
}

/// The cost of one page, as counted by SQLite.
private struct FilteredCost: CustomStringConvertible {
    /// The number of instructions of SQLite's virtual machine.
    let steps: Int
    /// The number of pages of the database that were used, also by the search indexes.
    let pages: Int

    var description: String { "\(steps) steps, \(pages) pages" }
}

extension SQLiteProductStore {
    fileprivate func cost(of query: ProductQuery) async throws -> FilteredCost {
        try await pool.read { database in
            // A first run prepares all statements.
            _ = try ListingReader(database: database).page(query)
            _ = (database.statementCounters(), database.usedPages())
            _ = try ListingReader(database: database).page(query)
            return FilteredCost(steps: database.statementCounters().steps, pages: database.usedPages())
        }
    }
}

extension Database {
    /// Returns how often the connection has used a page, and begins to count anew.
    fileprivate func usedPages() -> Int {
        [SQLITE_DBSTATUS_CACHE_HIT, SQLITE_DBSTATUS_CACHE_MISS].reduce(0) { sum, counter in
            var (current, highest): (Int32, Int32) = (0, 0)
            sqlite3_db_status(sqliteConnection, counter, &current, &highest, 1)
            return sum + Int(current)
        }
    }
}
