import MarketCore
import MarketModels
import Testing

@testable import MarketPostgres

@Suite("Prices in the search index, on PostgreSQL")
struct PriceKeywordTests {
    @Test func thereAreFourLevelsBetweenAnAmountAndTwiceAsMuch() async throws {
        let connection = try await connection()
        // The first amounts of some levels.
        let starts: [(amount: Int64, level: Int64)] = [
            (0, 0), (1, 1), (2, 2), (3, 3), (4, 8), (5, 9), (6, 10), (7, 11), (8, 12), (10, 13), (12, 14), (14, 15),
            (16, 16),
            (98_304, 66), (114_688, 67), (131_072, 68), (Money.maximumMinorUnits, 211),
        ]
        for (amount, level) in starts {
            let levels = try connection.firstRow(
                "SELECT price_level($1), price_level(greatest($1 - 1, 0))",
                [amount]
            ) { (own: try $0.count(0), before: try $0.count(1)) }
            #expect(levels?.own == level, "\(amount)")
            if amount > 0, amount < Money.maximumMinorUnits { #expect(levels?.before != level, "\(amount)") }
        }
        let falls = try connection.firstRow(
            "SELECT count(*) FROM generate_series(0, 100000) AS a WHERE price_level(a) > price_level(a + 1)"
        ) { try $0.count(0) }
        #expect(falls == 0)
    }

    @Test func keywordsFollowThePrice() async throws {
        let connection = try await connection(productCount: 1)
        let written = try connection.place()
        #expect(try connection.level() == "level:KRW:39")

        try connection.script("UPDATE product SET price = 1010, discount = 3, stock = 4")
        #expect(try connection.place() == written, "all keys were written again for nothing")

        try connection.script("UPDATE product SET price = 5000")
        #expect(try connection.level() == "level:KRW:48")
        try connection.script("UPDATE product SET discount = 4500")
        #expect(try connection.level() == "level:KRW:35")
        try connection.script("UPDATE product SET currency = 'USD'")
        #expect(try connection.level() == "level:USD:35")

        // Edits of both at once, and what is undone within the transaction.
        try connection.script(
            """
            BEGIN; UPDATE product SET price = 6000; UPDATE product SET currency = 'EUR', discount = 0;
            UPDATE product_search SET keywords = '{vendor:1,place:level}'; COMMIT
            """
        )
        #expect(try connection.keywords() == ["vendor:1", "place:level", "level:EUR:49", "currency:other"])
        try connection.script("UPDATE product SET currency = 'KRW'")
        #expect(try connection.keywords() == ["vendor:1", "place:level", "level:KRW:49"])
        try connection.script("UPDATE product SET currency = 'EUR'")
        try connection.script("BEGIN; UPDATE product SET price = 1; UPDATE product SET price = 6000; COMMIT")
        #expect(try connection.keywords() == ["vendor:1", "place:level", "level:EUR:49", "currency:other"])
        try connection.script("UPDATE product_search SET keywords = keywords || '{level:KRW:1,currency:other}'")
        #expect(try connection.keywords() == ["vendor:1", "place:level", "level:EUR:49", "currency:other"])
    }

    private func connection(productCount: Int = 0) async throws -> PostgresConnection {
        let settings = try await newDatabase()
        try SchemaMigration(settings: settings).run()
        let connection = try PostgresConnection(settings)
        try connection.addProducts(productCount)
        return connection
    }
}

extension PostgresConnection {
    fileprivate func addProducts(_ count: Int) throws {
        try script(
            """
            INSERT INTO vendor (id, identifier, name, created_at) OVERRIDING SYSTEM VALUE VALUES (1, 'v', 'Vendor', 0)
                ON CONFLICT DO NOTHING;
            INSERT INTO product (vendor_id, price, discount, stock, registered_at, updated_at, currency, name)
                SELECT 1, 1000, 0, 1, 0, 0, 'KRW', 'Chair' FROM generate_series(1, \(count));
            INSERT INTO product_search SELECT id, true, '␣chair␣', '␣chair␣', '{vendor:1}' FROM product
                WHERE id NOT IN (SELECT product_id FROM product_search);
            """
        )
    }

    fileprivate func keywords() throws -> [String] {
        let joined = try firstRow("SELECT array_to_string(keywords, '|') FROM product_search") { try $0.text(0) }
        return (joined ?? "").split(separator: "|").map(String.init)
    }

    fileprivate func level() throws -> String? { try keywords().last }

    /// Returns where the row of the only product is. It changes when all its keys are written again.
    fileprivate func place() throws -> String? {
        try firstRow("SELECT ctid::text FROM product_search") { try $0.text(0) }
    }
}
