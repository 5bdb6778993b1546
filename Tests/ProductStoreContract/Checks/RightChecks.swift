import MarketCore
import MarketModels

extension ContractCheck {
    static let rights = [
        ContractCheck("aRightIsKeptUntilItIsRevoked", aRightIsKeptUntilItIsRevoked),
        ContractCheck("aNewSecretEndsTheRightsOfTheOldOne", aNewSecretEndsTheRightsOfTheOldOne),
        ContractCheck("anOperatorReplacesASecretOnce", anOperatorReplacesASecretOnce),
        ContractCheck("aRightEndsWithItsProduct", aRightEndsWithItsProduct),
        ContractCheck("aProductHasOneLink", aProductHasOneLink),
        ContractCheck("theOldestRightsEndWhenThereAreTooMany", theOldestRightsEndWhenThereAreTooMany),
    ]

    private static func right(
        _ text: String,
        for id: Product.ID,
        _ authority: SellerAuthority = .right
    ) -> ListingRight {
        ListingRight(product: id, authority: authority, hash: RightHash(rawValue: text), createdAt: Sample.moment)
    }

    private static func aRightIsKeptUntilItIsRevoked(_ storage: ContractStorage) async throws {
        let store = try await storage.store()
        let product = try await store.sampleProduct()
        let other = try await store.sampleProduct()
        let revision = store.revision
        let all = [
            right("a", for: product.id), right("b", for: product.id, .link), right("c", for: product.id),
            right("d", for: other.id),
        ]
        for right in all {
            try expect(try await store.addRight(right, issuedFor: Sample.hash), "the right is stored")
        }
        try await storage.nowAndAfterRestart { store in
            for right in all { try expectEqual(try await store.right(right.hash), right, "the right") }
            try expectEqual(try await store.right(RightHash(rawValue: "x")), nil, "an unknown right")
        }
        let reopened = try await storage.store()
        // One of another product stays.
        try await reopened.removeRights(of: product.id, only: RightHash(rawValue: "d"))
        try expectEqual(try await reopened.right(all[3].hash), all[3], "the right of another product")
        try await reopened.removeRights(of: product.id, only: RightHash(rawValue: "a"))
        try expectEqual(try await reopened.right(all[0].hash), nil, "the revoked right")
        try expectEqual(try await reopened.right(all[1].hash), all[1], "another right")
        try await reopened.removeRights(of: product.id, only: nil)
        try expectEqual(try await reopened.right(all[2].hash), nil, "a right after all were revoked")
        try expectEqual(try await reopened.right(all[3].hash), all[3], "the right of another product")
        try expectEqual(reopened.revision, revision, "the revision")
    }

    private static func aNewSecretEndsTheRightsOfTheOldOne(_ store: any ProductStore) async throws {
        let product = try await store.sampleProduct()
        let right = right("a", for: product.id)
        try expect(try await store.addRight(right, issuedFor: Sample.hash), "the right is stored")
        _ = try await store.setSecretHash(SecretHash(rawValue: "$another"), of: product.id)
        try expectEqual(try await store.right(right.hash), nil, "the right of the former secret")
        try expect(try await !store.addRight(right, issuedFor: Sample.hash), "a right for the former secret")
        try expectEqual(try await store.right(right.hash), nil, "a right that wasn't stored")
    }

    private static func anOperatorReplacesASecretOnce(_ store: any ProductStore) async throws {
        let (product, other) = (try await store.sampleProduct(), try await store.sampleProduct())
        let (mine, others) = (right("a", for: product.id), right("b", for: other.id))
        for right in [mine, others] {
            try expect(try await store.addRight(right, issuedFor: Sample.hash), "the right is stored")
        }
        let (new, newer) = (SecretHash(rawValue: "$new"), SecretHash(rawValue: "$newer"))
        @Sendable func replace(_ old: SecretHash, with hash: SecretHash, of id: Product.ID) async throws -> Bool {
            try await store.replaceSecretHash(
                old,
                with: hash,
                of: id,
                reason: "Forgotten",
                by: OperatorAuthenticator.commandLine,
                at: Sample.moment
            )
        }
        try expect(try await !replace(newer, with: new, of: product.id), "it has another secret")
        try expect(
            try await !replace(Sample.hash, with: new, of: Product.ID(rawValue: 999)),
            "there is no such product"
        )
        try expectEqual(try await store.right(mine.hash), mine, "nothing was changed")
        try expectEqual(try await store.moderationLog(before: nil, limit: 9).map(\.action), [], "nor logged")
        let outcomes = try await withThrowingTaskGroup(of: Bool.self) { group in
            for hash in [new, newer] { group.addTask { try await replace(Sample.hash, with: hash, of: product.id) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        try expectEqual(outcomes.count(where: { $0 }), 1, "of two at once, one replaces it")
        let log = try await store.moderationLog(before: nil, limit: 9)
        try expectEqual(log.map(\.action), [.secretReplaced], "the log")
        try expectEqual(log.map(\.product), [product.id], "what it is about")
        try expect(log[0].reason == "Forgotten" && !log[0].canBeUndone, "why, and for good")
        try expectEqual(try await store.right(mine.hash), nil, "the right of the former secret")
        try expectEqual(try await store.right(others.hash), others, "the right of another product")
        try expectEqual(try await store.secretHash(of: other.id), Sample.hash, "its secret")
    }

    private static func aRightEndsWithItsProduct(_ store: any ProductStore) async throws {
        let product = try await store.sampleProduct()
        let right = right("a", for: product.id)
        try expect(try await store.addRight(right, issuedFor: Sample.hash), "the right is stored")
        _ = try await store.delete(product.id, at: Sample.moment)
        try expectEqual(try await store.right(right.hash), nil, "the right of a deleted product")
        try expect(try await !store.addRight(right, issuedFor: Sample.hash), "a right for a deleted product")
    }

    private static func aProductHasOneLink(_ storage: ContractStorage) async throws {
        let store = try await storage.store()
        let product = try await store.sampleProduct()
        let other = try await store.sampleProduct()
        try expectEqual(try await store.link(of: product.id), nil, "the link of a new product")
        let browser = right("browser", for: product.id)
        let first = right("first", for: product.id, .link)
        let second = right("second", for: product.id, .link)
        let others = right("other", for: other.id, .link)
        for right in [browser, first, others] {
            try expect(try await store.addRight(right, issuedFor: Sample.hash), "the right is stored")
        }
        try expectEqual(try await store.link(of: product.id), first, "the link")
        try expect(
            try await !store.addRight(second, issuedFor: SecretHash(rawValue: "$another")),
            "a link for another secret"
        )
        try expectEqual(try await store.link(of: product.id), first, "the link after one that wasn't stored")
        try expect(try await store.addRight(second, issuedFor: Sample.hash), "the second link is stored")
        try await storage.nowAndAfterRestart { store in
            try expectEqual(try await store.link(of: product.id), second, "the second link")
            try expectEqual(try await store.right(first.hash), nil, "the link before it")
            try expectEqual(try await store.right(browser.hash), browser, "the right of a browser")
            try expectEqual(try await store.link(of: other.id), others, "the link of another product")
        }
        try await storage.store().removeRights(of: product.id, only: second.hash)
        try expectEqual(try await storage.store().link(of: product.id), nil, "the link that was ended")
    }

    private static func theOldestRightsEndWhenThereAreTooMany(_ store: any ProductStore) async throws {
        let product = try await store.sampleProduct()
        let other = right("other", for: try await store.sampleProduct().id)
        try expect(try await store.addRight(other, issuedFor: Sample.hash), "the right is stored")
        let count = ListingRight.maximumCountPerProduct + 2
        for number in 0..<count {
            _ = try await store.addRight(right("\(number)", for: product.id), issuedFor: Sample.hash)
        }
        for number in 0..<count {
            let found = try await store.right(RightHash(rawValue: "\(number)"))
            try expectEqual(found != nil, number >= 2, "whether right \(number) is there")
        }
        try expectEqual(try await store.right(other.hash), other, "the right of another product")
    }
}
