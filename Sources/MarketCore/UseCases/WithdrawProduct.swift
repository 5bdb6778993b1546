public import MarketModels

/// Takes products off the market: with a token that the secret bought, or by whoever runs the market.
public struct WithdrawProduct: Sendable {
    /// How long a token can be used, in seconds: long enough for somebody to say yes to “Really?”.
    public static let tokenLifetime: Int64 = 3600

    private let store: any ProductStore
    private let pictures: PictureShelf
    private let checkSecret: CheckSecret
    private let clock: any WallClock

    public init(
        store: any ProductStore,
        pictures: PictureShelf,
        checkSecret: CheckSecret,
        clock: any WallClock
    ) {
        self.store = store
        self.pictures = pictures
        self.checkSecret = checkSecret
        self.clock = clock
    }

    /// Hands out a token for whoever knows the secret: random, for this product only, for one use, for an hour.
    public func token(
        for id: Product.ID,
        secret: String?,
        from source: ClientAddress
    ) async throws(MarketError) -> DeleteToken {
        let hash = try await checkSecret.hash(of: id, provenBy: secret, from: source)
        var generator = SystemRandomNumberGenerator()
        let token = DeleteToken(
            text: .randomUUID(using: &generator),
            product: id,
            expiresAt: clock.now.adding(seconds: Self.tokenLifetime)
        )
        let isKept = try await asking { () throws(StoreError) in try await store.keep(token, boughtWith: hash) }
        guard isKept else {
            // Meanwhile it was deleted, or got another secret.
            let facts = try await asking { () throws(StoreError) in try await store.privateFacts(of: id) }
            throw facts == nil ? .withdrawnProduct : .wrongSecret
        }
        return token
    }

    /// Spends a token.
    ///
    /// - Parameter expected: the product that the request names beside the token, if it names one.
    /// - Returns: the product as it was.
    public func redeem(_ token: String, for expected: Product.ID? = nil) async throws(MarketError) -> Product {
        let withdrawn = try await asking { () throws(StoreError) in
            try await store.redeem(token: token.lowercased(), for: expected, at: clock.now)
        }
        guard let withdrawn else { throw .deadToken }
        await pictures.removeUnused(Set(withdrawn.pictures.map(\.name)))
        return withdrawn
    }

    /// Withdraws a product for whoever knows its secret, at once.
    ///
    /// - Returns: the product as it was.
    public func callAsFunction(
        _ id: Product.ID,
        secret: String?,
        from source: ClientAddress
    ) async throws(MarketError) -> Product {
        try await checkSecret(secret, of: id, from: source)
        do {
            return try await remove(id)
        } catch .unknownProduct {
            // Somebody else was faster.
            throw .withdrawnProduct
        }
    }

    /// Removes a product without its secret: for whoever runs the market.
    public func remove(_ id: Product.ID) async throws(MarketError) -> Product {
        guard let product = try await asking({ () throws(StoreError) in try await store.withdraw(id, at: clock.now) })
        else { throw .unknownProduct }
        await pictures.removeUnused(Set(product.pictures.map(\.name)))
        return product
    }
}

extension String {
    /// A random (version 4) UUID in lower case, with 122 random bits.
    static func randomUUID(using generator: inout some RandomNumberGenerator) -> String {
        let high = (generator.next() as UInt64) & 0xFFFF_FFFF_FFFF_0FFF | 0x0000_0000_0000_4000
        let low = (generator.next() as UInt64) & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000
        let digits = [high, low].map { word in
            let text = String(word, radix: 16)
            return String(repeating: "0", count: 16 - text.count) + text
        }.joined()
        var text = ""
        for (offset, digit) in digits.enumerated() {
            if [8, 12, 16, 20].contains(offset) { text.append("-") }
            text.append(digit)
        }
        return text
    }
}
