import MarketCore
import MarketModels

extension ContractCheck {
    static let revisions = [
        ContractCheck("theRevisionMovesWithWhatAGetShows", theRevisionMovesWithWhatAGetShows),
        ContractCheck("theRevisionStaysWithWhatNoGetShows", theRevisionStaysWithWhatNoGetShows),
        ContractCheck("aReadShowsWhatWasAnsweredBefore", aReadShowsWhatWasAnsweredBefore),
    ]

    private static func theRevisionMovesWithWhatAGetShows(_ storage: ContractStorage) async throws {
        let store = try await storage.store()
        let vendor = try await store.sampleVendor()
        let first = try await store.add(Sample.product(of: vendor.id))
        let second = try await store.add(Sample.product(of: vendor.id))
        try await store.keepToken(Sample.token("token", for: second.id))
        let writes: [(String, () async throws -> Void)] = [
            ("add", { _ = try await store.add(Sample.product(of: vendor.id)) }),
            ("replace", { _ = try await store.replace(Sample.edit(of: first)) }),
            ("withdraw", { _ = try await store.delete(first.id, at: Sample.moment) }),
            ("redeem", { _ = try await store.redeem(token: "token", for: nil, at: Sample.moment) }),
            ("addVendor", { _ = try await store.addVendor(Sample.newVendor("another")) }),
            ("setBlocked", { _ = try await store.setBlocked(true, vendor: vendor.id) }),
        ]
        for (name, write) in writes {
            let before = store.revision
            try await write()
            try expect(store.revision > before, "the revision moves with \(name)")
            try expectEqual(try await store.page(ProductQuery()).revision, store.revision, "the read one after \(name)")
        }
        let last = store.revision
        try expectEqual(try await storage.reopened().revision, last, "the revision after a restart")
    }

    private static func theRevisionStaysWithWhatNoGetShows(_ store: any ProductStore) async throws {
        let product = try await store.sampleProduct()
        let revision = store.revision
        try await store.keepToken(Sample.token("token", for: product.id))
        _ = try await store.setSecretHash(SecretHash(rawValue: "$another"), of: product.id)
        _ = try await store.redeem(token: "unknown", for: nil, at: Sample.moment)
        _ = try await store.delete(Product.ID(rawValue: 999), at: Sample.moment)
        _ = try await store.addVendor(Sample.newVendor("seller"))
        _ = try await store.page(ProductQuery())
        try expectEqual(store.revision, revision, "the revision")
    }

    private static func aReadShowsWhatWasAnsweredBefore(_ store: any ProductStore) async throws {
        let vendor = try await store.sampleVendor()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 1...4 {
                group.addTask {
                    for _ in 1...25 {
                        let product = try await store.add(Sample.product(of: vendor.id))
                        let page = try await store.page(ProductQuery(size: 200))
                        try expect(page.products.contains { $0.id == product.id }, "an answered product is listed")
                        try expectEqual(page.products.count, page.totalCount, "the total of the same moment")
                        let known = store.revision
                        guard case .found(_, let revision) = try await store.product(product.id) else {
                            throw ContractViolation(description: "an answered product is found")
                        }
                        try expect(revision >= known, "revisions never go back")
                    }
                }
            }
            try await group.waitForAll()
        }
    }
}
