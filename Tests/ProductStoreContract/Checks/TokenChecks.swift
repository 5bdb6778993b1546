import MarketCore
import MarketModels

extension ContractCheck {
    static let tokens = [
        ContractCheck("aTokenWithdrawsItsProductOnce", aTokenWithdrawsItsProductOnce),
        ContractCheck("aTokenForAnotherProductDoesNothing", aTokenForAnotherProductDoesNothing),
        ContractCheck("anExpiredTokenDoesNothing", anExpiredTokenDoesNothing),
        ContractCheck("aProductHasANumberOfTokens", aProductHasANumberOfTokens),
        ContractCheck("aTokenOfAWithdrawnProductIsDead", aTokenOfAWithdrawnProductIsDead),
        ContractCheck("aNewSecretEndsTheTokensOfTheOldOne", aNewSecretEndsTheTokensOfTheOldOne),
        ContractCheck("aTokenFromAnotherCenturyIsWorthNothing", aTokenFromAnotherCenturyIsWorthNothing),
        ContractCheck("ofRedemptionsAtTheSameInstantExactlyOneWins", ofRedemptionsExactlyOneWins),
    ]

    private static func aTokenWithdrawsItsProductOnce(_ storage: ContractStorage) async throws {
        var store = try await storage.store()
        let product = try await store.sampleProduct()
        try await store.keepToken(Sample.token("first", for: product.id))
        try await store.keepToken(Sample.token("second", for: product.id))
        store = try await storage.reopened()
        try expectEqual(
            try await store.redeem(token: "\0", for: nil, at: Sample.moment),
            nil,
            "a token that no store can have"
        )
        try expectEqual(try await store.redeem(token: "unknown", for: nil, at: Sample.moment), nil, "an unknown token")
        try expectEqual(
            try await store.redeem(token: "first", for: product.id, at: Sample.moment),
            product,
            "a live token"
        )
        try expectEqual(try await store.product(product.id), .deleted(isRemoved: false), "its product")
        for token in ["first", "second"] {
            try expectEqual(
                try await store.redeem(token: token, for: nil, at: Sample.moment),
                nil,
                "the \(token) token afterwards"
            )
        }
    }

    /// Whoever knows the secret of one product could otherwise fill the disk.
    private static func aProductHasANumberOfTokens(_ store: any ProductStore) async throws {
        let (product, other) = (try await store.sampleProduct(), try await store.sampleProduct())
        func keep(_ number: Int, for id: Product.ID) async throws {
            let end = Sample.moment.adding(seconds: 600 + Int64(number))
            try await store.keepToken(DeleteToken(text: "\(id.rawValue)-\(number)", product: id, expiresAt: end))
        }
        let maximum = DeleteToken.maximumCountPerProduct
        for number in 1...maximum { try await keep(number, for: other.id) }
        for number in 1...(maximum + 1) { try await keep(number, for: product.id) }
        func redeemed(_ number: Int, of id: Product.ID) async throws -> Product? {
            try await store.redeem(token: "\(id.rawValue)-\(number)", for: id, at: Sample.moment)
        }
        // The clock was set back, so the newest one ends first.
        try await keep(-60, for: other.id)
        try expectEqual(try await redeemed(1, of: product.id), nil, "the oldest, after one more")
        try expectEqual(try await redeemed(2, of: product.id), product, "the oldest of as many as there may be")
        try expectEqual(try await redeemed(-60, of: other.id), other, "the newest, though it ends first")
    }

    private static func aTokenForAnotherProductDoesNothing(_ store: any ProductStore) async throws {
        let mine = try await store.sampleProduct()
        let other = try await store.sampleProduct()
        try await store.keepToken(Sample.token("token", for: mine.id))
        try expectEqual(
            try await store.redeem(token: "token", for: other.id, at: Sample.moment),
            nil,
            "a token of another product"
        )
        try expectEqual(try await store.page(ProductQuery()).totalCount, 2, "the total")
        try expectEqual(
            try await store.redeem(token: "token", for: nil, at: Sample.moment),
            mine,
            "the token by itself, unspent"
        )
    }

    private static func anExpiredTokenDoesNothing(_ store: any ProductStore) async throws {
        let product = try await store.sampleProduct()
        try await store.keepToken(Sample.token("short", for: product.id, expiresAfter: 10))
        try await store.keepToken(Sample.token("long", for: product.id, expiresAfter: 3600))
        for seconds: Int64 in [10, 11] {
            let late = Sample.moment.adding(seconds: seconds)
            try expectEqual(
                try await store.redeem(token: "short", for: nil, at: late),
                nil,
                "a token after \(seconds) s"
            )
        }
        let inTime = Sample.moment.adding(seconds: 3599)
        try expectEqual(try await store.redeem(token: "long", for: nil, at: inTime), product, "a token in time")
    }

    private static func aTokenOfAWithdrawnProductIsDead(_ store: any ProductStore) async throws {
        let product = try await store.sampleProduct()
        try await store.keepToken(Sample.token("token", for: product.id))
        _ = try await store.delete(product.id, at: Sample.moment)
        try expectEqual(
            try await store.redeem(token: "token", for: nil, at: Sample.moment),
            nil,
            "a dead product's token"
        )
        try expect(
            try await !store.addDeleteToken(Sample.token("late", for: product.id), issuedFor: Sample.hash),
            "no token for a product that is gone"
        )
    }

    private static func aNewSecretEndsTheTokensOfTheOldOne(_ store: any ProductStore) async throws {
        let product = try await store.sampleProduct()
        let other = try await store.sampleProduct()
        try await store.keepToken(Sample.token("mine", for: product.id))
        try await store.keepToken(Sample.token("others", for: other.id))
        let hash = SecretHash(rawValue: "$argon2id$another")
        try expect(try await store.setSecretHash(hash, of: product.id), "there is such a product")
        try expectEqual(
            try await store.redeem(token: "mine", for: nil, at: Sample.moment),
            nil,
            "a token that the old secret has bought"
        )
        // The old secret was right when it was checked, and no longer is.
        try expect(
            try await !store.addDeleteToken(Sample.token("late", for: product.id), issuedFor: Sample.hash),
            "no token for the old secret"
        )
        try expectEqual(try await store.redeem(token: "late", for: nil, at: Sample.moment), nil, "such a token")
        try expectEqual(
            try await store.redeem(token: "others", for: nil, at: Sample.moment),
            other,
            "another product's token"
        )
        try expect(
            try await store.addDeleteToken(Sample.token("new", for: product.id), issuedFor: hash),
            "a token for the new secret"
        )
    }

    /// Issued while the clock was ahead.
    private static func aTokenFromAnotherCenturyIsWorthNothing(_ store: any ProductStore) async throws {
        let century: Int64 = 100 * 365 * 86_400
        let product = try await store.sampleProduct()
        try await store.keepToken(Sample.token("ahead", for: product.id, expiresAfter: century))
        try await store.keepToken(Sample.token("day", for: product.id, expiresAfter: 86_400))
        for token in ["ahead", "unknown"] {
            try expectEqual(try await store.redeem(token: token, for: nil, at: Sample.moment), nil, token)
        }
        let then = Sample.moment.adding(seconds: century - 1)
        try expectEqual(try await store.redeem(token: "ahead", for: nil, at: then), nil, "the token in its century")
        try await store.keepToken(Sample.token("another", for: product.id, expiresAfter: 86_400))
        try expectEqual(
            try await store.redeem(token: "another", for: nil, at: Sample.moment),
            product,
            "one that lives for a day"
        )
    }

    private static func ofRedemptionsExactlyOneWins(_ store: any ProductStore) async throws {
        let product = try await store.sampleProduct()
        let tokens = ["a", "b"]
        for token in tokens { try await store.keepToken(Sample.token(token, for: product.id)) }
        let redeemed = try await withThrowingTaskGroup(of: Product?.self) { group in
            for number in 0..<8 {
                group.addTask {
                    try await store.redeem(token: tokens[number % 2], for: product.id, at: Sample.moment)
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        try expectEqual(redeemed.compactMap(\.self), [product], "what the redemptions got")
    }
}
