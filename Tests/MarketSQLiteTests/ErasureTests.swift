import Foundation
import MarketCore
import MarketModels
import Testing

@testable import MarketSQLite

/// What is left of a listing in the files after it was erased.
struct ErasureTests {
    /// Returns which of the words are anywhere in the files of a folder, also where no row is.
    private func words(_ words: [String], in folder: String) throws -> [String] {
        let files = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.contains(".sqlite") }
        let bytes = try files.map { try Data(contentsOf: URL(filePath: "\(folder)/\($0)")) }
        return words.filter { word in bytes.contains { $0.range(of: Data(word.utf8)) != nil } }
    }

    @Test func nothingOfItIsInTheDatabaseItsLogOrABackup() async throws {
        try await withTemporaryFolder { folder in
            let (market, backup) = (folder + "/market", folder + "/backup")
            for path in [market, backup] {
                try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
            }
            let store = try await SQLiteProductStore(folder: market)
            _ = try await store.addVendor(.sample())
            _ = try await store.add(.sample(of: 1, description: "Kept-4711"))
            // One that fits into its row's page, and one that takes pages of its own.
            let long = String(repeating: "Long-4711 ", count: 900)
            let erased = [
                try await store.add(.sample(of: 1, description: "Erased-4711")),
                try await store.add(.sample(of: 1, description: long)),
            ]
            let edit = ProductEdit(
                id: erased[0].id,
                expectedVersion: erased[0].version,
                listing: try NewProduct.sample(of: 1, description: "Edited-4711").listing,
                updatedAt: erased[0].updatedAt
            )
            _ = try await store.replace(edit)
            let all = ["Kept-4711", "Erased-4711", "Long-4711", "Edited-4711"]
            #expect(try words(all, in: market) == all)
            for product in erased {
                let erasure = ProductErasure("Why", by: OperatorAuthenticator.commandLine)
                let gone = try await store.delete(product.id, erasure, at: product.updatedAt)
                #expect(gone?.id == product.id)
            }
            #expect(try words(all, in: market) == ["Kept-4711"])
            try DatabaseCopy(path: backup + "/market.sqlite").make(of: market)
            #expect(try words(all, in: backup) == ["Kept-4711"])
            try await store.close()
            #expect(try words(all, in: market) == ["Kept-4711"])
        }
    }
}
