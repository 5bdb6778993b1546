import MarketCore
import MarketModels
import Testing

@testable import MarketPostgres
@testable import ProductStoreContract

@Suite("Counts of products, on PostgreSQL")
struct CountFolderTests {
    @Test func foldingChangesNoCount() async throws {
        let store = try await store()
        let vendor = try await store.sampleVendor()
        for number in 1...70 {
            let product = try await store.add(Sample.product(of: vendor.id, named: "Chair \(number)"))
            if number % 10 == 0 { _ = try await store.delete(product.id, at: Sample.moment) }
        }
        let before = try await figures(of: store, vendor.id)
        #expect(before.page.totalCount == 63)
        #expect(try await unfolded(in: store) > 0)
        try await store.longReads.withConnection { try CountFolder(connection: $0).foldAll() }
        #expect(try await unfolded(in: store) == 0)
        let after = try await figures(of: store, vendor.id)
        #expect(after.page == before.page)
        #expect(after.last == before.last)
        #expect(after.own == before.own)
        // Differences to what was folded.
        for product in after.page.products.prefix(3) { _ = try await store.delete(product.id, at: Sample.moment) }
        #expect(try await figures(of: store, vendor.id).page.totalCount == 60)
        try await store.close()
    }

    @Test func writersThatFoldingMeetsLoseNothing() async throws {
        let store = try await store()
        let vendors = [try await store.sampleVendor("first").id, try await store.sampleVendor("second").id]
        try await withThrowingTaskGroup(of: Void.self) { group in
            for writer in 0..<8 {
                group.addTask {
                    for _ in 1...25 { _ = try await store.add(Sample.product(of: vendors[writer % 2])) }
                }
            }
            for _ in 1...2 {
                group.addTask {
                    for _ in 1...50 {
                        try await store.longReads.withConnection { try CountFolder(connection: $0).foldAll() }
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try await store.page(ProductQuery()).totalCount == 200)
        for vendor in vendors {
            #expect(try await store.page(ProductQuery(vendor: vendor)).totalCount == 100)
        }
        // Every position is found, and each has another product.
        var ids: Set<Product.ID> = []
        for page in 1...40 {
            ids.formUnion(try await store.page(ProductQuery(window: .page(page), size: 5)).products.map(\.id))
        }
        #expect(ids.count == 200)
        try await store.close()
    }

    /// Erased listings leave no word behind.
    @Test func wordsThatNoProductHasAreDeleted() async throws {
        let store = try await store()
        let vendor = try await store.sampleVendor()
        for foldsAll in [true, false] {
            let product = try await store.add(Sample.product(of: vendor.id, named: "Zyzzogeton"))
            try await store.longReads.withConnection { try CountFolder(connection: $0).foldAll() }
            #expect(try await rows(of: "zyzzogeton", in: store) == 1)
            _ = try await store.delete(product.id, at: Sample.moment)
            try await store.longReads.withConnection { connection in
                let folder = CountFolder(connection: connection)
                if foldsAll {
                    try folder.foldAll()
                } else {
                    // So many that folding is worth its while.
                    try connection.execute(
                        """
                        INSERT INTO search_word (length, word, reversed, product_count)
                        SELECT 5, 'chair', 'riahc', 1 FROM generate_series(1, 300)
                        """
                    )
                    try connection.transaction { try folder.fold() }
                }
            }
            #expect(try await rows(of: "zyzzogeton", in: store) == 0)
        }
        #expect(try await rows(of: "chair", in: store) == 1)
        try await store.close()
    }

    /// Returns a store that folds nothing by itself.
    private func store() async throws -> PostgresProductStore {
        var settings = try await newMarket()
        settings.pollInterval = .seconds(3600)
        return try await PostgresProductStore(settings: settings)
    }

    private func figures(
        of store: PostgresProductStore,
        _ vendor: Vendor.ID
    ) async throws -> (page: ProductPage, last: ProductPage, own: OwnProducts) {
        (
            try await store.page(ProductQuery()), try await store.page(ProductQuery(window: .page(4), size: 20)),
            try await store.ownProducts(of: vendor, provenBy: nil, in: nil, page: 2, size: 20)
        )
    }

    private func rows(of word: String, in store: PostgresProductStore) async throws -> Int64 {
        try await store.longReads.withConnection { connection in
            try connection.firstRow("SELECT count(*) FROM search_word WHERE word = $1", [word]) { try $0.count(0) } ?? 0
        }
    }

    private func unfolded(in store: PostgresProductStore) async throws -> Int64 {
        try await store.longReads.withConnection { connection in
            try connection.firstRow("SELECT count(*) FROM listing_count WHERE id > 0") { try $0.count(0) } ?? 0
        }
    }
}
