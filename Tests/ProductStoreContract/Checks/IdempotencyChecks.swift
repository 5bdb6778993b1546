import MarketCore
import MarketModels

extension ContractCheck {
    static let idempotency = [
        ContractCheck("idempotencyRecordShowsTheProductAsItWasListed", idempotencyRecordShowsTheProductAsItWasListed),
        ContractCheck("idempotencyRecordsAreTheSellersOwnAndExpire", idempotencyRecordsAreTheSellersOwnAndExpire),
        ContractCheck("aKeyInUseListsNothing", aKeyInUseListsNothing),
        ContractCheck("idempotencyRecordFromAnotherCenturyLivesADay", idempotencyRecordFromAnotherCenturyLivesADay),
    ]

    private static func record(
        _ text: String,
        of seller: String?,
        at moment: Timestamp = Sample.moment
    ) throws -> NewIdempotencyRecord {
        let key = IdempotencyKey(text, of: try seller.map { try Sample.identifier($0) })
        return NewIdempotencyRecord(
            key: try unwrap(key, "sample keys are keys"),
            fingerprint: RequestFingerprint(rawValue: "print of \(text)"),
            createdAt: moment
        )
    }

    private static func idempotencyRecordShowsTheProductAsItWasListed(_ storage: ContractStorage) async throws {
        var store = try await storage.store()
        let vendor = try await store.sampleVendor()
        let new = try record("first", of: "seller")
        let listed = try await store.add(
            Sample.product(of: vendor.id, images: [Sample.image(1), Sample.image(2)], idempotencyRecord: new)
        )
        _ = try await store.replace(Sample.edit(of: listed))
        _ = try await store.delete(listed.id, at: Sample.moment)
        store = try await storage.reopened()
        let found = try unwrap(
            try await store.idempotencyRecord(for: new.key, since: Sample.moment),
            "a record that was kept, after the store was opened again"
        )
        try expectEqual(found.product, listed, "the product of the record")
        try expectEqual(found.fingerprint, new.fingerprint, "its fingerprint")
        try expectEqual(found.secretHash, Sample.hash, "the hash of its secret")
    }

    private static func idempotencyRecordsAreTheSellersOwnAndExpire(_ store: any ProductStore) async throws {
        let vendor = try await store.sampleVendor()
        let mine = try record("key", of: "seller")
        let guests = try record("key", of: nil)
        let product = try await store.add(Sample.product(of: vendor.id, idempotencyRecord: mine))
        let other = try await store.add(Sample.product(of: vendor.id, idempotencyRecord: guests))
        try expectEqual(
            try await store.idempotencyRecord(for: mine.key, since: Sample.moment)?.product.id,
            product.id,
            "the seller's record"
        )
        try expectEqual(
            try await store.idempotencyRecord(for: guests.key, since: Sample.moment)?.product.id,
            other.id,
            "the guests' record of the same key"
        )
        let unknown = try record("another", of: "seller").key
        try expectEqual(
            try await store.idempotencyRecord(for: unknown, since: Sample.moment) == nil,
            true,
            "an unknown key"
        )
        let later = Timestamp(millisecondsSinceEpoch: Sample.moment.millisecondsSinceEpoch + 1)
        try expectEqual(
            try await store.idempotencyRecord(for: mine.key, since: later) == nil,
            true,
            "a record from before"
        )
        // An expired record makes room for the same key.
        let dayLater = Sample.moment.adding(seconds: IdempotencyRecord.lifetime + 1)
        let late = try record("key", of: "seller", at: dayLater)
        let again = try await store.add(Sample.product(of: vendor.id, idempotencyRecord: late))
        try expectEqual(
            try await store.idempotencyRecord(for: mine.key, since: dayLater)?.product.id,
            again.id,
            "the record of the key's second use"
        )
    }

    /// Listed while the clock was ahead.
    private static func idempotencyRecordFromAnotherCenturyLivesADay(_ store: any ProductStore) async throws {
        let vendor = try await store.sampleVendor()
        let century = Sample.moment.adding(seconds: 100 * 365 * 86_400)
        let early = try record("early", of: "seller", at: century)
        let product = try await store.add(Sample.product(of: vendor.id, idempotencyRecord: early))
        let dayBefore = Sample.moment.adding(seconds: -IdempotencyRecord.lifetime)
        try expectEqual(
            try await store.idempotencyRecord(for: early.key, since: dayBefore)?.product.id,
            product.id,
            "the record, as soon as the clock is right again"
        )
        _ = try await store.add(Sample.product(of: vendor.id, idempotencyRecord: record("now", of: "seller")))
        try expectEqual(
            try await store.idempotencyRecord(for: early.key, since: Sample.moment)?.product.id,
            product.id,
            "the record within a day"
        )
        let later = Timestamp(millisecondsSinceEpoch: Sample.moment.millisecondsSinceEpoch + 1)
        try expectEqual(
            try await store.idempotencyRecord(for: early.key, since: later) == nil,
            true,
            "the record after a day"
        )
    }

    private static func aKeyInUseListsNothing(_ store: any ProductStore) async throws {
        let vendor = try await store.sampleVendor()
        let new = try record("key", of: "seller")
        _ = try await store.add(Sample.product(of: vendor.id, idempotencyRecord: new))
        do {
            _ = try await store.add(Sample.product(of: vendor.id, idempotencyRecord: new))
            throw ContractViolation(description: "a product with a record whose key is in use isn't stored")
        } catch MarketError.requestInFlight {}
        let guests = try record("key", of: nil)
        _ = try await store.add(Sample.product(of: vendor.id, idempotencyRecord: guests))
        try expectEqual(try await store.page(ProductQuery()).totalCount, 2, "the total")
        // The vendor belongs to the product.
        let newcomer = try Sample.newVendor("newcomer", name: "New")
        do {
            _ = try await store.add(Sample.product(bySeller: .newVendor(newcomer), idempotencyRecord: guests))
            throw ContractViolation(description: "nor for a vendor that is new")
        } catch MarketError.requestInFlight {}
        try expect(try await store.vendor(identifiedBy: newcomer.identifier) == nil, "no vendor is left behind")
        let made = try await store.add(Sample.product(bySeller: .newVendor(newcomer))).vendor
        try expectEqual(made.name, "New", "the vendor's name")
        try expect(made.id > vendor.id, "the vendor has an id of its own")
        let second = try await store.add(Sample.product(bySeller: .newVendor(newcomer)))
        try expectEqual(second.vendor, made, "the vendor, who is made once")
        // A vendor who was made meanwhile keeps the name.
        let known = try Sample.newVendor("seller", name: "Another name")
        let product = try await store.add(Sample.product(bySeller: .newVendor(known)))
        try expectEqual(product.vendor, vendor, "the vendor of the identifier")
    }
}
