import MarketCore
import MarketModels

extension ContractCheck {
    static let vendors = [
        ContractCheck("aVendorIsMadeAndFound", aVendorIsMadeAndFound),
        ContractCheck("aKnownIdentifierKeepsItsVendor", aKnownIdentifierKeepsItsVendor),
        ContractCheck("aWishedForIDIsGivenUnlessItIsTaken", aRequestedIDIsGivenUnlessItIsTaken),
        ContractCheck("oneIdentifierSeenManyTimesAtOnceMakesOneVendor", oneIdentifierAtOnceMakesOneVendor),
        ContractCheck("aBlockedVendorShowsAsBlocked", aBlockedVendorShowsAsBlocked),
    ]

    private static func aVendorIsMadeAndFound(_ storage: ContractStorage) async throws {
        let store = try await storage.store()
        let vendor = try unwrap(try await store.addVendor(Sample.newVendor("seller-1")), "a vendor is made")
        try expectEqual(vendor.name, "Vendor \(vendor.id.rawValue)", "the name of a vendor without one")
        try expectEqual(vendor.createdAt, Sample.moment, "when it was made")
        try expect(!vendor.isBlocked, "a new vendor is not blocked")
        let named = try unwrap(
            try await store.addVendor(Sample.newVendor("seller-2", name: "김씨네 가게")),
            "a vendor is made"
        )
        try expectEqual(named.name, "김씨네 가게", "the name that was given")
        try expect(named.id > vendor.id, "vendor ids count up")
        try expectEqual(try await store.vendor(Vendor.ID(rawValue: 999)), nil, "an unknown id")
        try expectEqual(
            try await store.vendor(identifiedBy: Sample.identifier("nobody")),
            nil,
            "an unknown identifier"
        )
        try await storage.nowAndAfterRestart { store in
            try expectEqual(try await store.vendor(vendor.id), vendor, "the vendor by id")
            try expectEqual(
                try await store.vendor(identifiedBy: Sample.identifier("SELLER-2")),
                named,
                "the vendor by identifier"
            )
            let all = try await store.vendors()
            try expectEqual(all.map(\.vendor), [vendor, named], "all vendors")
            try expectEqual(all.map(\.identifier.text), ["seller-1", "seller-2"], "their identifiers")
            let first = try await store.vendors(after: nil, limit: 1)
            try expectEqual(first.map(\.vendor), [vendor], "the first page of vendors")
            let second = try await store.vendors(after: vendor.id, limit: 5)
            try expectEqual(second.map(\.vendor), [named], "the page after the first vendor")
            try expectEqual(try await store.vendors(after: named.id, limit: 5).count, 0, "the vendors after the last")
        }
    }

    private static func aKnownIdentifierKeepsItsVendor(_ storage: ContractStorage) async throws {
        let store = try await storage.store()
        let vendor = try await store.addVendor(Sample.newVendor("seller", name: "First"))
        let again = try await store.addVendor(Sample.newVendor("seller", name: "Second", id: 50))
        try expectEqual(again, vendor, "the vendor of a known identifier")
        try expectEqual(try await store.vendors().count, 1, "the number of vendors")
    }

    private static func aRequestedIDIsGivenUnlessItIsTaken(_ storage: ContractStorage) async throws {
        let store = try await storage.store()
        let wished = try unwrap(
            try await store.addVendor(Sample.newVendor("wisher", id: 16)),
            "a wish for a free id comes true"
        )
        try expectEqual(wished.id.rawValue, 16, "the wished-for id")
        try expectEqual(
            try await store.addVendor(Sample.newVendor("late", id: 16)),
            nil,
            "a wish for somebody else's id"
        )
        try expectEqual(
            try await store.vendor(identifiedBy: Sample.identifier("late")),
            nil,
            "whose wish did not come true"
        )
        let lower = try await store.addVendor(Sample.newVendor("lower", id: 3))
        try expectEqual(lower?.id.rawValue, 3, "a wish for a free id below others")
        let next = try unwrap(try await store.addVendor(Sample.newVendor("next")), "a vendor is made")
        try expect(next.id.rawValue > 16, "an id that nobody wished for is above all")
    }

    private static func oneIdentifierAtOnceMakesOneVendor(_ storage: ContractStorage) async throws {
        let store = try await storage.store()
        let vendors = try await withThrowingTaskGroup(of: Vendor?.self) { group in
            for number in 1...10 {
                group.addTask { try await store.addVendor(Sample.newVendor("same", name: "Name \(number)")) }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        try expectEqual(Set(vendors).count, 1, "the number of different vendors")
        try expectEqual(try await store.vendors().map(\.vendor), [vendors[0]].compactMap(\.self), "all vendors")
    }

    private static func aBlockedVendorShowsAsBlocked(_ storage: ContractStorage) async throws {
        let store = try await storage.store()
        let product = try await store.sampleProduct()
        let blocked = try unwrap(
            try await store.setBlocked(true, vendor: product.vendor.id),
            "there is such a vendor"
        )
        try expect(blocked.isBlocked, "it is blocked")
        try expectEqual(try await store.vendor(blocked.id), blocked, "the vendor")
        try expectEqual(try await store.existing(product.id).vendor, blocked, "the vendor of its product")
        try expectEqual(
            try await store.setBlocked(false, vendor: blocked.id),
            product.vendor,
            "the vendor, unblocked"
        )
        try expectEqual(
            try await store.setBlocked(true, vendor: Vendor.ID(rawValue: 999)),
            nil,
            "a vendor that isn't there"
        )
    }
}
