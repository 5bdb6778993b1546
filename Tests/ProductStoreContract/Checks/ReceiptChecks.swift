import MarketCore
import MarketModels

extension ContractCheck {
    static let receipts = [
        ContractCheck("aReceiptShowsTheProductAsItWasListed", aReceiptShowsTheProductAsItWasListed),
        ContractCheck("receiptsAreTheSellersOwnAndEnd", receiptsAreTheSellersOwnAndEnd),
        ContractCheck("aKeyInUseListsNothing", aKeyInUseListsNothing),
        ContractCheck("aReceiptFromAnotherCenturyLivesADay", aReceiptFromAnotherCenturyLivesADay),
    ]

    private static func receipt(
        _ text: String,
        of seller: String?,
        at moment: Timestamp = Sample.moment
    ) throws -> NewReceipt {
        let key = RequestKey(text, of: try seller.map { try Sample.identifier($0) })
        return NewReceipt(
            key: try unwrap(key, "sample keys are keys"),
            fingerprint: RequestFingerprint(rawValue: "print of \(text)"),
            createdAt: moment
        )
    }

    private static func aReceiptShowsTheProductAsItWasListed(_ storage: ContractStorage) async throws {
        var store = try await storage.store()
        let vendor = try await store.sampleVendor()
        let new = try receipt("first", of: "seller")
        let listed = try await store.add(
            Sample.product(of: vendor.id, images: [Sample.image(1), Sample.image(2)], receipt: new)
        )
        _ = try await store.replace(Sample.edit(of: listed))
        _ = try await store.delete(listed.id, at: Sample.moment)
        store = try await storage.reopened()
        let found = try unwrap(
            try await store.receipt(for: new.key, since: Sample.moment),
            "a receipt that was kept, after the store was opened again"
        )
        try expectEqual(found.product, listed, "the product of the receipt")
        try expectEqual(found.fingerprint, new.fingerprint, "its fingerprint")
        try expectEqual(found.secretHash, Sample.hash, "the hash of its secret")
    }

    private static func receiptsAreTheSellersOwnAndEnd(_ storage: ContractStorage) async throws {
        let store = try await storage.store()
        let vendor = try await store.sampleVendor()
        let mine = try receipt("key", of: "seller")
        let guests = try receipt("key", of: nil)
        let product = try await store.add(Sample.product(of: vendor.id, receipt: mine))
        let other = try await store.add(Sample.product(of: vendor.id, receipt: guests))
        try expectEqual(
            try await store.receipt(for: mine.key, since: Sample.moment)?.product.id,
            product.id,
            "the seller's receipt"
        )
        try expectEqual(
            try await store.receipt(for: guests.key, since: Sample.moment)?.product.id,
            other.id,
            "the guests' receipt of the same key"
        )
        let unknown = try receipt("another", of: "seller").key
        try expectEqual(try await store.receipt(for: unknown, since: Sample.moment) == nil, true, "an unknown key")
        let later = Timestamp(millisecondsSinceEpoch: Sample.moment.millisecondsSinceEpoch + 1)
        try expectEqual(try await store.receipt(for: mine.key, since: later) == nil, true, "a receipt from before")
        // An expired receipt makes room for the same key.
        let dayLater = Sample.moment.adding(seconds: ListingReceipt.lifetime + 1)
        let late = try receipt("key", of: "seller", at: dayLater)
        let again = try await store.add(Sample.product(of: vendor.id, receipt: late))
        try expectEqual(
            try await store.receipt(for: mine.key, since: dayLater)?.product.id,
            again.id,
            "the receipt of the key's second use"
        )
    }

    /// Listed while the clock was ahead.
    private static func aReceiptFromAnotherCenturyLivesADay(_ storage: ContractStorage) async throws {
        let store = try await storage.store()
        let vendor = try await store.sampleVendor()
        let century = Sample.moment.adding(seconds: 100 * 365 * 86_400)
        let early = try receipt("early", of: "seller", at: century)
        let product = try await store.add(Sample.product(of: vendor.id, receipt: early))
        let dayBefore = Sample.moment.adding(seconds: -ListingReceipt.lifetime)
        try expectEqual(
            try await store.receipt(for: early.key, since: dayBefore)?.product.id,
            product.id,
            "the receipt, as soon as the clock is right again"
        )
        _ = try await store.add(Sample.product(of: vendor.id, receipt: receipt("now", of: "seller")))
        try expectEqual(
            try await store.receipt(for: early.key, since: Sample.moment)?.product.id,
            product.id,
            "the receipt within a day"
        )
        let later = Timestamp(millisecondsSinceEpoch: Sample.moment.millisecondsSinceEpoch + 1)
        try expectEqual(
            try await store.receipt(for: early.key, since: later) == nil,
            true,
            "the receipt after a day"
        )
    }

    private static func aKeyInUseListsNothing(_ storage: ContractStorage) async throws {
        let store = try await storage.store()
        let vendor = try await store.sampleVendor()
        let new = try receipt("key", of: "seller")
        _ = try await store.add(Sample.product(of: vendor.id, receipt: new))
        try await expectFailure("a product with a receipt whose key is in use") {
            _ = try await store.add(Sample.product(of: vendor.id, receipt: new))
        }
        try expectEqual(try await store.page(ProductQuery()).totalCount, 1, "the total")
    }
}
