import MarketCore
import MarketModels

extension ContractCheck {
    static let approvals = [
        ContractCheck("aNewListingWaitsUntilItIsApproved", aNewListingWaitsUntilItIsApproved),
        ContractCheck("aRefusedListingHasAReasonAndNoLongerWaits", aRefusedListingHasAReasonAndNoLongerWaits),
        ContractCheck("aRefusedListingThatIsEditedIsLookedAt", aRefusedListingThatIsEditedIsLookedAt),
        ContractCheck("nothingElseEndsTheWait", nothingElseEndsTheWait),
        ContractCheck("aListingDoesNotExpireByWaiting", aListingDoesNotExpireByWaiting),
        ContractCheck("whatIsUndoneWaitsAgain", whatIsUndoneWaitsAgain),
        ContractCheck("aChangeWaitsUntilItIsApproved", aChangeWaitsUntilItIsApproved),
        ContractCheck("aChangeThatWaitsSaysWhatItHasChanged", aChangeThatWaitsSaysWhatItHasChanged),
        ContractCheck("whatABlockedSellerHasWaitingWaitsAgain", whatABlockedSellerHasWaitingWaitsAgain),
        ContractCheck("aChangeOfWhatIsHiddenIsLookedAt", aChangeOfWhatIsHiddenIsLookedAt),
        ContractCheck("whatNobodyHasLookedAtIsNotShown", whatNobodyHasLookedAtIsNotShown),
    ]

    private static let proof = OperatorAuthenticator.commandLine
    private static let now = Sample.moment

    private static func waiting(
        _ name: String,
        of vendor: Vendor.ID,
        in store: any ProductStore,
        expiresAt: Timestamp? = nil
    ) async throws -> Product {
        let new = NewProduct(
            seller: .vendor(vendor),
            listing: try Sample.listing(name),
            contact: nil,
            secretHash: Sample.hash,
            images: [],
            registeredAt: now,
            expiresAt: expiresAt,
            waits: true
        )
        return try await store.add(new)
    }

    private static func listed(_ store: any ProductStore) async throws -> [Product.ID] {
        try await store.page(ProductQuery(size: 9)).products.map(\.id)
    }

    private static func found(_ text: String, in store: any ProductStore) async throws -> [Product.ID] {
        var query = ProductQuery(size: 9)
        query.search = ProductSearch(text, in: .nameAndDescription)
        return try await store.page(query).products.map(\.id)
    }

    private static func inQueue(_ store: any ProductStore) async throws -> [Product.ID] {
        try await store.listings(.waiting, after: nil, limit: 9, for: proof).map(\.product.id)
    }

    private static func aNewListingWaitsUntilItIsApproved(_ storage: ContractStorage) async throws {
        let store = try await storage.store()
        let seller = try await store.sampleVendor()
        let free = try await store.add(Sample.product(of: seller.id, named: "Table"))
        let chair = try await waiting("Armchair", of: seller.id, in: store)
        let lamp = try await waiting("Lamp", of: seller.id, in: store)
        try expectEqual(chair.state, .hidden, "the state of what was added")
        try await storage.nowAndAfterRestart { store in
            try expectEqual(try await listed(store), [free.id], "what lists show")
            try expectEqual(try await found("Armchair", in: store), [], "what a search finds")
            try expectEqual(try await store.product(chair.id), .withheld(by: .waiting), "what everybody sees of it")
            let hold = try await store.hold(of: chair.id)
            try expectEqual(hold?.kind, .waiting, "why it is hidden")
            try expectEqual(try await inQueue(store), [lamp.id, chair.id], "what waits")
            try expectEqual(try await store.waitingCount(for: proof), 2, "how many")
            let held = try await store.listings(.held, after: nil, limit: 9, for: proof)
            try expect(held.isEmpty, "nothing of it is among the hidden ones")
            let numbers = try await store.moderationNumbers(at: now, for: proof)
            try expectEqual(numbers.held, 0, "nor counted there")
        }
        let before = try await storage.store()
        let revision = before.revision
        try expect(try await before.approve(chair.id, by: proof, at: now), "it is approved")
        try expect(before.revision != revision, "lists change")
        try expect(try await !before.approve(chair.id, by: proof, at: now), "not twice")
        try expect(try await !before.approve(free.id, by: proof, at: now), "not what never waited")
        try await storage.nowAndAfterRestart { store in
            try expectEqual(try await listed(store), [chair.id, free.id], "what lists show then")
            try expectEqual(try await found("Armchair", in: store), [chair.id], "what a search finds then")
            let product = try await store.existing(chair.id)
            try expect(product.state == .open && product.lifecycle.isListed, "its state then")
            try expectEqual(try await inQueue(store), [lamp.id], "what still waits")
            try expectEqual(try await store.moderationLog(before: nil, limit: 9).map(\.action), [.approved], "the log")
        }
    }

    private static func aRefusedListingHasAReasonAndNoLongerWaits(_ store: any ProductStore) async throws {
        let chair = try await waiting("Chair", of: store.sampleVendor().id, in: store)
        try expect(try await store.hide(chair.id, reason: "No pictures", at: now), "it is refused")
        let hold = try await store.hold(of: chair.id)
        try expect(hold?.kind == .hidden && hold?.reason == "No pictures", "why it is hidden")
        try expectEqual(try await inQueue(store), [], "what waits")
        try expect(try await !store.approve(chair.id, by: proof, at: now), "it doesn't wait any more")
        try expectEqual(try await listed(store), [], "what lists show")
        try expect(try await store.giveBack(chair.id, reason: "Has some now", at: now), "it can be shown after all")
        try expectEqual(try await listed(store), [chair.id], "what lists show then")
    }

    private static func aRefusedListingThatIsEditedIsLookedAt(_ storage: ContractStorage) async throws {
        let store = try await storage.store()
        let seller = try await store.sampleVendor()
        let refused = try await waiting("Chair", of: seller.id, in: store)
        // What was only hidden isn't looked at: nobody has said that an edit would help.
        let hidden = try await store.add(Sample.product(of: seller.id, named: "Table"))
        func changed(_ store: any ProductStore) async throws -> [ModeratedListing] {
            try await store.listings(.changed, after: nil, limit: 9, for: proof)
        }
        let later = now.adding(seconds: 60)
        for id in [refused.id, hidden.id] { _ = try await store.hide(id, reason: "No size", at: now) }
        try expectEqual(try await changed(store), [], "what is changed at first")
        for id in [refused.id, hidden.id] {
            let edit = ProductEdit(
                id: id,
                expectedVersion: try await store.existing(id).version,
                listing: try Sample.listing("One of 90 cm"),
                updatedAt: later,
                waits: true
            )
            try await store.replace(edit).requireSaved()
        }
        try await storage.nowAndAfterRestart { store in
            let listings = try await changed(store)
            try expectEqual(listings.map(\.product.id), [refused.id], "what is changed")
            try expect(listings.allSatisfy(\.isChangedAsAsked), "what its row says")
            try expectEqual(try await store.moderationNumbers(at: later, for: proof).changed, 1, "the number")
            try expectEqual(try await store.changedCount(for: proof), 1, "the number of the menu")
        }
        let reopened = try await storage.store()
        let feed = try unwrap(try await reopened.feedProof(), "a feed")
        let awaited = try await reopened.awaited(limit: 9, for: feed)
        try expect(awaited.map(\.kind) == [.changed(refused.id)] && awaited[0].since == later, "what the feed says")
        // Refused again, it is decided.
        _ = try await reopened.hide(refused.id, reason: "Still no size", at: later)
        try expectEqual(try await changed(reopened), [], "what is changed then")
        try expect(try await reopened.giveBack(refused.id, reason: "It has", at: later), "it can be shown after all")
        try expectEqual(try await listed(reopened), [refused.id], "what lists show then")
    }

    private static func nothingElseEndsTheWait(_ store: any ProductStore) async throws {
        let seller = try await store.sampleVendor()
        let chair = try await waiting("Chair", of: seller.id, in: store)
        guard
            case .held = try await store.replaceLifecycle(
                LifecycleEdit(
                    id: chair.id,
                    expectedVersion: chair.version,
                    lifecycle: ListingLifecycle(state: .open),
                    changedAt: now
                )
            )
        else { throw ContractViolation(description: "the seller can't open it") }
        let edited = try await store.replace(Sample.edit(of: chair)).requireSaved("the seller edits it").product
        try expectEqual(edited.state, .hidden, "its state after an edit")
        _ = try await store.advanceLifecycles(to: now.adding(days: 30), by: LifecycleRules(), limit: 99)
        let answered = try await store.answerHold(of: try await store.proof(of: chair.id), "Please", at: now)
        try expect(!answered, "there is nothing to answer")
        try expect(try await !store.giveBack(chair.id, reason: "Fine", at: now), "it isn't shown without an approval")
        _ = try await store.setBlocked(true, vendor: seller.id, at: now)
        try expect(try await !store.approve(chair.id, by: proof, at: now), "nothing of a blocked seller is approved")
        _ = try await store.setBlocked(false, vendor: seller.id, at: now)
        try expectEqual(try await inQueue(store), [chair.id], "what waits in the end")
        try expectEqual(try await listed(store), [], "what lists show")
        _ = try await store.delete(chair.id, at: now)
        try expectEqual(try await store.waitingCount(for: proof), 0, "what waits without it")
    }

    /// It would be shown for half a minute, and its seller would have waited for nothing.
    private static func aListingDoesNotExpireByWaiting(_ storage: ContractStorage) async throws {
        let store = try await storage.store()
        let seller = try await store.sampleVendor()
        let rules = LifecycleRules(lifetimeDays: 5)
        let chair = try await waiting("Chair", of: seller.id, in: store, expiresAt: now.adding(days: 5))
        let lamp = try await waiting("Lamp", of: seller.id, in: store, expiresAt: now.adding(days: 8))
        let later = now.adding(days: 7)
        _ = try await store.advanceLifecycles(to: later, by: rules, limit: 9)
        for id in [chair.id, lamp.id] {
            try expect(try await store.approve(id, by: proof, at: later), "it is approved")
        }
        _ = try await store.advanceLifecycles(to: later.adding(seconds: 60), by: rules, limit: 9)
        try await storage.nowAndAfterRestart { store in
            try expectEqual(try await listed(store), [lamp.id, chair.id], "what lists show a minute later")
            let approved = try await store.asSeller(chair.id)?.product.lifecycle
            try expectEqual(approved?.expiresAt, later.adding(days: 5), "when it expires")
            let other = try await store.asSeller(lamp.id)?.product.lifecycle
            try expectEqual(other?.expiresAt, now.adding(days: 8), "when one expires whose lifetime goes on")
        }
        let reopened = try await storage.store()
        _ = try await reopened.advanceLifecycles(to: later.adding(days: 6), by: rules, limit: 9)
        try expectEqual(try await listed(reopened), [], "what lists show when its time is over")
    }

    private static func whatABlockedSellerHasWaitingWaitsAgain(_ storage: ContractStorage) async throws {
        let store = try await storage.store()
        let seller = try await store.sampleVendor()
        let chair = try await waiting("Chair", of: seller.id, in: store)
        let lamp = try await waiting("Lamp", of: seller.id, in: store)
        let table = try await waiting("Table", of: seller.id, in: store)
        _ = try await store.approve(table.id, by: proof, at: now)
        let approval = try unwrap(try await store.moderationLog(before: nil, limit: 1).first, "the approval")
        let browser = BrowserKey()
        try await store.giveRight(for: chair.id, to: browser, at: now)
        let vendorProof = try unwrap(try await store.vendorProof(seller.id, by: browser), "the proof of the seller")
        _ = try await store.setBlocked(true, vendor: seller.id, at: now)
        try expectEqual(try await inQueue(store), [], "what waits while its seller is blocked")
        try expectEqual(try await store.waitingCount(for: proof), 0, "how many")
        let hold = try unwrap(try await store.hold(of: chair.id), "it is hidden")
        try expect(hold.kind == .blocked && hold.reason == "why", "what its seller reads")
        try expectEqual(try await store.reasonOfBlock(for: vendorProof), "why", "what the seller reads")
        // What is decided meanwhile is decided, and what is undone waits for the end of the block.
        try expect(try await store.hide(lamp.id, reason: "A copy", at: now), "it is refused")
        try expect(try await store.undo(approval.id, reason: "Too early", by: proof, at: now), "it is undone")
        try expectEqual(try await store.hold(of: table.id)?.kind, .blocked, "what hides it then")
        _ = try await store.setBlocked(false, vendor: seller.id, at: now)
        try await storage.nowAndAfterRestart { store in
            try expectEqual(try await inQueue(store), [table.id, chair.id], "what waits afterwards")
            let kinds = [try await store.hold(of: chair.id)?.kind, try await store.hold(of: lamp.id)?.kind]
            try expectEqual(kinds, [.waiting, .hidden], "what hides them")
            try expectEqual(try await listed(store), [], "what lists show")
        }
        let later = try await storage.store()
        try expect(try await later.approve(chair.id, by: proof, at: now), "it is approved")
        try expectEqual(try await listed(later), [chair.id], "what lists show then")
    }

    private static func edit(
        _ id: Product.ID,
        waits: Bool,
        at time: Timestamp = now,
        in store: any ProductStore
    ) async throws -> Product {
        let product = try await store.existing(id)
        let edit = ProductEdit(
            id: id,
            expectedVersion: product.version,
            listing: try Sample.listing("Armchair"),
            updatedAt: time,
            waits: waits
        )
        let saved = try await store.replace(edit).requireSaved().product
        return saved
    }

    private static func aChangeWaitsUntilItIsApproved(_ storage: ContractStorage) async throws {
        let store = try await storage.store()
        let seller = try await store.sampleVendor()
        let chair = try await waiting("Chair", of: seller.id, in: store)
        _ = try await store.approve(chair.id, by: proof, at: now)
        let table = try await store.add(Sample.product(of: seller.id, named: "Table"))
        let reserved = ListingLifecycle(state: .reserved(until: now.adding(days: 3)))
        _ = try await store.setLifecycle(reserved, of: table, note: .set("for Lee"))
        try expectEqual(try await edit(chair.id, waits: false, in: store).state, .open, "a change that doesn't wait")
        let approval = try unwrap(try await store.moderationLog(before: nil, limit: 1).first, "an entry of the log")
        for id in [chair.id, table.id] {
            try expectEqual(try await edit(id, waits: true, in: store).state, .hidden, "the state of what was changed")
        }
        // Another one changes nothing about that.
        _ = try await edit(chair.id, waits: true, in: store)
        try await storage.nowAndAfterRestart { store in
            try expectEqual(try await listed(store), [], "what lists show")
            try expectEqual(try await found("Armchair", in: store), [], "what a search finds")
            try expectEqual(try await store.product(chair.id), .withheld(by: .waiting), "what everybody sees of it")
            try expectEqual(try await inQueue(store), [table.id, chair.id], "what waits")
            let log = try await store.moderationLog(before: nil, limit: 9)
            try expectEqual(log.map(\.action), [.changeWaits, .changeWaits, .approved], "what the log says")
            try expectEqual(log.map(\.canBeUndone), [false, false, false], "what can be undone")
        }
        let later = try await storage.store()
        try expect(try await !later.undo(approval.id, reason: "Why", by: proof, at: now), "the approval isn't undone")
        try expect(try await !later.giveBack(chair.id, reason: "Fine", at: now), "it isn't shown without an approval")
        for id in [chair.id, table.id] { try expect(try await later.approve(id, by: proof, at: now), "it is approved") }
        try await storage.nowAndAfterRestart { store in
            try expectEqual(try await listed(store), [table.id, chair.id], "what lists show then")
            try expectEqual(try await found("Armchair", in: store), [table.id, chair.id], "what a search finds then")
            let own = try unwrap(try await store.asSeller(table.id), "it is there")
            try expect(own.product.lifecycle == reserved && own.reservationNote == "for Lee", "its state of before")
        }
    }

    private static func aChangeThatWaitsSaysWhatItHasChanged(_ storage: ContractStorage) async throws {
        let store = try await storage.store()
        let seller = try await store.sampleVendor()
        let new = try Sample.product(of: seller.id, images: [try Sample.image(1)], contact: "010-1234-5678")
        let chair = try await store.add(new)
        func change(
            _ id: Product.ID,
            _ listing: Listing,
            contact: ProductEdit.ContactChange = .unchanged,
            images: [ProductEdit.ImageChoice]? = nil,
            in store: any ProductStore
        ) async throws {
            let edit = ProductEdit(
                id: id,
                expectedVersion: try await store.existing(id).version,
                listing: listing,
                contact: contact,
                images: images,
                updatedAt: now,
                waits: true
            )
            try await store.replace(edit).requireSaved()
        }
        func changes(_ id: Product.ID, _ store: any ProductStore) async throws -> [ListingChange]? {
            try await store.hold(of: id)?.changes
        }
        try await change(chair.id, Sample.listing(description: "Pay first."), in: store)
        let description = ListingChange(.description, before: "Hardly used.")
        try expectEqual(try await changes(chair.id, store), [description], "what was changed")
        // What others have seen stays what they have seen.
        try await change(
            chair.id,
            Sample.listing("Sofa", description: "Pay now."),
            contact: .set(nil),
            images: [.new(try Sample.image(2))],
            in: store
        )
        let all = [
            ListingChange(.images, before: nil), ListingChange(.name, before: "Chair"),
            ListingChange(.contact, before: "010-1234-5678"), description,
        ]
        try await storage.nowAndAfterRestart { store in
            try expectEqual(try await changes(chair.id, store), all, "all that was changed")
            let listings = try await store.listings(.waiting, after: nil, limit: 9, for: proof)
            try expectEqual(listings.map(\.hold?.changes), [all], "what the list says")
            let own = try await store.moderationLog(
                before: nil,
                about: .product(chair.id),
                limit: 9,
                at: now,
                for: proof
            )
            try expectEqual(own.map(\.action), [.changeWaits], "the log of the listing")
            try expectEqual(own.map(\.actor.description), ["seller"], "who did it, for commands")
        }
        let later = try await storage.store()
        // A new one has nothing that others have seen, so its edits are none of these.
        let lamp = try await waiting("Lamp", of: seller.id, in: later)
        try await change(lamp.id, Sample.listing("Desk lamp"), in: later)
        try expectEqual(try await changes(lamp.id, later), [], "what was changed of a new one")
        let feed = try unwrap(try await later.feedProof(), "a feed")
        let kinds = try await later.awaited(limit: 9, for: feed).map(\.kind)
        try expectEqual(Set(kinds), [.changeWaits(chair.id), .waiting(lamp.id)], "what the feed says")
        let foreign = try await later.moderationLog(
            before: nil,
            about: .product(lamp.id),
            limit: 9,
            at: now,
            for: proof
        )
        try expectEqual(foreign, [], "the log of the other listing")
        // With the wait, it is gone.
        for id in [chair.id, lamp.id] { try expect(try await later.approve(id, by: proof, at: now), "it is approved") }
        try await change(chair.id, Sample.listing("Stool", description: "Pay now."), in: later)
        let name = ListingChange(.name, before: "Sofa")
        try expectEqual(try await changes(chair.id, later), [name], "what was changed after the approval")
    }

    /// What ends by itself, or with a block, would show the change; what an operator ends doesn't.
    private static func aChangeOfWhatIsHiddenIsLookedAt(_ store: any ProductStore) async throws {
        let seller = try await store.sampleVendor()
        var ids: [Product.ID] = []
        for _ in 1...5 { ids.append(try await store.add(Sample.product(of: seller.id)).id) }
        for network in ["n1", "n2", "n3"] {
            let report = NewReport(
                subject: .product(ids[0]),
                content: CheckedReport(reason: .scam, text: ""),
                receipt: ReceiptHash(rawValue: network),
                network: network,
                mayHold: true,
                createdAt: now
            )
            _ = try await store.addReport(report)
        }
        try expectEqual(try await store.hold(of: ids[0])?.kind, .reports, "reports hold it")
        for (id, act) in zip(ids[1...], OperatorHold.allCases) {
            _ = try await store.hold(id, act, reason: "Why", by: proof, at: now)
        }
        let hidden = try await store.existing(ids[4])
        _ = try await store.setLifecycle(ListingLifecycle(state: .hidden), of: hidden)
        for id in ids { _ = try await edit(id, waits: true, in: store) }
        var kinds: [ListingHold.Kind?] = []
        for id in ids { kinds.append(try await store.hold(of: id)?.kind) }
        try expectEqual(kinds, [.waiting, .hidden, .changeAsked, .removed, .waiting], "what hides it afterwards")
        _ = try await store.advanceLifecycles(to: now.adding(days: 4), by: LifecycleRules(), limit: 99)
        try expectEqual(try await store.hold(of: ids[0])?.kind, .waiting, "it doesn't end with the time of the reports")
        // Whoever reported it reads why it is shown.
        for report in try await store.reports(isOpen: true, after: nil, limit: 9) {
            let decision = Report.Decision(.dismissed, reason: "It is fine.", decidedAt: now)
            _ = try await store.decide(report.id, decision, hides: false)
        }
        for id in [ids[0], ids[4]] { try expect(try await store.approve(id, by: proof, at: now), "it is approved") }
        try expectEqual(try await listed(store), [ids[0]], "what its seller hides stays hidden")
    }

    private static func whatNobodyHasLookedAtIsNotShown(_ store: any ProductStore) async throws {
        func expectRefusal(_ what: String, _ act: () async throws -> Bool) async throws {
            let before = try await store.moderationLog(before: nil, limit: 99).count
            do {
                _ = try await act()
                throw ContractViolation(description: "\(what) isn't refused")
            } catch MarketError.operators(let problem) {
                try expectEqual(problem, .listingChanged, what)
            }
            try expectEqual(try await listed(store), [], "what lists show after \(what)")
            let after = try await store.moderationLog(before: nil, limit: 99).count
            try expectEqual(after, before, "the log after \(what)")
        }
        let chair = try await waiting("Chair", of: store.sampleVendor().id, in: store)
        let edited = try await edit(chair.id, waits: true, in: store)
        try await expectRefusal("an approval of the version before") {
            try await store.approve(chair.id, version: chair.version, by: proof, at: now)
        }
        try expectEqual(try await inQueue(store), [chair.id], "what waits")
        try expect(
            try await store.approve(chair.id, version: edited.version, by: proof, at: now),
            "the version that is there is approved"
        )
        // What was done meanwhile is something else than a change.
        try expect(
            try await !store.approve(chair.id, version: edited.version, by: proof, at: now),
            "it doesn't wait any more"
        )
        for act in OperatorHold.allCases {
            _ = try await store.hold(chair.id, act, reason: "Why", by: proof, at: now)
            let hiding = try unwrap(try await store.moderationLog(before: nil, limit: 1).first, "an entry of the log")
            let seen = try await store.existing(chair.id).version
            let mended = try await edit(chair.id, waits: true, at: now.adding(seconds: 1), in: store)
            try await expectRefusal("another version") {
                try await store.giveBack(chair.id, version: seen, reason: "Fine", by: proof, at: now)
            }
            try await expectRefusal("an undo after an edit") {
                try await store.undo(hiding.id, reason: "A mistake", by: proof, at: now)
            }
            try expectEqual(try await store.hold(of: chair.id)?.kind, act.kind, "how it is held")
            try expect(
                try await store.giveBack(chair.id, version: mended.version, reason: "Fine", by: proof, at: now),
                "the version that is there is shown"
            )
            try expectEqual(try await listed(store), [chair.id], "what lists show in the end")
        }
    }

    private static func whatIsUndoneWaitsAgain(_ store: any ProductStore) async throws {
        let chair = try await waiting("Chair", of: store.sampleVendor().id, in: store)
        func undoNewest() async throws {
            let entry = try unwrap(try await store.moderationLog(before: nil, limit: 1).first, "an entry of the log")
            try expect(entry.canBeUndone, "\(entry.action) can be undone")
            try expect(try await store.undo(entry.id, reason: "Too early", by: proof, at: now), "it is undone")
            let undone = try unwrap(try await store.moderationLog(before: nil, limit: 1).first, "an entry of the log")
            try expect(undone.action == .waitsAgain && undone.reason == "Too early", "what the log says")
            try expect(!undone.canBeUndone, "it is approved or refused again instead")
            try expect(try await !store.undo(entry.id, reason: "Again", by: proof, at: now), "not twice")
            let hold = try unwrap(try await store.hold(of: chair.id), "it is hidden")
            try expect(hold.kind == .waiting && hold.reason == nil && hold.answer == nil, "it waits")
            try expectEqual(try await inQueue(store), [chair.id], "what waits")
            try expectEqual(try await listed(store), [], "what lists show")
        }
        _ = try await store.approve(chair.id, by: proof, at: now)
        try await undoNewest()
        for act in OperatorHold.allCases {
            try expect(try await store.hold(chair.id, act, reason: "A copy", by: proof, at: now), "it is refused")
            try expectEqual(try await inQueue(store), [], "nothing waits")
            try await undoNewest()
        }
        // What was hidden twice is hidden for the first reason, and doesn't wait.
        _ = try await store.hold(chair.id, .hidden, reason: "A copy", by: proof, at: now)
        _ = try await store.hold(chair.id, .removed, reason: "Surely a copy", by: proof, at: now)
        let removal = try unwrap(try await store.moderationLog(before: nil, limit: 1).first, "an entry of the log")
        _ = try await store.undo(removal.id, reason: "Maybe not", by: proof, at: now)
        try expectEqual(try await store.hold(of: chair.id)?.reason, "A copy", "why it is hidden")
        // Once everybody has seen it, taking back a hold shows it again.
        _ = try await store.giveBack(chair.id, reason: "It isn't", at: now)
        _ = try await store.hold(chair.id, .hidden, reason: "It is", by: proof, at: now)
        let hiding = try unwrap(try await store.moderationLog(before: nil, limit: 1).first, "an entry of the log")
        _ = try await store.undo(hiding.id, reason: "It isn't", by: proof, at: now)
        try expectEqual(try await listed(store), [chair.id], "what lists show in the end")
    }
}
