import GRDB
import MarketModels
import Testing

@testable import MarketCore
@testable import MarketSQLite

/// The contents of the search indexes, apart from what searches find.
struct SearchIndexTests {
    private func query(_ text: String, _ order: ProductQuery.Order = .newest) throws -> ProductQuery {
        let search = try #require(ProductSearch(text, in: .nameAndDescription))
        return ProductQuery(order: order, search: search)
    }

    @Test func aVendorsNewNameIsFoundAndTheOldOneIsNot() async throws {
        try await withStore { store in
            let vendor = try #require(try await store.addVendor(.sample()))
            for _ in 1...4 { _ = try await store.add(.sample(of: vendor.id.rawValue)) }
            _ = try await store.add(.sample(of: Vendor.guestID.rawValue))
            try await store.write { try $0.execute(sql: "UPDATE vendor SET name = 'Sunflower' WHERE id = 1") }
            // One is changed and one deleted while they wait to be reindexed.
            guard case .found(let first, _) = try await store.product(Product.ID(rawValue: 1)) else {
                Issue.record("the first product is missing")
                return
            }
            let listing = Listing(name: "책상", description: "", pricing: first.listing.pricing, stock: 1)
            _ = try await store.replace(
                ProductEdit(id: first.id, expectedVersion: 1, listing: listing, updatedAt: first.updatedAt)
            )
            _ = try await store.delete(Product.ID(rawValue: 2), at: first.updatedAt)
            #expect(try await store.page(query("sunflower")).products.map(\.id.rawValue) == [1])
            #expect(try await store.indexPendingProducts() == 2)
            for order in [ProductQuery.Order.newest, .mostExpensive] {
                #expect(try await store.page(query("sunflower", order)).products.map(\.id.rawValue) == [4, 3, 1])
                #expect(try await store.page(query("vendor", order)).totalCount == 0)
                #expect(try await store.page(query("sunflower 의자", order)).totalCount == 2)
            }
            let corrected = try await store.page(query("sunflwoer"))
            #expect(corrected.correctedSearch == "sunflower")
            for id: Int64 in [1, 3, 4, 5] {
                _ = try await store.delete(Product.ID(rawValue: id), at: first.updatedAt)
            }
            // None of them leaves anything behind.
            let left = try await store.pool.read { database in
                try Int.fetchAll(
                    database,
                    sql: """
                        SELECT count(*) FROM search_word UNION ALL SELECT count(*) FROM search_backlog
                        UNION ALL SELECT count(*) FROM product_search WHERE product_search MATCH '의'
                        UNION ALL SELECT count(*) FROM product_search_by_amount WHERE product_search_by_amount MATCH '의'
                        """
                )
            }
            #expect(left == [0, 0, 0, 0])
        }
    }

    /// As if a toolchain with other tables had folded the seller's name: the index has tokens that no removal names.
    @Test func whatAnotherFoldingHasIndexedIsGoneWithTheProduct() async throws {
        try await withStore { store in
            let vendor = try #require(try await store.addVendor(.sample()))
            for _ in 1...2 { _ = try await store.add(.sample(of: vendor.id.rawValue)) }
            try await store.write { database in
                try database.execute(
                    sql: "DROP TRIGGER vendor_is_renamed; UPDATE vendor SET name = 'Sunflower' WHERE id = 1"
                )
            }
            let product = try await store.delete(Product.ID(rawValue: 1), at: Timestamp(millisecondsSinceEpoch: 0))
            #expect(product?.vendor.name == "Sunflower")
            await #expect(throws: MarketError.self) { try await store.page(query("vendor")) }
            #expect(try await store.renewSearchIndex(foldedAs: 1) == 1)
            #expect(try await store.page(query("vendor")).totalCount == 0)
            #expect(try await store.page(query("sunflower")).totalCount == 1)
        }
    }

    /// What the tables of this toolchain decide, and what is ours.
    @Test func foldingHasAnotherVersionWhenAScalarIsFoldedInAnotherWay() {
        func digest(_ scalars: String) -> Int64 {
            var digest = FoldingDigest()
            digest.add(Array(scalars.unicodeScalars))
            return digest.value
        }
        #expect(digest("aé가") == digest("AÉ가"))
        #expect(digest("aé가") != digest("ae가"))
        #expect(digest("aé") != digest("aé가"))
        #expect(SearchFolding.version > 0)
    }

    /// Amounts that an index row's number can't represent exactly are still in order.
    @Test(arguments: [0, 1, 524_287, 524_288, 524_289, 1 << 30, Money.maximumMinorUnits] as [Int64])
    func rowsOfTheIndexByAmountAreInOrder(_ amount: Int64) throws {
        for currency in Currency.allCases {
            let money = Money(minorUnits: amount, currency: currency)
            let key = try AmountKey(money, id: Product.ID(rawValue: 7))
            #expect(key.id.rawValue == 7)
            #expect(key.group == AmountGroup(of: money))
            #expect(key.group.rows.contains(key.rowID))
            #expect(AmountKey.rows(in: currency).contains(key.rowID))
            #expect(key.group.isExact == (amount < 1 << 19))
            for other in Currency.usual where other != currency {
                #expect(!AmountKey.rows(in: other).contains(key.rowID))
            }
            guard amount > 0 else { continue }
            let less = try AmountKey(Money(minorUnits: amount - 1, currency: currency), id: Product.ID(rawValue: 8))
            #expect(less.group == key.group || less.rowID < key.rowID)
            #expect(less.group != key.group || !key.group.isExact)
        }
    }
}
