import MarketCore
import MarketModels

extension ContractCheck {
    static let identity = [
        ContractCheck("idsRiseAndAreNeverUsedAgain", idsRiseAndAreNeverUsedAgain),
        ContractCheck("pictureIDsAreNeverUsedAgain", imageIDsAreNeverUsedAgain),
    ]

    private static func idsRiseAndAreNeverUsedAgain(_ storage: ContractStorage) async throws {
        var store = try await storage.store()
        var last = Product.ID(rawValue: 0)
        for round in 1...3 {
            for _ in 1...4 {
                let id = try await store.sampleProduct().id
                try expect(id > last, "id \(id.rawValue) is above \(last.rawValue)")
                last = id
            }
            // All of them are deleted, so that only the store itself knows which ids were used.
            for product in try await store.page(ProductQuery()).products {
                _ = try await store.delete(product.id, at: Sample.moment)
            }
            try expectEqual(try await store.page(ProductQuery()).totalCount, 0, "the total after round \(round)")
            store = try await storage.reopened()
        }
    }

    private static func imageIDsAreNeverUsedAgain(_ storage: ContractStorage) async throws {
        var store = try await storage.store()
        let first = try await store.sampleProduct(images: [Sample.image(1), Sample.image(2)])
        let last = try unwrap(first.images.map(\.id).max(), "there are pictures")
        _ = try await store.delete(first.id, at: Sample.moment)
        store = try await storage.reopened()
        let second = try await store.sampleProduct(images: [Sample.image(1)])
        try expect(second.images.allSatisfy { $0.id > last }, "picture ids go on rising")
    }
}
