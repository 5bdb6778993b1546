import MarketCore
import MarketModels

extension ContractCheck {
    static let withdrawals = [
        ContractCheck("aWithdrawnProductLeavesATombstone", aWithdrawnProductLeavesATombstone),
        ContractCheck("aRemovalByTheOperatorIsToldApart", aRemovalByTheOperatorIsToldApart),
        ContractCheck("ofWithdrawalsAtTheSameInstantExactlyOneGetsTheProduct", ofWithdrawalsExactlyOneGetsTheProduct),
    ]

    private static func aWithdrawnProductLeavesATombstone(_ storage: ContractStorage) async throws {
        let store = try await storage.store()
        let product = try await store.sampleProduct(images: [Sample.image(1)], contact: "here")
        let unknown = Product.ID(rawValue: product.id.rawValue + 1)
        try expectEqual(try await store.product(unknown), .unknown, "an id that was never given")
        try expectEqual(try await store.delete(unknown, at: Sample.moment), nil, "a withdrawal of nothing")
        try expectEqual(try await store.delete(product.id, at: Sample.moment), product, "what was withdrawn")
        try await storage.nowAndAfterRestart { store in
            try expectEqual(try await store.product(product.id), .deleted(isRemoved: false), "a withdrawn product")
            try expectEqual(try await store.version(of: product.id), nil, "its version")
            try expectEqual(try await store.secretHash(of: product.id), nil, "its secret")
            try expectEqual(try await store.shownContact(of: product.id), nil, "its contact")
            try expectEqual(try await store.delete(product.id, at: Sample.moment), nil, "a second withdrawal")
            try expectEqual(try await store.page(ProductQuery()).totalCount, 0, "the total")
        }
    }

    private static func aRemovalByTheOperatorIsToldApart(_ storage: ContractStorage) async throws {
        let store = try await storage.store()
        let products = [try await store.sampleProduct(), try await store.sampleProduct()]
        _ = try await store.delete(products[0].id, isErasure: true, at: Sample.moment)
        _ = try await store.delete(products[1].id, isErasure: false, at: Sample.moment)
        try await storage.nowAndAfterRestart { store in
            try expectEqual(try await store.product(products[0].id), .deleted(isRemoved: true), "what was removed")
            try expectEqual(try await store.product(products[1].id), .deleted(isRemoved: false), "what was withdrawn")
        }
    }

    private static func ofWithdrawalsExactlyOneGetsTheProduct(_ store: any ProductStore) async throws {
        let product = try await store.sampleProduct()
        let deleted = try await withThrowingTaskGroup(of: Product?.self) { group in
            for _ in 1...6 { group.addTask { try await store.delete(product.id, at: Sample.moment) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        try expectEqual(deleted.compactMap(\.self), [product], "what the withdrawals got")
    }
}
