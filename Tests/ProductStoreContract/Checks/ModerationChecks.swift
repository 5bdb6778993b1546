import MarketCore
import MarketModels

extension ContractCheck {
    static let moderation = [
        ContractCheck("aBlockHidesAllAndGivesBackWhatItHid", aBlockHidesAllAndGivesBackWhatItHid),
        ContractCheck("aBlockHidesFromTheFirstCommit", aBlockHidesFromTheFirstCommit),
        ContractCheck("aBlockThatIsTakenBackHalfwayHidesNothing", aBlockThatIsTakenBackHalfwayHidesNothing),
        ContractCheck("aBlockForDaysEndsByItself", aBlockForDaysEndsByItself),
        ContractCheck("aBlockedSellerListsNothing", aBlockedSellerListsNothing),
        ContractCheck("aBlockAndAListingAtOnceLeaveNothingShown", aBlockAndAListingAtOnceLeaveNothingShown),
        ContractCheck("nothingOfABlockedSellerIsGivenBack", nothingOfABlockedSellerIsGivenBack),
        ContractCheck("whatWasDoneIsUndoneOnceAndInTime", whatWasDoneIsUndoneOnceAndInTime),
        ContractCheck("whatIsRemovedIsDeletedInTheEnd", whatIsRemovedIsDeletedInTheEnd),
        ContractCheck("whoIsAskedForAChangeIsLookedAtThen", whoIsAskedForAChangeIsLookedAtThen),
        ContractCheck("whatWasHiddenBeforeStaysHidden", whatWasHiddenBeforeStaysHidden),
        ContractCheck("lettingThroughDismissesWhatIsOpen", lettingThroughDismissesWhatIsOpen),
        ContractCheck("theLogOfWhatIsErasedHasNoContent", theLogOfWhatIsErasedHasNoContent),
        ContractCheck("decisionsAreTakenBack", decisionsAreTakenBack),
        ContractCheck("theLogSaysWho", theLogSaysWho),
        ContractCheck("operatorsSeeListingsInEveryState", operatorsSeeListingsInEveryState),
        ContractCheck("operatorsFindBySellerAndContact", operatorsFindBySellerAndContact),
        ContractCheck("aBlockedContactHidesAndRefusesListings", aBlockedContactHidesAndRefusesListings),
        ContractCheck("aContactIsBlockedHoweverItIsWritten", aContactIsBlockedHoweverItIsWritten),
        ContractCheck("aContactIsUnblockedAndUndone", aContactIsUnblockedAndUndone),
        ContractCheck("whatIsLockedIsSeenAndNotChanged", whatIsLockedIsSeenAndNotChanged),
        ContractCheck(
            "imagesArePublicWhileAListingThatEverybodySeesShowsThem",
            imagesArePublicWhileAListingThatEverybodySeesShowsThem
        ),
        ContractCheck("theMostUrgentReportsComeFirst", theMostUrgentReportsComeFirst),
        ContractCheck("oneNetworkBuriesNothing", oneNetworkBuriesNothing),
        ContractCheck("allThatIsOpenIsDecidedAtOnce", allThatIsOpenIsDecidedAtOnce),
        ContractCheck("theNumbersAreThoseOfADay", theNumbersAreThoseOfADay),
    ]

    private static let proof = OperatorAuthenticator.commandLine

    private static func report(
        _ subject: Report.Subject,
        _ reason: ReportReason = .scam,
        by network: String = "n1",
        in store: any ProductStore,
        at now: Timestamp = Sample.moment
    ) async throws -> Report {
        let new = NewReport(
            subject: subject,
            content: CheckedReport(reason: reason, text: ""),
            receipt: ReceiptHash(rawValue: "\(subject) \(network) \(reason)"),
            network: network,
            mayHold: true,
            createdAt: now
        )
        return try unwrap(try await store.addReport(new), "the report is stored").report
    }

    private static func change(_ product: Product, to state: ListingState, in store: any ProductStore) async throws {
        let lifecycle = ListingLifecycle(state: state, isListed: state.isPublic, expiresAt: nil, bumpedAt: nil)
        let edit = LifecycleEdit(
            id: product.id,
            expectedVersion: try await store.existing(product.id).version,
            lifecycle: lifecycle,
            changedAt: Sample.moment
        )
        try await store.replaceLifecycle(edit).requireSaved("the state is changed")
    }

    private static func states(_ ids: [Product.ID], _ store: any ProductStore) async throws -> [ListingState.Kind] {
        var states: [ListingState.Kind] = []
        for id in ids { states.append(try await store.existing(id).state.kind) }
        return states
    }

    private static func aBlockHidesAllAndGivesBackWhatItHid(_ storage: ContractStorage) async throws {
        let store = try await storage.store()
        let vendor = try await store.sampleVendor()
        let other = try await store.add(Sample.product(of: store.sampleVendor("another seller").id, named: "Other"))
        var products: [Product] = []
        for name in ["Open", "Reserved", "Sold", "Hidden", "Held by the operator", "Held by reports"] {
            products.append(try await store.add(Sample.product(of: vendor.id, named: name)))
        }
        let ids = products.map(\.id)
        let end = Sample.moment.adding(days: 3)
        try await change(products[1], to: .reserved(until: end), in: store)
        try await change(products[2], to: .sold(at: Sample.moment), in: store)
        try await change(products[3], to: .hidden, in: store)
        _ = try await store.hide(ids[4], reason: "Stolen", at: Sample.moment)
        for network in ["n1", "n2", "n3"] { _ = try await report(.product(ids[5]), by: network, in: store) }
        try expect(try await store.hold(of: ids[5])?.endsAt != nil, "reports hold it")
        let before = try await states(ids, store)
        let revision = store.revision

        try expectEqual(try await store.setBlocked(true, vendor: Vendor.ID(rawValue: 999)), nil, "nobody")
        let blocked = try await store.setBlocked(true, vendor: vendor.id)
        try expect(
            blocked?.isBlocked == true && store.revision != revision,
            "the vendor is blocked, and all pages know"
        )
        try await storage.nowAndAfterRestart { store in
            try expectEqual(Set(try await states(ids, store)), [.hidden], "the states of all")
            try expectEqual(try await store.page(ProductQuery()).products.map(\.id), [other.id], "what lists show")
            let search = ProductQuery(search: ProductSearch("Reserved", in: .nameAndDescription))
            try expectEqual(try await store.page(search).products, [], "what a search finds")
            // No hold ends by itself, and the operator's keeps its reason.
            try expectEqual(try await store.hold(of: ids[5])?.endsAt, nil, "the end of the hold by reports")
            try expectEqual(try await store.hold(of: ids[0])?.reason, "why", "the reason that the seller sees")
            try expectEqual(try await store.hold(of: ids[4])?.reason, "Stolen", "the reason of the other hold")
            _ = try await store.advanceLifecycles(to: end.adding(days: 9), by: LifecycleRules(), limit: 100)
            try expectEqual(Set(try await states(ids, store)), [.hidden], "the states after nine days")
        }
        let reopened = try await storage.store()
        let known = reopened.revision
        _ = try await reopened.setBlocked(true, vendor: vendor.id)
        try expectEqual(reopened.revision, known, "the revision, which blocking again leaves")
        let free = try await reopened.setBlocked(false, vendor: vendor.id)
        try expect(free?.isBlocked == false, "the vendor isn't blocked any more")
        var expected = before
        (expected[4], expected[5]) = (.hidden, .hidden)
        try expectEqual(try await states(ids, reopened), expected, "the states of before")
        try expectEqual(try await reopened.hold(of: ids[5])?.kind, .reports, "the hold by reports, which goes on")
        try expectEqual(try await reopened.hold(of: ids[4])?.reason, "Stolen", "the hold that wasn't the block's")
        try expectEqual(try await reopened.hold(of: ids[3]), nil, "the hold of what the seller had hidden")
        let page = try await reopened.page(ProductQuery())
        try expectEqual(Set(page.products.map(\.id)), Set([other.id, ids[0], ids[1], ids[2]]), "what lists show")
        try expectEqual(page.totalCount, 4, "the count, which is kept beside the rows")
        let log = try await reopened.moderationLog(before: nil, limit: 2)
        try expectEqual(log.map(\.action), [.unblocked, .blocked], "what was done")
        try expect(log.allSatisfy { $0.product == nil && $0.vendor == vendor.id }, "about whom")
    }

    /// What is shown while the rows of a blocked seller's listings don't follow yet.
    private static func aBlockHidesFromTheFirstCommit(_ storage: ContractStorage) async throws {
        let store = try await storage.store()
        let vendor = try await store.sampleVendor()
        let other = try await store.add(Sample.product(of: store.sampleVendor("another seller").id, named: "Chair"))
        var ids: [Product.ID] = []
        for number in 1...5 {
            let new = try Sample.product(of: vendor.id, named: "Chair \(number)", contact: "010-1234-5678")
            ids.append(try await store.add(new).id)
        }
        let revision = store.revision
        _ = try await store.beginBlock(true, vendor: vendor.id)
        try expect(store.revision > revision, "the revision is raised")
        func expectNothing(_ when: String, _ store: any ProductStore) async throws {
            for id in ids {
                try expectEqual(try await store.product(id), .withheld(by: .blocked), "what everybody sees \(when)")
                try expectEqual(try await store.shownContact(of: id), nil, "the contact \(when)")
                try expectEqual(store.productWithoutWaiting(id)?.product, nil, "what is read at once \(when)")
            }
            let search = ProductSearch("Chair", in: .nameAndSeller)
            for query in [
                ProductQuery(), ProductQuery(order: .bumped), ProductQuery(order: .cheapest),
                ProductQuery(search: search),
                ProductQuery(isInStock: true), ProductQuery(includesDescriptions: true),
            ] {
                let page = try await store.page(query)
                try expectEqual(page.products.map(\.id), [other.id], "\(query) \(when)")
            }
            try expectEqual(
                try await store.page(ProductQuery(vendor: vendor.id)).products,
                [],
                "the seller's list \(when)"
            )
            if let page = store.pageWithoutWaiting(ProductQuery()) {
                try expectEqual(page.products.map(\.id), [other.id], "the list that is read at once \(when)")
            }
        }
        try await expectNothing("at first", store)
        try expectEqual(
            try await states(ids, store),
            Array(repeating: .open, count: 5),
            "the rows, which don't follow yet"
        )
        try expectEqual(try await store.advanceBlocks(limit: 2, at: Sample.moment), 2, "the first two")
        // The newest ones are those that lists show first.
        try expectEqual(try await states(ids, store), [.open, .open, .open, .hidden, .hidden], "the rows halfway")
        try await storage.nowAndAfterRestart { try await expectNothing("halfway", $0) }
        let reopened = try await storage.store()
        try expectEqual(try await reopened.advanceBlocks(limit: 9, at: Sample.moment), 3, "the rest")
        try expectEqual(try await reopened.advanceBlocks(limit: 9, at: Sample.moment), 0, "nothing is left to do")
        try await expectNothing("in the end", reopened)
        try expectEqual(try await reopened.page(ProductQuery()).totalCount, 1, "the count in the end")
        // What is left of a block goes on with the passing of time, too.
        _ = try await reopened.beginBlock(false, vendor: vendor.id)
        try expectEqual(try await reopened.page(ProductQuery()).products.map(\.id), [other.id], "not given back yet")
        let rules = LifecycleRules()
        try expectEqual(
            try await reopened.advanceLifecycles(to: Sample.moment, by: rules, limit: 2),
            2,
            "the first two"
        )
        try expectEqual(
            try await reopened.page(ProductQuery()).products.map(\.id),
            [ids[4], ids[3], other.id],
            "those that are given back"
        )
        try expectEqual(try await reopened.advanceLifecycles(to: Sample.moment, by: rules, limit: 9), 3, "the rest")
        try expectEqual(try await reopened.page(ProductQuery()).totalCount, 6, "the count of all")
        try expectEqual(try await reopened.shownContact(of: ids[0]), "010-1234-5678", "the contact")
    }

    private static func aBlockThatIsTakenBackHalfwayHidesNothing(_ store: any ProductStore) async throws {
        let vendor = try await store.sampleVendor()
        var ids: [Product.ID] = []
        for _ in 1...5 { ids.append(try await store.add(Sample.product(of: vendor.id)).id) }
        _ = try await store.beginBlock(true, vendor: vendor.id)
        _ = try await store.advanceBlocks(limit: 2, at: Sample.moment)
        _ = try await store.beginBlock(false, vendor: vendor.id)
        try await store.finishBlocks()
        try expectEqual(Set(try await states(ids, store)), [.open], "the states after a block that was taken back")
        // And the other way around.
        _ = try await store.setBlocked(true, vendor: vendor.id)
        _ = try await store.beginBlock(false, vendor: vendor.id)
        _ = try await store.advanceBlocks(limit: 2, at: Sample.moment)
        _ = try await store.beginBlock(true, vendor: vendor.id)
        try expectEqual(try await store.page(ProductQuery()).products, [], "nothing is shown")
        try await store.finishBlocks()
        try expectEqual(Set(try await states(ids, store)), [.hidden], "the states after a block that was made again")
        _ = try await store.setBlocked(false, vendor: vendor.id)
        try expectEqual(try await store.page(ProductQuery()).totalCount, 5, "all are given back")
        // Several servers go on at once.
        _ = try await store.beginBlock(true, vendor: vendor.id)
        let counts = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<4 { group.addTask { try await store.advanceBlocks(limit: 2, at: Sample.moment) } }
            return try await group.reduce(into: 0) { $0 += $1 }
        }
        try expectEqual(counts, 5, "each listing follows once")
        try expectEqual(Set(try await states(ids, store)), [.hidden], "the states in the end")
    }

    private static func aBlockForDaysEndsByItself(_ storage: ContractStorage) async throws {
        let store = try await storage.store()
        let product = try await store.sampleProduct()
        let id = product.vendor.id
        let end = Sample.moment.adding(days: 3)
        let vendor = try await store.beginBlock(true, until: end, vendor: id)
        try expectEqual(vendor?.blockEndsAt, end, "when it ends")
        try await store.finishBlocks()
        try expectEqual(try await store.asSeller(product.id)?.hold?.endsAt, end, "when it ends, for the seller")
        let early = end.adding(seconds: -1)
        try expectEqual(try await store.advanceLifecycles(to: early, by: LifecycleRules(), limit: 9), 0, "too early")
        // Another block changes the end.
        let later = end.adding(days: 4)
        _ = try await store.beginBlock(true, until: later, vendor: id)
        try await storage.nowAndAfterRestart { store in
            try expectEqual(try await store.advanceLifecycles(to: end, by: LifecycleRules(), limit: 9), 0, "not then")
            try expectEqual(try await store.vendor(id)?.blockEndsAt, later, "when it ends now")
        }
        let reopened = try await storage.store()
        // Whoever blocks another seller doesn't end it: the time of day may be wrong.
        try expectEqual(try await reopened.advanceBlocks(limit: 9, at: later), 0, "what an operator ends")
        try expectEqual(try await reopened.advanceLifecycles(to: later, by: LifecycleRules(), limit: 9), 2, "both")
        let free = try await reopened.vendor(id)
        try expect(free?.isBlocked == false && free?.blockEndsAt == nil, "the vendor is free")
        try expectEqual(try await reopened.existing(product.id).lifecycle, product.lifecycle, "the listing of before")
        let log = try await reopened.moderationLog(before: nil, limit: 9, at: later)
        try expectEqual(log.map(\.action), [.blockEnded, .blocked, .blocked], "what was done")
        try expect(
            log.allSatisfy { !$0.canBeUndone } && log[0].actor.description == "time",
            "by whom, and that nothing is undone"
        )
        // One for good doesn't end.
        _ = try await reopened.setBlocked(true, vendor: id)
        let years = later.adding(days: 4000)
        _ = try await reopened.advanceLifecycles(to: years, by: LifecycleRules(), limit: 9)
        try expectEqual(try await reopened.vendor(id)?.isBlocked, true, "whether it is blocked in the end")
    }

    private static func aBlockedSellerListsNothing(_ store: any ProductStore) async throws {
        let newcomer = try Sample.newVendor("newcomer")
        let vendor = try unwrap(try await store.addVendor(newcomer), "a vendor is made")
        _ = try await store.setBlocked(true, vendor: vendor.id)
        // Whose request began when nobody had their identifier is refused as well.
        for seller in [NewProduct.Seller.vendor(vendor.id), .newVendor(newcomer)] {
            do throws(MarketError) {
                _ = try await store.add(Sample.newProduct(by: seller))
                throw .unavailable(reason: "a blocked seller has listed something")
            } catch {
                try expectEqual(error, .vendorBlocked, "why")
            }
        }
        try expectEqual(try await store.page(ProductQuery()).totalCount, 0, "what lists count")
        _ = try await store.setBlocked(false, vendor: vendor.id)
        _ = try await store.add(Sample.product(bySeller: .newVendor(newcomer)))
    }

    private static func aBlockAndAListingAtOnceLeaveNothingShown(_ store: any ProductStore) async throws {
        let vendor = try await store.sampleVendor()
        for _ in 0..<5 {
            let new = try Sample.product(of: vendor.id)
            await withTaskGroup(of: Void.self) { group in
                for _ in 0..<4 { group.addTask { _ = try? await store.add(new) } }
                group.addTask { _ = try? await store.beginBlock(true, vendor: vendor.id) }
            }
            try expect(try await store.vendor(vendor.id)?.isBlocked == true, "the vendor is blocked")
            try expectEqual(try await store.page(ProductQuery()).products, [], "what lists show")
            try await store.finishBlocks()
            try expectEqual(try await store.page(ProductQuery()).totalCount, 0, "what lists count")
            _ = try await store.setBlocked(false, vendor: vendor.id)
            for product in try await store.page(ProductQuery(size: 100)).products {
                _ = try await store.delete(product.id, at: Sample.moment)
            }
        }
    }

    private static func nothingOfABlockedSellerIsGivenBack(_ store: any ProductStore) async throws {
        let product = try await store.sampleProduct()
        let found = try await report(.product(product.id), in: store)
        _ = try await store.hide(product.id, reason: "Stolen", at: Sample.moment)
        _ = try await store.setBlocked(true, vendor: product.vendor.id)
        try expect(try await !store.giveBack(product.id, reason: "x", at: Sample.moment), "not while they are blocked")
        let decision = Report.Decision(.dismissed, reason: "x", decidedAt: Sample.moment)
        _ = try await store.decide(found.id, decision, hides: false)
        try expectEqual(try await store.existing(product.id).state, .hidden, "the state")
        // What the operator hides anew stays hidden after the block.
        let second = try await store.sampleProductOfBlocked(product.vendor.id)
        _ = try await store.hide(second.id, reason: "Stolen, too", at: Sample.moment)
        _ = try await store.setBlocked(false, vendor: product.vendor.id)
        try expectEqual(try await states([product.id, second.id], store), [.hidden, .hidden], "the states afterwards")
        try expect(try await store.giveBack(product.id, reason: "x", at: Sample.moment), "given back now")
    }

    private static func whatWasDoneIsUndoneOnceAndInTime(_ store: any ProductStore) async throws {
        let product = try await store.sampleProduct()
        let last = Sample.moment.adding(days: 30).adding(seconds: -1)
        func newest(_ now: Timestamp = last) async throws -> ModerationEntry {
            try unwrap(try await store.moderationLog(before: nil, limit: 1, at: now).first, "an entry")
        }
        func undo(_ entry: Int64, at now: Timestamp = last) async throws -> Bool {
            let isUndone = try await store.undo(entry, reason: "A mistake", by: proof, at: now)
            try await store.finishBlocks(at: now)
            return isUndone
        }
        _ = try await store.hide(product.id, reason: "Stolen", at: Sample.moment)
        let hidden = try await newest()
        try expect(hidden.canBeUndone, "it can be undone for 30 days")
        let late = last.adding(seconds: 2)
        try expect(try await !newest(late).canBeUndone, "and not later")
        try expect(try await !undo(hidden.id, at: late), "too late")
        try expect(try await !undo(hidden.id + 99), "an entry that isn't there")
        try expect(try await undo(hidden.id), "undone")
        try expectEqual(try await store.existing(product.id).state, .open, "the state")
        try expect(try await !undo(hidden.id), "not twice")
        // The opposite is an act of its own, which is undone in turn.
        let back = try await newest()
        try expect(back.action == .givenBack && back.reason == "A mistake" && back.canBeUndone, "what was done")
        try expect(try await undo(back.id), "undone in turn")
        try expectEqual(try await store.hold(of: product.id)?.reason, "Stolen", "the reason of before")
        // What has been replaced isn't undone, and who undoes what replaced it gets the hold of before.
        _ = try await store.hide(product.id, reason: "Worse", at: Sample.moment)
        let entries = try await store.moderationLog(before: nil, limit: 9, at: last)
        try expectEqual(entries.map(\.canBeUndone), [true, false, false, false], "what can be undone")

        _ = try await store.setBlocked(true, vendor: product.vendor.id)
        let blocked = try await newest()
        try expect(blocked.canBeUndone, "a block can be undone")
        try expect(try await undo(entries[0].id), "what was worse is undone")
        try expectEqual(try await store.hold(of: product.id)?.reason, "Stolen", "the reason of before")
        try expect(try await undo(blocked.id), "unblocked")
        try expectEqual(try await store.vendor(product.vendor.id)?.isBlocked, false, "whether the vendor is blocked")
        let unblocked = try await newest()
        try expect(try await undo(unblocked.id), "blocked again")
        try expectEqual(try await store.vendor(product.vendor.id)?.isBlocked, true, "whether the vendor is blocked")
        // What is gone doesn't come back.
        _ = try await store.delete(product.id, isErasure: true, at: Sample.moment)
        let removed = try await newest()
        try expect(removed.action == .erased && !removed.canBeUndone, "a deletion can't be undone")
        try expect(try await !undo(removed.id), "nor is it")
    }

    private static func whatIsRemovedIsDeletedInTheEnd(_ storage: ContractStorage) async throws {
        let store = try await storage.store()
        let kept = try await store.sampleProduct()
        let gone = try await store.add(Sample.product(of: kept.vendor.id))
        for id in [kept.id, gone.id] {
            try expect(try await store.remove(id, reason: "A copy", at: Sample.moment), "it is removed")
        }
        try expect(try await !store.remove(Product.ID(rawValue: 999), reason: "x", at: Sample.moment), "nothing there")
        let end = Sample.moment.adding(days: 30)
        try await storage.nowAndAfterRestart { store in
            try expectEqual(try await store.product(kept.id), .withheld(by: .removed), "what everybody sees")
            let hold = try unwrap(try await store.asSeller(kept.id)?.hold, "why, for the seller")
            try expect(hold.kind == .removed && hold.reason == "A copy" && hold.endsAt == end, "the hold")
        }
        let reopened = try await storage.store()
        let entry = try unwrap(try await reopened.moderationLog(before: nil, limit: 2).last, "an entry")
        try expect(entry.action == .removed && entry.product == kept.id && entry.canBeUndone, "what was done")
        let early = end.adding(seconds: -1)
        try expectEqual(
            try await reopened.advanceLifecycles(to: early, by: LifecycleRules(), limit: 9),
            0,
            "what is deleted too early"
        )
        try expect(try await reopened.undo(entry.id, reason: "A mistake", by: proof, at: early), "undone in time")
        try expectEqual(try await reopened.existing(kept.id).lifecycle, kept.lifecycle, "the state of before")
        try expectEqual(
            try await reopened.advanceLifecycles(to: end, by: LifecycleRules(), limit: 9),
            1,
            "what is deleted"
        )
        try await storage.nowAndAfterRestart { store in
            try expectEqual(try await store.product(gone.id), .deleted(isRemoved: true), "what was removed")
            try expectEqual(try await store.page(ProductQuery()).products.map(\.id), [kept.id], "what lists show")
            let log = try await store.moderationLog(before: nil, limit: 2, at: end)
            try expectEqual(log.map(\.action), [.deleted, .givenBack], "what was done")
            try expect(
                !log[0].canBeUndone && log[0].actor.description == "time" && log[0].product == gone.id,
                "by whom"
            )
        }
    }

    private static func whoIsAskedForAChangeIsLookedAtThen(_ storage: ContractStorage) async throws {
        let store = try await storage.store()
        let product = try await store.sampleProduct()
        let other = try await store.add(Sample.product(of: product.vendor.id))
        func changed(_ store: any ProductStore) async throws -> [Product.ID] {
            try await store.listings(.changed, after: nil, limit: 9, for: proof).map(\.product.id)
        }
        for id in [product.id, other.id] {
            let isThere = try await store.hold(id, .changeAsked, reason: "Say the size", by: proof, at: Sample.moment)
            try expect(isThere, "it is there")
        }
        try expectEqual(try await store.product(product.id), .withheld(by: .changeAsked), "what everybody sees")
        let held = try unwrap(try await store.asSeller(product.id), "what its seller sees")
        try expect(held.hold?.kind == .changeAsked && held.hold?.reason == "Say the size", "what is asked")
        try expectEqual(try await changed(store), [], "nothing is changed yet")
        let edit = ProductEdit(
            id: product.id,
            expectedVersion: held.product.version,
            listing: try Sample.listing("A chair of 90 cm"),
            updatedAt: Sample.moment.adding(seconds: 60)
        )
        let edited = try await store.replace(edit).requireSaved("the seller edits it").product
        try expectEqual(edited.state, .hidden, "it stays hidden")
        try await storage.nowAndAfterRestart { store in
            try expectEqual(try await changed(store), [product.id], "what the operator looks at")
            try expectEqual(try await store.moderationNumbers(at: Sample.moment, for: proof).changed, 1, "how many")
        }
        let reopened = try await storage.store()
        let late = Sample.moment.adding(days: 400)
        _ = try await reopened.advanceLifecycles(to: late, by: LifecycleRules(), limit: 9)
        try expectEqual(try await reopened.product(other.id), .withheld(by: .changeAsked), "it doesn't end by itself")
        try expect(try await reopened.giveBack(product.id, reason: "Good", at: late), "shown again")
        try expectEqual(try await changed(reopened), [], "nothing is left")
        // It is undone as other holds are.
        let entry = try unwrap(
            try await reopened.moderationLog(before: nil, limit: 9).first { $0.product == other.id },
            "an entry"
        )
        try expect(entry.action == .changeAsked && entry.canBeUndone, "what was done")
        try expect(try await reopened.undo(entry.id, reason: "No need", by: proof, at: Sample.moment), "undone")
        try expectEqual(try await reopened.existing(other.id).lifecycle, other.lifecycle, "the state of before")
    }

    private static func whatWasHiddenBeforeStaysHidden(_ store: any ProductStore) async throws {
        let product = try await store.sampleProduct()
        func undoNewest() async throws -> Bool {
            let newest = try unwrap(try await store.moderationLog(before: nil, limit: 1).first, "an entry")
            return try await store.undo(newest.id, reason: "A mistake", by: proof, at: Sample.moment)
        }
        _ = try await store.hide(product.id, reason: "Stolen", at: Sample.moment)
        _ = try await store.remove(product.id, reason: "Surely stolen", at: Sample.moment)
        try expect(try await undoNewest(), "the removal is undone")
        let hold = try unwrap(try await store.hold(of: product.id), "it is still hidden")
        try expect(hold.kind == .hidden && hold.reason == "Stolen" && hold.endsAt == nil, "for the reason of then")
        let late = Sample.moment.adding(days: 400)
        _ = try await store.advanceLifecycles(to: late, by: LifecycleRules(), limit: 9)
        try expectEqual(try await store.product(product.id), .withheld(by: .hidden), "it isn't deleted")
        try expect(try await store.giveBack(product.id, reason: "Fine", at: Sample.moment), "given back")
        _ = try await store.remove(product.id, reason: "No", at: Sample.moment)
        try expect(try await undoNewest(), "undone")
        try expectEqual(try await store.existing(product.id).state, .open, "what was shown is shown")
    }

    private static func lettingThroughDismissesWhatIsOpen(_ store: any ProductStore) async throws {
        let product = try await store.sampleProduct()
        let other = try await store.add(Sample.product(of: product.vendor.id))
        var reports: [Report] = []
        for network in ["n1", "n2", "n3"] {
            reports.append(try await report(.product(product.id), by: network, in: store))
        }
        let upheld = Report.Decision(.upheld, reason: "True", decidedAt: Sample.moment)
        _ = try await store.decide(reports[0].id, upheld, hides: false)
        let elsewhere = try await report(.product(other.id), in: store)
        let aboutSeller = try await report(.vendor(product.vendor.id), in: store)
        try expect(try await store.giveBack(product.id, reason: "Fine", at: Sample.moment), "let through")
        try expectEqual(try await store.existing(product.id).state, .open, "the state")
        let decisions = try await store.reports(isOpen: false, after: nil, limit: 9).map(\.decision)
        let dismissed = Report.Decision(.dismissed, reason: "Fine", decidedAt: Sample.moment)
        try expectEqual(decisions, [upheld, dismissed, dismissed, nil, nil], "the decisions")
        try expectEqual(
            try await store.reports(isOpen: true, after: nil, limit: 9).map(\.id),
            [elsewhere.id, aboutSeller.id],
            "what is open"
        )
        // What the operator has hidden keeps its reports: they were no reason to hide it.
        _ = try await store.hide(other.id, reason: "x", at: Sample.moment)
        _ = try await store.giveBack(other.id, reason: "y", at: Sample.moment)
        try expectEqual(try await store.openReportCount(), 2, "the open reports")
    }

    private static func theLogOfWhatIsErasedHasNoContent(_ store: any ProductStore) async throws {
        func record(of seller: String) throws -> NewIdempotencyRecord {
            let key = try unwrap(IdempotencyKey("key", of: Sample.identifier(seller)), "a sample key is one")
            let fingerprint = RequestFingerprint(rawValue: "print")
            return NewIdempotencyRecord(key: key, fingerprint: fingerprint, createdAt: Sample.moment)
        }
        let (own, others) = (try record(of: "seller"), try record(of: "another seller"))
        let vendor = try await store.sampleVendor()
        let product = try await store.add(Sample.product(of: vendor.id, idempotencyRecord: own))
        let other = try await store.add(Sample.product(of: vendor.id))
        let stranger = try await store.sampleVendor("another seller")
        _ = try await store.add(Sample.product(of: stranger.id, idempotencyRecord: others))
        for id in [product.id, other.id] {
            _ = try await store.hide(id, reason: "Whose is it?", at: Sample.moment)
            let seller = try await store.proof(of: id)
            _ = try await store.answerHold(of: seller, "Kim's, of 12 Main Street", at: Sample.moment)
        }
        _ = try await store.delete(product.id, isErasure: true, at: Sample.moment)
        let log = try await store.moderationLog(before: nil, limit: 9)
        try expectEqual(log.map(\.action), [.erased, .answered, .hidden, .answered, .hidden], "what was done")
        let reasons = ["why", "Kim's, of 12 Main Street", "Whose is it?", "", "Whose is it?"]
        try expectEqual(log.map(\.reason), reasons, "the reasons")
        // The product as it was listed is kept for a day beside the key of its request.
        let kept = try await store.idempotencyRecord(for: own.key, since: Sample.moment)
        try expectEqual(kept?.product, nil, "the product of the request that has listed it")
        try expect(
            try await store.idempotencyRecord(for: others.key, since: Sample.moment) != nil,
            "the requests of other sellers are known"
        )
    }

    private static func decisionsAreTakenBack(_ store: any ProductStore) async throws {
        let product = try await store.sampleProduct()
        let found = try await report(.product(product.id), in: store)
        let now = Sample.moment
        func decide(_ kind: Report.Decision.Kind, hides: Bool = false) async throws {
            _ = try await store.decide(found.id, .init(kind, reason: "Looked", decidedAt: now), hides: hides)
        }
        try await decide(.upheld, hides: true)
        let log = try await store.moderationLog(before: nil, limit: 9)
        try expectEqual(log.map(\.action), [.hidden, .upheld], "what was done")
        try expect(try await store.undo(log[1].id, reason: "Too early", by: proof, at: now), "taken back")
        try expectEqual(try await store.report(found.id)?.decision, nil, "the decision")
        try expectEqual(try await store.openReportCount(), 1, "the open reports")
        try expectEqual(try await store.existing(product.id).state, .hidden, "the state, which is an act of its own")
        try await decide(.dismissed)
        try expectEqual(try await store.report(found.id)?.decision?.kind, .dismissed, "the second decision")
        try expect(try await !store.undo(log[1].id, reason: "x", by: proof, at: now), "the first one was replaced")
        let newest = try await store.moderationLog(before: nil, limit: 3).map(\.action)
        try expectEqual(newest, [.dismissed, .reopened, .hidden], "what was done in the end")
    }

    private static func theLogSaysWho(_ store: any ProductStore) async throws {
        let product = try await store.sampleProduct()
        let other = try await store.add(Sample.product(of: store.sampleVendor("another seller").id))
        _ = try await store.addOperator("Kim", .moderator, at: Sample.moment)
        let (link, browser) = (String(repeating: "a", count: 32), String(repeating: "b", count: 32))
        let authenticator = store.operatorAuthenticator
        let made = try await authenticator.makeLink(for: "Kim", by: OperatorAuthenticator.recentCommandLine)
        try expect(made != link, "links are random")
        let signedIn = try await authenticator.signIn(withLink: made, in: browser, named: BrowserName(), from: .unknown)
        let session = try unwrap(try await authenticator.session(signedIn?.session, from: .unknown), "Kim is signed in")
        try expect(session.role == .moderator && session.name == "Kim", "as a moderator")
        _ = try await store.hold(product.id, .hidden, reason: "Stolen", by: session, at: Sample.moment)
        _ = try await store.hold(other.id, .hidden, reason: "Stolen", by: proof, at: Sample.moment)
        _ = try await store.removeOperator("Kim")
        let log = try await store.moderationLog(before: nil, limit: 9)
        try expectEqual(log.map(\.operatorName), [nil, "Kim"], "who did it, also when they are gone")
        try expectEqual(log.map(\.actor.description), ["command line", "Kim"], "who did it, in words")
        let own = try await store.moderationLog(
            before: nil,
            about: .vendor(product.vendor.id),
            limit: 9,
            at: Sample.moment,
            for: proof
        )
        try expectEqual(own.map(\.product), [product.id], "the entries about one seller")
        try expectEqual(try await authenticator.session(signedIn?.session, from: .unknown), nil, "the former session")
    }

    private static func operatorsSeeListingsInEveryState(_ store: any ProductStore) async throws {
        let vendor = try await store.sampleVendor()
        var products: [Product] = []
        for name in ["A red chair", "A RED table", "100% red_", "의자"] {
            let contact = name == "의자" ? "010-1234-5678" : nil
            products.append(try await store.add(Sample.product(of: vendor.id, named: name, contact: contact)))
        }
        let other = try await store.add(Sample.product(of: store.sampleVendor("another seller").id, named: "Lamp"))
        let ids = products.map(\.id)
        for product in products { try await change(product, to: .hidden, in: store) }
        _ = try await store.hide(ids[1], reason: "Stolen", at: Sample.moment)
        _ = try await report(.product(other.id), in: store)
        func listed(
            _ scope: ModerationScope,
            after last: Product.ID? = nil,
            limit: Int = 9
        ) async throws -> [ModeratedListing] {
            try await store.listings(scope, after: last, limit: limit, for: proof)
        }
        let all = try await listed(.all)
        try expectEqual(all.map(\.product.id), [other.id] + ids.reversed(), "all, the newest first")
        try expectEqual(all.map(\.openReportCount), [1, 0, 0, 0, 0], "the open reports")
        try expectEqual(all.map { $0.hold?.reason }, [nil, nil, nil, "Stolen", nil], "why they are held")
        try expectEqual(try await listed(.all, limit: 2).map(\.product.id), [other.id, ids[3]], "a page")
        try expectEqual(
            try await listed(.all, after: ids[3], limit: 2).map(\.product.id),
            [ids[2], ids[1]],
            "the next"
        )
        try expectEqual(try await listed(.held).map(\.product.id), [ids[1]], "what is held")
        try expectEqual(try await listed(.seller(vendor.id)).map(\.product.id), ids.reversed(), "those of a seller")
        for (text, found) in [
            ("red", [2, 1, 0]), ("RED ta", [1]), ("table a red", [1]), ("red sofa", []), ("0% r", [2]), ("%", [2]),
            ("_", [2]), ("\\", []), ("의", [3]),
            ("Lamp", []),
        ] {
            let names = try await listed(.withheld(named: text)).map(\.product.id)
            try expectEqual(names, found.map { ids[$0] }, "what '\(text)' finds of what only sellers see")
        }
        let own = try unwrap(try await store.product(ids[3], for: proof), "a listing")
        try expectEqual(own.contact, "010-1234-5678", "the contact of a hidden listing")
        try expectEqual(try await store.product(Product.ID(rawValue: 999), for: proof), nil, "one that isn't there")
    }

    /// By their sellers' names, in any letter case, and by their contacts however they are written.
    private static func operatorsFindBySellerAndContact(_ store: any ProductStore) async throws {
        let zebra = try unwrap(
            try await store.addVendor(Sample.newVendor("zebra", name: "Zebra Shop ÇOK")),
            "a seller with a name"
        )
        let other = try await store.sampleVendor()
        let hidden = try await store.add(
            Sample.product(
                of: zebra.id,
                named: "Ärger Stühle",
                description: "Aus Öhringen, 100% Velvet",
                contact: "010-5555-1111 / second@mail.example"
            )
        )
        let shown = try await store.add(
            Sample.product(of: other.id, named: "Lamp", contact: "+82 10 5555 1111 or a@b.example")
        )
        let third = try await store.add(Sample.product(of: other.id, named: "Stühle", contact: "010-5555-1112"))
        for product in [hidden, third] { _ = try await store.hide(product.id, reason: "x", at: Sample.moment) }
        func found(_ scope: ModerationScope, after last: Product.ID? = nil, limit: Int = 9) async throws -> [Product.ID]
        {
            try await store.listings(scope, after: last, limit: limit, for: proof).map(\.product.id)
        }
        for (text, ids) in [
            ("zebra", [hidden]), ("ZEBRA  shop", [hidden]), ("çok", [hidden]), ("Çok", [hidden]), ("ärger", [hidden]),
            ("ÄRGER", [hidden]), ("stühle Ärger zebra", [hidden]), ("STÜHLE", [third, hidden]), ("zebra lamp", []),
            ("zebra sofa", []), ("lamp", []),
            // In the description and anywhere in the contact, too, with words of all of them together.
            ("VELVET", [hidden]), ("öhringen", [hidden]), ("0% v", [hidden]), ("Second@Mail.example", [hidden]),
            ("zebra velvet stühle second", [hidden]), ("velvet lamp", []), ("velve_", []), ("third@mail.example", []),
        ] {
            try expectEqual(try await found(.withheld(named: text)), ids.map(\.id), "what '\(text)' finds")
        }
        let key = try unwrap(ContactKey.keys(of: "01055551111").first, "a key")
        try expectEqual(
            try await found(.contact(key)),
            [shown.id, hidden.id],
            "those with the contact, in every state"
        )
        try expectEqual(try await found(.contact(key), limit: 1), [shown.id], "the newest")
        try expectEqual(try await found(.contact(key), after: shown.id), [hidden.id], "the next page")
        try expectEqual(try await found(.contact(ContactKey(rawValue: "tel:%"))), [], "no pattern")
    }

    private static func theMostUrgentReportsComeFirst(_ store: any ProductStore) async throws {
        let vendor = try await store.sampleVendor()
        let once = try await store.add(Sample.product(of: vendor.id))
        let twice = try await store.add(Sample.product(of: vendor.id))
        let first = try await report(.product(once.id), in: store)
        let pair = [
            try await report(.product(twice.id), by: "n1", in: store),
            try await report(.product(twice.id), by: "n2", in: store),
        ]
        let seller = try await report(.vendor(vendor.id), .other, in: store)
        let illegal = try await report(.vendor(vendor.id), .illegal, in: store)
        let decided = try await report(.product(once.id), .illegal, in: store)
        _ = try await store.decide(decided.id, .init(.dismissed, reason: "x", decidedAt: Sample.moment), hides: false)
        func urgent(after count: Int = 0, limit: Int = 9) async throws -> [Report.ID] {
            try await store.urgentReports(after: count, limit: limit, for: proof).map(\.id)
        }
        // One of each listing, and one of the seller.
        try expectEqual(try await urgent(), [illegal, pair[0], first].map(\.id), "the order")
        try expectEqual(try await urgent(limit: 1), [illegal.id], "the first")
        try expectEqual(try await urgent(after: 1, limit: 1), [pair[0].id], "the second page")
        try expectEqual(try await urgent(after: 3), [], "the page behind the last")
        for (subject, count) in [
            (Report.Subject.product(once.id), 1), (.product(twice.id), 2), (.vendor(seller.vendor), 2),
        ] {
            let open = try await store.openReportCount(about: subject, withListings: false, for: proof)
            try expectEqual(open, count, "how many are open about \(subject)")
        }
        let withListings = try await store.openReportCount(about: .vendor(vendor.id), withListings: true, for: proof)
        try expectEqual(withListings, 5, "how many are open about the seller and their listings")
        let about = try await store.reports(about: .product(once.id), before: nil, limit: 9, for: proof)
        try expectEqual(about.map(\.id), [decided.id, first.id], "those about a listing, the newest first")
        let next = try await store.reports(about: .product(once.id), before: decided.id, limit: 9, for: proof)
        try expectEqual(next.map(\.id), [first.id], "the page behind the newest")
        let none = try await store.reports(about: .product(once.id), before: first.id, limit: 9, for: proof)
        try expectEqual(none.map(\.id), [], "the page behind the oldest")
        let all = try await store.reports(about: .vendor(vendor.id), before: nil, limit: 9, for: proof)
        try expectEqual(all.count, 6, "those about a seller and their listings")
    }

    private static func oneNetworkBuriesNothing(_ store: any ProductStore) async throws {
        let vendor = try await store.sampleVendor()
        let flooded = try await store.add(Sample.product(of: vendor.id))
        let honest = try await store.add(Sample.product(of: vendor.id))
        var flood: [Report] = []
        for reason in [ReportReason.scam, .other, .prohibited] {
            flood.append(try await report(.product(flooded.id), reason, by: "n1", in: store))
        }
        let first = try await report(.product(honest.id), by: "n2", in: store)
        _ = try await report(.product(honest.id), by: "n3", in: store)
        let urgent = try await store.urgentReports(after: 0, limit: 9, for: proof)
        try expectEqual(urgent.map(\.id), [first.id, flood[0].id], "two networks before three reports of one")
        // All about a listing are decided at once, and nothing else.
        let decision = Report.Decision(.dismissed, reason: "A flood", decidedAt: Sample.moment)
        let decided = try await store.decideAll(with: flood[1].id, decision, hides: false, by: proof)
        try expectEqual(decided?.decision, decision, "the decision of the one")
        for report in flood {
            let stored = try await store.report(report.id, for: proof)
            try expectEqual(stored?.decision, decision, "the decision of all")
        }
        let left = try await store.urgentReports(after: 0, limit: 9, for: proof)
        try expectEqual(left.map(\.id), [first.id], "what is left")
        try expectEqual(try await store.openReportCount(), 2, "those of the other listing")
        let log = try await store.moderationLog(before: nil, limit: 9)
        try expectEqual(log.map(\.action), [.dismissed, .dismissed, .dismissed], "the log has each")
        // Whoever comes too late decides nothing, and a dismissal of all ends a hold by reports.
        let late = try await report(.product(flooded.id), .scam, by: "n9", in: store)
        let other = Report.Decision(.upheld, reason: "Late", decidedAt: Sample.moment)
        _ = try await store.decideAll(with: flood[0].id, other, hides: true, by: proof)
        try expectEqual(try await store.report(late.id, for: proof)?.decision, nil, "one that came later")
        try expect(try await store.existing(flooded.id).state == .open, "the listing is shown")
        _ = try await report(.product(honest.id), by: "n4", in: store)
        try expect(try await store.existing(honest.id).state == .hidden, "three networks hold it")
        _ = try await store.decideAll(with: first.id, decision, hides: false, by: proof)
        try expect(try await store.existing(honest.id).state == .open, "it is shown again")
        try expectEqual(
            try await store.decideAll(with: Report.ID(rawValue: 999), decision, hides: false, by: proof),
            nil,
            "none"
        )
    }

    private static func allThatIsOpenIsDecidedAtOnce(_ storage: ContractStorage) async throws {
        let store = try await storage.store()
        let vendor = try await store.sampleVendor()
        let reported = try await store.add(Sample.product(of: vendor.id))
        let other = try await store.add(Sample.product(of: vendor.id))
        let stranger = try await store.sampleVendor("another seller")
        let strangers = try await store.add(Sample.product(of: stranger.id))
        for network in ["n1", "n2"] { _ = try await report(.product(reported.id), by: network, in: store) }
        let early = try await report(.product(reported.id), .other, by: "n1", in: store)
        let before = Report.Decision(.dismissed, reason: "Fine", decidedAt: Sample.moment)
        _ = try await store.decide(early.id, before, hides: false)
        _ = try await report(.product(other.id), in: store)
        _ = try await report(.vendor(vendor.id), in: store)
        let strange = try await report(.product(strangers.id), in: store)
        func decide(_ subject: Report.Subject, _ kind: Report.Decision.Kind, limit: Int) async throws -> Int {
            let decision = Report.Decision(kind, reason: "Known", decidedAt: Sample.moment)
            return try await store.decideReports(about: subject, decision, limit: limit, by: proof)
        }
        try expectEqual(try await decide(.product(reported.id), .upheld, limit: 1), 1, "one at a time")
        try expectEqual(try await decide(.product(reported.id), .upheld, limit: 9), 1, "the rest of a listing")
        try expectEqual(try await decide(.product(reported.id), .dismissed, limit: 9), 0, "what is decided stays so")
        try expectEqual(try await store.openReportCount(), 3, "those about others")
        // The listing is gone, and what was reported about it isn't.
        _ = try await store.delete(other.id, isErasure: true, at: Sample.moment)
        try expectEqual(try await decide(.product(other.id), .upheld, limit: 9), 1, "those about a deleted listing")
        _ = try await report(.product(reported.id), by: "n3", in: store)
        try expectEqual(try await decide(.vendor(vendor.id), .upheld, limit: 9), 2, "a seller's, and their listings'")
        try await storage.nowAndAfterRestart { store in
            let reports = try await store.reports(isOpen: false, after: nil, limit: 99)
            let decisions = reports.map { "\($0.decision?.kind.rawValue ?? "open") \($0.decision?.reason ?? "-")" }
            try expectEqual(
                decisions,
                [
                    "upheld Known", "upheld Known", "dismissed Fine", "upheld Known", "upheld Known", "open -",
                    "upheld Known",
                ],
                "what was decided"
            )
            try expectEqual(try await store.report(strange.id)?.decision, nil, "the report about somebody else")
        }
    }

    private static func theNumbersAreThoseOfADay(_ store: any ProductStore) async throws {
        let vendor = try await store.sampleVendor()
        let now = Sample.moment.adding(days: 1)
        let old = try await store.add(Sample.product(of: vendor.id))
        let new = try await store.add(Sample.product(of: vendor.id, registeredAt: now))
        _ = try await store.add(Sample.product(of: vendor.id, registeredAt: now))
        try await change(old, to: .sold(at: Sample.moment), in: store)
        try await change(new, to: .sold(at: now), in: store)
        _ = try await report(.product(old.id), in: store)
        _ = try await report(.product(new.id), in: store, at: now)
        _ = try await store.hide(new.id, reason: "x", at: now)
        let numbers = try await store.moderationNumbers(at: now, for: proof)
        // What is hidden was sold, but isn't counted.
        try expectEqual(
            numbers,
            ModerationNumbers(listed: 2, sold: 0, reported: 1, openReports: 2, held: 1),
            "the numbers of the day"
        )
        _ = try await store.giveBack(new.id, reason: "x", at: now)
        let later = try await store.moderationNumbers(at: now, for: proof)
        try expect(later.sold == 1 && later.held == 0, "what was sold today, and not before")
    }
}

extension Sample {
    /// A product for a check of the error with which it is refused.
    fileprivate static func newProduct(by seller: NewProduct.Seller) throws(MarketError) -> NewProduct {
        do {
            return try product(bySeller: seller)
        } catch {
            throw .unavailable(reason: "\(error)")
        }
    }
}

extension ProductStore {
    /// Adds a product of a vendor who is blocked, as if it had been listed before.
    fileprivate func sampleProductOfBlocked(_ vendor: Vendor.ID) async throws -> Product {
        _ = try await setBlocked(false, vendor: vendor)
        let product = try await add(Sample.product(of: vendor))
        _ = try await setBlocked(true, vendor: vendor)
        return product
    }
}

extension ContractCheck {
    /// Blocks or unblocks a contact, and finishes.
    private static func setBlocked(
        _ isBlocked: Bool,
        _ contact: String,
        _ store: any ProductStore
    ) async throws -> Bool {
        var isChanged = false
        for key in ContactKey.keys(of: contact) {
            let isNew = try await store.setBlocked(
                isBlocked,
                contacts: [key],
                reason: "Spam",
                by: proof,
                at: Sample.moment
            )
            isChanged = isNew || isChanged
        }
        // With a step of two, what has many listings takes several commits.
        while try await store.advanceBlocks(limit: 2, at: Sample.moment) >= 2 {}
        return isChanged
    }

    private static func kinds(_ ids: [Product.ID], _ store: any ProductStore) async throws -> [ListingHold.Kind?] {
        var kinds: [ListingHold.Kind?] = []
        for id in ids { kinds.append(try await store.hold(of: id)?.kind) }
        return kinds
    }

    private static func expectRefused(_ what: String, _ body: () async throws -> Void) async throws {
        do {
            try await body()
        } catch MarketError.invalid(let problems) {
            return try expectEqual(problems.all, [ListingProblem(.contact, .blocked)], "why \(what) is refused")
        }
        throw ContractViolation(description: "\(what) is refused")
    }

    fileprivate static func aBlockedContactHidesAndRefusesListings(_ storage: ContractStorage) async throws {
        let store = try await storage.store()
        let vendor = try await store.sampleVendor()
        let contacts: [String?] = [
            "010-1234-5678", "+82 10 1234 5678, kim@example.com", nil, "010-9999-5678", "call 01012345678",
            "010 1234 5678", "010.1234.5678", "KIM@example.com",
        ]
        var ids: [Product.ID] = []
        for contact in contacts { ids.append(try await store.add(Sample.product(of: vendor.id, contact: contact)).id) }
        try await change(try await store.existing(ids[4]), to: .sold(at: Sample.moment), in: store)
        _ = try await store.hide(ids[5], reason: "Stolen", at: Sample.moment)
        for network in ["n1", "n2", "n3"] { _ = try await report(.product(ids[6]), by: network, in: store) }
        let revision = store.revision
        try expect(try await setBlocked(true, "+82 10-1234-5678", store), "it is blocked")
        try expect(store.revision > revision, "all pages know")
        try expect(!(try await setBlocked(true, "01012345678", store)), "it is blocked once")
        try await storage.nowAndAfterRestart { store in
            try expectEqual(
                try await kinds(ids, store),
                [.contact, .contact, nil, nil, .contact, .hidden, .contact, nil],
                "what is held"
            )
            try expectEqual(try await store.hold(of: ids[0])?.reason, "Spam", "what the seller reads")
            try expectEqual(try await store.page(ProductQuery()).products.count, 3, "what lists show")
            let listed = try await store.blockedContacts(after: nil, limit: 9, for: proof)
            try expectEqual(listed.map(\.key.text), ["01012345678"], "the blocked ones")
            try expectEqual(listed.map(\.reason), ["Spam"], "why")
        }
        let reopened = try await storage.store()
        try await expectRefused("a new listing") {
            _ = try await reopened.add(Sample.product(of: vendor.id, contact: "Kim, 010 1234 5678"))
        }
        _ = try await reopened.add(Sample.product(of: vendor.id, contact: "010-1234-5679"))
        func edit(_ contact: ProductEdit.ContactChange) async throws -> EditOutcome {
            let product = try await reopened.existing(ids[2])
            return try await reopened.replace(
                ProductEdit(
                    id: product.id,
                    expectedVersion: product.version,
                    listing: product.listing,
                    contact: contact,
                    updatedAt: Sample.moment
                )
            )
        }
        try await expectRefused("an edit") { _ = try await edit(.set("010-1234-5678")) }
        for allowed in [ProductEdit.ContactChange.unchanged, .set("010-1234-5679"), .set(nil)] {
            try await edit(allowed).requireSaved("\(allowed)")
        }
        _ = try await reopened.hide(ids[3], reason: "Why", at: Sample.moment)
        try expectEqual(try await reopened.hold(of: ids[3])?.kind, .hidden, "an operator still hides others")
    }

    /// Whoever knows that a number is blocked writes it in another way, and did so before.
    fileprivate static func aContactIsBlockedHoweverItIsWritten(_ storage: ContractStorage) async throws {
        let store = try await storage.store()
        let vendor = try await store.sampleVendor()
        for (blocked, same, others) in [
            (
                "010-1234-5678",
                [
                    "０１０-１２３４-５６７８", "010_1234_56 78", "0082 10 1234 5678", "010-1234-5678kakao",
                    "010\u{200B}1234\u{200B}5678",
                ],
                ["010-5678-1234", "010-1234-5679", "1234-5678"]
            ),
            (
                "kim@example.com", ["Kim+1@EXAMPLE.com", "mail:kim@example.com"],
                ["kimm@example.com", "kim@example.com.ar"]
            ),
            (
                "https://open.chat.example/o/kim_01",
                ["open.chat.example/o/kim_01", "http://open.chat.example:80/o/kim_01/?x=1#a"],
                ["open.chat.example/o/kim_02", "https://chat.example/o/kim_01", "openxchat.example/o/kim_01"]
            ),
        ] {
            var ids: [Product.ID] = []
            for contact in same + others {
                ids.append(try await store.add(Sample.product(of: vendor.id, contact: contact)).id)
            }
            try expect(try await setBlocked(true, blocked, store), "\(blocked) is blocked")
            let expected: [ListingHold.Kind?] = same.map { _ in .contact } + others.map { _ in nil }
            try expectEqual(try await kinds(ids, store), expected, "what is held for \(blocked)")
            for contact in same {
                try await expectRefused("a new listing with \(contact)") {
                    _ = try await store.add(Sample.product(of: vendor.id, contact: contact))
                }
            }
            for contact in others { _ = try await store.add(Sample.product(of: vendor.id, contact: contact)) }
            try expect(try await setBlocked(false, blocked, store), "\(blocked) is unblocked")
            try expectEqual(try await kinds(ids, store), ids.map { _ in nil }, "what is held then")
        }
    }

    fileprivate static func aContactIsUnblockedAndUndone(_ storage: ContractStorage) async throws {
        let store = try await storage.store()
        let (vendor, other) = (try await store.sampleVendor(), try await store.sampleVendor("another seller"))
        var ids: [Product.ID] = []
        for (seller, contact) in [
            (vendor, "010-1234-5678"), (vendor, "010-1234-5678, kim@example.com"), (other, "010-1234-5678"),
        ] {
            ids.append(try await store.add(Sample.product(of: seller.id, contact: contact)).id)
        }
        try await change(try await store.existing(ids[0]), to: .sold(at: Sample.moment), in: store)
        for contact in ["01012345678", "kim@example.com"] {
            try expect(try await setBlocked(true, contact, store), "\(contact) is blocked")
        }
        try expectEqual(try await kinds(ids, store), [.contact, .contact, .contact], "what is held")
        _ = try await store.setBlocked(true, vendor: other.id)
        try expect(try await setBlocked(false, "010-1234-5678", store), "it is unblocked")
        try expect(!(try await setBlocked(false, "010-1234-5678", store)), "it is unblocked once")
        // What has another blocked contact, or a blocked seller, stays hidden.
        try expectEqual(try await kinds(ids, store), [nil, .contact, .blocked], "what is held afterwards")
        try expectEqual(try await store.existing(ids[0]).state, .sold(at: Sample.moment), "the state of before")
        try await storage.nowAndAfterRestart { store in
            let listed = try await store.blockedContacts(after: nil, limit: 9, for: proof)
            try expectEqual(listed.map(\.key.text), ["kim@example.com"], "those that are still blocked")
        }
        let reopened = try await storage.store()
        _ = try await reopened.add(Sample.product(of: vendor.id, contact: "010-1234-5678"))
        let log = try await reopened.moderationLog(before: nil, limit: 9)
        try expectEqual(
            log.map(\.action),
            [.contactUnblocked, .blocked, .contactBlocked, .contactBlocked],
            "what was done"
        )
        try expectEqual(log.first?.setting, "tel:01012345678", "with what")
        try expectEqual(log.map(\.canBeUndone), [true, true, true, false], "what can be undone")
        let newest = try unwrap(log.first, "the newest entry")
        try expect(
            try await reopened.undo(newest.id, reason: "Spam again", by: proof, at: Sample.moment),
            "it is blocked again"
        )
        while try await reopened.advanceBlocks(limit: 100, at: Sample.moment) >= 100 {}
        try expectEqual(try await kinds(ids, reopened), [.contact, .contact, .blocked], "what is held then")
        let mail = log[2]
        try expect(
            try await reopened.undo(mail.id, reason: "A mistake", by: proof, at: Sample.moment),
            "the other one is unblocked"
        )
        while try await reopened.advanceBlocks(limit: 100, at: Sample.moment) >= 100 {}
        try expectEqual(try await kinds(ids, reopened), [.contact, .contact, .blocked], "the number is still blocked")
    }

    fileprivate static func whatIsLockedIsSeenAndNotChanged(_ storage: ContractStorage) async throws {
        let store = try await storage.store()
        let product = try await store.sampleProduct()
        let other = try await store.sampleProduct()
        let moment = Sample.moment.adding(seconds: 9)
        func setLocked(_ isLocked: Bool, _ id: Product.ID, _ store: any ProductStore) async throws -> Bool? {
            try await store.setLocked(isLocked, product: id, reason: "Evidence", by: proof, at: moment)
        }
        func outcomes(of id: Product.ID, _ store: any ProductStore) async throws -> [EditOutcome] {
            let now = try await store.existing(id)
            let edit = ProductEdit(
                id: id,
                expectedVersion: now.version,
                listing: try Sample.listing("Changed"),
                images: nil,
                updatedAt: moment
            )
            let hide = LifecycleEdit(
                id: id,
                expectedVersion: now.version,
                lifecycle: ListingLifecycle(state: .hidden, isListed: false, expiresAt: nil, bumpedAt: nil),
                changedAt: moment
            )
            return [try await store.replace(edit), try await store.replaceLifecycle(hide)]
        }
        try expectEqual(try await setLocked(true, Product.ID(rawValue: 999), store), nil, "what isn't there")
        try expectEqual(try await setLocked(false, product.id, store), false, "what isn't locked")
        let revision = store.revision
        try expectEqual(try await setLocked(true, product.id, store), true, "what is locked")
        try expect(store.revision > revision, "the revision is raised")
        try await storage.nowAndAfterRestart { store in
            try expectEqual(try await outcomes(of: product.id, store), [.locked, .locked], "what its seller may do")
            let lock = try await store.asSeller(product.id)?.lock
            try expectEqual(lock, ListingLock(reason: "Evidence", createdAt: moment), "what its seller reads")
            let found = try await store.product(product.id)
            guard case .found(let shown, _) = found else {
                throw ContractViolation(description: "it is seen: \(found)")
            }
            try expectEqual(shown, product, "what everybody sees")
            try expectEqual(try await store.page(ProductQuery()).products.count, 2, "what lists show")
            try expectEqual(try await store.asSeller(other.id)?.lock, nil, "the lock of another one")
        }
        let reopened = try await storage.store()
        let listed = try await reopened.listings(.all, after: nil, limit: 9, for: proof)
        try expectEqual(listed.map { $0.lock?.reason }, [nil, "Evidence"], "what operators see")
        // An operator hides it, time goes on, and it stays locked.
        _ = try await reopened.hide(product.id, reason: "Why", at: moment)
        _ = try await reopened.giveBack(product.id, reason: "Why", at: moment)
        try expectEqual(
            try await outcomes(of: product.id, reopened),
            [.locked, .locked],
            "when it was hidden meanwhile"
        )
        let log = try await reopened.moderationLog(before: nil, limit: 3)
        try expectEqual(log.map(\.action), [.givenBack, .hidden, .locked], "what was done")
        let entry = try unwrap(log.last, "the entry of the lock")
        try expect(entry.canBeUndone, "what is hidden and shown doesn't undo a lock")
        try expect(try await reopened.undo(entry.id, reason: "A mistake", by: proof, at: moment), "the lock is undone")
        try expect(
            !(try await reopened.undo(entry.id, reason: "A mistake", by: proof, at: moment)),
            "it is undone once"
        )
        try expectEqual(try await reopened.asSeller(product.id)?.lock, nil, "the lock")
        let unlocked = try unwrap(try await reopened.moderationLog(before: nil, limit: 1).first, "the newest entry")
        try expectEqual(unlocked.action, .unlocked, "what undoing is")
        try await outcomes(of: product.id, reopened)[0].requireSaved("it can be edited again")
        _ = try await reopened.setLocked(true, product: other.id, reason: "Evidence", by: proof, at: moment)
        _ = try await reopened.delete(other.id, isErasure: false, at: moment)
        try expectEqual(try await setLocked(false, other.id, reopened), nil, "a deleted one")
    }

    fileprivate static func imagesArePublicWhileAListingThatEverybodySeesShowsThem(
        _ storage: ContractStorage
    ) async throws {
        let store = try await storage.store()
        let vendor = try await store.sampleVendor()
        let images = try (1...6).map(Sample.image)
        func product(of vendor: Vendor.ID, _ shown: Int...) async throws -> Product {
            try await store.add(Sample.product(of: vendor, images: shown.map { images[$0] }))
        }
        let own = try await product(of: vendor.id, 0, 1)
        let hidden = try await product(of: vendor.id, 2)
        let other = try await product(of: store.sampleVendor("another seller").id, 1, 3)
        for (shown, limit, expected) in [
            ([0], 9, [own.id]), ([1], 9, [other.id, own.id]), ([1], 1, [other.id]),
            ([2, 3], 9, [other.id, hidden.id]), ([0, 1], 9, [other.id, own.id]), ([5], 9, []), ([], 9, []),
        ] as [([Int], Int, [Product.ID])] {
            let names = Set(shown.map { images[$0].name })
            let found = try await store.products(showing: names, limit: limit, for: proof)
            try expectEqual(found, expected, "the listings that show \(shown)")
        }
        func expectPublic(_ expected: Set<Int>, _ when: String, _ store: any ProductStore) async throws {
            for (index, image) in images.enumerated() {
                let isPublic = try await store.isPublic(image.name)
                try expectEqual(isPublic, expected.contains(index), "image \(index) \(when)")
            }
        }
        try await expectPublic([0, 1, 2, 3], "at first", store)
        try await change(hidden, to: .hidden, in: store)
        try await expectPublic([0, 1, 3], "when its seller has hidden it", store)
        _ = try await store.hide(own.id, reason: "Stolen", at: Sample.moment)
        try await storage.nowAndAfterRestart { try await expectPublic([1, 3], "of a held listing", $0) }
        let reopened = try await storage.store()
        _ = try await reopened.hide(hidden.id, reason: "Stolen", at: Sample.moment)
        // The other one isn't for sale any more, and still seen.
        let until = Sample.moment.adding(days: 1)
        try await change(other, to: .reserved(until: until), in: reopened)
        try await expectPublic([1, 3], "of a reserved listing", reopened)
        try await change(other, to: .sold(at: Sample.moment), in: reopened)
        try await expectPublic([1, 3], "of a sold listing", reopened)
        _ = try await reopened.remove(other.id, reason: "Stolen", at: Sample.moment)
        try await expectPublic([], "of a removed listing", reopened)
        for id in [own.id, hidden.id, other.id] {
            _ = try await reopened.giveBack(id, reason: "A mistake", at: Sample.moment)
        }
        try await expectPublic([0, 1, 3], "of what is given back", reopened)
        _ = try await reopened.beginBlock(true, vendor: vendor.id)
        try await expectPublic([1, 3], "in the commit of a block", reopened)
        _ = try await reopened.setBlocked(true, vendor: vendor.id)
        try await expectPublic([1, 3], "of a blocked seller", reopened)
        _ = try await reopened.setBlocked(false, vendor: vendor.id)
        try await expectPublic([0, 1, 3], "of a seller who isn't blocked any more", reopened)
        let reported = try await reopened.add(Sample.product(of: vendor.id, images: [images[4]]))
        try await expectPublic([0, 1, 3, 4], "of a new listing", reopened)
        for network in ["n1", "n2", "n3"] { _ = try await report(.product(reported.id), by: network, in: reopened) }
        try await expectPublic([0, 1, 3], "of what reports hold", reopened)
        _ = try await reopened.delete(reported.id, isErasure: true, at: Sample.moment)
        try await expectPublic([0, 1, 3], "of an erased listing", reopened)
        // What hid it is gone with it, and it isn't seen for that.
        _ = try await reopened.hide(own.id, reason: "Stolen", at: Sample.moment)
        _ = try await reopened.delete(own.id, isErasure: false, at: Sample.moment)
        try await expectPublic([1, 3], "of a held listing that its seller has deleted", reopened)
    }
}
