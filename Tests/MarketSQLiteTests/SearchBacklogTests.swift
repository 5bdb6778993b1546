import GRDB
import GeneratedListings
import MarketCore
import MarketModels
import Testing

@testable import MarketSQLite

/// Products that wait to be indexed for searching.
struct SearchBacklogTests {
    private let chairs = ProductQuery(search: ProductSearch("chair", in: .name))

    @Test func productsAreFoundWhenTheyHaveBeenTakenUp() async throws {
        try await withStore { store in
            try await store.fill(count: 450)
            #expect(try await store.page(chairs).totalCount == 0)
            #expect(try await store.indexPendingProducts() == 450)
            #expect(try await store.page(chairs).totalCount == 225)
            #expect(try await store.indexPendingProducts() == 0)
        }
    }

    /// What the batches before have changed is in lists, so nothing that was encoded before may be sent any more.
    @Test func whatIsFoundBeforeAFailureRaisesTheRevision() async throws {
        try await withStore { store in
            try await store.fill(count: 250)
            try await store.pool.write { database in
                try database.execute(
                    sql: """
                        CREATE TRIGGER fail BEFORE DELETE ON search_backlog WHEN OLD.product_id = 100 BEGIN
                            SELECT RAISE(ABORT, 'as on a full disk');
                        END
                        """
                )
            }
            let empty = try await store.page(chairs)
            #expect(empty.totalCount == 0)
            await #expect(throws: MarketError.self) { try await store.indexPendingProducts() }
            let found = try await store.page(chairs)
            #expect(found.totalCount > 0)
            #expect(found.revision > empty.revision && store.revision == found.revision)
        }
    }

    @Test func productsThatWaitMayBeChangedAndWithdrawn() async throws {
        try await withStore { store in
            try await store.fill(count: 4)
            guard case .found(let first, _) = try await store.product(Product.ID(rawValue: 1)) else {
                Issue.record("the first product is missing")
                return
            }
            let listing = Listing(name: "Chair, renamed", description: "", pricing: first.listing.pricing, stock: 1)
            _ = try await store.replace(
                ProductEdit(id: first.id, expectedVersion: 1, listing: listing, updatedAt: first.updatedAt)
            )
            _ = try await store.delete(Product.ID(rawValue: 3), at: first.updatedAt)
            #expect(try await store.indexPendingProducts() == 3)
            #expect(try await store.page(chairs).products.map(\.id.rawValue) == [1])
            // Once indexed, a change updates the index.
            guard
                case .saved = try await store.replace(
                    ProductEdit(id: first.id, expectedVersion: 2, listing: first.listing, updatedAt: first.updatedAt)
                )
            else {
                Issue.record("the edit was not saved")
                return
            }
            #expect(try await store.page(ProductQuery(search: ProductSearch("renamed", in: .name))).totalCount == 0)
        }
    }
}
