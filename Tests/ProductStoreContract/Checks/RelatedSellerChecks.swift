import MarketCore
import MarketModels

extension ContractCheck {
    static let relatedSellers = [
        ContractCheck("sellersWithTheSameContactAreRelated", sellersWithTheSameContactAreRelated),
        ContractCheck("sellersInTheSameBrowserAreRelated", sellersInTheSameBrowserAreRelated),
        ContractCheck("sellersOnTheSameNetworkAreRelatedFor30Days", sellersOnTheSameNetworkAreRelatedFor30Days),
        ContractCheck("aNetworkOfManySellersRelatesNobody", aNetworkOfManySellersRelatesNobody),
    ]

    private static let proof = OperatorAuthenticator.commandLine

    private static func related(_ vendor: Vendor, in store: any ProductStore) async throws -> [RelatedSeller] {
        try await store.relatedSellers(of: vendor.id, for: proof)
    }

    private static func sellersWithTheSameContactAreRelated(_ storage: ContractStorage) async throws {
        let store = try await storage.store()
        let kim = try await store.sampleVendor("kim")
        try expectEqual(try await related(kim, in: store), [], "a seller without listings")
        _ = try await store.add(Sample.product(of: kim.id, contact: "010-1234-5678"))
        _ = try await store.add(Sample.product(of: kim.id, contact: "010-1234-5678"))
        _ = try await store.add(Sample.product(of: kim.id))
        try expectEqual(try await related(kim, in: store), [], "one who shares a contact with nobody")
        let lee = try await store.sampleVendor("lee")
        let same = try await store.add(Sample.product(of: lee.id, contact: "+82 10 1234 5678"))
        let park = try await store.sampleVendor("park")
        _ = try await store.add(Sample.product(of: park.id, contact: "010-1234-5679"))
        _ = try await store.add(Sample.product(of: park.id))
        // The number isn't the first that this one names.
        let choi = try await store.sampleVendor("choi")
        let second = try await store.add(Sample.product(of: choi.id, contact: "02-333-4444, 010-1234-5678"))
        let both = Set(try await related(kim, in: store).map(\.vendor.id))
        try expectEqual(both, [lee.id, choi.id], "with one who names it among others")
        _ = try await store.delete(second.id, at: Sample.moment)
        // What many write is nobody's own.
        for name in ["yoon", "jang"] {
            let other = try await store.sampleVendor(name)
            _ = try await store.add(Sample.product(of: other.id, contact: "문의 주세요"))
            try expectEqual(try await related(other, in: store), [], "of one who says what others say")
        }
        // Guests share one seller.
        _ = try await store.add(Sample.product(of: Vendor.guestID, contact: "010-1234-5678"))
        try await storage.nowAndAfterRestart { store in
            try expectEqual(try await related(kim, in: store), [RelatedSeller(lee, links: [.contact])], "of the first")
            try expectEqual(try await related(lee, in: store), [RelatedSeller(kim, links: [.contact])], "of the second")
            try expectEqual(try await related(park, in: store), [], "of one with another contact")
            let guests = try await store.relatedSellers(of: Vendor.guestID, for: proof)
            try expectEqual(guests, [], "of the guests")
        }
        // One that is hidden and blocked is still there.
        let reopened = try await storage.store()
        let blocked = try unwrap(try await reopened.setBlocked(true, vendor: lee.id), "a seller who is blocked")
        try expectEqual(
            try await related(kim, in: reopened),
            [RelatedSeller(blocked, links: [.contact])],
            "with one who is blocked"
        )
        _ = try await reopened.setBlocked(false, vendor: lee.id)
        for (contact, isRelated) in [("Another", false), ("01012345678", true), (nil, false)] as [(String?, Bool)] {
            let edit = ProductEdit(
                id: same.id,
                expectedVersion: try await reopened.asSeller(same.id)?.product.version ?? 0,
                listing: try Sample.listing(),
                contact: .set(contact),
                updatedAt: Sample.moment.adding(seconds: 60)
            )
            try await reopened.replace(edit).requireSaved("the seller edits it")
            try expectEqual(try await !related(kim, in: reopened).isEmpty, isRelated, "with \(contact ?? "none")")
        }
    }

    private static func sellersInTheSameBrowserAreRelated(_ store: any ProductStore) async throws {
        let (kim, lee) = (try await store.sampleVendor("kim"), try await store.sampleVendor("lee"))
        let park = try await store.sampleVendor("park")
        let browsers = [BrowserKey(), BrowserKey()]
        var products: [Product] = []
        for (vendor, browser) in [(kim, 0), (kim, 1), (lee, 1), (park, nil)] as [(Vendor, Int?)] {
            let product = try await store.add(
                Sample.product(of: vendor.id, contact: vendor == park ? nil : "010-1111-2222")
            )
            products.append(product)
            if let browser { try await store.giveRight(for: product.id, to: browsers[browser], at: Sample.moment) }
        }
        let both: Set<RelatedSeller.Link> = [.contact, .browser]
        try expectEqual(try await related(kim, in: store), [RelatedSeller(lee, links: both)], "of the first")
        try expectEqual(try await related(lee, in: store), [RelatedSeller(kim, links: both)], "of the second")
        try expectEqual(try await related(park, in: store), [], "of one in no browser")
        _ = try await store.delete(products[2].id, isErasure: true, at: Sample.moment)
        try expectEqual(try await related(kim, in: store), [], "after the only listing of the other is erased")
    }

    private static func sellersOnTheSameNetworkAreRelatedFor30Days(_ storage: ContractStorage) async throws {
        let store = try await storage.store()
        let (kim, lee) = (try await store.sampleVendor("kim"), try await store.sampleVendor("lee"))
        let park = try await store.sampleVendor("park")
        _ = try await store.add(Sample.product(of: kim.id, network: "one"))
        _ = try await store.add(Sample.product(of: kim.id, network: "two"))
        let same = try await store.add(Sample.product(of: lee.id, network: "two"))
        _ = try await store.add(Sample.product(of: park.id, network: "three"))
        _ = try await store.add(Sample.product(of: park.id))
        _ = try await store.add(Sample.product(of: Vendor.guestID, network: "one"))
        try await storage.nowAndAfterRestart { store in
            try expectEqual(try await related(kim, in: store), [RelatedSeller(lee, links: [.network])], "of the first")
            try expectEqual(try await related(lee, in: store), [RelatedSeller(kim, links: [.network])], "of the second")
            try expectEqual(try await related(park, in: store), [], "of one on another network")
        }
        let reopened = try await storage.store()
        let later = Sample.moment.adding(seconds: 60)
        let newest = try await reopened.add(Sample.product(of: lee.id, network: "one", registeredAt: later))
        _ = try await reopened.delete(same.id, at: later)
        try expectEqual(try await related(kim, in: reopened).count, 1, "with another listing")
        _ = try await reopened.delete(newest.id, at: later)
        try expectEqual(try await related(kim, in: reopened), [], "after the other's listings are deleted")
        _ = try await reopened.add(Sample.product(of: lee.id, network: "one", registeredAt: later))
        try await reopened.removeOldReports(at: Sample.moment.adding(days: 29))
        try expectEqual(try await related(kim, in: reopened).count, 1, "within 30 days")
        try await reopened.removeOldReports(at: Sample.moment.adding(days: 30))
        try expectEqual(try await related(kim, in: reopened), [], "when one of them is forgotten")
    }

    /// Customers of a mobile provider share addresses.
    private static func aNetworkOfManySellersRelatesNobody(_ store: any ProductStore) async throws {
        let kim = try await store.sampleVendor("kim")
        _ = try await store.add(Sample.product(of: kim.id, network: "shared"))
        for number in 1...11 {
            try expectEqual(try await related(kim, in: store).count, number - 1, "beside \(number - 1)")
            let other = try await store.sampleVendor("seller \(number)")
            _ = try await store.add(Sample.product(of: other.id, network: "shared"))
        }
        try expectEqual(try await related(kim, in: store), [], "beside 11")
    }
}
