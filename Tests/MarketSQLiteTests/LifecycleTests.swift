import Foundation
import GRDB
import GeneratedListings
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
                try await store.setLifecycle(lifecycle, of: id)
            }
            #expect(try await store.indexPendingProducts() == 68)
            #expect(try await store.checkWhole().findings.map(\.text) == [])
            try await store.setLifecycle(.new, of: id)
            #expect(try await store.checkWhole().findings.map(\.text) == [])
        }
    }

    @Test func sellersNewNameReachesAHiddenProductWhenItIsShown() async throws {
        try await withStore { store in
            let vendor = try #require(try await store.addVendor(.sample()))
            let product = try await store.add(.sample(of: vendor.id.rawValue))
            try await store.setLifecycle(ListingLifecycle(state: .hidden), of: product.id)
            try await store.write { try $0.execute(sql: "UPDATE vendor SET name = 'Renamed' WHERE id = 1") }
            try await store.setLifecycle(.new, of: product.id)
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
                try await store.setLifecycle(lifecycle, of: product.id)
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

extension SQLiteProductStore {
    /// Changes the state of a product, whatever its version is.
    fileprivate func setLifecycle(_ lifecycle: ListingLifecycle, of id: Product.ID) async throws {
        let version = try #require(try await version(of: id))
        let moment = Timestamp(millisecondsSinceEpoch: 0)
        let edit = LifecycleEdit(id: id, expectedVersion: version.number, lifecycle: lifecycle, changedAt: moment)
        let outcome = try await replaceLifecycle(edit)
        if case .saved = outcome { return }
        Issue.record("the state isn't changed: \(outcome)")
    }
}
