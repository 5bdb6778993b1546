import MarketCore
import MarketModels

extension ContractCheck {
    static let browsers = [
        ContractCheck("browsersOfOneOwnerShareRights", browsersOfOneOwnerShareRights),
        ContractCheck("aBrowserIsEndedWithoutTheOthers", aBrowserIsEndedWithoutTheOthers),
        ContractCheck("allOtherBrowsersEndAtOnce", allOtherBrowsersEndAtOnce),
        ContractCheck("anOwnerHasANumberOfBrowsers", anOwnerHasANumberOfBrowsers),
        ContractCheck("whatABrowserHoldsOfOthersIsFound", whatABrowserHoldsOfOthersIsFound),
        ContractCheck("aSellerGetsAnotherIdentifier", aSellerGetsAnotherIdentifier),
        ContractCheck("whatIsErasedIsFoundUnderAnotherIdentifier", whatIsErasedIsFoundUnderAnotherIdentifier),
        ContractCheck("browsersWithoutRightsAreForgotten", browsersWithoutRightsAreForgotten),
        ContractCheck("browsersThatOthersDisplaceAreForgotten", browsersThatOthersDisplaceAreForgotten),
        ContractCheck("whoseLastProductABrowserHeldIsItsSeller", whoseLastProductABrowserHeldIsItsSeller),
    ]

    private static let phone = BrowserKey()
    private static let laptop = BrowserKey()
    private static let friend = BrowserKey()
    private static let stranger = BrowserKey()

    private static func browser(
        _ key: BrowserKey,
        _ application: String? = nil,
        _ system: String? = nil,
        at seconds: Int64 = 0
    ) -> SellerBrowser {
        SellerBrowser(
            digest: key.digest,
            name: BrowserName(application: application, system: system),
            createdAt: Sample.moment.adding(seconds: seconds)
        )
    }

    private static func holds(_ key: BrowserKey, _ id: Product.ID, in store: any ProductStore) async throws -> Bool {
        try await store.trustingAuthenticator.right(of: key, for: id) != nil
    }

    private static func proof(_ key: BrowserKey, in store: any ProductStore) async throws -> BrowserProof {
        try unwrap(try await store.trustingAuthenticator.browser(key), "proof of a browser")
    }

    /// A seller with a phone and a laptop that share rights, and a friend who knows the password of one product.
    private static func filled(_ store: any ProductStore) async throws -> (chair: Product, lamp: Product) {
        let seller = try await store.sampleVendor()
        let chair = try await store.add(Sample.product(of: seller.id))
        let lamp = try await store.add(Sample.product(of: seller.id, named: "Lamp"))
        let owner = try await store.addBrowser(browser(phone, "Chrome", "Android"), of: RightsOwner(rawValue: "kim"))
        _ = try await store.addBrowser(browser(laptop, "Firefox", at: 60), of: owner)
        for product in [chair, lamp] { try await store.giveRight(for: product.id, to: phone, at: Sample.moment) }
        try await store.giveRight(for: chair.id, to: friend, at: Sample.moment)
        let other = try await store.add(Sample.product(of: store.sampleVendor("stranger").id))
        try await store.giveRight(for: other.id, to: stranger, at: Sample.moment)
        return (chair, lamp)
    }

    private static func browsersOfOneOwnerShareRights(_ storage: ContractStorage) async throws {
        let store = try await storage.store()
        let (chair, lamp) = try await filled(store)
        let digests = [laptop.digest, phone.digest, friend.digest]
        try await storage.nowAndAfterRestart { store in
            for key in [phone, laptop] {
                try expect(try await holds(key, chair.id, in: store), "the chair")
                try expect(try await holds(key, lamp.id, in: store), "the lamp")
                let seen = try await store.browsers(of: proof(key, in: store), limit: 9)
                try expectEqual(Set(seen.map(\.digest)), Set(digests), "the browsers that each sees")
                try expectEqual(seen.first, browser(laptop, "Firefox", at: 60), "the newest one")
            }
            try expect(try await holds(friend, chair.id, in: store), "the friend's chair")
            try expect(try await !holds(friend, lamp.id, in: store), "the lamp isn't the friend's")
            let own = try await store.browsers(of: proof(stranger, in: store), limit: 9)
            try expectEqual(own.map(\.digest), [stranger.digest], "what a stranger sees")
            let unknown = try await store.trustingAuthenticator.browser(BrowserKey())
            try expectEqual(unknown, nil, "proof of a browser that holds nothing")
        }
        // One that is there keeps its owner.
        let again = try await storage.store().addBrowser(browser(phone), of: RightsOwner(rawValue: "lee"))
        try expectEqual(again, RightsOwner(rawValue: "kim"), "the owner of a browser that is added again")
    }

    private static func aBrowserIsEndedWithoutTheOthers(_ storage: ContractStorage) async throws {
        let store = try await storage.store()
        let (chair, lamp) = try await filled(store)
        let mine = try await proof(laptop, in: store)
        try expect(try await !store.endBrowser(stranger.digest, of: mine), "not that of a stranger")
        try expect(try await !store.endBrowser(BrowserKey().digest, of: mine), "not one that isn't there")
        try expect(try await store.endBrowser(phone.digest, of: mine), "the phone is ended")
        try expect(try await !store.endBrowser(phone.digest, of: mine), "not twice")
        try expect(try await store.endBrowser(friend.digest, of: mine), "the friend's is ended")
        try await storage.nowAndAfterRestart { store in
            for key in [phone, friend] {
                for product in [chair, lamp] {
                    try expect(try await !holds(key, product.id, in: store), "an ended browser holds nothing")
                }
            }
            try expect(try await holds(laptop, lamp.id, in: store), "this browser goes on")
            let seen = try await store.browsers(of: proof(laptop, in: store), limit: 9).map(\.digest)
            try expectEqual(seen, [laptop.digest], "who is left")
        }
        // With the password it comes back, with that listing only.
        let reopened = try await storage.store()
        try await reopened.giveRight(for: chair.id, to: phone, at: Sample.moment)
        try expect(try await holds(phone, chair.id, in: reopened), "what the password opens")
        try expect(try await !holds(phone, lamp.id, in: reopened), "what it held before")
    }

    /// Any seller could otherwise fill the disk by moving to another browser again and again.
    private static func anOwnerHasANumberOfBrowsers(_ storage: ContractStorage) async throws {
        let store = try await storage.store()
        let (chair, lamp) = try await filled(store)
        let kim = RightsOwner(rawValue: "kim")
        let maximum = SellerBrowser.maximumCountPerOwner
        let others = (3...maximum).map { _ in BrowserKey() }
        for (number, key) in others.enumerated() {
            _ = try await store.addBrowser(browser(key, at: 120 + Int64(number)), of: kim)
        }
        try expect(try await holds(phone, lamp.id, in: store), "the oldest of as many as there may be")
        // One that is there takes no room, and one that came while the clock was behind isn't the first to go.
        _ = try await store.addBrowser(browser(laptop, at: 500), of: kim)
        try expect(try await holds(phone, lamp.id, in: store), "the oldest after another one has come again")
        let late = BrowserKey()
        _ = try await store.addBrowser(browser(late, at: -60), of: kim)
        try await storage.nowAndAfterRestart { store in
            try expect(try await !holds(phone, lamp.id, in: store), "the oldest after one more")
            for key in [laptop, late] + others {
                try expect(try await holds(key, lamp.id, in: store), "a newer one")
            }
            try expect(try await holds(friend, chair.id, in: store), "somebody else's")
        }
    }

    private static func allOtherBrowsersEndAtOnce(_ storage: ContractStorage) async throws {
        let store = try await storage.store()
        let (chair, lamp) = try await filled(store)
        let program = ListingRight(
            product: chair.id,
            authority: .right,
            hash: RightHash(rawValue: "program"),
            createdAt: Sample.moment
        )
        let link = ListingRight(
            product: lamp.id,
            authority: .link,
            hash: RightHash(rawValue: "link"),
            createdAt: Sample.moment
        )
        for right in [program, link] { _ = try await store.addRight(right, issuedFor: Sample.hash) }
        try expect(try await store.endOtherBrowsers(of: proof(phone, in: store), replacing: nil), "all end")
        let again = try await store.endOtherBrowsers(of: proof(phone, in: store), replacing: nil)
        try expect(!again, "nothing is left to end")
        try await storage.nowAndAfterRestart { store in
            for key in [laptop, friend] {
                try expect(try await !holds(key, chair.id, in: store), "an ended browser holds nothing")
            }
            for product in [chair, lamp] {
                try expect(try await holds(phone, product.id, in: store), "this browser goes on")
                try expectEqual(try await store.link(of: product.id), nil, "links have ended")
            }
            try expectEqual(try await store.right(program.hash), nil, "rights of programs have ended")
            let others = try await store.browsers(of: proof(stranger, in: store), limit: 9)
            try expectEqual(others.map(\.digest), [stranger.digest], "a stranger goes on")
        }
    }

    private static func whatABrowserHoldsOfOthersIsFound(_ store: any ProductStore) async throws {
        let (chair, lamp) = try await filled(store)
        _ = try await store.hide(lamp.id, reason: "why", at: Sample.moment)
        let seller = chair.vendor.id
        func held(_ key: BrowserKey, butOf vendor: Vendor.ID?, limit: Int = 9) async throws -> [Product.ID] {
            try await store.heldProducts(of: proof(key, in: store), butOf: vendor, limit: limit).map(\.summary.id)
        }
        try expectEqual(try await held(phone, butOf: nil), [lamp.id, chair.id], "all, also what is hidden")
        try expectEqual(try await held(phone, butOf: nil, limit: 1), [lamp.id], "the newest")
        try expectEqual(try await held(phone, butOf: seller), [], "nothing but the seller's own")
        try expectEqual(try await held(friend, butOf: nil), [chair.id], "what the friend has the password of")
        try expect(try await !held(stranger, butOf: nil).contains(chair.id), "nothing for a stranger")
    }

    private static func whoseLastProductABrowserHeldIsItsSeller(_ storage: ContractStorage) async throws {
        let store = try await storage.store()
        _ = try await filled(store)
        func identifier(_ digits: String) throws -> VendorIdentifier {
            try unwrap(VendorIdentifier("6f1f7e0a-0000-4000-8000-0000000000\(digits)"), "an identifier")
        }
        let kim = try identifier("12")
        let new = NewVendor(identifier: kim, name: "Kim", id: nil, createdAt: Sample.moment)
        let vendor = try unwrap(try await store.addVendor(new), "a vendor").id
        func isSeller(_ key: BrowserKey, _ id: Vendor.ID? = nil, in store: any ProductStore) async throws -> Bool {
            try await store.trustingAuthenticator.vendor(id ?? vendor, identifiedBy: kim, by: key) != nil
        }
        // All but the last one hold rights for products of others, and know the identifier.
        let keys = [phone, laptop, friend, stranger, BrowserKey()]
        func expectSellers(_ expected: [Bool], _ what: String, in store: any ProductStore) async throws {
            var found: [Bool] = []
            for key in keys { found.append(try await isSeller(key, in: store)) }
            try expectEqual(found, expected, what)
        }
        let nobody = [false, false, false, false, false]
        try await expectSellers(nobody, "before there is a product", in: store)
        let first = try await store.add(Sample.product(of: vendor))
        let second = try await store.add(Sample.product(of: vendor))
        for product in [first, second] { try await store.giveRight(for: product.id, to: phone, at: Sample.moment) }
        try await store.giveRight(for: first.id, to: friend, at: Sample.moment)
        try await expectSellers([true, true, true, false, false], "while it holds the right for one", in: store)
        _ = try await store.delete(first.id, isErasure: false, at: Sample.moment)
        try await expectSellers([true, true, false, false, false], "while there is another one", in: store)
        // What another password, or the seller, has ended before is none that a browser held.
        try await store.giveRight(for: second.id, to: stranger, at: Sample.moment)
        try await store.removeRights(of: second.id, only: nil)
        for key in [phone, friend] { try await store.giveRight(for: second.id, to: key, at: Sample.moment) }
        try expect(try await store.endBrowser(friend.digest, of: proof(phone, in: store)), "the friend's is ended")
        _ = try await store.hide(second.id, reason: "Why", at: Sample.moment)
        _ = try await store.delete(second.id, isErasure: false, at: Sample.moment)
        try await storage.nowAndAfterRestart { store in
            try await expectSellers([true, true, false, false, false], "once none is left", in: store)
            let other = Vendor.ID(rawValue: vendor.rawValue + 1)
            try expect(try await !isSeller(phone, other, in: store), "not of somebody else")
            let (unknown, mine) = (try identifier("13"), try await proof(phone, in: store))
            try expect(try await !store.isIdentifier(unknown, of: vendor, provenBy: mine), "nobody's")
        }
        let reopened = try await storage.store()
        let third = try await reopened.add(Sample.product(of: vendor))
        // The friend's was ended before this one was listed, so it says nothing about the others.
        try await expectSellers([true, true, false, false, false], "once there is another one", in: reopened)
        _ = try await reopened.delete(third.id, isErasure: true, at: Sample.moment)
        try await expectSellers([true, true, false, false, false], "once that is gone, too", in: reopened)
        try expect(try await reopened.endBrowser(phone.digest, of: proof(laptop, in: reopened)), "the phone is ended")
        try await expectSellers([false, true, false, false, false], "whoever isn't ended", in: reopened)
    }

    private static func browsersWithoutRightsAreForgotten(_ storage: ContractStorage) async throws {
        let store = try await storage.store()
        let (chair, lamp) = try await filled(store)
        // The friend holds a right for the chair only. The phone and the laptop share one for the lamp.
        _ = try await store.delete(chair.id, isErasure: false, at: Sample.moment)
        func known(_ store: any ProductStore) async throws -> [Bool] {
            var known: [Bool] = []
            for key in [phone, laptop, friend, stranger] {
                known.append(try await store.owner(of: key.digest) != nil)
            }
            return known
        }
        try await store.removeOldReports(at: Sample.moment.adding(days: 364))
        try expectEqual(try await known(store), [true, true, true, true], "within a year")
        try await store.removeOldReports(at: Sample.moment.adding(days: 366))
        try await storage.nowAndAfterRestart { store in
            try expectEqual(try await known(store), [true, true, false, true], "after it")
            try expect(try await holds(laptop, lamp.id, in: store), "who holds a right keeps it")
        }
    }

    /// Whoever knows one password would otherwise leave a row for each time that they send it, for a year.
    private static func browsersThatOthersDisplaceAreForgotten(_ storage: ContractStorage) async throws {
        let store = try await storage.store()
        let (chair, lamp) = try await filled(store)
        let former = BrowserKey()
        let sold = try await store.add(Sample.product(of: store.sampleVendor("former").id))
        for id in [sold.id, chair.id] { try await store.giveRight(for: id, to: former, at: Sample.moment) }
        _ = try await store.delete(sold.id, isErasure: false, at: Sample.moment)
        let others = (0..<ListingRight.maximumCountPerProduct + 3).map { _ in BrowserKey() }
        for key in others { try await store.giveRight(for: chair.id, to: key, at: Sample.moment) }
        try await storage.nowAndAfterRestart { store in
            var known: [Bool] = []
            for key in [phone, laptop, friend, stranger, former] + others.prefix(4) {
                known.append(try await store.owner(of: key.digest) != nil)
            }
            // The phone and the laptop have the lamp, and the former seller's browser proves whose that name is.
            let expected = [true, true, false, true, true, false, false, false, true]
            try expectEqual(known, expected, "who is known")
            try expect(try await holds(laptop, lamp.id, in: store), "the lamp")
            try expect(try await !holds(laptop, chair.id, in: store), "the chair is others'")
        }
        let reopened = try await storage.store()
        try await reopened.giveRight(for: chair.id, to: friend, at: Sample.moment)
        try expect(try await holds(friend, chair.id, in: reopened), "who comes back with the password has it again")
    }

    private static func aSellerGetsAnotherIdentifier(_ storage: ContractStorage) async throws {
        let store = try await storage.store()
        let (chair, _) = try await filled(store)
        let foreign = try await store.trustingAuthenticator.vendor(chair.vendor.id, by: stranger)
        try expectEqual(foreign, nil, "proof of a stranger's browser")
        let former = try Sample.identifier("seller")
        let new = try await store.replaceIdentifier(former, of: chair.vendor.id, by: phone)
        try expect(new != former && new == phone.successor(of: former), "the browser finds it again")
        try expect(new != laptop.successor(of: former), "another browser doesn't")
        try await storage.nowAndAfterRestart { store in
            try expectEqual(try await store.vendor(identifiedBy: new)?.id, chair.vendor.id, "who has the new one")
            try expectEqual(try await store.existing(chair.id).vendor.id, chair.vendor.id, "whose the chair is")
        }
    }

    /// The product as it was listed is kept for a day beside the key of its request. A request with the former identifier, which
    /// browsers that were ended know, doesn't bring it back.
    private static func whatIsErasedIsFoundUnderAnotherIdentifier(_ store: any ProductStore) async throws {
        let former = try Sample.identifier("seller")
        func record(of identifier: VendorIdentifier, _ text: String = "key") throws -> NewIdempotencyRecord {
            let key = try unwrap(IdempotencyKey(text, of: identifier), "a sample key is one")
            let fingerprint = RequestFingerprint(rawValue: "print")
            return NewIdempotencyRecord(key: key, fingerprint: fingerprint, createdAt: Sample.moment)
        }
        func listed(by identifier: VendorIdentifier, _ text: String = "key") async throws -> Product.ID? {
            try await store.idempotencyRecord(for: record(of: identifier, text).key, since: Sample.moment)?.product.id
        }
        let vendor = try await store.sampleVendor("seller")
        let product = try await store.add(Sample.product(of: vendor.id, idempotencyRecord: record(of: former)))
        let strangerID = try Sample.identifier("stranger")
        let foreign = try await store.add(
            Sample.product(of: store.sampleVendor("stranger").id, idempotencyRecord: record(of: strangerID))
        )
        try await store.giveRight(for: product.id, to: phone, at: Sample.moment)
        let new = try await store.replaceIdentifier(former, of: vendor.id, by: phone)
        try expectEqual(try await listed(by: former), nil, "what the former identifier has listed")
        try expectEqual(try await listed(by: new), product.id, "what the seller has listed")
        // A request that was in flight while the identifier was replaced still has the former one.
        func late() throws -> NewProduct {
            try Sample.product(of: vendor.id, idempotencyRecord: record(of: former, "late"))
        }
        let inFlight = try await store.add(late())
        try expectEqual(try await listed(by: former, "late"), nil, "what the former identifier has listed meanwhile")
        try expectEqual(try await listed(by: new, "late"), inFlight.id, "what the seller has listed meanwhile")
        do {
            _ = try await store.add(late())
            throw ContractViolation(description: "its repetition isn't stored")
        } catch MarketError.requestInFlight {}
        _ = try await store.delete(product.id, isErasure: true, at: Sample.moment)
        try expectEqual(try await listed(by: new, "late"), nil, "what was in flight")
        try expectEqual(try await listed(by: former), nil, "what the former identifier has listed")
        try expectEqual(try await listed(by: new), nil, "what the seller has listed")
        try expectEqual(try await listed(by: strangerID), foreign.id, "what others have listed")
    }
}
