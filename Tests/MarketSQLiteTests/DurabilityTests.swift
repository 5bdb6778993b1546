import Foundation
import GRDB
import MarketCore
import MarketModels
import Testing

@testable import MarketSQLite

@Suite("What a store has answered stays")
struct DurabilityTests {
    /// A killed process leaves just the files as they are while the store is at work. Whether they were synced isn't
    /// tested here: Tests/Smoke/chapters/power_cuts.py kills the program and reverts whatever was not.
    @Test func theFilesAsTheyLieHoldEverythingThatWasAnswered() async throws {
        try await withTemporaryFolder { folder in
            let store = try await SQLiteProductStore(folder: folder + "/alive")
            _ = try await store.addVendor(.sample())
            var answered: [Product] = []
            for _ in 1...30 { answered.append(try await store.add(.sample(of: 1))) }
            let left = folder + "/killed"
            try FileManager.default.createDirectory(atPath: left, withIntermediateDirectories: true)
            for file in ["market.sqlite", "market.sqlite-wal"] {
                try FileManager.default.copyItem(atPath: "\(folder)/alive/\(file)", toPath: "\(left)/\(file)")
            }
            try await store.close()

            let revived = try await SQLiteProductStore(folder: left)
            #expect(
                try await revived.page(ProductQuery(order: .oldest, size: 100)).products.map(\.id) == answered.map(\.id)
            )
            for product in answered {
                #expect(try await revived.product(product.id) == .found(product, revived.revision))
            }
            #expect(try await revived.pool.read { try String.fetchOne($0, sql: "PRAGMA integrity_check") } == "ok")
            try await revived.close()
        }
    }

    @Test func aFullDiskIsReportedAndLosesNothing() async throws {
        try await withStore { store in
            _ = try await store.addVendor(.sample())
            let kept = try await store.add(.sample(of: 1))
            let description = String(repeating: "넓", count: 10_000)
            let large = try NewProduct.sample(of: 1, description: description)
            try await store.pool.writeWithoutTransaction { database in
                let pages = try Int.fetchOne(database, sql: "PRAGMA page_count") ?? 0
                try database.execute(sql: "PRAGMA max_page_count = \(pages + 3)")
            }
            let revision = store.revision
            await #expect(throws: MarketError.storageFull) { _ = try await store.add(large) }
            #expect(store.revision == revision)
            #expect(try await store.page(ProductQuery()).products.map(\.id) == [kept.id])
            #expect(try await store.product(kept.id) == .found(kept, revision))

            try await store.pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA max_page_count = 1000000") }
            let next = try await store.add(large)
            #expect(next.id > kept.id)
            #expect(try await store.page(ProductQuery()).totalCount == 2)
        }
    }

    @Test func closingLeavesOneWholeFile() async throws {
        try await withTemporaryFolder { folder in
            let store = try await SQLiteProductStore(folder: folder)
            _ = try await store.addVendor(.sample())
            let product = try await store.add(.sample(of: 1))
            try await store.close()
            let log = try? FileManager.default.attributesOfItem(atPath: folder + "/market.sqlite-wal")[.size] as? Int
            #expect((log ?? 0) == 0)
            try FileManager.default.createDirectory(atPath: folder + "/copy", withIntermediateDirectories: true)
            try FileManager.default.copyItem(atPath: folder + "/market.sqlite", toPath: folder + "/copy/market.sqlite")
            let copy = try await SQLiteProductStore(folder: folder + "/copy")
            #expect(try await copy.product(product.id) == .found(product, copy.revision))
            try await copy.close()
        }
    }

    @Test func aClosedStoreIsUnavailable() async throws {
        try await withTemporaryFolder { folder in
            let store = try await SQLiteProductStore(folder: folder)
            try await store.close()
            await #expect(throws: MarketError.self) { try await store.check() }
            await #expect(throws: MarketError.self) { _ = try await store.addVendor(.sample()) }
        }
    }
}
