import MarketCore
import MarketModels
import Testing

@testable import MarketPostgres

@Suite("Checking a market in PostgreSQL")
struct CheckTests {
    @Test func marketInOrderHasNoFindings() async throws {
        let (store, settings) = try await market()
        let check = PostgresCheck(settings: settings)
        let outcome = try await check.run()
        #expect(outcome.findings == [])
        #expect(outcome.productCount == 3)
        #expect(try await check.marketName() == store.marketName())
        #expect(try await check.imageCount() == 2)
        #expect(try await check.images(after: nil, limit: 10).map(\.hexDigits.first) == ["1", "2"])
        try await store.close()
    }

    /// Products are changed while they wait, and two processes index the others at once.
    @Test func marketWhoseSearchIndexWasMadeAnewIsInOrder() async throws {
        let (first, settings) = try await market()
        let second = try await PostgresProductStore(settings: settings)
        let folding = SearchFolding.version
        try await first.write { try SearchRenewal(connection: $0).begin(for: 1) }
        #expect(try await PostgresCheck(settings: settings).run().findings == [])
        guard case .found(let product, _) = try await first.product(Product.ID(rawValue: 1)) else {
            Issue.record("the first product is missing")
            return
        }
        let edit = ProductEdit(
            id: product.id,
            expectedVersion: product.version,
            listing: try sampleListing("Table"),
            updatedAt: moment
        )
        guard case .saved = try await second.replace(edit) else {
            Issue.record("the edit was not saved")
            return
        }
        _ = try await first.delete(Product.ID(rawValue: 2), at: moment)
        for _ in 1...250 { _ = try await first.sampleProduct() }
        try await first.write { try SearchRenewal(connection: $0).begin(for: folding) }
        async let indexed = first.renewSearchIndex(foldedAs: folding)
        async let others = second.renewSearchIndex(foldedAs: folding)
        #expect(try await indexed + others >= 251)
        #expect(try await PostgresCheck(settings: settings).run().findings == [])
        #expect(try await second.page(ProductQuery(search: ProductSearch("table", in: .name))).totalCount == 1)
        #expect(try await first.renewSearchIndex(foldedAs: folding) == 0)
        try await second.close()
        try await first.close()
    }

    @Test(arguments: [
        ("UPDATE listing_count SET listed = listed + 1 WHERE kind = 1", "another number is counted"),
        ("INSERT INTO listing_count VALUES (5, 999, 0, 1, 1, 0)", "vendor 999"),
        ("INSERT INTO listing_count VALUES (6, 2, 0, 1, 1, 0)", "category 2"),
        ("DELETE FROM product_search WHERE product_id = 1", "product 1 is in the search index with other texts"),
        ("UPDATE product_search SET texts = texts || 'x' WHERE product_id = 2", "product 2 is in the search index"),
        (
            "ALTER TABLE product_search DISABLE TRIGGER ALL; UPDATE product_search SET keywords = '{vendor:1,level:KRW:1}'",
            "product 1 is in the search index with other texts or another price"
        ),
        ("INSERT INTO product_search SELECT 3, true, '', '', '{}'", "although nobody may see it"),
        ("UPDATE search_word SET product_count = product_count + 1 WHERE word = 'chair'", "counted wrongly"),
        ("DELETE FROM product_detail WHERE product_id = 1", "product 1 can't be read"),
        ("UPDATE product SET currency = 'ZZZ' WHERE id = 2", "impossible price"),
        ("UPDATE vendor SET identifier = 'a' || chr(7) WHERE id = 1", "vendor 1 can't be read"),
        ("UPDATE idempotency_record SET product = '{}'", "an idempotency record can't be read"),
        ("ALTER TABLE product DISABLE TRIGGER product_is_counted", "product_is_counted is disabled"),
    ])
    func damageIsFound(_ sql: String, _ words: String) async throws {
        let (store, settings) = try await market()
        try await store.close()
        try PostgresConnection(settings).script(sql)
        let findings = try await PostgresCheck(settings: settings).run().findings
        #expect(findings.contains { $0.contains(words) }, "\(findings)")
    }

    @Test func databaseWithoutAMarketIsRefused() async throws {
        let settings = try await newDatabase()
        await #expect(throws: PostgresOpeningError.self) {
            try await PostgresCheck(settings: settings).marketName()
        }
    }

    /// A market with two products that people see, and one that is hidden.
    private func market() async throws -> (PostgresProductStore, PostgresSettings) {
        let settings = try await newMarket()
        let store = try await PostgresProductStore(settings: settings)
        let vendor = try await store.sampleVendor()
        let key = try #require(IdempotencyKey("key", of: nil))
        let record = NewIdempotencyRecord(key: key, fingerprint: RequestFingerprint(rawValue: "x"), createdAt: moment)
        let images = [try sampleImage("1"), try sampleImage("2")]
        _ = try await store.add(sampleProduct(of: vendor.id, images: images, record: record))
        _ = try await store.add(sampleProduct(of: vendor.id))
        let hidden = try await store.add(sampleProduct(of: vendor.id))
        let edit = LifecycleEdit(
            id: hidden.id,
            expectedVersion: hidden.version,
            lifecycle: ListingLifecycle(state: .hidden),
            changedAt: moment
        )
        _ = try await store.replaceLifecycle(edit)
        return (store, settings)
    }
}
