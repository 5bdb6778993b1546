import GRDB
import GRDBSQLite
import GeneratedListings
import MarketCore
import MarketModels
import Testing

@testable import MarketSQLite

@Suite("What filtered lists cost")
struct FilteredCostTests {
    private static let kinds: [(name: String, filter: AttributeFilter)] = [
        ("category", AttributeFilter(category: "electronics")),
        ("category of old products", AttributeFilter(category: "cameras")),
        ("condition", AttributeFilter(condition: .new)),
        ("handover", AttributeFilter(handover: .pickup)),
        ("place", AttributeFilter(place: "연남동")),
        ("free", AttributeFilter(isFree: true)),
        ("price", AttributeFilter(price: .init(currency: .krw, maximum: 1000))),
        ("category, condition and free", AttributeFilter(category: "electronics", condition: .new, isFree: true)),
    ]
    /// A kind for markets in which most products are sold.
    private static let soldToo = [(name: "sold too", filter: AttributeFilter(includesSold: true))]
    /// A word that all products have.
    private static let word = "market"

    /// Every kind has more matches than are counted, in a market and in one of twice its size.
    @Test(.timeLimit(.minutes(30)))
    func noKindGrowsWithTheMarket() async throws {
        try await withStore { store in
            var costs: [[(name: String, cost: FilteredCost)]] = []
            for category in ["cameras", "phones"] {
                try await grow(store, by: ProductSearch.countedMatches * 6 / 5, in: category)
                costs.append(try await measure(store, Self.kinds))
                try await sell(store, "id % 12 <> 0")
                costs[costs.count - 1] += try await measure(store, Self.soldToo)
            }
            for (small, large) in zip(costs[0], costs[1]) {
                let costs = "\(small.name): \(small.cost), then \(large.cost)"
                // Trees and lists of positions are a little deeper. What grows with the market would double.
                #expect(large.cost.steps <= small.cost.steps * 5 / 4 + 500, "\(costs)")
                #expect(large.cost.pages <= small.cost.pages * 5 / 4 + 500, "\(costs)")
            }
        }
    }

    /// Adds products that have every attribute and are free, and sells an eighth of all.
    private func grow(_ store: SQLiteProductStore, by count: Int, in category: String) async throws {
        let last = try await store.pool.read { try Int64.fetchOne($0, sql: "SELECT max(id) FROM product") } ?? 0
        try await store.fill(count: count)
        try await store.write { database in
            try database.execute(
                sql: """
                    UPDATE product SET category_id = (SELECT id FROM category WHERE slug = ?), condition = 0,
                        handover = 0, place = '서울 연남동', currency = 'KRW', price = 0, discount = 0
                    WHERE id > ?
                    """,
                arguments: [category, last]
            )
        }
        try await sell(store, "id % 8 = 1")
        try await store.indexPendingProducts()
        try await store.write { database in
            for index in ["product_search", "product_search_by_amount"] {
                try database.execute(sql: "INSERT INTO \(index) (\(index)) VALUES ('optimize')")
            }
        }
    }

    /// Sells the products that meet a condition, so that lists don't show them any more, and opens the others. Products that
    /// are indexed already are not indexed again: the list with sold products doesn't ask the search index for states.
    private func sell(_ store: SQLiteProductStore, _ condition: String) async throws {
        try await store.write { database in
            try database.execute(
                sql: """
                    UPDATE product SET state = iif(\(condition), 2, 0), state_time = iif(\(condition), 0, NULL),
                        is_listed = NOT (\(condition))
                    """
            )
        }
    }

    private func measure(
        _ store: SQLiteProductStore,
        _ kinds: [(name: String, filter: AttributeFilter)]
    ) async throws -> [(name: String, cost: FilteredCost)] {
        var costs: [(name: String, cost: FilteredCost)] = []
        for kind in kinds {
            for word in [nil, Self.word] {
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
                    let isCapped = page.isTotalCapped
                    #expect(isCapped, "\(name) has more matches than are counted")
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
