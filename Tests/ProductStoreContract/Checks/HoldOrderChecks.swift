import MarketCore
import MarketModels

/// What hides a listing, one thing after the other, in every order: what ends uncovers what is still there.
extension ContractCheck {
    static let holdOrders = [
        ContractCheck("reportsHoldAgainWhatABlockHasHidden", reportsHoldAgainWhatABlockHasHidden),
        ContractCheck("reportsHoldAgainWhatIsUndone", reportsHoldAgainWhatIsUndone),
        ContractCheck("reportsHoldAgainWhatIsNotShownAgain", reportsHoldAgainWhatIsNotShownAgain),
        ContractCheck("aBlockedContactIsNotShownAgain", aBlockedContactIsNotShownAgain),
        ContractCheck("aCorrectedContactIsShownAgain", aCorrectedContactIsShownAgain),
        ContractCheck("whatIsUpheldStaysHeld", whatIsUpheldStaysHeld),
        ContractCheck("whatIsUpheldIsHiddenOnceAllIsDecided", whatIsUpheldIsHiddenOnceAllIsDecided),
        ContractCheck("takingBackShowsNothingThatOperatorsHide", takingBackShowsNothingThatOperatorsHide),
        ContractCheck("whatSellersHideMeanwhileStaysHidden", whatSellersHideMeanwhileStaysHidden),
        ContractCheck("anAnswerWaitsForAnOperator", anAnswerWaitsForAnOperator),
        ContractCheck("aRepeatedHideIsOne", aRepeatedHideIsOne),
        ContractCheck("onlyShowingAgainEndsARemoval", onlyShowingAgainEndsARemoval),
        ContractCheck("undoingBringsBackTheBlockOfBefore", undoingBringsBackTheBlockOfBefore),
        ContractCheck("undoingBringsBackTheHoldAndTheLockOfBefore", undoingBringsBackTheHoldAndTheLockOfBefore),
        ContractCheck("reportsThatEndShowNoBlockedContact", reportsThatEndShowNoBlockedContact),
        ContractCheck("whatReportsHeldIsApprovedAfterThem", whatReportsHeldIsApprovedAfterThem),
        ContractCheck("whatIsUpheldStaysHiddenBehindOtherHolds", whatIsUpheldStaysHiddenBehindOtherHolds),
        ContractCheck("undoingHidesAgainWhatAnUpheldReportKept", undoingHidesAgainWhatAnUpheldReportKept),
        ContractCheck("aBlockLeavesWhatIsHiddenMeanwhile", aBlockLeavesWhatIsHiddenMeanwhile),
        ContractCheck("whatWasHiddenTwiceHasAsMuchTimeLeft", whatWasHiddenTwiceHasAsMuchTimeLeft),
        ContractCheck("contactsThatAreBlockedAndUnblockedAtOnce", contactsThatAreBlockedAndUnblockedAtOnce),
        ContractCheck("aSellerAndAContactThatAreUnblockedAtOnce", aSellerAndAContactThatAreUnblockedAtOnce),
    ]

    private static let proof = OperatorAuthenticator.commandLine
    private static let now = Sample.moment

    private static func hold(_ id: Product.ID, _ store: any ProductStore) async throws -> ListingHold.Kind? {
        try await store.hold(of: id)?.kind
    }

    /// Reports a listing from as many networks as hold it.
    private static func reportAndHold(_ id: Product.ID, _ store: any ProductStore) async throws -> [Report.ID] {
        var ids: [Report.ID] = []
        for network in 1...ReportRules.networksForHold {
            let new = NewReport(
                subject: .product(id),
                content: CheckedReport(reason: .scam, text: ""),
                receipt: ReceiptHash(rawValue: "receipt \(id.rawValue) \(network)"),
                network: "network \(id.rawValue) \(network)",
                mayHold: true,
                createdAt: now
            )
            ids.append(try unwrap(try await store.addReport(new), "the report").report.id)
        }
        try expectEqual(try await hold(id, store), .reports, "the reports hold it")
        return ids
    }

    private static func undoNewest(_ store: any ProductStore, at time: Timestamp = now) async throws {
        let entry = try unwrap(try await store.moderationLog(before: nil, limit: 1, at: time).first, "an entry")
        try expect(
            try await store.undo(entry.id, reason: "A mistake", by: proof, at: time),
            "\(entry.action) is undone"
        )
    }

    private static func setBlocked(_ isBlocked: Bool, _ contact: String, _ store: any ProductStore) async throws {
        for key in ContactKey.keys(of: contact) {
            _ = try await store.setBlocked(isBlocked, contacts: [key], reason: "Spam", by: proof, at: now)
        }
        try await store.finishBlocks()
    }

    private static func reportsHoldAgainWhatABlockHasHidden(_ storage: ContractStorage) async throws {
        let store = try await storage.store()
        let seller = try await store.sampleVendor()
        let product = try await store.add(Sample.product(of: seller.id, contact: "010-1234-5678"))
        let other = try await store.add(Sample.product(of: seller.id))
        let reports = try await reportAndHold(product.id, store)
        let end = try unwrap(try await store.hold(of: product.id)?.endsAt, "when it ends")
        _ = try await store.setBlocked(true, vendor: seller.id)
        try expectEqual(try await hold(product.id, store), .blocked, "while the seller is blocked")
        let later = try await storage.store()
        _ = try await later.setBlocked(false, vendor: seller.id)
        try expectEqual(try await later.hold(of: product.id)?.endsAt, end, "the reports hold it for as long as before")
        try expectEqual(try await hold(other.id, later), nil, "what nobody has reported is shown")
        try await setBlocked(true, "010-1234-5678", later)
        try expectEqual(try await hold(product.id, later), .contact, "while the contact is blocked")
        try await setBlocked(false, "010-1234-5678", later)
        try expectEqual(try await hold(product.id, later), .reports, "the reports hold it again")
        // Who has decided about them while a block covered them has let it through.
        _ = try await later.setBlocked(true, vendor: seller.id)
        for report in reports {
            let decision = Report.Decision(.dismissed, reason: "It is fine.", decidedAt: now)
            _ = try await later.decide(report, decision, hides: false)
        }
        _ = try await later.setBlocked(false, vendor: seller.id)
        try expectEqual(try await later.existing(product.id).state, .open, "the state without open reports")
    }

    private static func reportsHoldAgainWhatIsUndone(_ store: any ProductStore) async throws {
        let product = try await store.sampleProduct()
        _ = try await reportAndHold(product.id, store)
        let end = try unwrap(try await store.hold(of: product.id)?.endsAt, "when it ends")
        _ = try await store.hide(product.id, reason: "A scam", at: now)
        try await undoNewest(store)
        let hold = try unwrap(try await store.hold(of: product.id), "a hold")
        try expect(hold.kind == .reports && hold.endsAt == end && hold.reason == nil, "the hold of before")
        try expectEqual(try await store.openReportCount(), ReportRules.networksForHold, "the open reports")
        // Once the reports would have ended, nothing is left of them.
        _ = try await store.hide(product.id, reason: "A scam", at: now)
        try await undoNewest(store, at: end)
        try expectEqual(try await store.existing(product.id).state, .open, "the state after the end")
        // What was edited since isn't shown by itself when the reports end.
        let other = try await store.add(Sample.product(of: product.vendor.id))
        _ = try await reportAndHold(other.id, store)
        _ = try await store.hide(other.id, reason: "A scam", at: now)
        try await store.replace(Sample.edit(of: store.existing(other.id))).requireSaved("it is edited")
        let log = try await store.moderationLog(before: nil, limit: 9, at: now)
        let entry = try unwrap(log.first { $0.action == .hidden && $0.product == other.id }, "the hide")
        do {
            _ = try await store.undo(entry.id, reason: "A mistake", by: proof, at: now)
            throw ContractViolation(description: "the hide of what was edited is undone")
        } catch MarketError.operators(.listingChanged) {}
        try expectEqual(try await store.hold(of: other.id)?.kind, .hidden, "what was edited since")
    }

    private static func reportsHoldAgainWhatIsNotShownAgain(_ storage: ContractStorage) async throws {
        let store = try await storage.store()
        let seller = try await store.sampleVendor()
        var ids: [Product.ID] = []
        var reports: [[Report.ID]] = []
        for _ in 1...3 {
            ids.append(try await store.add(Sample.product(of: seller.id)).id)
            reports.append(try await reportAndHold(ids[ids.count - 1], store))
        }
        let end = try unwrap(try await store.hold(of: ids[0])?.endsAt, "when it ends")
        let later = now.adding(seconds: 60)
        func isOpen(_ id: Report.ID, _ store: any ProductStore) async throws -> Bool {
            let report = try unwrap(try await store.report(id), "the report")
            return report.decision == nil
        }
        func undo(_ action: ModerationEntry.Action, of id: Product.ID, at time: Timestamp, in store: any ProductStore)
            async throws -> Bool
        {
            let log = try await store.moderationLog(before: nil, limit: 99)
            let entry = try unwrap(log.first { $0.action == action && $0.product == id }, "an entry")
            return try await store.undo(entry.id, reason: "A mistake", by: proof, at: time)
        }
        // Of the reports, one was dismissed before, the second listing an operator has hidden, too.
        let decision = Report.Decision(.dismissed, reason: "It is fine.", decidedAt: now)
        _ = try await store.decide(reports[0][0], decision, hides: false)
        _ = try await store.hide(ids[1], reason: "A scam", at: now)
        for id in ids { try expect(try await store.giveBack(id, reason: "Fine", at: later), "it is shown again") }
        try expectEqual(try await store.openReportCount(), 0, "the open reports once all are shown")
        for id in ids[..<2] {
            try expect(try await undo(.givenBack, of: id, at: later, in: store), "it is undone")
            try expect(try await !undo(.givenBack, of: id, at: later, in: store), "not twice")
        }
        try await storage.nowAndAfterRestart { store in
            let hold = try unwrap(try await store.hold(of: ids[0]), "a hold")
            try expect(hold.kind == .reports && hold.endsAt == end && hold.reason == nil, "the hold of before")
            try expect(try await !isOpen(reports[0][0], store), "what was dismissed before stays dismissed")
            for id in reports[0][1...] + reports[1] { try expect(try await isOpen(id, store), "the others are open") }
            let second = try unwrap(try await store.hold(of: ids[1]), "a hold")
            try expect(second.kind == .hidden && second.reason == "A scam", "what the operator had hidden")
        }
        let reopened = try await storage.store()
        try expect(try await undo(.hidden, of: ids[1], at: later, in: reopened), "the hold of the operator is undone")
        let second = try unwrap(try await reopened.hold(of: ids[1]), "a hold")
        try expect(second.kind == .reports && second.endsAt == end, "what the reports had hidden before")
        _ = try await reopened.advanceLifecycles(to: end, by: LifecycleRules(), limit: 99)
        // Once their time is over, they are open and hold nothing.
        try expect(try await undo(.givenBack, of: ids[2], at: end, in: reopened), "it is undone after their time")
        for id in ids { try expectEqual(try await reopened.existing(id).state, .open, "the state in the end") }
        for id in reports[2] { try expect(try await isOpen(id, reopened), "its reports are open") }
        try expect(try await !undo(.givenBack, of: ids[2], at: end, in: reopened), "not twice")
    }

    private static func aBlockedContactIsNotShownAgain(_ storage: ContractStorage) async throws {
        let store = try await storage.store()
        let seller = try await store.sampleVendor()
        let chair = try await store.add(Sample.product(of: seller.id, contact: "010-1234-5678"))
        let table = try await store.add(Sample.product(of: seller.id, contact: "010-1234-5678"))
        _ = try await store.hide(table.id, reason: "A scam", at: now)
        _ = try await store.setBlocked(true, vendor: seller.id)
        try await setBlocked(true, "010-1234-5678", store)
        _ = try await store.setBlocked(false, vendor: seller.id)
        try await storage.nowAndAfterRestart { store in
            try expectEqual(try await hold(chair.id, store), .contact, "what the block had hidden")
            do {
                _ = try await store.giveBack(table.id, reason: "Fine", at: now)
                throw ContractViolation(description: "it isn't shown again")
            } catch MarketError.operators(let problem) {
                try expectEqual(problem, .contactBlocked, "why")
            }
            try expectEqual(try await store.page(ProductQuery()).totalCount, 0, "what lists show")
        }
        let later = try await storage.store()
        try await setBlocked(false, "010-1234-5678", later)
        try expectEqual(try await later.existing(chair.id).state, .open, "the state of what only the contact hid")
        try expect(try await later.giveBack(table.id, reason: "Fine", at: now), "the other one is shown now")
    }

    private static func aCorrectedContactIsShownAgain(_ store: any ProductStore) async throws {
        let seller = try await store.sampleVendor()
        let product = try await store.add(Sample.product(of: seller.id, contact: "010-1234-5678"))
        try await setBlocked(true, "010-1234-5678", store)
        func edit(_ contact: String?, stock: Int64 = 3) async throws -> Product {
            let before = try await store.existing(product.id)
            let edit = ProductEdit(
                id: product.id,
                expectedVersion: before.version,
                listing: before.listing,
                contact: contact.map { .set($0) } ?? .unchanged,
                updatedAt: now
            )
            let after = try await store.replace(edit).requireSaved().product
            return after
        }
        try expectEqual(try await edit(nil).state, .hidden, "an edit that leaves the contact")
        try expectEqual(try await edit("010-9999-0000").state, .open, "an edit of the contact")
        try expectEqual(try await hold(product.id, store), nil, "the hold")
        try expectEqual(try await store.page(ProductQuery()).products.map(\.id), [product.id], "what lists show")
        // What an operator hides is shown by nothing of the seller's.
        _ = try await store.hide(product.id, reason: "A scam", at: now)
        try expectEqual(try await edit("010-8888-0000").state, .hidden, "an edit of what an operator hides")
    }

    private static func whatIsUpheldStaysHeld(_ storage: ContractStorage) async throws {
        let store = try await storage.store()
        let product = try await store.sampleProduct()
        let reports = try await reportAndHold(product.id, store)
        for (number, report) in reports.enumerated() {
            let kind: Report.Decision.Kind = number == reports.count - 1 ? .dismissed : .upheld
            _ = try await store.decide(report, Report.Decision(kind, reason: "So", decidedAt: now), hides: false)
        }
        try await storage.nowAndAfterRestart { store in
            let hold = try unwrap(try await store.hold(of: product.id), "what two of three were right about")
            try expect(hold.kind == .hidden && hold.reason == "So" && hold.endsAt == nil, "it is the operator's")
        }
    }

    /// The seller reads what was decided when all is decided, not when the time of the reports is over.
    private static func whatIsUpheldIsHiddenOnceAllIsDecided(_ storage: ContractStorage) async throws {
        let store = try await storage.store()
        let product = try await store.sampleProduct()
        let reports = try await reportAndHold(product.id, store)
        let end = try unwrap(try await store.hold(of: product.id)?.endsAt, "when it ends")
        try await uphold(Array(reports.dropLast()), store)
        try expectEqual(try await hold(product.id, store), .reports, "while one is open")
        try await uphold([reports[reports.count - 1]], store)
        let kept = try unwrap(try await store.hold(of: product.id), "a hold")
        try expect(kept.kind == .hidden && kept.reason == "It is a scam." && kept.endsAt == nil, "once all are upheld")
        try expectEqual(try await store.moderationLog(before: nil, limit: 1).map(\.action), [.holdKept], "the log")
        // Whoever takes the last decision back has the reports hold it for what is left of their time.
        let later = now.adding(seconds: 60)
        try await undoUphold(of: reports[0], in: store, at: later)
        let again = try await storage.store()
        let held = try unwrap(try await again.hold(of: product.id), "a hold")
        try expect(held.kind == .reports && held.endsAt == end && held.reason == nil, "the hold of before")
        // The others are still right, so it isn't shown when this one is dismissed.
        let decision = Report.Decision(.dismissed, reason: "It is fine.", decidedAt: later)
        _ = try await again.decide(reports[0], decision, hides: false)
        try expectEqual(try await again.hold(of: product.id)?.reason, "It is a scam.", "why it stays hidden")
        try expect(try await again.giveBack(product.id, reason: "Settled", at: later), "an operator shows it")
        try expectEqual(try await again.existing(product.id).state, .open, "its state then")
    }

    private static func takingBackShowsNothingThatOperatorsHide(_ store: any ProductStore) async throws {
        let seller = try await store.sampleVendor()
        func upheld() async throws -> (id: Product.ID, reports: [Report.ID]) {
            let id = try await store.add(Sample.product(of: seller.id)).id
            let reports = try await reportAndHold(id, store)
            try await uphold(reports, store)
            return (id, reports)
        }
        // An operator has hidden it since.
        let hidden = try await upheld()
        _ = try await store.hide(hidden.id, reason: "Another reason", at: now)
        try await undoUphold(of: hidden.reports[0], in: store)
        try expectEqual(try await store.hold(of: hidden.id)?.reason, "Another reason", "what an operator hides")
        // Its seller has edited it since, and nobody has looked at that.
        let edited = try await upheld()
        try await store.replace(Sample.edit(of: store.existing(edited.id))).requireSaved("it is edited")
        try await undoUphold(of: edited.reports[0], in: store)
        try expectEqual(try await hold(edited.id, store), .hidden, "what its seller has edited")
        // The time of the reports is over.
        let late = try await upheld()
        try await undoUphold(of: late.reports[0], in: store, at: now.adding(days: 4))
        try expectEqual(try await hold(late.id, store), .hidden, "after the time of the reports")
    }

    private static func whatSellersHideMeanwhileStaysHidden(_ store: any ProductStore) async throws {
        let product = try await store.sampleProduct()
        func change(_ lifecycle: ListingLifecycle) async throws -> EditOutcome {
            let before = try await store.existing(product.id)
            return try await store.replaceLifecycle(
                LifecycleEdit(id: product.id, expectedVersion: before.version, lifecycle: lifecycle, changedAt: now)
            )
        }
        _ = try await store.hide(product.id, reason: "A scam", at: now)
        guard case .held = try await change(product.lifecycle) else {
            throw ContractViolation(description: "the seller doesn't show it")
        }
        try await change(try await store.existing(product.id).lifecycle).requireSaved("the seller hides it")
        try expect(try await store.giveBack(product.id, reason: "Fine", at: now), "the operator shows it")
        try expectEqual(try await store.existing(product.id).state, .hidden, "the state that its seller wants")
        try expectEqual(try await hold(product.id, store), nil, "the hold")
        let shown = try await change(product.lifecycle).requireSaved("the seller shows it").product
        try expectEqual(shown.state, .open, "the state then")
    }

    private static func anAnswerWaitsForAnOperator(_ store: any ProductStore) async throws {
        let product = try await store.sampleProduct()
        func answered() async throws -> [Product.ID] {
            try await store.listings(.changed, after: nil, limit: 9, for: proof).map(\.product.id)
        }
        _ = try await store.hide(product.id, reason: "A scam", at: now)
        try expectEqual(try await answered(), [], "without an answer")
        let seller = try await store.proof(of: product.id)
        let later = now.adding(seconds: 60)
        try expect(try await store.answerHold(of: seller, "It isn't", at: later), "the seller answers")
        try expectEqual(try await answered(), [product.id], "with an answer")
        try expectEqual(try await store.moderationNumbers(at: later, for: proof).changed, 1, "the number")
        let feed = try unwrap(try await store.feedProof(), "a feed")
        let awaited = try await store.awaited(limit: 9, for: feed)
        try expect(awaited.map(\.kind) == [.changed(product.id)] && awaited[0].since == later, "what the feed says")
        _ = try await store.hide(product.id, reason: "It is", at: later)
        try expectEqual(try await answered(), [], "once an operator has read it")
    }

    private static func aRepeatedHideIsOne(_ store: any ProductStore) async throws {
        let product = try await store.sampleProduct()
        for _ in 1...2 { _ = try await store.hide(product.id, reason: "A scam", at: now) }
        try expectEqual(try await store.moderationLog(before: nil, limit: 9).count, 1, "the log")
        try await undoNewest(store)
        try expectEqual(try await store.existing(product.id).state, .open, "the state")
    }

    private static func undoingBringsBackTheBlockOfBefore(_ store: any ProductStore) async throws {
        let seller = try await store.sampleVendor()
        let week = now.adding(days: 7)
        func block(_ isBlocked: Bool, until end: Timestamp? = nil, _ reason: String) async throws {
            _ = try await store.setBlocked(isBlocked, until: end, vendor: seller.id, reason: reason, by: proof, at: now)
        }
        func expectBlock(_ isBlocked: Bool, until end: Timestamp? = nil, _ what: String) async throws {
            let vendor = try unwrap(try await store.vendor(seller.id), "the seller")
            try expect(vendor.isBlocked == isBlocked && vendor.blockEndsAt == end, what)
        }
        func reasons() async throws -> [String] {
            try await store.moderationLog(before: nil, limit: 9).filter { $0.action == .blocked }.map(\.reason)
        }
        try await block(true, "A scammer")
        for _ in 1...2 { try await block(true, "Threatens buyers") }
        try expectEqual(try await reasons(), ["Threatens buyers", "A scammer"], "for another reason, once")
        try await undoNewest(store)
        try await expectBlock(true, "blocked as before")
        try expectEqual(try await reasons().first, "A scammer", "for the reason of before")
        try await block(true, until: week, "For a week")
        try await undoNewest(store)
        try await expectBlock(true, "blocked for good as before")
        try await block(false, "Fine")
        try await block(true, until: week, "For a week")
        try await block(false, "Fine")
        try await undoNewest(store)
        try await expectBlock(true, until: week, "blocked for the rest of the week")
        try await block(false, "Fine")
        let entry = try unwrap(try await store.moderationLog(before: nil, limit: 1, at: week).first, "an entry")
        try expect(try await !store.undo(entry.id, reason: "No", by: proof, at: week), "the week is over")
        try await block(true, "A scammer")
        try await undoNewest(store)
        try await expectBlock(false, "free as before")
    }

    private static func undoingBringsBackTheHoldAndTheLockOfBefore(_ store: any ProductStore) async throws {
        let product = try await store.sampleProduct()
        _ = try await store.remove(product.id, reason: "Counterfeit", at: now)
        _ = try await store.giveBack(product.id, reason: "Fine", at: now)
        try await undoNewest(store)
        let hold = try unwrap(try await store.hold(of: product.id), "a hold")
        try expect(hold.kind == .removed && hold.reason == "Counterfeit" && hold.endsAt != nil, "removed as before")
        func setLocked(_ isLocked: Bool, _ reason: String) async throws {
            _ = try await store.setLocked(isLocked, product: product.id, reason: reason, by: proof, at: now)
        }
        func lock() async throws -> String? { try await store.product(product.id, for: proof)?.lock?.reason }
        try await setLocked(true, "The police asks")
        try await setLocked(true, "Another reason")
        try await undoNewest(store)
        try expectEqual(try await lock(), "The police asks", "the lock of before")
        try await setLocked(false, "Fine")
        try await undoNewest(store)
        try expectEqual(try await lock(), "The police asks", "locked again")
        try await setLocked(false, "Fine")
        try await setLocked(true, "The police asks")
        try await undoNewest(store)
        try expectEqual(try await lock(), nil, "unlocked as before")
    }

    private static func onlyShowingAgainEndsARemoval(_ storage: ContractStorage) async throws {
        let store = try await storage.store()
        let product = try await store.sampleProduct()
        _ = try await store.hide(product.id, reason: "Looks odd", at: now)
        let reports = try await store.addReport(
            NewReport(
                subject: .product(product.id),
                content: CheckedReport(reason: .scam, text: ""),
                receipt: ReceiptHash(rawValue: "receipt"),
                network: "network",
                mayHold: true,
                createdAt: now
            )
        )
        _ = try await store.remove(product.id, reason: "A weapon", at: now)
        let removal = try unwrap(try await store.hold(of: product.id), "the removal")
        let later = now.adding(seconds: 60)
        for act in [OperatorHold.hidden, .changeAsked] {
            do {
                _ = try await store.hold(product.id, act, reason: "Looks odd", by: proof, at: later)
                throw ContractViolation(description: "\(act) ends a removal")
            } catch MarketError.operators(.listingIsRemoved) {}
        }
        // A report is decided nevertheless.
        let report = try unwrap(reports, "a report").report
        let decision = Report.Decision(.upheld, reason: "It is", decidedAt: later)
        try expect(try await store.decide(report.id, decision, hides: true)?.decision == decision, "it is upheld")
        try await storage.nowAndAfterRestart { store in
            try expectEqual(try await store.hold(of: product.id), removal, "the removal, which stays")
            let actions = try await store.moderationLog(before: nil, limit: 9).map(\.action)
            try expectEqual(actions, [.upheld, .removed, .hidden], "what was done")
        }
        let reopened = try await storage.store()
        let entry = try await reopened.moderationLog(before: nil, limit: 9).first { $0.action == .removed }
        let undone = try await reopened.undo(entry?.id ?? 0, reason: "A toy", by: proof, at: later)
        try expect(undone, "the removal is undone")
        let hold = try await reopened.hold(of: product.id)
        try expect(hold?.kind == .hidden && hold?.reason == "Looks odd", "hidden as before")
        _ = try await reopened.remove(product.id, reason: "A weapon", at: later)
        try expect(try await reopened.giveBack(product.id, reason: "A toy", at: later), "it is shown again")
        try expectEqual(try await reopened.existing(product.id).state, .open, "its state then")
    }

    private static func whatWasHiddenTwiceHasAsMuchTimeLeft(_ store: any ProductStore) async throws {
        let seller = try await store.sampleVendor()
        let rules = LifecycleRules(lifetimeDays: 5)
        func day(_ count: Int) -> Timestamp { now.adding(days: count) }
        // Each is hidden on the second of five days, and for another reason after or before the fifth.
        for (secondHold, shown, expiry) in [(8, 10, 13), (3, 10, 13), (3, 4, 5)] {
            let product = try await store.add(Sample.product(of: seller.id, expiresAt: day(5)))
            _ = try await store.hide(product.id, reason: "Looks odd", at: day(2))
            _ = try await store.hold(product.id, .changeAsked, reason: "Which size?", by: proof, at: day(secondHold))
            try expect(try await store.giveBack(product.id, reason: "Fine", at: day(shown)), "it is shown again")
            _ = try await store.advanceLifecycles(to: day(shown), by: rules, limit: 99)
            let lifecycle = try await store.existing(product.id).lifecycle
            try expectEqual(lifecycle.state, .open, "its state, hidden again on day \(secondHold)")
            try expectEqual(lifecycle.expiresAt, day(expiry), "when it expires, shown on day \(shown)")
        }
    }

    private static func contactsThatAreBlockedAndUnblockedAtOnce(_ store: any ProductStore) async throws {
        let seller = try await store.sampleVendor()
        for _ in 1...12 { _ = try await store.add(Sample.product(of: seller.id, contact: "010-1234-5678")) }
        let key = try unwrap(ContactKey.keys(of: "010-1234-5678").first, "the key")
        for _ in 1...10 {
            try await withThrowingTaskGroup(of: Void.self) { group in
                for isBlocked in [true, false, true] {
                    group.addTask {
                        _ = try await store.setBlocked(isBlocked, contacts: [key], reason: "Spam", by: proof, at: now)
                        _ = try await store.advanceBlocks(limit: 5, at: now)
                    }
                }
                group.addTask { _ = try await store.advanceBlocks(limit: 5, at: now) }
                try await group.waitForAll()
            }
            try await store.finishBlocks()
            let isBlocked = try await !store.blockedContacts(after: nil, limit: 9, for: proof).isEmpty
            let shown = try await store.page(ProductQuery(size: 100)).products.count
            try expectEqual(shown, isBlocked ? 0 : 12, "what is shown while \(isBlocked ? "" : "not ")blocked")
        }
    }

    /// What is held for the contact becomes the block's while that ends.
    private static func aSellerAndAContactThatAreUnblockedAtOnce(_ store: any ProductStore) async throws {
        let seller = try await store.sampleVendor()
        for _ in 1...6 { _ = try await store.add(Sample.product(of: seller.id, contact: "010-1234-5678")) }
        let key = try unwrap(ContactKey.keys(of: "010-1234-5678").first, "the key")
        for round in 1...10 {
            try await setBlocked(true, "010-1234-5678", store)
            _ = try await store.setBlocked(true, vendor: seller.id)
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask {
                    _ = try await store.setBlocked(false, contacts: [key], reason: "Fine", by: proof, at: now)
                    try await store.finishBlocks()
                }
                group.addTask { _ = try await store.setBlocked(false, vendor: seller.id) }
                try await group.waitForAll()
            }
            try await store.finishBlocks()
            let shown = try await store.page(ProductQuery()).totalCount
            try expectEqual(shown, 6, "what is shown, round \(round)")
        }
    }

    private static func reportsThatEndShowNoBlockedContact(_ store: any ProductStore) async throws {
        let seller = try await store.sampleVendor()
        var products: [Product] = []
        var reports: [[Report.ID]] = []
        for _ in 1...2 {
            products.append(try await store.add(Sample.product(of: seller.id, description: "Call 010-7000-0003")))
            reports.append(try await reportAndHold(products[products.count - 1].id, store))
        }
        try await setBlocked(true, "010-7000-0003", store)
        let decision = Report.Decision(.dismissed, reason: "It is fine.", decidedAt: now)
        for id in reports[0] { _ = try await store.decide(id, decision, hides: false) }
        try expectEqual(try await hold(products[0].id, store), .contact, "once its reports are dismissed")
        let later = now.adding(days: 4)
        _ = try await store.advanceLifecycles(to: later, by: LifecycleRules(), limit: 99)
        try expectEqual(try await hold(products[1].id, store), .contact, "once its reports have held it long enough")
        let key = try unwrap(ContactKey.keys(of: "010-7000-0003").first, "the key")
        _ = try await store.setBlocked(false, contacts: [key], reason: "Fine", by: proof, at: later)
        try await store.finishBlocks(at: later)
        for product in products { try expectEqual(try await hold(product.id, store), nil, "without the block") }
    }

    private static func whatReportsHeldIsApprovedAfterThem(_ store: any ProductStore) async throws {
        let product = try await store.sampleProduct()
        let reports = try await reportAndHold(product.id, store)
        let edit = ProductEdit(
            id: product.id,
            expectedVersion: try await store.existing(product.id).version,
            listing: try Sample.listing("Another chair"),
            updatedAt: now,
            waits: true
        )
        try await store.replace(edit).requireSaved("it is edited")
        do {
            _ = try await store.approve(product.id, by: proof, at: now)
            throw ContractViolation(description: "it is approved beside open reports")
        } catch MarketError.operators(.reportsAreOpen) {}
        try expectEqual(try await hold(product.id, store), .waiting, "beside open reports")
        let decision = Report.Decision(.dismissed, reason: "It is fine.", decidedAt: now)
        for id in reports { _ = try await store.decide(id, decision, hides: false) }
        try expectEqual(try await hold(product.id, store), .waiting, "once they are decided")
        try expect(try await store.approve(product.id, by: proof, at: now), "it is approved")
        try expectEqual(try await hold(product.id, store), nil, "once it is approved")
    }

    private static func uphold(_ reports: [Report.ID], _ store: any ProductStore) async throws {
        let decision = Report.Decision(.upheld, reason: "It is a scam.", decidedAt: now)
        for id in reports { _ = try await store.decide(id, decision, hides: false) }
    }

    private static func undoUphold(
        of report: Report.ID,
        in store: any ProductStore,
        at time: Timestamp = now
    ) async throws {
        let log = try await store.moderationLog(before: nil, limit: 99, at: time)
        let entry = try unwrap(log.first { $0.action == .upheld && $0.report == report }, "the entry")
        try expect(try await store.undo(entry.id, reason: "Too early", by: proof, at: time), "it is taken back")
    }

    /// A block, a blocked contact and a hide that is undone end; what operators have found right stays.
    private static func whatIsUpheldStaysHiddenBehindOtherHolds(_ store: any ProductStore) async throws {
        let seller = try await store.sampleVendor()
        let product = try await store.add(Sample.product(of: seller.id))
        let reports = try await reportAndHold(product.id, store)
        _ = try await store.setBlocked(true, vendor: seller.id)
        try await uphold(reports, store)
        _ = try await store.setBlocked(false, vendor: seller.id)
        let kept = try unwrap(try await store.hold(of: product.id), "a hold after the block")
        try expect(kept.kind == .hidden && kept.reason == "It is a scam.", "it is the operator's")

        let number = try await store.add(Sample.product(of: seller.id, contact: "010-1234-5678"))
        let others = try await reportAndHold(number.id, store)
        try await setBlocked(true, "010-1234-5678", store)
        try await uphold(others, store)
        try await setBlocked(false, "010-1234-5678", store)
        try expectEqual(try await hold(number.id, store), .hidden, "after the contact is unblocked")

        let third = try await store.add(Sample.product(of: seller.id))
        let last = try await reportAndHold(third.id, store)
        _ = try await store.hide(third.id, reason: "Why", at: now)
        let hidden = try unwrap(try await store.moderationLog(before: nil, limit: 1).first, "the entry")
        try await uphold(last, store)
        try expect(try await store.undo(hidden.id, reason: "A mistake", by: proof, at: now), "it is undone")
        try expectEqual(try await store.hold(of: third.id)?.reason, "It is a scam.", "why it stays hidden")
        try expect(try await store.giveBack(third.id, reason: "Fine", at: now), "an operator shows it")
        try expectEqual(try await hold(third.id, store), nil, "once an operator shows it")
    }

    private static func undoingHidesAgainWhatAnUpheldReportKept(_ store: any ProductStore) async throws {
        let product = try await store.sampleProduct()
        let reports = try await reportAndHold(product.id, store)
        try await uphold([reports[0]], store)
        let later = now.adding(days: 4)
        _ = try await store.advanceLifecycles(to: later, by: LifecycleRules(), limit: 99)
        try expectEqual(try await hold(product.id, store), .hidden, "after the time of the reports")
        try expect(try await store.giveBack(product.id, reason: "Fine", at: later), "it is shown again")
        let entries = try await store.moderationLog(before: nil, limit: 9, at: later)
        let shown = try unwrap(entries.first { $0.action == .givenBack }, "the entry")
        try expect(try await store.undo(shown.id, reason: "A mistake", by: proof, at: later), "it is undone")
        let hold = try unwrap(try await store.hold(of: product.id), "a hold")
        try expect(hold.kind == .hidden && hold.reason == "It is a scam.", "hidden as before")
    }

    /// An operator hides and removes listings while a block or a contact is carried out, or taken back.
    private static func aBlockLeavesWhatIsHiddenMeanwhile(_ store: any ProductStore) async throws {
        let seller = try await store.sampleVendor()
        var ids: [Product.ID] = []
        for _ in 1...24 { ids.append(try await store.add(Sample.product(of: seller.id, contact: "010-1234-5678")).id) }
        let key = try unwrap(ContactKey.keys(of: "010-1234-5678").first, "the key")
        for (round, isBlocked) in [true, false, true, false].enumerated() {
            if round < 2 {
                _ = try await store.setBlocked(isBlocked, contacts: [key], reason: "Spam", by: proof, at: now)
            } else {
                _ = try await store.beginBlock(isBlocked, vendor: seller.id)
            }
            let chosen = ids[(round * 6)..<(round * 6 + 6)]
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { try await store.finishBlocks() }
                for id in chosen {
                    let act: OperatorHold = id.rawValue % 2 == 0 ? .hidden : .removed
                    group.addTask { _ = try await store.hold(id, act, reason: "A scam", by: proof, at: now) }
                }
                try await group.waitForAll()
            }
            for id in ids[..<(round * 6 + 6)] {
                let kind: ListingHold.Kind = id.rawValue % 2 == 0 ? .hidden : .removed
                try expectEqual(try await hold(id, store), kind, "of what an operator hides, round \(round)")
            }
        }
    }
}
