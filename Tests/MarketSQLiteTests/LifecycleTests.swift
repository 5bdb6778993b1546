import Foundation
import GRDB
import MarketCore
import MarketModels
import ProductStoreContract
import Testing

@testable import MarketSQLite

/// The states of listings, and what follows from them.
struct LifecycleTests {
    @Test func productHiddenBeforeItIsIndexedStaysOutOfTheIndex() async throws {
        try await withStore { store in
            try await store.fill(count: 69)
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
        }
    }

    @Test func sellersNewNameReachesAHiddenProductWhenItIsShown() async throws {
        try await withStore { store in
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
        }
    }

    @Test func repairRebuildsCountsAndIndexesOfEveryState() async throws {
        try await withStore { store in
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
                try database.execute(sql: "UPDATE listing_rank SET listed = 4")
                try database.execute(sql: "INSERT INTO product_search (product_search) VALUES ('delete-all')")
            }
            #expect(try await !store.checkWhole().findings.isEmpty)
            try await store.repair()
            #expect(try await store.checkWhole().findings == [])
            #expect(try await store.pool.read { try $0.miscounts() } == [])
            #expect(try await store.page(ProductQuery()).totalCount == 1)
        }
    }
}
