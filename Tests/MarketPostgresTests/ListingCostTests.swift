import Foundation
import GeneratedListings
import MarketCore
import MarketModels
import Testing

@testable import MarketPostgres

@Suite("What lists cost, on PostgreSQL")
struct ListingCostTests {
    /// The number of products: two blocks of the search index, more matches than are sorted, and enough for plans like those
    /// of a large market.
    private static let productCount = 24_000
    /// The tables that lists never read from beginning to end.
    private static let largeTables: Set = ["product", "product_search", "product_detail"]

    /// While it analyzes a table of this size, what was deleted meanwhile can't be removed, and lists read past it.
    private static let keepingAutovacuumAway = """
        DO $$
        DECLARE name regclass;
        BEGIN
            FOR name IN SELECT oid FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace LOOP
                EXECUTE format('ALTER TABLE %s SET (autovacuum_enabled = off)', name);
            END LOOP;
        END $$
        """

    @Test(.timeLimit(.minutes(60)))
    func listsReadOnlyWhatTheyShow() async throws {
        let settings = try await newMarket()
        let store = try await PostgresProductStore(settings: settings)
        try await store.longReads.withConnection { try $0.script(Self.keepingAutovacuumAway) }
        try await store.fill(count: Self.productCount, hasAttributes: true)
        try await expectGeneratedTextsAreFolded(in: store)
        // Gaps of all sizes, so that positions and ids are far apart.
        try await store.longReads.withConnection { connection in
            try connection.script("DELETE FROM product WHERE id % 97 = 0 OR id / 500 % 41 = 7")
            try CountFolder(connection: connection).foldAll()
            try connection.script("VACUUM ANALYZE product, product_search, listing_count")
        }
        try await expectFlatPages(of: store)
        try await expectSmallSearches(of: store)
        try await expectOrderedLists(of: store)
        try await expectTheSameOfManyMatches(of: store)
        try await store.close()
    }

    private func expectFlatPages(of store: PostgresProductStore) async throws {
        let first = try await store.cost(of: ProductQuery())
        let last = try await store.page(ProductQuery()).totalCount / 20
        #expect(first.scannedTables.allSatisfy { !Self.largeTables.contains($0) })
        for scope in CurrencyScope.allCases {
            for order in [ProductQuery.Order.newest, .oldest] {
                for page in [2, last / 3, last / 2, last - 1, last] {
                    let query = ProductQuery(order: order, window: .page(page), currencyScope: scope)
                    let cost = try await store.cost(of: query)
                    // The descent through the counts looks at a few pages on each of four levels.
                    #expect(cost.pages <= first.pages + 60, "page \(page): \(cost)")
                    #expect(cost.scannedTables.allSatisfy { !Self.largeTables.contains($0) })
                }
            }
        }
        let cursor = ListCursor.afterID(Product.ID(rawValue: Int64(Self.productCount / 2)))
        let behind = try await store.cost(of: ProductQuery(window: .after(cursor)))
        #expect(behind.pages <= first.pages + 10, "\(behind)")
    }

    private func expectSmallSearches(of store: PostgresProductStore) async throws {
        func cost(_ text: String, _ filter: AttributeFilter = .none) async throws -> StatementCost {
            let search = ProductSearch(text, in: .nameAndDescription)
            return try await store.cost(of: ProductQuery(filter: filter, search: search)) { $0.collected(&$1) }
        }
        for (text, filter, pages) in [
            ("냉장고", .none, 100), ("19777", .none, 200), ("chair 19777", .none, 300),
            ("", AttributeFilter(place: "Nowhere"), 100),
            ("", AttributeFilter(category: "books", condition: .good, place: "서초"), 500),
        ] as [(String, AttributeFilter, Int)] {
            let cost = try await cost(text, filter)
            #expect(cost.pages <= pages, "“\(text)”: \(cost)")
            #expect(cost.scannedTables.allSatisfy { !Self.largeTables.contains($0) }, "“\(text)”: \(cost)")
        }
    }

    private func expectOrderedLists(of store: PostgresProductStore) async throws {
        for order in [ProductQuery.Order.cheapest, .mostExpensive, .bumped] {
            for includesSold in [false, true] {
                let query = ProductQuery(order: order, filter: AttributeFilter(includesSold: includesSold))
                let cost = try await store.cost(of: query) { $0.walked(reach: nil, &$1) }
                #expect(cost.pages <= 1000, "\(order): \(cost)")
                #expect(cost.scannedTables.allSatisfy { !Self.largeTables.contains($0) }, "\(order): \(cost)")
            }
        }
    }

    /// More matches than are sorted are read in the order of the list, or sorted after all.
    private func expectTheSameOfManyMatches(of store: PostgresProductStore) async throws {
        // Of all 의자, those in dollars are the first products of their currency, and those in won come after thousands of
        // chairs.
        for (text, order) in [
            ("chair", ProductQuery.Order.cheapest), ("chair", .mostExpensive), ("chair", .bumped),
            ("의자", .cheapest), ("의자", .mostExpensive),
        ] {
            let search = try #require(ProductSearch(text, in: .nameAndDescription))
            var query = ProductQuery(order: order, size: 7, search: search)
            var walked: [Product.ID] = []
            for page in 1...3 {
                let found = try await store.page(query)
                #expect(found.isTotalCapped)
                #expect(found.totalCount == ProductSearch.countedMatches)
                walked += found.products.map(\.id)
                query.window = .page(page + 1)
                // By number or by cursor, the page is the same.
                if page == 2, let cursor = found.nextCursor { query.window = .after(cursor) }
            }
            query.window = .page(1)
            query.size = 21
            let keyed = try #require(SearchConditions(ResolvedSearch(search), keywords: []))
            let sorted = try await store.ids(of: query) { $0.sortedSearch(by: keyed, through: nil, &$1) }
            #expect(walked == sorted, "\(text), \(order)")
            #expect(try await store.ids(of: query) { $0.walked(reach: nil, &$1) } == sorted, "\(text), \(order)")
            #expect(Set(sorted).count == 21)
        }
        try await expectSmallSort(of: store)
        try await expectNextCurrency(of: store)
        try await expectLevelsOfPrices(of: store)
    }

    /// The prices of currencies that no product has aren't looked up.
    private func expectLevelsOfPrices(of store: PostgresProductStore) async throws {
        let keys = try await store.longReads.withConnection { connection in
            let order = ListOrder(ProductQuery(order: .mostExpensive))
            let levels = PriceLevels(order, through: Money(minorUnits: 0, currency: .usd))
            var parameters = StatementParameters()
            let sql = "SELECT \(levels.keyQuery(&parameters))"
            return try connection.firstRow(sql, parameters.values) { try $0.text(0) }
        }
        let levels = try #require(keys).matches(of: #/level:(\w+):/#).map { String($0.output.1) }
        #expect(Set(levels) == ["KRW", "USD"])
    }

    /// Matches that are much cheaper than all other products are found without sorting most of them.
    private func expectSmallSort(of store: PostgresProductStore) async throws {
        let search = try #require(ProductSearch("chair", in: .nameAndDescription))
        let keyed = try #require(SearchConditions(ResolvedSearch(search), keywords: []))
        let query = ProductQuery(order: .mostExpensive, size: 7, search: search)
        // The most expensive chairs cost 10,600.
        let bound = Money(minorUnits: 10_300, currency: .krw)
        let (some, all) = (
            try await store.cost(of: query) { $0.sortedSearch(by: keyed, through: bound, &$1) },
            try await store.cost(of: query) { $0.sortedSearch(by: keyed, through: nil, &$1) }
        )
        #expect(some.pages * 5 < all.pages, "\(some)\n\(all)")
        let (first, same) = (
            try await store.ids(of: query) { $0.sortedSearch(by: keyed, through: bound, &$1) },
            try await store.page(query).products.map(\.id)
        )
        #expect(first == same)
    }

    /// After the last match of one currency, and thousands of other products in it, follow those of the next.
    private func expectNextCurrency(of store: PostgresProductStore) async throws {
        let search = try #require(ProductSearch("의자", in: .nameAndDescription))
        var query = ProductQuery(order: .mostExpensive, size: 7, search: search)
        let amount = Money(minorUnits: 100_000, currency: .krw)
        let cursor = PriceCursor(firstCurrency: query.firstCurrency, amount: amount, id: Product.ID(rawValue: 1))
        query.window = .after(.afterPrice(cursor))
        let page = try await store.page(query).products
        #expect(page.count == 7)
        #expect(page.allSatisfy { $0.pricing.currency == .usd })
        #expect(try await store.ids(of: query) { $0.walked(reach: nil, &$1) } == page.map(\.id))
    }

    /// Compares the texts of generated products with those that a product written one by one has.
    private func expectGeneratedTextsAreFolded(in store: PostgresProductStore) async throws {
        for id in [1, 2, 5, 9_998, 9_999] {
            guard case .found(let product, _) = try await store.product(Product.ID(rawValue: Int64(id))) else {
                Issue.record("product \(id) is missing")
                continue
            }
            let entry = SearchEntry(product)
            try await store.longReads.withConnection { connection in
                let read = try connection.firstRow(
                    "SELECT name, texts, array_to_string(trim_array(keywords, 1), '|') FROM product_search WHERE product_id = $1",
                    [Int64(id)]
                ) { [try $0.text(0), try $0.text(1), try $0.text(2)] }
                #expect(read == [entry.name, entry.texts, entry.keywords.joined(separator: "|")])
            }
        }
        let words = try await store.longReads.withConnection {
            try SearchReader(connection: $0).words(in: WordNeighborhood(around: Array("chaix".unicodeScalars)))
        }
        #expect(words.contains(VocabularyWord("chair", productCount: Self.productCount / 2)))
    }
}
