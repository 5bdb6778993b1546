import MarketCore
import MarketModels

extension ContractCheck {
    static let ownProducts = [
        ContractCheck("aSellerSeesEveryState", aSellerSeesEveryState),
        ContractCheck("othersSeeNeitherHiddenProductsNorNotes", othersSeeNeitherHiddenProductsNorNotes),
        ContractCheck("aBrowserSeesThoseThatItHoldsTheRightFor", aBrowserSeesThoseThatItHoldsTheRightFor),
        ContractCheck("aSellersStatesAreCounted", aSellersStatesAreCounted),
        ContractCheck("aSellerSeesWhoElseHidesAProduct", aSellerSeesWhoElseHidesAProduct),
        ContractCheck("aSellersProductsArePaged", aSellersProductsArePaged),
        ContractCheck("aRightThatIsStoredAgainIsTheNewest", aRightThatIsStoredAgainIsTheNewest),
    ]

    private static let allStates: [ListingLifecycle] = [
        ListingLifecycle(state: .open, expiresAt: Sample.moment, bumpedAt: Sample.moment),
        ListingLifecycle(state: .reserved(until: Sample.moment)),
        ListingLifecycle(state: .sold(at: Sample.moment)),
        ListingLifecycle(state: .sold(at: Sample.moment), isListed: false),
        ListingLifecycle(state: .hidden),
        ListingLifecycle(state: .expired(at: Sample.moment), expiresAt: Sample.moment),
    ]

    private static let browser = BrowserKey()

    private static func aSellerSeesEveryState(_ storage: ContractStorage) async throws {
        let store = try await storage.store()
        let vendor = try await store.sampleVendor()
        var expected: [ListingLifecycle] = []
        for lifecycle in allStates {
            let product = try await store.add(Sample.product(of: vendor.id))
            try await store.giveRight(for: product.id, to: browser, at: Sample.moment)
            let edit = LifecycleEdit(
                id: product.id,
                expectedVersion: product.version,
                lifecycle: lifecycle,
                changedAt: Sample.moment,
                note: lifecycle.state.kind == .reserved ? .set("for Lee") : .unchanged
            )
            _ = try await store.replaceLifecycle(edit)
            expected.insert(lifecycle, at: 0)
        }
        try await storage.nowAndAfterRestart { store in
            let proof = try await store.vendorProof(vendor.id, by: browser)
            let all = try await store.ownProducts(of: vendor.id, provenBy: proof, in: nil, page: 1, size: 10)
            try expectEqual(all.products.map(\.lifecycle), expected, "every state, newest first")
            for product in all.products {
                let note = product.lifecycle.state.kind == .reserved ? "for Lee" : nil
                try expectEqual(product.reservationNote, note, "the note")
                try expectEqual(product.summary.state, product.lifecycle.state, "the state in the summary")
            }
            for kind in OwnProduct.State.allCases {
                let some = try await store.ownProducts(of: vendor.id, provenBy: proof, in: kind, page: 1, size: 10)
                try expectEqual(
                    some.products.map(\.lifecycle),
                    expected.filter { OwnProduct.State($0.state.kind) == kind },
                    "\(kind)"
                )
                try expectEqual(some.counts, all.counts, "the numbers")
            }
        }
    }

    /// An identifier is a name that anybody can send.
    private static func othersSeeNeitherHiddenProductsNorNotes(_ store: any ProductStore) async throws {
        let (vendor, other) = (try await store.sampleVendor(), try await store.sampleVendor("other"))
        var shown: [Product.ID] = []
        for lifecycle in allStates {
            let product = try await store.add(Sample.product(of: vendor.id, contact: "here"))
            try await store.giveRight(for: product.id, to: browser, at: Sample.moment)
            _ = try await store.setLifecycle(lifecycle, of: product, note: .set("for Lee"))
            if lifecycle.state.isPublic { shown.insert(product.id, at: 0) }
            let lookup = try await store.product(product.id)
            if case .found = lookup {
                try expect(lifecycle.state.isPublic, "everybody sees it in state \(lifecycle)")
            } else {
                try expectEqual(lookup, .withheld(by: nil), "the product in state \(lifecycle)")
            }
            let contact = lifecycle.state.showsContact ? "here" : nil
            try expectEqual(try await store.shownContact(of: product.id), contact, "the contact in state \(lifecycle)")
        }
        let others = try await store.add(Sample.product(of: other.id))
        try await store.giveRight(for: others.id, to: browser, at: Sample.moment)
        let stranger = BrowserKey()
        try expectEqual(try await store.vendorProof(vendor.id, by: stranger), nil, "proof without a right")
        // Proof of rights for another vendor's products proves nothing here.
        for proof in [nil, try await store.vendorProof(other.id, by: browser)] {
            let all = try await store.ownProducts(of: vendor.id, provenBy: proof, in: nil, page: 1, size: 10)
            try expectEqual(all.products.map(\.summary.id), shown, "what everybody sees")
            try expectEqual(all.products.compactMap(\.reservationNote), [], "no notes")
            try expectEqual(all.counts, [.open: 1, .reserved: 1, .sold: 2], "the numbers")
            for state in [OwnProduct.State.hidden, .expired, .waiting, .held] {
                let some = try await store.ownProducts(of: vendor.id, provenBy: proof, in: state, page: 1, size: 10)
                try expectEqual(some.products, [], "those that are \(state)")
            }
        }
    }

    /// Two sellers share an identifier, as those of an app with a fixed one do.
    private static func aBrowserSeesThoseThatItHoldsTheRightFor(_ storage: ContractStorage) async throws {
        let store = try await storage.store()
        let vendor = try await store.sampleVendor()
        var products: [Product] = []
        for key in [browser, BrowserKey()] {
            for state in [ListingState.hidden, .reserved(until: Sample.moment)] {
                let product = try await store.add(Sample.product(of: vendor.id))
                try await store.giveRight(for: product.id, to: key, at: Sample.moment)
                products.append(
                    try await store.setLifecycle(ListingLifecycle(state: state), of: product, note: .set("for Lee"))
                )
            }
        }
        let proof = try await store.vendorProof(vendor.id, by: browser)
        try await storage.nowAndAfterRestart { store in
            let all = try await store.ownProducts(of: vendor.id, provenBy: proof, in: nil, page: 1, size: 10)
            try expectEqual(all.products.map(\.summary.id), [3, 1, 0].map { products[$0].id }, "what the browser sees")
            try expectEqual(all.products.map(\.reservationNote), [nil, "for Lee", nil], "the notes")
            try expectEqual(all.counts, [.reserved: 2, .hidden: 1], "the numbers")
        }
        // Another password ends the rights.
        _ = try await storage.store().setSecretHash(SecretHash(rawValue: "$new"), of: products[0].id)
        let rest = try await storage.store().ownProducts(of: vendor.id, provenBy: proof, in: .hidden, page: 1, size: 10)
        try expectEqual(rest.products, [], "the hidden one after another password")
    }

    private static func aSellersStatesAreCounted(_ store: any ProductStore) async throws {
        let vendor = try await store.sampleVendor()
        let none = try await store.ownProducts(of: vendor.id, provenBy: nil, in: nil, page: 1, size: 10)
        try expectEqual(none, OwnProducts(), "a seller without products")
        var products: [Product] = []
        for _ in 1...4 {
            let product = try await store.add(Sample.product(of: vendor.id))
            try await store.giveRight(for: product.id, to: browser, at: Sample.moment)
            products.append(product)
        }
        let proof = try await store.vendorProof(vendor.id, by: browser)
        _ = try await store.setLifecycle(ListingLifecycle(state: .hidden), of: products[0])
        _ = try await store.setLifecycle(ListingLifecycle(state: .sold(at: Sample.moment)), of: products[1])
        let page = try await store.ownProducts(of: vendor.id, provenBy: proof, in: .hidden, page: 1, size: 10)
        try expectEqual(page.counts, [.open: 2, .sold: 1, .hidden: 1], "the numbers")
        try expectEqual(page.totalCount, 4, "the number of all")
        _ = try await store.delete(products[0].id, at: Sample.moment)
        let fewer = try await store.ownProducts(of: vendor.id, provenBy: proof, in: nil, page: 1, size: 10)
        try expectEqual(fewer.counts, [.open: 2, .sold: 1], "the numbers after a deletion")
    }

    private static func aSellerSeesWhoElseHidesAProduct(_ storage: ContractStorage) async throws {
        let store = try await storage.store()
        let vendor = try await store.sampleVendor()
        var products: [Product] = []
        for _ in 1...4 { products.append(try await store.add(Sample.product(of: vendor.id))) }
        for product in products { try await store.giveRight(for: product.id, to: browser, at: Sample.moment) }
        let ids = products.map(\.id)
        _ = try await store.setLifecycle(ListingLifecycle(state: .hidden), of: products[0])
        _ = try await store.hide(ids[1], reason: "Why", at: Sample.moment)
        let edit = ProductEdit(
            id: ids[2],
            expectedVersion: products[2].version,
            listing: products[2].listing,
            updatedAt: Sample.moment,
            waits: true
        )
        _ = try await store.replace(edit)
        // One of the same seller that was listed in another browser.
        let other = try await store.add(Sample.product(of: vendor.id))
        _ = try await store.hide(other.id, reason: "Why", at: Sample.moment)
        let proof = try await store.vendorProof(vendor.id, by: browser)
        try await storage.nowAndAfterRestart { store in
            func page(_ state: OwnProduct.State?, _ proof: VendorProof?) async throws -> OwnProducts {
                try await store.ownProducts(of: vendor.id, provenBy: proof, in: state, page: 1, size: 10)
            }
            let all = try await page(nil, proof)
            try expectEqual(all.products.map(\.summary.id), ids.reversed(), "what the browser sees")
            try expectEqual(all.products.map(\.hold), [nil, .waiting, .hidden, nil], "who hides it")
            try expectEqual(all.products.map(\.state), [.open, .waiting, .held, .hidden], "what it is")
            try expect(all.products.allSatisfy { !$0.isChangedAsAsked }, "nothing was changed as asked")
            try expectEqual(all.counts, [.open: 1, .hidden: 1, .held: 1, .waiting: 1], "the numbers")
            for (state, id) in [(OwnProduct.State.hidden, ids[0]), (.held, ids[1]), (.waiting, ids[2])] {
                try expectEqual(
                    try await page(state, proof).products.map(\.summary.id),
                    [id],
                    "those that are \(state)"
                )
                try expectEqual(try await page(state, nil).products, [], "what others see of those that are \(state)")
            }
            try expectEqual(try await page(nil, nil).counts, [.open: 1], "the numbers that others see")
        }
        let reopened = try await storage.store()
        // Of what is changed afterwards, only what was asked for or refused is looked at again, and an answer.
        let later = Sample.moment.adding(seconds: 60)
        let kim = OperatorAuthenticator.commandLine
        _ = try await reopened.hold(ids[3], .changeAsked, reason: "Why", by: kim, at: Sample.moment)
        for id in [ids[1], ids[3]] {
            let held = try await reopened.existing(id)
            _ = try await reopened.replace(
                ProductEdit(id: id, expectedVersion: held.version, listing: held.listing, updatedAt: later)
            )
        }
        func changed() async throws -> [Product.ID] {
            let page = try await reopened.ownProducts(of: vendor.id, provenBy: proof, in: .held, page: 1, size: 10)
            return page.products.filter(\.isChangedAsAsked).map(\.summary.id)
        }
        try expectEqual(try await changed(), [ids[3]], "what was asked for")
        _ = try await reopened.answerHold(of: reopened.proof(of: ids[1]), "Mine", at: later)
        try expectEqual(try await changed(), [ids[3], ids[1]], "what was answered, too")
        _ = try await reopened.giveBack(ids[3], reason: "Fine", at: later)
        _ = try await reopened.giveBack(ids[1], reason: "Fine", at: Sample.moment)
        let shown = try await reopened.ownProducts(of: vendor.id, provenBy: proof, in: .open, page: 1, size: 10)
        try expectEqual(shown.products.map(\.hold), [nil, nil], "who hides what is given back")
    }

    private static func aSellersProductsArePaged(_ store: any ProductStore) async throws {
        let vendor = try await store.sampleVendor()
        var ids: [Product.ID] = []
        for _ in 1...5 {
            let product = try await store.add(Sample.product(of: vendor.id))
            _ = try await store.setLifecycle(ListingLifecycle(state: .hidden), of: product)
            try await store.giveRight(for: product.id, to: browser, at: Sample.moment)
            ids.insert(product.id, at: 0)
        }
        let proof = try await store.vendorProof(vendor.id, by: browser)
        for state in [nil, OwnProduct.State.hidden] {
            let pages = [
                (1, Array(ids[0...1]), true), (2, Array(ids[2...3]), true), (3, [ids[4]], false), (4, [], false),
            ]
            for (number, expected, hasNextPage) in pages {
                let page = try await store.ownProducts(of: vendor.id, provenBy: proof, in: state, page: number, size: 2)
                try expectEqual(page.products.map(\.summary.id), expected, "page \(number)")
                try expectEqual(page.hasNextPage, hasNextPage, "whether a page follows \(number)")
            }
        }
        let far = try await store.ownProducts(of: vendor.id, provenBy: proof, in: nil, page: .max, size: 2)
        try expectEqual(far.products, [], "a page far behind the end")
    }

    private static func aRightThatIsStoredAgainIsTheNewest(_ store: any ProductStore) async throws {
        let product = try await store.sampleProduct()
        func right(_ text: String) -> ListingRight {
            ListingRight(
                product: product.id,
                authority: .right,
                hash: RightHash(rawValue: text),
                createdAt: Sample.moment
            )
        }
        _ = try await store.addRight(right("again"), issuedFor: Sample.hash)
        for number in 1..<ListingRight.maximumCountPerProduct {
            _ = try await store.addRight(right("\(number)"), issuedFor: Sample.hash)
        }
        try expect(try await store.addRight(right("again"), issuedFor: Sample.hash), "it is stored again")
        _ = try await store.addRight(right("one more"), issuedFor: Sample.hash)
        try expectEqual(try await store.right(RightHash(rawValue: "again")), right("again"), "the right")
        try expectEqual(try await store.right(RightHash(rawValue: "1")), nil, "the oldest one")
        // For an old secret, nothing changes.
        let isStored = try await store.addRight(right("again"), issuedFor: SecretHash(rawValue: "$old"))
        try expectEqual(isStored, false, "whether it is stored for an old secret")
        try expectEqual(try await store.right(RightHash(rawValue: "again")), right("again"), "the right")
    }
}
