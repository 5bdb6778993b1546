import MarketCore
import MarketModels

/// Browsers that were ended, and still know the identifier under which they have listed.
extension ContractCheck {
    static let endedBrowsers = [
        ContractCheck("whatIsListedAfterABrowserWasEndedProvesNothing", whatIsListedAfterABrowserWasEndedProvesNothing),
        ContractCheck("theListingsOfBeforeProveItToTheLast", theListingsOfBeforeProveItToTheLast),
        ContractCheck("whereNobodyIsLeftToProveItAnyProductDoes", whereNobodyIsLeftToProveItAnyProductDoes),
        ContractCheck("aBrowserThatForgetsItselfStillKnowsTheName", aBrowserThatForgetsItselfStillKnowsTheName),
        ContractCheck("whoWasEndedMeanwhileEndsNobody", whoWasEndedMeanwhileEndsNobody),
        ContractCheck("anIdentifierIsReplacedOnce", anIdentifierIsReplacedOnce),
        ContractCheck("whoWasEndedSharesNothing", whoWasEndedSharesNothing),
        ContractCheck("whateverIsLeftToEndIsFound", whateverIsLeftToEndIsFound),
    ]

    private static let phone = BrowserKey()
    private static let laptop = BrowserKey()
    private static let thief = BrowserKey()

    private static func browser(_ key: BrowserKey) -> SellerBrowser {
        SellerBrowser(digest: key.digest, name: BrowserName(), createdAt: Sample.moment)
    }

    private static func proof(_ key: BrowserKey, in store: any ProductStore) async throws -> BrowserProof {
        try unwrap(try await store.trustingAuthenticator.browser(key), "proof of a browser")
    }

    private static func identifierProof(
        _ key: BrowserKey,
        _ vendor: Vendor.ID,
        in store: any ProductStore
    ) async throws -> IdentifierProof? {
        try await store.trustingAuthenticator.vendor(vendor, identifiedBy: Sample.identifier("seller"), by: key)
    }

    private static func isSeller(_ key: BrowserKey, _ vendor: Vendor.ID, in store: any ProductStore) async throws
        -> Bool
    {
        try await identifierProof(key, vendor, in: store) != nil
    }

    /// Lists something, and gives a browser the right for it.
    private static func list(_ key: BrowserKey, in store: any ProductStore) async throws -> Product {
        let product = try await store.add(Sample.product(of: store.sampleVendor().id))
        try await store.giveRight(for: product.id, to: key, at: Sample.moment)
        return product
    }

    /// A seller with a phone and a laptop that share the right for one product.
    private static func filled(_ store: any ProductStore) async throws -> Product {
        let owner = try await store.addBrowser(browser(phone), of: RightsOwner(rawValue: "kim"))
        _ = try await store.addBrowser(browser(laptop), of: owner)
        return try await list(phone, in: store)
    }

    private static func end(_ key: BrowserKey, by other: BrowserKey, in store: any ProductStore) async throws {
        try expect(try await store.endBrowser(key.digest, of: proof(other, in: store)), "it is ended")
    }

    private static func whatIsListedAfterABrowserWasEndedProvesNothing(_ storage: ContractStorage) async throws {
        let store = try await storage.store()
        let vendor = try await filled(store).vendor.id
        let early = BrowserKey()
        _ = try await list(early, in: store)
        try await end(phone, by: laptop, in: store)
        _ = try await list(thief, in: store)
        try await storage.nowAndAfterRestart { store in
            try expect(try await !isSeller(thief, vendor, in: store), "who has listed something since")
            for key in [laptop, early] {
                try expect(try await isSeller(key, vendor, in: store), "who has listed something before")
            }
            // It still is the thief's own listing.
            try expect(try await store.vendorProof(vendor, by: thief) != nil, "what the thief sees")
        }
        // Ending another one later, as the thief can as well, changes nothing.
        let reopened = try await storage.store()
        let owner = try await proof(thief, in: reopened).owner
        let accomplice = BrowserKey()
        _ = try await reopened.addBrowser(browser(accomplice), of: owner)
        try await end(accomplice, by: thief, in: reopened)
        try expect(try await !isSeller(thief, vendor, in: reopened), "who has ended a browser since")
        // Once the identifier is another one, nobody who was ended knows it.
        let new = try await reopened.replaceIdentifier(Sample.identifier("seller"), of: vendor, by: laptop)
        let later = try await reopened.add(Sample.product(of: vendor))
        let key = BrowserKey()
        try await reopened.giveRight(for: later.id, to: key, at: Sample.moment)
        let found = try await reopened.trustingAuthenticator.vendor(vendor, identifiedBy: new, by: key)
        try expect(found != nil, "who knows the new identifier and has listed something")
    }

    private static func theListingsOfBeforeProveItToTheLast(_ storage: ContractStorage) async throws {
        let store = try await storage.store()
        let chair = try await filled(store)
        let vendor = chair.vendor.id
        try await end(phone, by: laptop, in: store)
        let lamp = try await list(thief, in: store)
        _ = try await store.delete(chair.id, isErasure: false, at: Sample.moment)
        _ = try await list(laptop, in: store)
        // A browser that comes later is as good as the one that lets it in.
        let tablet = BrowserKey()
        let seller = try Sample.identifier("seller")
        let isShared = try await store.shareRights(of: laptop.digest, listingAs: seller, with: browser(tablet))
        try expect(isShared, "the tablet has the rights")
        try await storage.nowAndAfterRestart { store in
            try expect(try await !isSeller(thief, vendor, in: store), "who has listed something since")
            for key in [laptop, tablet] {
                try expect(try await isSeller(key, vendor, in: store), "who had the last one of before")
            }
        }
        let reopened = try await storage.store()
        _ = try await reopened.delete(lamp.id, isErasure: false, at: Sample.moment)
        try expect(try await !isSeller(thief, vendor, in: reopened), "who has deleted something of later")
    }

    /// Otherwise nobody would ever replace the identifier.
    private static func whereNobodyIsLeftToProveItAnyProductDoes(_ storage: ContractStorage) async throws {
        let store = try await storage.store()
        let chair = try await list(phone, in: store)
        let vendor = chair.vendor.id
        try await end(phone, by: phone, in: store)
        _ = try await list(laptop, in: store)
        try expect(try await !isSeller(laptop, vendor, in: store), "while there is one of before")
        _ = try await store.delete(chair.id, isErasure: false, at: Sample.moment)
        try expect(try await isSeller(laptop, vendor, in: store), "once nobody else can prove it")
        try expect(try await !isSeller(phone, vendor, in: store), "nobody without a product")
    }

    /// A copy of its cookies does.
    private static func aBrowserThatForgetsItselfStillKnowsTheName(_ storage: ContractStorage) async throws {
        let store = try await storage.store()
        let vendor = try await filled(store).vendor.id
        try await end(phone, by: phone, in: store)
        _ = try await list(thief, in: store)
        try expect(try await !isSeller(thief, vendor, in: store), "who has listed something since")
        try expect(try await isSeller(laptop, vendor, in: store), "who has the rest")
    }

    /// Both tap at once, and the other one is quicker.
    private static func whoWasEndedMeanwhileEndsNobody(_ storage: ContractStorage) async throws {
        let store = try await storage.store()
        let vendor = try await filled(store).vendor.id
        let mine = try await proof(phone, in: store)
        let seller = try unwrap(try await identifierProof(phone, vendor, in: store), "proof of the seller's phone")
        try await end(phone, by: laptop, in: store)
        try expect(try await !store.endBrowser(laptop.digest, of: mine), "the laptop")
        try expect(try await !store.endOtherBrowsers(of: mine, replacing: nil), "all others")
        try expect(try await !store.endOtherBrowsers(of: mine, replacing: seller), "all others, with the name")
        try await storage.nowAndAfterRestart { store in
            try expect(try await isSeller(laptop, vendor, in: store), "the laptop goes on under the same name")
        }
    }

    /// The other one's would know an identifier that is nobody's.
    private static func anIdentifierIsReplacedOnce(_ storage: ContractStorage) async throws {
        let store = try await storage.store()
        let vendor = try await filled(store).vendor.id
        let colleague = BrowserKey()
        _ = try await list(colleague, in: store)
        let mine = try await proof(colleague, in: store)
        let proof = try unwrap(
            try await identifierProof(colleague, vendor, in: store),
            "proof of a colleague's browser"
        )
        let new = try await store.replaceIdentifier(Sample.identifier("seller"), of: vendor, by: phone)
        try expect(try await !store.endOtherBrowsers(of: mine, replacing: proof), "the second one")
        try expectEqual(try await store.vendor(identifiedBy: new)?.id, vendor, "who has the first one's")
        // Somebody else lists under the former one, and so does the phone, which doesn't know the new one yet.
        let lamp = try await list(phone, in: store)
        let other = try unwrap(try await identifierProof(phone, lamp.vendor.id, in: store), "proof of that seller")
        let own = try await self.proof(phone, in: store)
        try expect(try await !store.endOtherBrowsers(of: own, replacing: other), "with the same one again")
        try expectEqual(try await store.vendor(identifiedBy: new)?.id, vendor, "who has it still")
    }

    private static func whoWasEndedSharesNothing(_ storage: ContractStorage) async throws {
        let store = try await storage.store()
        let chair = try await filled(store)
        let former = try Sample.identifier("seller")
        let (tablet, late) = (BrowserKey(), BrowserKey())
        func share(_ giver: BrowserKey, _ key: BrowserKey, _ identifier: VendorIdentifier) async throws -> Bool {
            try await store.shareRights(of: giver.digest, listingAs: identifier, with: browser(key))
        }
        try expect(try await share(phone, tablet, former), "while the phone is there")
        try expect(try await store.trustingAuthenticator.right(of: tablet, for: chair.id) != nil, "the tablet's right")
        try await store.removeBrowser(tablet.digest)
        try expect(try await store.trustingAuthenticator.right(of: tablet, for: chair.id) == nil, "what is taken back")
        try await end(phone, by: laptop, in: store)
        try expect(try await !share(phone, late, former), "an ended one")
        let new = try await store.replaceIdentifier(former, of: chair.vendor.id, by: laptop)
        try expect(try await !share(laptop, late, former), "with the former name")
        try await storage.nowAndAfterRestart { store in
            try expectEqual(try await store.owner(of: late.digest), nil, "who it was shared with")
        }
        let reopened = try await storage.store()
        let isShared = try await reopened.shareRights(of: laptop.digest, listingAs: new, with: browser(late))
        try expect(isShared, "with the new name")
    }

    private static func whateverIsLeftToEndIsFound(_ storage: ContractStorage) async throws {
        let store = try await storage.store()
        let chair = try await filled(store)
        let vendor = chair.vendor.id
        let mine = try await proof(laptop, in: store)
        func isAnythingLeft(_ identifier: IdentifierProof? = nil) async throws -> Bool {
            try await store.hasOtherBrowsers(of: mine, knowing: identifier)
        }
        try expect(try await isAnythingLeft(), "the phone")
        let seller = try unwrap(try await identifierProof(laptop, vendor, in: store), "proof of the seller's laptop")
        try await end(phone, by: laptop, in: store)
        try expect(try await !isAnythingLeft(), "nothing but the name")
        try expect(try await isAnythingLeft(seller), "the name that the phone knows")
        for (authority, hash) in [(SellerAuthority.link, "link"), (.right, "program")] {
            let right = ListingRight(
                product: chair.id,
                authority: authority,
                hash: RightHash(rawValue: hash),
                createdAt: Sample.moment
            )
            _ = try await store.addRight(right, issuedFor: Sample.hash)
            try expect(try await isAnythingLeft(), "the \(hash)")
            try expect(try await store.endOtherBrowsers(of: mine, replacing: nil), "it is ended")
            try expect(try await !isAnythingLeft(), "nothing but the name again")
        }
        try await store.giveRight(for: chair.id, to: BrowserKey(), at: Sample.moment)
        try expect(try await isAnythingLeft(), "another browser that has the password")
        try expect(try await store.endOtherBrowsers(of: mine, replacing: seller), "all are ended")
        try expect(try await !isAnythingLeft(seller), "nothing at all")
        let other = try await store.add(Sample.product(of: store.sampleVendor("stranger").id))
        try await store.giveRight(for: other.id, to: BrowserKey(), at: Sample.moment)
        try expect(try await !isAnythingLeft(seller), "what is a stranger's")
    }
}
