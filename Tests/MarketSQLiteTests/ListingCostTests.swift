import Foundation
import GRDB
import GRDBSQLite
import GeneratedListings
import MarketCore
import MarketModels
import ProductStoreContract
import Testing

@testable import MarketSQLite

@Suite("What lists cost")
struct ListingCostTests {
    /// The number of products: as many levels of counting nodes as a million has, and more matches than are counted.
    /// `MARKET_TEST_PRODUCTS` sets another one; a million takes some minutes to fill.
    private static let productCount =
        ProcessInfo.processInfo.environment["MARKET_TEST_PRODUCTS"].flatMap(Int.init) ?? 44_000

    @Test(.timeLimit(.minutes(30)))
    func anyPageCostsWhatTheFirstDoes() async throws {
        try await withTemporaryFolder { folder in
            var store = try await SQLiteProductStore(folder: folder)
            try await store.fill(count: Self.productCount)
            // Gaps of all sizes, so that positions and ids are far apart.
            try await store.write { database in
                try database.execute(sql: "DELETE FROM product WHERE id % 97 = 0 OR id / 500 % 41 = 7")
            }
            try await store.close()
            store = try await SQLiteProductStore(folder: folder)
            #expect(
                try await store.pagesReadSinceOpening() <= 64,
                "opening reads the schema and the state, and no product"
            )

            let first = try await store.cost(of: ProductQuery())
            let last = try await store.page(ProductQuery()).totalCount / 20
            // Descending through the counts takes short steps: at most 16 rows of two numbers on each of four levels.
            try await expectFlat(
                [2, last / 3, last / 2, last - 1, last],
                .all,
                at: first.steps * 3 / 2 + 200,
                of: store
            )
            try await expectFlatCursors(.all, at: first.steps * 6 / 5 + 50, behind: Self.productCount / 2, of: store)
            try await expectOrderedLists(.all, first: first, of: store)
            try await expectFlatPagesBesideOtherCurrencies(of: store, first: first)
            try await expectFlatPagesBesideUnlistedProducts(of: store, first: first)
            let writing = try await store.costOfAddingAndWithdrawing()
            #expect(writing.steps < 3000, "a write costs the same in a large market: \(writing)")
            try await store.close()
        }
    }

    /// Expects that none of these pages takes more steps, in either order.
    private func expectFlat(
        _ pages: [Int],
        _ scope: CurrencyScope,
        at steps: Int,
        of store: SQLiteProductStore
    ) async throws {
        for page in pages {
            for order in [ProductQuery.Order.newest, .oldest] {
                let query = ProductQuery(order: order, window: .page(page), currencyScope: scope)
                let cost = try await store.cost(of: query)
                #expect(cost.steps <= steps, "page \(page) of \(scope), \(order): \(cost)")
                #expect(cost.fullScanSteps <= 64, "only the rows of one node are walked: \(cost)")
            }
        }
    }

    /// Expects that what follows a product takes no more steps, among all and among those of a vendor.
    private func expectFlatCursors(
        _ scope: CurrencyScope,
        at steps: Int,
        behind id: Int,
        of store: SQLiteProductStore
    ) async throws {
        let cursor = ListCursor.afterID(Product.ID(rawValue: Int64(id)))
        for vendor in [nil, Vendor.ID(rawValue: 50)] {
            let query = ProductQuery(window: .after(cursor), vendor: vendor, currencyScope: scope)
            let cost = try await store.cost(of: query)
            #expect(cost.steps <= steps, "\(scope), behind \(id): \(cost)")
        }
    }

    private func expectOrderedLists(_ scope: CurrencyScope, first: ListingCost, of store: SQLiteProductStore)
        async throws
    {
        for order in [ProductQuery.Order.newest, .cheapest, .mostExpensive, .bumped] {
            for (vendor, isInStock) in [(nil, false), (nil, true), (Vendor.ID(rawValue: 50), false)] {
                let query = ProductQuery(order: order, vendor: vendor, isInStock: isInStock, currencyScope: scope)
                let cost = try await store.cost(of: query)
                // Matches are counted up to a limit.
                let counting = isInStock ? ProductSearch.countedMatches * 8 : 0
                #expect(cost.steps <= first.steps * 3 + counting + 500, "\(query): \(cost)")
                #expect(cost.sorts == 0, "\(query)")
            }
        }
    }

    /// Lists of won and dollars, next to a run of other products and single ones everywhere.
    private func expectFlatPagesBesideOtherCurrencies(of store: SQLiteProductStore, first: ListingCost) async throws {
        let scope = CurrencyScope.wonAndDollar
        let same = try await store.cost(of: ProductQuery(currencyScope: scope))
        #expect(same.steps == first.steps, "nothing is left out")
        let middle = Self.productCount / 2
        try await store.write { database in
            try database.execute(
                sql: "UPDATE product SET currency = 'JPY' WHERE id BETWEEN ? AND ? OR id % 211 = 0",
                arguments: [middle - Self.productCount / 40, middle + Self.productCount / 40]
            )
        }
        #expect(try await store.pool.read { try $0.miscounts() } == [])
        let total = try await store.page(ProductQuery(currencyScope: scope)).totalCount
        #expect(try await store.page(ProductQuery()).totalCount - total >= Self.productCount / 21)
        let last = (total + 19) / 20
        let pages = [1, 2, last / 3, last / 2 - 1, last / 2, last / 2 + 1, last - 1, last]
        try await expectFlat(pages, scope, at: first.steps * 3 / 2 + 400, of: store)
        // In the middle of the run, and in the lists of a vendor.
        try await expectFlatCursors(scope, at: first.steps * 3 / 2 + 100, behind: middle, of: store)
        try await expectOrderedLists(scope, first: first, of: store)
    }

    /// All lists, next to a run of hidden products and single ones everywhere.
    private func expectFlatPagesBesideUnlistedProducts(of store: SQLiteProductStore, first: ListingCost) async throws {
        let middle = Self.productCount / 3
        try await store.write { database in
            try database.execute(
                sql: "UPDATE product SET state = 3, is_listed = 0 WHERE id BETWEEN ? AND ? OR id % 199 = 0",
                arguments: [middle - Self.productCount / 40, middle + Self.productCount / 40]
            )
        }
        #expect(try await store.pool.read { try $0.miscounts() } == [])
        for scope in CurrencyScope.allCases {
            let last = (try await store.page(ProductQuery(currencyScope: scope)).totalCount + 19) / 20
            let pages = [1, 2, last / 3 - 1, last / 3, last / 3 + 1, last / 2, last - 1, last]
            try await expectFlat(pages, scope, at: first.steps * 3 / 2 + 400, of: store)
            try await expectFlatCursors(scope, at: first.steps * 3 / 2 + 100, behind: middle, of: store)
            try await expectOrderedLists(scope, first: first, of: store)
        }
        let due = try await store.costOfFindingNothingDue()
        #expect(due.steps < 100, "a run of the updates costs nothing while nothing is due: \(due)")
    }

    @Test func everyPlaceIsFoundAmongScatteredIDs() async throws {
        try await withStore { store in
            let vendor = try #require(try await store.addVendor(.sample()))
            var model = ListingModel()
            // At the boundaries of nodes of every level, and far apart.
            var ids: Set<Int64> = [1, 2, 5_000_000]
            for shift: Int64 in [5, 10, 15, 20, 21] {
                for offset: Int64 in [-2, -1, 0, 1, 33] { ids.insert((1 << shift) + offset) }
            }
            for (place, id) in ids.sorted().enumerated() {
                let currency: Currency = place % 3 == 1 ? .jpy : .krw
                try await store.write { database in
                    try database.execute(
                        sql: """
                            INSERT INTO product (id, vendor_id, currency, price, discount, stock, registered_at,
                                updated_at, name) VALUES (?, ?, ?, 0, 0, 0, 0, 0, 'x')
                            """,
                        arguments: [id, vendor.id.rawValue, currency.rawValue]
                    )
                }
                model.add(Product.ID(rawValue: id), of: vendor.id, in: currency)
            }
            for order in [ProductQuery.Order.newest, .oldest] {
                for size in [1, 2, 7] {
                    for page in 1...(ids.count / size + 2) {
                        for (vendor, scope) in [(nil, CurrencyScope.all), (vendor.id, .all), (nil, .wonAndDollar)] {
                            try await model.check(
                                ProductQuery(
                                    order: order,
                                    window: .page(page),
                                    size: size,
                                    vendor: vendor,
                                    currencyScope: scope
                                ),
                                of: store
                            )
                        }
                    }
                }
            }
        }
    }

    @Test func listStatementsNeitherScanNorSort() async throws {
        try await withStore { store in
            try await store.fill(count: 2000)
            for analysed in [false, true] {
                if analysed { try await store.write { try $0.execute(sql: "ANALYZE") } }
                for order in [ProductQuery.Order.newest, .oldest] {
                    for ofVendor in [false, true] {
                        for described in [false, true] {
                            for scope in ListScope.allCases {
                                let sql = ListingStatements.list(
                                    order,
                                    in: scope,
                                    ofVendor: ofVendor,
                                    withDescriptions: described
                                )
                                try await expectSearches(sql, of: store)
                            }
                        }
                    }
                    for scope in ListScope.allCases {
                        try await expectSearches(ListingStatements.vendorsID(order, in: scope), of: store)
                    }
                }
            }
        }
    }

    private func expectSearches(_ sql: String, of store: SQLiteProductStore) async throws {
        let plan = try await store.pool.read { database in
            let statement = try database.makeStatement(sql: "EXPLAIN QUERY PLAN " + sql)
            statement.setUncheckedArguments(StatementArguments())
            return try Row.fetchAll(statement).map { row in row["detail"] as String }
        }
        #expect(!plan.isEmpty)
        #expect(plan.allSatisfy { !$0.contains("SCAN") && !$0.contains("TEMP B-TREE") }, "\(sql): \(plan)")
    }
}

/// The cost of one page, as counted by SQLite.
private struct ListingCost: CustomStringConvertible {
    /// The number of instructions of SQLite's virtual machine.
    var steps = 0
    var fullScanSteps = 0
    var sorts = 0
    var time = Duration.zero

    var description: String { "\(steps) steps, \(fullScanSteps) of them through scans, \(time)" }
}

extension SQLiteProductStore {
    /// Returns the number of pages that the writing connection and the first reading one have read from the file.
    fileprivate func pagesReadSinceOpening() async throws -> Int {
        let writer = try await pool.writeWithoutTransaction { $0.pagesRead() }
        return try await writer + pool.read { $0.pagesRead() }
    }

    fileprivate func cost(of query: ProductQuery) async throws -> ListingCost {
        try await read { database in
            // A first run prepares all statements and caches all pages.
            _ = try ListingReader(database: database).page(query)
            _ = database.statementCounters()
            var cost = ListingCost()
            cost.time = try ContinuousClock().measure { _ = try ListingReader(database: database).page(query) }
            (cost.steps, cost.fullScanSteps, cost.sorts) = database.statementCounters()
            return cost
        }
    }

    fileprivate func costOfFindingNothingDue() async throws -> ListingCost {
        try await read { database in
            let lifecycles = database.records.lifecycles
            let rules = LifecycleRules(lifetimeDays: 30)
            let now = Timestamp(millisecondsSinceEpoch: 0)
            let prices = database.records.prices
            _ = try lifecycles.due(at: now, by: rules, limit: 1)
            _ = try prices.endedReductions(at: now, limit: 1)
            _ = database.statementCounters()
            var cost = ListingCost()
            #expect(try lifecycles.due(at: now, by: rules, limit: 100) == [])
            #expect(try prices.endedReductions(at: now, limit: 100) == [])
            (cost.steps, cost.fullScanSteps, cost.sorts) = database.statementCounters()
            return cost
        }
    }

    /// Adding and deleting both change the counts on every level.
    fileprivate func costOfAddingAndWithdrawing() async throws -> ListingCost {
        let new = try NewProduct.sample(of: 1)
        return try await write { database in
            _ = database.statementCounters()
            var cost = ListingCost()
            cost.time = try ContinuousClock().measure {
                let added = try database.records.products.add(new)
                _ = try database.records.products.delete(added.id, at: new.registeredAt)
            }
            (cost.steps, cost.fullScanSteps, cost.sorts) = database.statementCounters()
            return cost
        }
    }
}

extension Database {
    /// Returns the number of cache misses of the connection since it was opened.
    fileprivate func pagesRead() -> Int {
        var (current, highest): (Int32, Int32) = (0, 0)
        sqlite3_db_status(sqliteConnection, SQLITE_DBSTATUS_CACHE_MISS, &current, &highest, 0)
        return Int(current)
    }
}
