import Foundation
import GRDB
import MarketCore
import MarketModels
import Testing

@testable import MarketSQLite

/// A database of the schema without the prices that products had.
struct ReductionMigrationTests {
    private static func day(_ number: Int) -> Timestamp { Timestamp(millisecondsSinceEpoch: 0).adding(days: number) }

    /// Creates two products for 10,000 won, listed on day 0. The second one was edited on day 20.
    private func makeOldDatabase(in folder: String) throws {
        let database = try DatabaseQueue(path: folder + "/market.sqlite")
        try MarketSchema.migrator.migrate(database, upTo: "12 bumps")
        try database.write { database in
            try database.execute(sql: "INSERT INTO vendor (identifier, name, created_at) VALUES ('seller', 'v', 0)")
            for day in [0, 20] {
                try database.execute(
                    sql: """
                        INSERT INTO product (vendor_id, currency, price, discount, stock, registered_at, updated_at, name)
                        VALUES ((SELECT id FROM vendor WHERE identifier = 'seller'), 'KRW', 11000, 1000, 1, 0, ?, 'chair')
                        """,
                    arguments: [Self.day(day).millisecondsSinceEpoch]
                )
                try database.execute(
                    sql: """
                        INSERT INTO product_detail (product_id, secret_hash, contact, description)
                        VALUES (?, '$hash', 'here', 'about')
                        """,
                    arguments: [database.lastInsertedRowID]
                )
            }
            try database.execute(sql: "INSERT INTO search_backlog (product_id) SELECT id FROM product")
        }
        try database.close()
    }

    /// Lowers the price by 100 won.
    private func lower(_ id: Int64, in store: SQLiteProductStore, on day: Int) async throws -> PriceReduction? {
        guard case .found(let before, _) = try await store.product(Product.ID(rawValue: id)) else { return nil }
        let price = before.listing.pricing.salePrice.minorUnits - 100
        let listing = Listing(
            name: "chair",
            description: "about",
            pricing: try #require(Pricing(currency: .krw, priceMinorUnits: price, discountMinorUnits: 0)),
            stock: 1
        )
        let edit = ProductEdit(
            id: before.id,
            expectedVersion: before.version,
            listing: listing,
            updatedAt: Self.day(day)
        )
        guard case .saved(let after, _) = try await store.replace(edit) else { return nil }
        return after.reduction
    }

    @Test func onlyWhatIsKnownOfOlderProductsCounts() async throws {
        try await withTemporaryFolder { folder in
            try makeOldDatabase(in: folder)
            var store = try await SQLiteProductStore(folder: folder)
            #expect(try await store.page(ProductQuery()).products.map(\.reduction) == [nil, nil])
            // The first product has never been edited, so its price has stood since it was listed.
            let first = PriceReduction(lowest: Money(minorUnits: 10_000, currency: .krw), reducedAt: Self.day(30))
            #expect(try await lower(1, in: store, on: 30) == first)
            // The price of the second one may have been lower before its edit.
            #expect(try await lower(2, in: store, on: 30) == nil)
            try await store.close()
            store = try await SQLiteProductStore(folder: folder)
            #expect(try await store.page(ProductQuery()).products.map(\.reduction) == [nil, first])
            let second = PriceReduction(lowest: Money(minorUnits: 9900, currency: .krw), reducedAt: Self.day(60))
            #expect(try await lower(2, in: store, on: 60) == second)
            #expect(try await store.checkWhole().findings.map(\.text) == [])
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder + "/backups").count == 1)
            try await store.close()
        }
    }

    @Test func pricesGoWithTheirProduct() async throws {
        try await withTemporaryFolder { folder in
            try makeOldDatabase(in: folder)
            let store = try await SQLiteProductStore(folder: folder)
            for day in 30...39 { _ = try await lower(1, in: store, on: day) }
            func count() async throws -> Int? {
                try await store.pool.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM price_period") }
            }
            #expect(try await count() == 10)
            // Of what was before the 30 days, only the last period is kept.
            _ = try await lower(1, in: store, on: 65)
            #expect(try await count() == 6)
            _ = try await store.delete(Product.ID(rawValue: 1), at: Self.day(70))
            #expect(try await count() == 0)
            try await store.close()
        }
    }

    /// Half of the products have reductions, and all but the one that is due are spared.
    @Test func endOfAReductionIsFoundInAnIndex() async throws {
        try await withTemporaryFolder { folder in
            let store = try await SQLiteProductStore(folder: folder)
            try await store.fill(count: 2000)
            try await store.write { database in
                try database.execute(
                    sql: "UPDATE product SET reduced_from = price + 1, reduced_at = id * 1000 WHERE id % 2 = 0"
                )
            }
            let now = Timestamp(millisecondsSinceEpoch: 4_000_000).adding(days: PriceReduction.shownDays)
            let early = Timestamp(millisecondsSinceEpoch: 2000).adding(days: PriceReduction.shownDays)
            for analysed in [false, true] {
                if analysed { try await store.write { try $0.execute(sql: "ANALYZE") } }
                let (ids, steps) = try await store.read { database in
                    let writer = PriceWriter(database: database)
                    _ = database.statementCounters().steps
                    return (try writer.endedReductions(at: early, limit: 100), database.statementCounters().steps)
                }
                #expect(ids == [Product.ID(rawValue: 2)])
                #expect(steps < 100, "\(steps) steps")
            }
            var counts: [Int] = []
            repeat {
                counts.append(try await store.advanceLifecycles(to: now, by: LifecycleRules(), limit: 300))
            } while counts.last == 300
            #expect(counts == [300, 300, 300, 100])
            try await store.close()
        }
    }
}
