import MarketCore
import MarketModels

extension ContractCheck {
    static let ownProducts = [
        ContractCheck("aSellerSeesEveryState", aSellerSeesEveryState),
        ContractCheck("aSellersStatesAreCounted", aSellersStatesAreCounted),
        ContractCheck("aSellersProductsArePaged", aSellersProductsArePaged),
        ContractCheck("aRightThatIsStoredAgainIsTheNewest", aRightThatIsStoredAgainIsTheNewest),
    ]

    private static let allStates: [ListingLifecycle] = [
        ListingLifecycle(state: .open, expiresAt: Sample.moment, bumpedAt: Sample.moment),
        ListingLifecycle(state: .reserved(until: Sample.moment)),
        ListingLifecycle(state: .sold(at: Sample.moment)),
        ListingLifecycle(state: .sold(at: Sample.moment), isListed: false),
        ListingLifecycle(state: .hidden),
        ListingLifecycle(state: .expired(at: Sample.moment), expiresAt: Sample.moment),
    ]

    private static func aSellerSeesEveryState(_ storage: ContractStorage) async throws {
        let store = try await storage.store()
        let vendor = try await store.sampleVendor()
        var expected: [ListingLifecycle] = []
        for lifecycle in allStates {
            let product = try await store.add(Sample.product(of: vendor.id))
            let edit = LifecycleEdit(
                id: product.id,
                expectedVersion: product.version,
                lifecycle: lifecycle,
                changedAt: Sample.moment,
                note: lifecycle.state.kind == .reserved ? .set("for Lee") : .unchanged
            )
            _ = try await store.replaceLifecycle(edit)
            expected.insert(lifecycle, at: 0)
        }
        try await storage.nowAndAfterRestart { store in
            let all = try await store.ownProducts(of: vendor.id, in: nil, page: 1, size: 10)
            try expectEqual(all.products.map(\.lifecycle), expected, "every state, newest first")
            for product in all.products {
                let note = product.lifecycle.state.kind == .reserved ? "for Lee" : nil
                try expectEqual(product.reservationNote, note, "the note")
                try expectEqual(product.summary.state, product.lifecycle.state, "the state in the summary")
            }
            for kind in ListingState.Kind.allCases {
                let some = try await store.ownProducts(of: vendor.id, in: kind, page: 1, size: 10)
                try expectEqual(some.products.map(\.lifecycle), expected.filter { $0.state.kind == kind }, "\(kind)")
                try expectEqual(some.counts, all.counts, "the numbers")
            }
        }
    }

    private static func aSellersStatesAreCounted(_ storage: ContractStorage) async throws {
        let store = try await storage.store()
        let vendor = try await store.sampleVendor()
        let none = try await store.ownProducts(of: vendor.id, in: nil, page: 1, size: 10)
        try expectEqual(none, OwnProducts(), "a seller without products")
        var products: [Product] = []
        for _ in 1...4 { products.append(try await store.add(Sample.product(of: vendor.id))) }
        _ = try await store.setLifecycle(ListingLifecycle(state: .hidden), of: products[0])
        _ = try await store.setLifecycle(ListingLifecycle(state: .sold(at: Sample.moment)), of: products[1])
        let page = try await store.ownProducts(of: vendor.id, in: .hidden, page: 1, size: 10)
        try expectEqual(page.counts, [.open: 2, .sold: 1, .hidden: 1], "the numbers")
        try expectEqual(page.totalCount, 4, "the number of all")
        _ = try await store.delete(products[0].id, at: Sample.moment)
        let fewer = try await store.ownProducts(of: vendor.id, in: nil, page: 1, size: 10)
        try expectEqual(fewer.counts, [.open: 2, .sold: 1], "the numbers after a deletion")
    }

    private static func aSellersProductsArePaged(_ storage: ContractStorage) async throws {
        let store = try await storage.store()
        let vendor = try await store.sampleVendor()
        var ids: [Product.ID] = []
        for _ in 1...5 {
            let product = try await store.add(Sample.product(of: vendor.id))
            _ = try await store.setLifecycle(ListingLifecycle(state: .hidden), of: product)
            ids.insert(product.id, at: 0)
        }
        for state in [nil, ListingState.Kind.hidden] {
            let pages = [
                (1, Array(ids[0...1]), true), (2, Array(ids[2...3]), true), (3, [ids[4]], false), (4, [], false),
            ]
            for (number, expected, hasNextPage) in pages {
                let page = try await store.ownProducts(of: vendor.id, in: state, page: number, size: 2)
                try expectEqual(page.products.map(\.summary.id), expected, "page \(number)")
                try expectEqual(page.hasNextPage, hasNextPage, "whether a page follows \(number)")
            }
        }
        let far = try await store.ownProducts(of: vendor.id, in: nil, page: .max, size: 2)
        try expectEqual(far.products, [], "a page far behind the end")
    }

    private static func aRightThatIsStoredAgainIsTheNewest(_ storage: ContractStorage) async throws {
        let store = try await storage.store()
        let product = try await store.sampleProduct()
        func right(_ text: String) -> ListingRight {
            ListingRight(product: product.id, proof: .right, hash: RightHash(rawValue: text), createdAt: Sample.moment)
        }
        _ = try await store.addRight(right("again"), issuedFor: Sample.hash)
        for number in 1..<ListingRight.maximumCountPerProduct {
            _ = try await store.addRight(right("\(number)"), issuedFor: Sample.hash)
        }
        try expect(try await store.addRight(right("again"), issuedFor: Sample.hash), "it is stored again")
        _ = try await store.addRight(right("one more"), issuedFor: Sample.hash)
        try expectEqual(try await store.right(RightHash(rawValue: "again")), right("again"), "the right")
        try expectEqual(try await store.right(RightHash(rawValue: "1")), nil, "the oldest one")
        // For an old secret, nothing changes.
        let isStored = try await store.addRight(right("again"), issuedFor: SecretHash(rawValue: "$old"))
        try expectEqual(isStored, false, "whether it is stored for an old secret")
        try expectEqual(try await store.right(RightHash(rawValue: "again")), right("again"), "the right")
    }
}
