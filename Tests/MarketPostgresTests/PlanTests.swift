import MarketCore
import MarketModels
import Testing

@testable import MarketPostgres

/// How PostgreSQL plans what it is asked most often.
@Suite("Plans", .timeLimit(.minutes(5)))
struct PlanTests {
    /// Planning such a statement takes longer than executing it.
    @Test func pagesOfListsAndProductsAreNotPlannedAgain() async throws {
        let settings = try await newMarket()
        try await PostgresProductStore(settings: settings).close()
        let connection = try PostgresConnection(settings)
        try connection.script(Self.market)
        let base = RevisionBase(history: 1, count: 0, horizon: 1 << 40)
        for number in 1...20 {
            let query = ProductQuery(window: .page(number + 1), size: 20, currencyScope: .wonAndDollar)
            let page = try ListingReader(connection: connection, base: base).page(query)
            #expect(page.products.map(\.id.rawValue) == Array((1...20).map { Int64(4001 - number * 20 - $0) }))
            let id = Product.ID(rawValue: Int64(number))
            #expect(try connection.records.lookUp(id, base: base).isFound)
        }
        for table in ["listing_count", "product_detail"] {
            // PostgreSQL plans the first five anew to see what that brings.
            let plans = try connection.firstRow(
                """
                SELECT generic_plans, custom_plans FROM pg_prepared_statements
                WHERE statement LIKE '%' || $1 || '%' AND statement NOT LIKE '%pg_prepared_statements%'
                """,
                [table]
            ) { [try $0.count(0), try $0.count(1)] }
            #expect(plans == [15, 5], "\(table)")
        }
    }

    /// After a crash PostgreSQL knows nothing of the tables. Compiling the statement takes a thousand times as long as executing it.
    @Test func pollsOfTheLogAreNotCompiled() async throws {
        let settings = try await newMarket()
        try await PostgresProductStore(settings: settings).close()
        let cost = try StatementCost(ChangeReader.text, [Int64(1), Int64(1), Int64(1)], PostgresConnection(settings))
        #expect(!cost.description.contains("JIT"), "\(cost.description)")
    }

    /// A market with so many products and changes that their numbers decide about plans.
    private static let market = """
        INSERT INTO vendor (identifier, name, created_at) SELECT 'v' || n, 'Vendor ' || n, 0 FROM generate_series(1, 50) AS n;
        INSERT INTO product (vendor_id, price, discount, stock, registered_at, updated_at, currency, name)
            SELECT (SELECT min(id) FROM vendor WHERE id > 0) + n % 50, n, 0, 1, n, n, 'KRW', 'Chair ' || n
            FROM generate_series(1, 4000) AS n;
        INSERT INTO product_detail (product_id, secret_hash, description) SELECT id, 'hash', 'Sits well.' FROM product;
        INSERT INTO change (xid) SELECT n FROM generate_series(1, 4000) AS n ON CONFLICT DO NOTHING;
        ANALYZE;
        """
}

extension ProductLookup {
    fileprivate var isFound: Bool {
        if case .found = self { true } else { false }
    }
}
