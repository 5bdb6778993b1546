import Foundation
import GRDB
import MarketCore
import MarketModels
import ProductStoreContract
import Testing

@testable import MarketSQLite

/// A database of the schema without states.
struct LifecycleMigrationTests {
    /// Creates products of both kinds of currencies, with a gap of ids, an idempotency record and two indexed products.
    private func makeOldDatabase(in folder: String) throws {
        let database = try DatabaseQueue(path: folder + "/market.sqlite")
        try MarketSchema.migrator.migrate(database, upTo: "7 three characters")
        try database.write { database in
            try database.execute(sql: "INSERT INTO vendor (identifier, name, created_at) VALUES ('seller', 'v', 0)")
            for number in 1...120 {
                try database.execute(
                    sql: """
                        INSERT INTO product (vendor_id, currency, price, discount, stock, registered_at, updated_at, name)
                        VALUES (1, ?, ?, 0, ?, 0, 0, 'chair')
                        """,
                    arguments: [number % 4 == 0 ? "JPY" : "KRW", number, number % 2]
                )
                try database.execute(
                    sql: """
                        INSERT INTO product_detail (product_id, secret_hash, contact, description)
                        VALUES (?, '$hash', 'here', 'about')
                        """,
                    arguments: [number]
                )
            }
            try database.execute(sql: "DELETE FROM product WHERE id BETWEEN 40 AND 90")
            try database.execute(sql: "INSERT INTO search_backlog (product_id) SELECT id FROM product")
            try database.execute(
                sql: """
                    INSERT INTO listing_receipt (seller, key, fingerprint, secret_hash, product, created_at)
                    VALUES ('seller', 'key', 'f', '$hash', ?, 0)
                    """,
                arguments: [
                    """
                    {"id":7,"vendorID":1,"vendorName":"v","vendorCreatedAt":0,"name":"chair","description":"",
                    "currency":"KRW","price":7,"discount":0,"stock":1,"pictures":[],"registeredAt":0,"updatedAt":0,
                    "version":1}
                    """
                ]
            )
        }
        try database.close()
    }

    @Test func productsOfTheVersionBeforeAreOpenAndCanTakeEveryState() async throws {
        try await withTemporaryFolder { folder in
            try makeOldDatabase(in: folder)
            let id = Product.ID(rawValue: 7)
            for opening in 1...2 {
                let store = try await SQLiteProductStore(folder: folder)
                try await store.indexPendingProducts()
                #expect(try await store.pool.read { try $0.miscounts() } == [])
                #expect(try await store.checkWhole().findings.map(\.text) == [])
                let hidden = opening - 1
                #expect(try await store.page(ProductQuery()).totalCount == 69 - hidden)
                #expect(try await store.page(ProductQuery(currencyScope: .wonAndDollar)).totalCount == 52 - hidden)
                guard opening == 1 else {
                    try await store.close()
                    continue
                }
                guard case .found(let product, _) = try await store.product(id) else {
                    Issue.record("the product is there")
                    return
                }
                #expect(product.lifecycle == .new)
                #expect(try await store.asSeller(id)?.contact == "here")
                let key = try #require(IdempotencyKey("key", of: VendorIdentifier("seller")))
                let record = try await store.idempotencyRecord(for: key, since: Timestamp(millisecondsSinceEpoch: 0))
                #expect(record?.product.lifecycle == .new)
                let edit = LifecycleEdit(
                    id: id,
                    expectedVersion: 1,
                    lifecycle: ListingLifecycle(state: .hidden),
                    changedAt: Timestamp(millisecondsSinceEpoch: 0)
                )
                guard case .saved = try await store.replaceLifecycle(edit) else {
                    Issue.record("the state is saved")
                    return
                }
                try await store.close()
            }
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder + "/backups").count == 1)
        }
    }

    @Test func productHiddenBeforeItIsIndexedStaysOutOfTheIndex() async throws {
        try await withTemporaryFolder { folder in
            try makeOldDatabase(in: folder)
            let store = try await SQLiteProductStore(folder: folder)
            let id = Product.ID(rawValue: 7)
            for lifecycle in [ListingLifecycle(state: .hidden), ListingLifecycle(state: .hidden, bumpedAt: nil)] {
                let version = try await store.version(of: id)?.number ?? 0
                _ = try await store.replaceLifecycle(
                    LifecycleEdit(
                        id: id,
                        expectedVersion: version,
                        lifecycle: lifecycle,
                        changedAt: Timestamp(millisecondsSinceEpoch: 0)
                    )
                )
            }
            #expect(try await store.indexPendingProducts() == 68)
            #expect(try await store.checkWhole().findings.map(\.text) == [])
            let version = try await store.version(of: id)?.number ?? 0
            _ = try await store.replaceLifecycle(
                LifecycleEdit(
                    id: id,
                    expectedVersion: version,
                    lifecycle: .new,
                    changedAt: Timestamp(millisecondsSinceEpoch: 0)
                )
            )
            #expect(try await store.checkWhole().findings.map(\.text) == [])
            try await store.close()
        }
    }

    @Test func sellersNewNameReachesAHiddenProductWhenItIsShown() async throws {
        try await withTemporaryFolder { folder in
            let store = try await SQLiteProductStore(folder: folder)
            let vendor = try #require(try await store.addVendor(.sample()))
            let product = try await store.add(.sample(of: vendor.id.rawValue))
            _ = try await store.replaceLifecycle(
                LifecycleEdit(
                    id: product.id,
                    expectedVersion: 1,
                    lifecycle: ListingLifecycle(state: .hidden),
                    changedAt: Timestamp(millisecondsSinceEpoch: 0)
                )
            )
            try await store.write { try $0.execute(sql: "UPDATE vendor SET name = 'Renamed' WHERE id = 1") }
            _ = try await store.replaceLifecycle(
                LifecycleEdit(
                    id: product.id,
                    expectedVersion: 2,
                    lifecycle: .new,
                    changedAt: Timestamp(millisecondsSinceEpoch: 0)
                )
            )
            try await store.indexPendingProducts()
            let search = try #require(ProductSearch("renamed", in: .nameAndDescription))
            #expect(try await store.page(ProductQuery(search: search)).totalCount == 1)
            #expect(try await store.checkWhole().findings.map(\.text) == [])
            try await store.close()
        }
    }

    @Test func repairRebuildsCountsAndIndexesOfEveryState() async throws {
        try await withTemporaryFolder { folder in
            let store = try await SQLiteProductStore(folder: folder)
            _ = try await store.addVendor(.sample())
            let states: [ListingLifecycle] = [
                .new, ListingLifecycle(state: .hidden),
                ListingLifecycle(state: .sold(at: Timestamp(millisecondsSinceEpoch: 0)), isListed: false),
                ListingLifecycle(state: .expired(at: Timestamp(millisecondsSinceEpoch: 0))),
            ]
            for lifecycle in states {
                let product = try await store.add(.sample(of: 1))
                _ = try await store.replaceLifecycle(
                    LifecycleEdit(
                        id: product.id,
                        expectedVersion: 1,
                        lifecycle: lifecycle,
                        changedAt: Timestamp(millisecondsSinceEpoch: 0)
                    )
                )
            }
            #expect(try await store.checkWhole().findings == [])
            try await store.write { database in
                try database.execute(sql: "UPDATE market_state SET unlisted_count = 0, product_count = 4")
                try database.execute(sql: "UPDATE listing_rank SET live = 4")
                try database.execute(sql: "INSERT INTO product_search (product_search) VALUES ('delete-all')")
            }
            #expect(try await !store.checkWhole().findings.isEmpty)
            try await store.repair()
            #expect(try await store.checkWhole().findings == [])
            #expect(try await store.pool.read { try $0.miscounts() } == [])
            #expect(try await store.page(ProductQuery()).totalCount == 1)
            try await store.close()
        }
    }
}
