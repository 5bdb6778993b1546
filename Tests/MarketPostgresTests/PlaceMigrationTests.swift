import MarketCore
import MarketModels
import Testing

@testable import MarketPostgres

/// The migration of places in the search index.
struct PlaceMigrationTests {
    /// What a server of the version before listed is found by parts of its place, as if it were listed now.
    @Test func placesOfBeforeAreFoundByTheirParts() async throws {
        let settings = try await newDatabase()
        try SchemaMigration(settings: settings, migrations: Array(MarketSchema.migrations.prefix(7))).run()
        let connection = try PostgresConnection(settings)
        try connection.script(
            """
            INSERT INTO vendor (id, identifier, name, created_at) OVERRIDING SYSTEM VALUE VALUES (1, 'v', 'Vendor', 0);
            INSERT INTO product (vendor_id, price, discount, stock, registered_at, updated_at, currency, name, place)
                VALUES (1, 1000, 0, 1, 0, 0, 'KRW', 'Chair', '서울 망원 2동'), (1, 1000, 0, 1, 0, 0, 'KRW', 'Chair', NULL);
            INSERT INTO product_detail (product_id, secret_hash, description) SELECT id, '$', '' FROM product;
            INSERT INTO product_search SELECT id, true, '␣chair␣', E'␣chair␣\\n\\n\\n␣vendor␣',
                CASE id WHEN 1 THEN '{vendor:1,place:서울,place:망원,place:2동}' ELSE '{vendor:1}' END::text[] FROM product;
            INSERT INTO tombstone (product_id, deleted_at) VALUES (9, 0);
            """
        )
        try SchemaMigration(settings: settings).run()
        let store = try await PostgresProductStore(settings: settings)
        for (place, ids) in [("망원2동", [1]), ("서울시", [1]), ("원2", [1]), ("부산", [])] as [(String, [Int64])] {
            let page = try await store.page(ProductQuery(filter: AttributeFilter(place: place)))
            #expect(page.products.map(\.id.rawValue) == ids, "\(place)")
        }
        guard case .found(let product, _) = try await store.product(Product.ID(rawValue: 1)) else {
            Issue.record("the product is there")
            return
        }
        let entry = SearchEntry(product)
        let read = try connection.firstRow(
            "SELECT texts, array_to_string(trim_array(facts, 1), '|') FROM product_search WHERE product_id = 1"
        ) { [try $0.text(0), try $0.text(1)] }
        #expect(read == [entry.texts, entry.facts.joined(separator: "|")])
        #expect(try await store.product(Product.ID(rawValue: 9)) == .deleted(isRemoved: false))
        try await store.close()
    }
}
