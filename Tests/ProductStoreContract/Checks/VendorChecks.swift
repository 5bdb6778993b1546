import MarketCore
import MarketModels

extension ContractCheck {
    static let vendors = [
        ContractCheck("aVendorIsMadeAndFound", aVendorIsMadeAndFound),
        ContractCheck("aKnownIdentifierKeepsItsVendor", aKnownIdentifierKeepsItsVendor),
        ContractCheck("aWishedForIDIsGivenUnlessItIsTaken", aRequestedIDIsGivenUnlessItIsTaken),
        ContractCheck("oneIdentifierSeenManyTimesAtOnceMakesOneVendor", oneIdentifierAtOnceMakesOneVendor),
        ContractCheck("aBlockedVendorShowsAsBlocked", aBlockedVendorShowsAsBlocked),
        ContractCheck("aRenamedVendorIsShownAndFoundByItsName", aRenamedVendorIsShownAndFoundByItsName),
        ContractCheck("vendorsAreRenamedWhileTheyListAndEdit", vendorsAreRenamedWhileTheyListAndEdit),
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
        try expectEqual(try await store.vendor(identifiedBy: Sample.identifier("nobody")), nil, "an unknown identifier")
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

    private static func aKnownIdentifierKeepsItsVendor(_ store: any ProductStore) async throws {
        let vendor = try await store.addVendor(Sample.newVendor("seller", name: "First"))
        let again = try await store.addVendor(Sample.newVendor("seller", name: "Second", id: 50))
        try expectEqual(again, vendor, "the vendor of a known identifier")
        try expectEqual(try await store.vendors().count, 1, "the number of vendors")
    }

    private static func aRequestedIDIsGivenUnlessItIsTaken(_ store: any ProductStore) async throws {
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

    private static func oneIdentifierAtOnceMakesOneVendor(_ store: any ProductStore) async throws {
        let vendors = try await withThrowingTaskGroup(of: Vendor?.self) { group in
            for number in 1...10 {
                group.addTask { try await store.addVendor(Sample.newVendor("same", name: "Name \(number)")) }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        try expectEqual(Set(vendors).count, 1, "the number of different vendors")
        try expectEqual(try await store.vendors().map(\.vendor), [vendors[0]].compactMap(\.self), "all vendors")
    }

    private static func found(_ text: String, in store: any ProductStore) async throws -> [Int64] {
        let searches = [ProductSearch.Scope.nameAndSeller, .nameAndDescription].map { ProductSearch(text, in: $0) }
        var found: [[Int64]] = []
        for search in searches {
            for order in [ProductQuery.Order.newest, .cheapest] {
                let page = try await store.page(ProductQuery(order: order, size: 100, search: search))
                try expect(page.correctedSearch == nil, "“\(text)” isn't taken for a typo")
                try expectEqual(page.totalCount, page.products.count, "the total of “\(text)”")
                found.append(page.products.map(\.id.rawValue))
            }
        }
        try expectEqual(Set(found).count, 1, "what every search for “\(text)” finds")
        return found[0]
    }

    private static func aRenamedVendorIsShownAndFoundByItsName(_ storage: ContractStorage) async throws {
        let store = try await storage.store()
        let seller = try unwrap(try await store.addVendor(Sample.newVendor("s", name: "Yagom Camera")), "a vendor")
        let other = try unwrap(try await store.addVendor(Sample.newVendor("o", name: "Yagom Lamps")), "a vendor")
        let first = try await store.add(Sample.product(of: seller.id, named: "Camera", description: "line\nline"))
        let second = try await store.add(Sample.product(of: seller.id, named: "Table \\1 & more"))
        _ = try await store.add(Sample.product(of: other.id, named: "Lamp"))
        let hidden = try await store.add(Sample.product(of: seller.id, named: "Hidden"))
        let unseen = try await store.setLifecycle(ListingLifecycle(state: .hidden), of: hidden)
        try expectEqual(try await found("yagom", in: store), [3, 2, 1], "the products of both before")
        let version = try unwrap(try await store.version(of: first.id), "its version")
        let revision = store.revision
        let renamed = try unwrap(try await store.renameVendor(seller.id, to: "Wonbi\\2 상점"), "there is such a vendor")
        try expectEqual(renamed.name, "Wonbi\\2 상점", "the new name")
        try expectEqual(renamed.id, seller.id, "the id")
        try expect(store.revision > revision, "the revision is raised")
        // It is in the log, without the former name, and only if it is another one.
        _ = try await store.renameVendor(seller.id, to: "Wonbi\\2 상점")
        let log = try await store.moderationLog(before: nil, limit: 9)
        try expectEqual(log.map(\.action), [.renamed], "the log")
        try expect(log[0].vendor == seller.id && log[0].reason == "why" && !log[0].canBeUndone, "what it says")
        let browser = BrowserKey()
        try await store.giveRight(for: first.id, to: browser, at: Sample.moment)
        let proof = try unwrap(try await store.vendorProof(seller.id, by: browser), "the proof of the seller")
        let before = try await store.reasonOfNewName(for: proof, after: Sample.moment.adding(seconds: -1))
        try expectEqual(before, "why", "what the seller reads")
        let later = try await store.reasonOfNewName(for: proof, after: Sample.moment)
        try expectEqual(later, nil, "what the seller reads much later")
        let unknown = try await store.renameVendor(Vendor.ID(rawValue: 999), to: "x")
        try expectEqual(unknown, nil, "a vendor that isn't there")
        try await storage.nowAndAfterRestart { store in
            try expectEqual(try await store.vendor(seller.id), renamed, "the vendor")
            try expectEqual(
                try await store.vendor(identifiedBy: Sample.identifier("s")),
                renamed,
                "the vendor by identifier"
            )
            let product = try await store.existing(first.id)
            try expectEqual(product.vendor, renamed, "the vendor of a product")
            try expectEqual(product.version, first.version, "the version, which only edits raise")
            let now = try unwrap(try await store.version(of: first.id), "what tells a change")
            try expect(now != version && now.number == version.number, "the change is told")
            let page = try await store.page(ProductQuery(vendor: seller.id))
            try expectEqual(page.products.map(\.vendorName), [renamed.name, renamed.name], "the names in lists")
            try expectEqual(try await found("yagom", in: store), [3], "what the old name finds")
            try expectEqual(try await found("wonbi", in: store), [2, 1], "what the new name finds")
            try expectEqual(try await found("ONBI\\2", in: store), [2, 1], "what a part of it finds")
            try expectEqual(try await found("camera", in: store), [1], "what the product's own name finds")
            try expectEqual(try await found("table 상점", in: store), [2], "what both names find")
        }
        // The words that typos are corrected to are counted as if it had always been called so.
        let reopened = try await storage.store()
        _ = try await reopened.delete(second.id, isErasure: false, at: Sample.moment)
        _ = try await reopened.delete(first.id, isErasure: false, at: Sample.moment)
        let typo = ProductQuery(search: ProductSearch("wonbii", in: .nameAndDescription))
        try expectEqual(try await reopened.page(typo).totalCount, 0, "what is gone")
        let lamp = ProductQuery(search: ProductSearch("yagmo lamp", in: .nameAndDescription))
        try expectEqual(try await reopened.page(lamp).correctedSearch, "yagom lamp", "a word of the other seller")
        _ = try await reopened.setLifecycle(ListingLifecycle(state: .open), of: unseen)
        try expectEqual(try await found("wonbi", in: reopened), [4], "what was hidden meanwhile")
    }

    /// However a new name and other writes follow each other, everything is found by the name that it has in the end.
    private static func vendorsAreRenamedWhileTheyListAndEdit(_ store: any ProductStore) async throws {
        let seller = try unwrap(try await store.addVendor(Sample.newVendor("s", name: "Before")), "a vendor is made")
        for _ in 1...20 { _ = try await store.add(Sample.product(of: seller.id)) }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 1...8 {
                group.addTask { _ = try await store.renameVendor(seller.id, to: "Name\(number)") }
                group.addTask { _ = try await store.add(Sample.product(of: seller.id)) }
                group.addTask {
                    let product = try await store.existing(Product.ID(rawValue: Int64(number)))
                    _ = try await store.replace(Sample.edit(of: product))
                }
            }
            try await group.waitForAll()
        }
        let name = try unwrap(try await store.vendor(seller.id), "the vendor").name
        try expectEqual(try await found(name, in: store).count, 28, "what the last name finds")
        for number in 1...8 where name != "Name\(number)" {
            try expectEqual(try await found("Name\(number)", in: store).count, 0, "what an earlier name finds")
        }
    }

    private static func aBlockedVendorShowsAsBlocked(_ store: any ProductStore) async throws {
        let product = try await store.sampleProduct()
        let blocked = try unwrap(try await store.setBlocked(true, vendor: product.vendor.id), "there is such a vendor")
        try expect(blocked.isBlocked, "it is blocked")
        try expectEqual(try await store.vendor(blocked.id), blocked, "the vendor")
        try expectEqual(try await store.existing(product.id).vendor, blocked, "the vendor of its product")
        try expectEqual(try await store.setBlocked(false, vendor: blocked.id), product.vendor, "the vendor, unblocked")
        try expectEqual(
            try await store.setBlocked(true, vendor: Vendor.ID(rawValue: 999)),
            nil,
            "a vendor that isn't there"
        )
    }
}
