import MarketCore
import MarketModels

extension ContractCheck {
    static let identity = [
        ContractCheck("idsRiseAndAreNeverUsedAgain", idsRiseAndAreNeverUsedAgain),
        ContractCheck("pictureIDsAreNeverUsedAgain", pictureIDsAreNeverUsedAgain),
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
            // All of them go, so that only the store's memory can tell which ids were given.
            for product in try await store.page(ProductQuery()).products {
                _ = try await store.withdraw(product.id, at: Sample.moment)
            }
            try expectEqual(try await store.page(ProductQuery()).totalCount, 0, "the total after round \(round)")
            store = try await storage.reopened()
        }
    }

    private static func pictureIDsAreNeverUsedAgain(_ storage: ContractStorage) async throws {
        var store = try await storage.store()
        let first = try await store.sampleProduct(pictures: [Sample.picture(1), Sample.picture(2)])
        let last = try unwrap(first.pictures.map(\.id).max(), "there are pictures")
        _ = try await store.withdraw(first.id, at: Sample.moment)
        store = try await storage.reopened()
        let second = try await store.sampleProduct(pictures: [Sample.picture(1)])
        try expect(second.pictures.allSatisfy { $0.id > last }, "picture ids go on rising")
    }
}
