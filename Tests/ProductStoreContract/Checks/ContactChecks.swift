import MarketCore
import MarketModels

extension ContractCheck {
    static let contacts = [
        ContractCheck("aBlockedContactInATextIsRefused", aBlockedContactInATextIsRefused),
        ContractCheck(
            "contactsAreBlockedTogetherAndThoseOfOthersAreKnown",
            contactsAreBlockedTogetherAndThoseOfOthersAreKnown
        ),
        ContractCheck(
            "aBlockHidesListingsHoweverTheirContactIsWritten",
            aBlockHidesListingsHoweverTheirContactIsWritten
        ),
        ContractCheck("aBlockedContactInASellersNameIsRefused", aBlockedContactInASellersNameIsRefused),
        ContractCheck("unblockingShowsWhatOnlyATextHid", unblockingShowsWhatOnlyATextHid),
        ContractCheck("whatWaitsIsNotApprovedWithABlockedContact", whatWaitsIsNotApprovedWithABlockedContact),
        ContractCheck("whatWaitsIsApprovedOnceItsSellerIsRenamed", whatWaitsIsApprovedOnceItsSellerIsRenamed),
    ]

    private static let proof = OperatorAuthenticator.commandLine

    private static func setBlocked(_ isBlocked: Bool, _ contact: String, _ store: any ProductStore) async throws {
        for key in ContactKey.keys(of: contact) {
            let isChanged = try await store.setBlocked(
                isBlocked,
                contacts: [key],
                reason: "Spam",
                by: proof,
                at: Sample.moment
            )
            try expect(isChanged, "\(contact) is blocked or unblocked")
        }
        try await store.finishBlocks()
    }

    /// Returns the fields for which something is refused as naming a blocked contact.
    private static func refused(_ body: () async throws -> Void) async throws -> [ListingField] {
        do {
            try await body()
            return []
        } catch MarketError.invalid(let problems) {
            try expect(problems.all.allSatisfy { $0.reason == .blocked }, "why it is refused")
            return problems.all.map(\.field)
        }
    }

    private static func listing(
        _ name: String = "Chair",
        _ description: String = "Hardly used.",
        place: String = "",
        stock: Int64 = 3
    ) throws -> Listing {
        var attributes = ListingAttributes.none
        attributes[.place] = place
        return Listing(
            name: name,
            description: description,
            pricing: try Sample.pricing(),
            stock: stock,
            attributes: attributes
        )
    }

    private static func contactsAreBlockedTogetherAndThoseOfOthersAreKnown(_ store: any ProductStore) async throws {
        let (seller, other) = (try await store.sampleVendor(), try await store.sampleVendor("another seller"))
        let keys = ["tel:01077777777", "mailto:kim@example.com", "text:kakaokim01"].map(ContactKey.init(rawValue:))
        for _ in 0..<2 { _ = try await store.add(Sample.product(of: seller.id, contact: "010-7777-7777")) }
        _ = try await store.add(Sample.product(of: other.id, contact: "Kim@example.com, 02-123-4567"))
        let ofOthers = try await store.contacts(keys, ofOthersThan: seller.id, for: proof)
        try expectEqual(ofOthers, [keys[1]], "what others have, too")
        let ofSeller = try await store.contacts(keys, ofOthersThan: other.id, for: proof)
        try expectEqual(ofSeller, [keys[0]], "what the other's others have")
        func block(_ isBlocked: Bool, _ keys: [ContactKey]) async throws -> Bool {
            try await store.setBlocked(isBlocked, contacts: keys, reason: "Spam", by: proof, at: Sample.moment)
        }
        let revision = store.revision
        try expect(try await block(true, [keys[1], keys[0]]), "two are blocked")
        try expectEqual(store.revision.rawValue, revision.rawValue + 1, "the number of commits")
        // What is blocked already stays, with its reason, and the rest is blocked.
        try expect(try await block(true, keys), "the third is blocked")
        try expect(try await !block(true, keys), "all are blocked")
        let log = try await store.moderationLog(before: nil, limit: 9)
        try expectEqual(log.compactMap(\.setting), [keys[2], keys[0], keys[1]].map(\.rawValue), "what the log says")
        try expect(log.allSatisfy(\.canBeUndone), "each can be undone")
        try expect(try await block(false, keys), "they are unblocked")
        try await store.finishBlocks()
        try expectEqual(try await store.blockedContacts(after: nil, limit: 9, for: proof), [], "what is blocked")
    }

    private static func aBlockedContactInATextIsRefused(_ store: any ProductStore) async throws {
        let seller = try await store.sampleVendor()
        let old = try await store.add(Sample.product(of: seller.id, description: "Call 010-1234-5678"))
        for contact in ["010-1234-5678", "kim@example.com", "Ask for Kim"] {
            try await setBlocked(true, contact, store)
        }
        let many = (0..<50).map { "010-2000-\(1000 + $0)" }.joined(separator: "\n")
        let texts: [(Listing, [ListingField])] = [
            (try listing("Chair 010 1234 5678"), [.name]),
            (try listing("Chair", "Best:\nKIM@example.com."), [.description]),
            (try listing("Chair", "+82(0)10-1234-5678", place: "Seoul 01012345678"), [.description, .place]),
            (try listing("Chair", "010-\u{200E}1234-5678"), [.description]),
            (try listing("Chair", "\(many)\n010-1234-5678"), [.description]),
            // Others, and a text that is blocked as a contact only.
            (try listing("Chair 010-1234-5679", "\(many) kim@example.org"), []),
            (try listing("Ask for Kim"), []),
        ]
        for (listing, fields) in texts {
            let found = try await refused { _ = try await store.add(Sample.product(of: seller.id, listing: listing)) }
            try expectEqual(found, fields, "what is refused of \(listing.name), \(listing.description.suffix(30))")
        }
        let both = try await refused {
            let listing = try listing("Chair", "kim@example.com")
            _ = try await store.add(Sample.product(of: seller.id, listing: listing, contact: "01012345678"))
        }
        try expectEqual(both, [.description, .contact], "a contact and a text")
        let named = try await refused {
            let seller = NewVendor(
                identifier: try Sample.identifier("kim"),
                name: "Kim 010-1234-5678",
                createdAt: Sample.moment
            )
            _ = try await store.add(
                NewProduct(
                    seller: .newVendor(seller),
                    listing: try listing(),
                    contact: nil,
                    secretHash: Sample.hash,
                    images: [],
                    registeredAt: Sample.moment
                )
            )
        }
        try expectEqual(named, [.seller], "the name of a new seller")
        func edit(_ listing: Listing) async throws -> [ListingField] {
            let product = try await store.existing(old.id)
            return try await refused {
                let edit = ProductEdit(
                    id: old.id,
                    expectedVersion: product.version,
                    listing: listing,
                    updatedAt: Sample.moment
                )
                try await store.replace(edit).requireSaved()
            }
        }
        // What was listed before is still shown, and what stays of it isn't looked at again.
        try expectEqual(try await store.existing(old.id).state, .open, "what was listed before")
        try expectEqual(try await edit(listing("Armchair", "Call 010-1234-5678", stock: 2)), [], "another name")
        try expectEqual(
            try await edit(listing("Armchair", "Call me: 010-1234-5678")),
            [.description],
            "another description"
        )
        try await setBlocked(false, "010-1234-5678", store)
        try expectEqual(try await edit(listing("Armchair", "Call me: 010-1234-5678")), [], "an unblocked one")
    }

    private static func whatWaitsIsNotApprovedWithABlockedContact(_ storage: ContractStorage) async throws {
        let store = try await storage.store()
        let seller = try await store.sampleVendor()
        func waiting(_ listing: Listing, _ contact: String?) async throws -> Product.ID {
            let new = NewProduct(
                seller: .vendor(seller.id),
                listing: listing,
                contact: contact,
                secretHash: Sample.hash,
                images: [],
                registeredAt: Sample.moment,
                waits: true
            )
            return try await store.add(new).id
        }
        let chair = try await waiting(try listing(), "010-1234-5678")
        let table = try await waiting(try listing("Table", "Call 010 1234 5678"), nil)
        let lamp = try await waiting(try listing("Lamp"), "010-1234-5679")
        try await setBlocked(true, "01012345678", store)
        try await storage.nowAndAfterRestart { store in
            for id in [chair, table] {
                do {
                    _ = try await store.approve(id, by: proof, at: Sample.moment)
                    throw ContractViolation(description: "it isn't approved")
                } catch MarketError.operators(let problem) {
                    try expectEqual(problem, .contactBlocked, "why")
                }
                try expectEqual(try await store.hold(of: id)?.kind, .waiting, "it still waits")
                let own = try unwrap(try await store.product(id, for: proof), "it is there")
                let blocked = try await store.blockedContacts(of: own, for: proof)
                try expectEqual(blocked.map(\.text), ["01012345678"], "what an operator reads")
            }
            let own = try unwrap(try await store.product(lamp, for: proof), "it is there")
            try expectEqual(try await store.blockedContacts(of: own, for: proof), [], "another contact")
        }
        let later = try await storage.store()
        try expect(try await later.approve(lamp, by: proof, at: Sample.moment), "others are approved")
        try expect(try await later.hide(table, reason: "No numbers", at: Sample.moment), "it is refused")
        try await setBlocked(false, "01012345678", later)
        try expectEqual(try await later.hold(of: chair)?.kind, .waiting, "unblocking doesn't approve it")
        try expect(try await later.approve(chair, by: proof, at: Sample.moment), "it is approved then")
    }

    /// What waits is shown under the seller's name, which may name no blocked contact.
    private static func whatWaitsIsApprovedOnceItsSellerIsRenamed(_ storage: ContractStorage) async throws {
        let store = try await storage.store()
        let new = try Sample.newVendor("seller", name: "Lamps 010-7000-0009")
        let seller = try unwrap(try await store.addVendor(new), "a vendor")
        func waiting(_ name: String) async throws -> Product.ID {
            let new = NewProduct(
                seller: .vendor(seller.id),
                listing: try listing(name),
                contact: nil,
                secretHash: Sample.hash,
                images: [],
                registeredAt: Sample.moment,
                waits: true
            )
            return try await store.add(new).id
        }
        func expectWaiting(_ ids: [Product.ID], _ what: String, in store: any ProductStore) async throws {
            let waiting = try await store.listings(.waiting, after: nil, limit: 9, for: proof).map(\.product.id)
            try expectEqual(waiting, ids, what)
        }
        func found(_ name: String, in store: any ProductStore) async throws -> [Product.ID] {
            let search = ProductSearch(name, in: .nameAndSeller)
            return try await store.page(ProductQuery(size: 9, search: search)).products.map(\.id)
        }
        let (chair, table) = (try await waiting("Chair"), try await waiting("Table"))
        try await setBlocked(true, "010-7000-0009", store)
        do {
            _ = try await store.approve(chair, by: proof, at: Sample.moment)
            throw ContractViolation(description: "it isn't approved under a blocked name")
        } catch MarketError.operators(let problem) {
            try expectEqual(problem, .contactBlocked, "why")
        }
        try await expectWaiting([table, chair], "what still waits", in: store)
        _ = try await store.renameVendor(seller.id, to: "Wonbi")
        try await storage.nowAndAfterRestart { store in
            try await expectWaiting([table, chair], "what waits under the new name", in: store)
            try expectEqual(try await found("Wonbi", in: store), [], "what a search finds of it")
        }
        let later = try await storage.store()
        for id in [chair, table] {
            try expect(try await later.approve(id, by: proof, at: Sample.moment), "it is approved")
        }
        try await storage.nowAndAfterRestart { store in
            try expectEqual(try await found("Wonbi", in: store), [table, chair], "what a search finds then")
            try expectEqual(try await found("Lamps", in: store), [], "what a search for the former name finds")
            try expectEqual(try await store.existing(chair).vendor.name, "Wonbi", "whose it is")
        }
    }

    private static func isShown(_ id: Product.ID, _ store: any ProductStore) async throws -> Bool {
        if case .found = try await store.product(id) { return true }
        return false
    }

    private static func aBlockHidesListingsHoweverTheirContactIsWritten(_ store: any ProductStore) async throws {
        let seller = try await store.sampleVendor()
        let mail = [
            "kim@example.com", "ｋｉｍ＠ｅｘａｍｐｌｅ．ｃｏｍ", "k\u{200B}im@example.com", "kim@exa\u{AD}mple.com",
            "010-9999-0000, KIM+x@example.com",
        ]
        let chat = ["open.kakao.com/o/sAbCd", "ｏｐｅｎ．ｋａｋａｏ．ｃｏｍ/o/sAbCd", "open\u{200B}.kakao.com//o/sAbCd"]
        var ids: [Product.ID] = []
        for contact in mail + chat + ["lee@example.com"] {
            ids.append(try await store.add(Sample.product(of: seller.id, contact: contact)).id)
        }
        for contact in ["kim@example.com", "https://open.kakao.com/o/sAbCd"] {
            try await setBlocked(true, contact, store)
        }
        for (id, contact) in zip(ids, mail + chat) {
            try expect(try await !isShown(id, store), "\(contact) is hidden")
        }
        try expect(try await isShown(ids[ids.count - 1], store), "another one")
        for contact in ["kim@example.com", "https://open.kakao.com/o/sAbCd"] {
            try await setBlocked(false, contact, store)
        }
        for id in ids { try expect(try await isShown(id, store), "all are shown again") }
    }

    private static func aBlockedContactInASellersNameIsRefused(_ store: any ProductStore) async throws {
        let new = try Sample.newVendor("kim", name: "Kim 010-3000-0001")
        let kim = try unwrap(try await store.addVendor(new), "a seller from before the block")
        let product = try await store.add(Sample.product(of: kim.id))
        try await setBlocked(true, "010-3000-0001", store)
        for seller in [
            NewProduct.Seller.vendor(kim.id),
            .newVendor(try Sample.newVendor("lee", name: "Lee 010 3000 0001")),
        ] {
            let found = try await refused { _ = try await store.add(Sample.product(bySeller: seller)) }
            try expectEqual(found, [.seller], "what is refused")
        }
        try expectEqual(try await store.vendor(identifiedBy: Sample.identifier("lee")), nil, "the other seller")
        let hidden = try await store.add(Sample.product(of: try await store.sampleVendor("park").id))
        _ = try await store.hold(hidden.id, .hidden, reason: "Why", by: proof, at: Sample.moment)
        try expect(try await store.giveBack(hidden.id, reason: "Fine", at: Sample.moment), "one of another seller")
        _ = try await store.hold(product.id, .hidden, reason: "Why", by: proof, at: Sample.moment)
        do {
            _ = try await store.giveBack(product.id, reason: "Fine", at: Sample.moment)
            throw ContractViolation(description: "it is shown again")
        } catch MarketError.operators(.contactBlocked) {}
        // Sellers can't change their names, and may still mend their listings.
        let edit = ProductEdit(
            id: product.id,
            expectedVersion: try await store.existing(product.id).version,
            listing: try listing("Table"),
            updatedAt: Sample.moment
        )
        try await store.replace(edit).requireSaved("it is edited")
        try await setBlocked(false, "010-3000-0001", store)
        try expect(try await store.giveBack(product.id, reason: "Fine", at: Sample.moment), "it is shown again")
        _ = try await store.add(Sample.product(of: kim.id))
    }

    /// A listing from before the block whose description names the number; the end of another hold hides it for that.
    private static func unblockingShowsWhatOnlyATextHid(_ store: any ProductStore) async throws {
        let seller = try await store.sampleVendor()
        let one = try await store.add(Sample.product(of: seller.id, description: "Call 010-7000-0004"))
        let both = try await store.add(
            Sample.product(of: seller.id, description: "Call 010-7000-0004", contact: "kim@example.com")
        )
        _ = try await store.setBlocked(true, vendor: seller.id)
        try await setBlocked(true, "010-7000-0004", store)
        try await setBlocked(true, "kim@example.com", store)
        _ = try await store.setBlocked(false, vendor: seller.id)
        try await store.finishBlocks()
        for product in [one, both] { try expect(try await !isShown(product.id, store), "hidden for the number") }
        try await setBlocked(false, "010-7000-0004", store)
        try expect(try await isShown(one.id, store), "nothing hides it any more")
        try expect(try await !isShown(both.id, store), "its other contact is blocked")
        try await setBlocked(false, "kim@example.com", store)
        try expect(try await isShown(both.id, store), "nothing hides the other one any more")
    }
}
