import Foundation
import GRDB
import MarketCore
import MarketModels
import Testing

@testable import MarketSQLite

/// A database of the schema with two currencies.
struct CurrencyMigrationTests {
    private func makeOldDatabase(in folder: String, products: Int) throws {
        let database = try DatabaseQueue(path: folder + "/market.sqlite")
        try MarketSchema.migrator.migrate(database, upTo: "5 forgiving search")
        try database.write { database in
            for vendor in 1...3 {
                try database.execute(
                    sql: "INSERT INTO vendor (identifier, name, created_at) VALUES (?, 'v', 0)",
                    arguments: ["\(vendor)"]
                )
            }
            for number in 1...products {
                try database.execute(
                    sql: """
                        INSERT INTO product (vendor_id, currency, price, discount, stock, registered_at, updated_at, name)
                        VALUES (?, ?, ?, 0, ?, 0, 0, 'chair')
                        """,
                    arguments: [number % 3 + 1, number % 4 == 0 ? "USD" : "KRW", number, number % 2]
                )
                try database.execute(
                    sql: "INSERT INTO product_detail (product_id, secret_hash, description) VALUES (?, '$hash', '')",
                    arguments: [number]
                )
            }
            try database.execute(sql: "INSERT INTO search_backlog (product_id) SELECT id FROM product")
            try database.execute(sql: "DELETE FROM product WHERE id BETWEEN 40 AND 90")
        }
        try database.close()
    }

    @Test func databaseOfTwoCurrenciesTakesAllAndKeepsItsCounts() async throws {
        try await withTemporaryFolder { folder in
            try makeOldDatabase(in: folder, products: 200)
            let currencies = Currency.usual + [try #require(Currency(rawValue: "SEK"))]
            for opening in 1...2 {
                let store = try await SQLiteProductStore(folder: folder)
                #expect(try await store.pool.read { try $0.miscounts() } == [])
                #expect(try await store.checkWhole().findings.map(\.text) == [])
                #expect(try await store.page(ProductQuery()).totalCount == 149 + currencies.count * (opening - 1))
                for scope in CurrencyScope.allCases {
                    let page = try await store.page(ProductQuery(window: .page(8), currencyScope: scope))
                    #expect(page.products.count >= 9)
                }
                guard opening == 1 else {
                    try await store.close()
                    continue
                }
                for currency in currencies {
                    let pricing = try #require(
                        Pricing(currency: currency, priceMinorUnits: 10, discountMinorUnits: 0)
                    )
                    let listing = Listing(name: "x", description: "", pricing: pricing, stock: 1)
                    _ = try await store.add(
                        NewProduct(
                            seller: .vendor(Vendor.ID(rawValue: 1)),
                            listing: listing,
                            contact: nil,
                            secretHash: SecretHash(rawValue: "$hash"),
                            images: [],
                            registeredAt: Timestamp(millisecondsSinceEpoch: 0)
                        )
                    )
                }
                await #expect(throws: DatabaseError.self) {
                    try await store.pool.write { try $0.execute(sql: "UPDATE product SET currency = 'won'") }
                }
                #expect(try await store.page(ProductQuery(currencyScope: .wonAndDollar)).totalCount == 151)
                try await store.close()
            }
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder + "/backups").count == 1)
        }
    }
}
