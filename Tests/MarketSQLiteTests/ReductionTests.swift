import Foundation
import GRDB
import GeneratedListings
import MarketCore
import MarketModels
import Testing

@testable import MarketSQLite

/// The prices that products had, and the reductions that are shown.
struct ReductionTests {
    private static func day(_ number: Int) -> Timestamp { Timestamp(millisecondsSinceEpoch: 0).adding(days: number) }

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

    @Test func pricesGoWithTheirProduct() async throws {
        try await withStore { store in
            _ = try await store.addVendor(.sample())
            _ = try await store.add(.sample(of: 1))
            try await store.write { try $0.execute(sql: "UPDATE product SET registered_at = 0, updated_at = 0") }
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
        }
    }

    /// Half of the products have reductions, and all but the one that is due are spared.
    @Test func endOfAReductionIsFoundInAnIndex() async throws {
        try await withStore { store in
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
                    let prices = database.records.prices
                    _ = database.statementCounters().steps
                    return (try prices.endedReductions(at: early, limit: 100), database.statementCounters().steps)
                }
                #expect(ids == [Product.ID(rawValue: 2)])
                #expect(steps < 100, "\(steps) steps")
            }
            var counts: [Int] = []
            repeat {
                counts.append(try await store.advanceLifecycles(to: now, by: LifecycleRules(), limit: 300))
            } while counts.last == 300
            #expect(counts == [300, 300, 300, 100])
        }
    }
}
