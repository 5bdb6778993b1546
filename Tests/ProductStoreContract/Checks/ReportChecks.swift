import MarketCore
import MarketModels

extension ContractCheck {
    static let reports = [
        ContractCheck("aReportIsKeptUntilItIsDecided", aReportIsKeptUntilItIsDecided),
        ContractCheck("anEqualReportCountsOnce", anEqualReportCountsOnce),
        ContractCheck("reportsOfSeveralNetworksHoldAListing", reportsOfSeveralNetworksHoldAListing),
        ContractCheck("oneNetworkNeverHoldsAlone", oneNetworkNeverHoldsAlone),
        ContractCheck("bothFamiliesOfTwoSitesHoldNothing", bothFamiliesOfTwoSitesHoldNothing),
        ContractCheck("whatIsChangedAfterAHoldIsHeldAgain", whatIsChangedAfterAHoldIsHeldAgain),
        ContractCheck("aHoldWithAnUpheldReportStays", aHoldWithAnUpheldReportStays),
        ContractCheck("aHoldByReportsEndsByItselfAndIsNotRepeated", aHoldByReportsEndsByItselfAndIsNotRepeated),
        ContractCheck("whatTheOperatorLetsThroughIsNotHeld", whatTheOperatorLetsThroughIsNotHeld),
        ContractCheck("oneNetworkAddsToFewHoldsADay", oneNetworkAddsToFewHoldsADay),
        ContractCheck("aSellerCannotEndAHold", aSellerCannotEndAHold),
        ContractCheck("aHoldGivesBackWhatItTook", aHoldGivesBackWhatItTook),
        ContractCheck("aSellerAnswersOnce", aSellerAnswersOnce),
        ContractCheck("whoReportedIsForgotten", whoReportedIsForgotten),
        ContractCheck("whatASellerAnswersIsForgotten", whatASellerAnswersIsForgotten),
        ContractCheck("reportsAtOnceHoldAListingOnce", reportsAtOnceHoldAListingOnce),
    ]

    private static func report(
        _ subject: Report.Subject,
        by network: String,
        _ reason: ReportReason = .scam,
        text: String = "",
        mayHold: Bool = true,
        at now: Timestamp = Sample.moment
    ) -> NewReport {
        NewReport(
            subject: subject,
            content: CheckedReport(reason: reason, text: text),
            receipt: ReceiptHash(rawValue: "\(subject) \(network) \(reason) \(text)"),
            network: network,
            mayHold: mayHold,
            createdAt: now
        )
    }

    /// Reports a product from networks, and returns whether that has held it.
    @discardableResult
    private static func report(
        _ product: Product.ID,
        by networks: [String],
        in store: any ProductStore,
        text: String = "",
        at now: Timestamp = Sample.moment
    ) async throws -> Bool {
        var hasHeld = false
        for network in networks {
            let outcome = try await store.addReport(report(.product(product), by: network, text: text, at: now))
            if try unwrap(outcome, "the product is there").hasHeld { hasHeld = true }
        }
        return hasHeld
    }

    private static func decision(_ kind: Report.Decision.Kind, at now: Timestamp = Sample.moment) -> Report.Decision {
        Report.Decision(kind, reason: "Looked at it", decidedAt: now)
    }

    private static func aReportIsKeptUntilItIsDecided(_ storage: ContractStorage) async throws {
        let store = try await storage.store()
        let product = try await store.sampleProduct()
        let content = CheckedReport(
            reason: .illegal,
            text: "여러 줄의\n'글' \"$1\" ?1 \\",
            name: "O'Neil",
            mail: "a@example.com"
        )
        let new = NewReport(
            subject: .product(product.id),
            content: content,
            receipt: ReceiptHash(rawValue: "abc"),
            network: "n1",
            mayHold: true,
            createdAt: Sample.moment
        )
        let revision = store.revision
        let made = try unwrap(try await store.addReport(new), "the report is stored")
        try expect(made.isNew && !made.hasHeld, "it is new and holds nothing")
        try expectEqual(store.revision, revision, "the revision, which a report doesn't change")
        let vendor = try unwrap(
            try await store.addReport(report(.vendor(product.vendor.id), by: "n1", .other, text: "x")),
            "the report about the seller"
        ).report
        try expectEqual(vendor.subject, .vendor(product.vendor.id), "what it is about")
        let unknown = report(.product(Product.ID(rawValue: 999)), by: "n1")
        try expectEqual(try await store.addReport(unknown), nil, "a report about a product that isn't there")
        let nobody = report(.vendor(Vendor.ID(rawValue: 999)), by: "n1")
        try expectEqual(try await store.addReport(nobody), nil, "a report about a seller who isn't there")
        try await storage.nowAndAfterRestart { store in
            let found = try unwrap(try await store.report(withReceipt: ReceiptHash(rawValue: "abc")), "the report")
            try expectEqual(found.content, content, "its fields")
            try expectEqual(found, made.report, "all of it")
            try expectEqual(found.vendor, product.vendor.id, "the seller")
            try expectEqual(try await store.report(withReceipt: ReceiptHash(rawValue: "ab")), nil, "another receipt")
            try expectEqual(try await store.openReportCount(), 2, "the number of open reports")
            let first = try await store.reports(isOpen: true, after: nil, limit: 1)
            try expectEqual(first.map(\.id), [found.id], "the first page")
            let second = try await store.reports(isOpen: true, after: found.id, limit: 5)
            try expectEqual(second.map(\.id), [vendor.id], "the second page")
        }
        let reopened = try await storage.store()
        let decided = try unwrap(
            try await reopened.decide(made.report.id, decision(.upheld), hides: false),
            "it is there"
        )
        try expectEqual(decided.decision, decision(.upheld), "the decision")
        let again = try await reopened.decide(made.report.id, decision(.dismissed), hides: true)
        try expectEqual(again?.decision, decision(.upheld), "the decision, which stays")
        try expectEqual(
            try await reopened.existing(product.id).state,
            .open,
            "the state, which a second decision leaves"
        )
        try expectEqual(
            try await reopened.decide(Report.ID(rawValue: 99), decision(.upheld), hides: false),
            nil,
            "none"
        )
        try expectEqual(try await reopened.openReportCount(), 1, "the open reports")
        try expectEqual(try await reopened.reports(isOpen: true, after: nil, limit: 5).map(\.id), [vendor.id], "which")
        try expectEqual(try await reopened.reports(isOpen: false, after: nil, limit: 5).count, 2, "all reports")
        let log = try await reopened.moderationLog(before: nil, limit: 5)
        try expectEqual(log.map(\.action), [.upheld], "what was done")
        try expectEqual(log.first?.reason, "Looked at it", "why")
        try expectEqual(log.first?.report, made.report.id, "about which report")
        // A report outlives its listing.
        _ = try await reopened.delete(product.id, isErasure: false, at: Sample.moment)
        try expectEqual(try await reopened.report(made.report.id), decided, "the report of what is gone")
    }

    private static func anEqualReportCountsOnce(_ store: any ProductStore) async throws {
        let product = try await store.sampleProduct()
        let new = report(.product(product.id), by: "n1")
        let first = try unwrap(try await store.addReport(new), "the report")
        let again = try unwrap(try await store.addReport(new), "the same report")
        try expectEqual(again.report, first.report, "the report of an equal one")
        try expect(!again.isNew, "it isn't new")
        try expectEqual(try await store.openReportCount(), 1, "the number of reports")
        let outcomes = try await withThrowingTaskGroup(of: ReportOutcome?.self) { group in
            for _ in 1...6 { group.addTask { try await store.addReport(report(.product(product.id), by: "n2")) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        try expectEqual(Set(outcomes.map { $0?.report }).count, 1, "the reports of a double tap")
        try expectEqual(outcomes.filter { $0?.isNew == true }.count, 1, "those that are new")
        try expectEqual(try await store.openReportCount(), 2, "the number of reports in the end")
    }

    private static func reportsOfSeveralNetworksHoldAListing(_ storage: ContractStorage) async throws {
        let store = try await storage.store()
        let product = try await store.sampleProduct()
        try expect(try await !report(product.id, by: ["n1", "n2"], in: store), "two networks are too few")
        try expectEqual(try await store.existing(product.id).state, .open, "the state before")
        let revision = store.revision
        try expect(try await report(product.id, by: ["n3"], in: store), "three networks hold it")
        try expect(store.revision > revision, "the revision is raised")
        try await storage.nowAndAfterRestart { store in
            try expectEqual(try await store.product(product.id), .withheld(by: .reports), "what everybody sees")
            try expectEqual(try await store.page(ProductQuery()).totalCount, 0, "the list")
            let search = ProductQuery(search: ProductSearch("chair", in: .nameAndSeller))
            try expectEqual(try await store.page(search).totalCount, 0, "the search")
            let own = try unwrap(try await store.asSeller(product.id), "what its seller sees")
            try expectEqual(own.product.state, .hidden, "the state")
            let hold = try unwrap(own.hold, "why")
            try expectEqual(hold.reason, nil, "a reason of the operator")
            try expectEqual(hold.endsAt, Sample.moment.adding(seconds: 72 * 3600), "when it ends")
            try expectEqual(try await store.hold(of: product.id), hold, "what the operator sees")
            let log = try await store.moderationLog(before: nil, limit: 5)
            try expectEqual(log.map(\.action), [.held], "the log")
        }
        // A report that may not hold, about a listing of an old app.
        let other = try await storage.store().add(Sample.product(of: product.vendor.id))
        for network in ["n1", "n2", "n3", "n4"] {
            let flag = report(.product(other.id), by: network, mayHold: false)
            try expectEqual(try await storage.store().addReport(flag)?.hasHeld, false, "a flag holds nothing")
        }
        try expectEqual(try await storage.store().existing(other.id).state, .open, "what is only flagged")
    }

    private static func oneNetworkNeverHoldsAlone(_ store: any ProductStore) async throws {
        let product = try await store.sampleProduct()
        for reason in ReportReason.allCases {
            for text in ["a", "b"] {
                let outcome = try await store.addReport(report(.product(product.id), by: "n1", reason, text: text))
                try expectEqual(outcome?.hasHeld, false, "one network holds nothing")
            }
            _ = try await store.addReport(report(.vendor(product.vendor.id), by: "of \(reason)", reason))
        }
        try expectEqual(try await store.existing(product.id).state, .open, "the state")
    }

    private static func bothFamiliesOfTwoSitesHoldNothing(_ storage: ContractStorage) async throws {
        let store = try await storage.store()
        let seller = try await store.sampleVendor()
        let ipv6 = (1...3).map { "\(NewReport.prefixOfIPv6)n\($0)" }
        for third in ["n3", ipv6[2]] {
            let product = try await store.add(Sample.product(of: seller.id))
            let sites = ["n1", ipv6[0], ipv6[1], "n2"]
            try expect(try await !report(product.id, by: sites, in: store), "a home and a phone")
            try expect(try await report(product.id, by: [third], in: store), "a third site, by \(third)")
            try expectEqual(try await store.hold(of: product.id)?.kind, .reports, "what holds it")
        }
    }

    private static func aHoldByReportsEndsByItselfAndIsNotRepeated(_ storage: ContractStorage) async throws {
        let store = try await storage.store()
        let product = try await store.sampleProduct()
        try await report(product.id, by: ["n1", "n2", "n3"], in: store)
        let end = Sample.moment.adding(seconds: 72 * 3600)
        let early = try await store.advanceLifecycles(to: end.adding(seconds: -1), by: LifecycleRules(), limit: 10)
        try expectEqual(early, 0, "what ends too early")
        try expectEqual(try await store.product(product.id), .withheld(by: .reports), "a second before")
        let revision = store.revision
        try expectEqual(try await store.advanceLifecycles(to: end, by: LifecycleRules(), limit: 10), 1, "what ends")
        try expect(store.revision > revision, "the revision is raised")
        try await storage.nowAndAfterRestart { store in
            try expectEqual(try await store.existing(product.id).state, .open, "the state afterwards")
            try expectEqual(try await store.page(ProductQuery()).totalCount, 1, "the list")
            try expectEqual(try await store.hold(of: product.id), nil, "the hold")
        }
        let reopened = try await storage.store()
        let networks = (4...13).map { "n\($0)" }
        try expect(try await !report(product.id, by: networks, in: reopened, at: end), "it isn't held again")
        try expectEqual(try await reopened.existing(product.id).state, .open, "the state after ten more networks")
        let log = try await reopened.moderationLog(before: nil, limit: 5)
        try expectEqual(log.map(\.action), [.holdEnded, .held], "the log")
    }

    /// Nobody waits until a hold ends to put a scam where something harmless was.
    private static func whatIsChangedAfterAHoldIsHeldAgain(_ storage: ContractStorage) async throws {
        let store = try await storage.store()
        let product = try await store.add(
            Sample.product(of: store.sampleVendor().id, images: [try Sample.image(1)], contact: "010-1234-5678")
        )
        let proof = OperatorAuthenticator.commandLine
        try await report(product.id, by: ["n1", "n2", "n3"], in: store)
        var now = Sample.moment.adding(seconds: 72 * 3600)
        _ = try await store.advanceLifecycles(to: now, by: LifecycleRules(), limit: 10)
        var number = 10
        func edit(
            _ listing: Listing? = nil,
            contact: ProductEdit.ContactChange = .unchanged,
            images: [ProductEdit.ImageChoice]? = nil,
            in store: any ProductStore
        ) async throws {
            let current = try await store.existing(product.id)
            let edit = ProductEdit(
                id: product.id,
                expectedVersion: current.version,
                listing: listing ?? current.listing,
                contact: contact,
                images: images,
                updatedAt: now
            )
            try await store.replace(edit).requireSaved()
        }
        func isHeldByOthers(_ count: Int = 3, in store: any ProductStore) async throws -> Bool {
            let networks = (number..<(number + count)).map { "n\($0)" }
            number += count
            return try await report(product.id, by: networks, in: store, text: "\(number)", at: now)
        }
        // What neither says nor shows anything else changes nothing.
        try await edit(try Sample.listing(in: .krw, price: 20_000, stock: 1), in: store)
        try await edit(contact: .set("010-1234-5678"), images: [.kept(product.images[0].id)], in: store)
        try expect(try await !isHeldByOthers(in: store), "it isn't held after another price")
        let listing = try await store.existing(product.id).listing
        var current = store
        for (name, description, place, contact, images) in [
            ("Table", listing.description, "", ProductEdit.ContactChange.unchanged, nil),
            ("Table", "A scam", "", .unchanged, nil), ("Table", "A scam", "", .set("010-9999-8888"), nil),
            ("Table", "A scam", "", .set(nil), nil), ("Table", "A scam", "", .unchanged, [.new(try Sample.image(2))]),
            ("Table", "A scam", "Pay first", .unchanged, nil),
        ] as [(String, String, String, ProductEdit.ContactChange, [ProductEdit.ImageChoice]?)] {
            var attributes = ListingAttributes.none
            attributes[.place] = place
            let changed = Listing(
                name: name,
                description: description,
                pricing: listing.pricing,
                stock: listing.stock,
                attributes: attributes
            )
            let what = "\(name), \(description), \(place), \(contact), \(images?.count ?? 0)"
            now = now.adding(seconds: 60)
            try await edit(changed, contact: contact, images: images, in: current)
            try await storage.nowAndAfterRestart { store in
                // Those who have reported it before have had their say.
                let isHeld = try await report(product.id, by: ["n1", "n2", "n3"], in: store, text: what, at: now)
                try expect(!isHeld, "it isn't held by the same networks: \(what)")
            }
            let reopened = try await storage.store()
            current = reopened
            try expect(try await !isHeldByOthers(2, in: reopened), "it isn't held by two others: \(what)")
            try expect(try await isHeldByOthers(1, in: reopened), "it is held by a third one: \(what)")
            // Let through, it isn't held again until it is changed again, and by nobody's reports of before.
            try expect(
                try await reopened.giveBack(product.id, reason: "Fine", by: proof, at: now),
                "it is let through: \(what)"
            )
            try expect(try await !isHeldByOthers(in: reopened), "it isn't held once it is let through: \(what)")
        }
        let log = try await storage.store().moderationLog(before: nil, limit: 200).map(\.action)
        try expectEqual(log.filter { $0 == .changed }.count, 6, "the changes that the log has")
        try expectEqual(log.filter { $0 == .held }.count, 7, "the holds")
    }

    private static func aHoldWithAnUpheldReportStays(_ storage: ContractStorage) async throws {
        let store = try await storage.store()
        let right = try await store.sampleProduct()
        let open = try await store.add(Sample.product(of: right.vendor.id))
        for (product, first) in [(right, 1), (open, 4)] {
            try await report(product.id, by: (first..<(first + 3)).map { "n\($0)" }, in: store)
        }
        // The others are still open when the time is over.
        let first = try await store.reports(isOpen: true, after: nil, limit: 50)
            .first { $0.subject == .product(right.id) }
        _ = try await store.decide(try unwrap(first, "a report").id, decision(.upheld), hides: false)
        try expectEqual(try await store.product(right.id), .withheld(by: .reports), "while others are open")
        let end = Sample.moment.adding(seconds: 72 * 3600)
        try expectEqual(try await store.advanceLifecycles(to: end, by: LifecycleRules(), limit: 10), 2, "what ends")
        try await storage.nowAndAfterRestart { store in
            try expectEqual(try await store.product(right.id), .withheld(by: .hidden), "what everybody sees")
            let hold = try unwrap(try await store.hold(of: right.id), "the hold")
            try expectEqual(hold.reason, "Looked at it", "what its seller reads")
            try expectEqual(hold.endsAt, nil, "when it ends")
            try expectEqual(try await store.existing(open.id).state, .open, "what nobody has decided about")
        }
        let reopened = try await storage.store()
        let late = end.adding(days: 7)
        try expectEqual(
            try await reopened.advanceLifecycles(to: late, by: LifecycleRules(), limit: 10),
            0,
            "a week later"
        )
        let log = try await reopened.moderationLog(before: nil, limit: 2).map(\.action)
        try expectEqual(Set(log), [.holdKept, .holdEnded], "the log")
        let proof = OperatorAuthenticator.commandLine
        try expect(try await reopened.giveBack(right.id, reason: "Settled", by: proof, at: late), "it is shown again")
        try expectEqual(try await reopened.existing(right.id).state, .open, "its state")
    }

    private static func whatTheOperatorLetsThroughIsNotHeld(_ store: any ProductStore) async throws {
        let product = try await store.sampleProduct()
        let first = try unwrap(try await store.addReport(report(.product(product.id), by: "n1")), "a report").report
        _ = try await store.decide(first.id, decision(.dismissed), hides: false)
        try expect(try await !report(product.id, by: ["n2", "n3", "n4", "n5"], in: store), "it isn't held")
        // A dismissal of the last open report ends a hold, and one of another doesn't.
        let other = try await store.add(Sample.product(of: product.vendor.id))
        try await report(other.id, by: ["n6", "n7", "n8"], in: store)
        let open = try await store.reports(isOpen: true, after: nil, limit: 50)
            .filter { $0.subject == .product(other.id) }
        try expectEqual(open.count, 3, "the open reports of the other")
        for report in open {
            try expectEqual(try await store.product(other.id), .withheld(by: .reports), "held while one is open")
            _ = try await store.decide(report.id, decision(.dismissed), hides: false)
        }
        try expectEqual(try await store.existing(other.id).state, .open, "let through")
        try expect(try await !report(other.id, by: ["n9", "n10", "n11"], in: store), "and not held again")
        // Whoever takes the only dismissal back lets reports hold it again.
        let third = try await store.add(Sample.product(of: product.vendor.id))
        let only = try unwrap(try await store.addReport(report(.product(third.id), by: "n12")), "a report").report
        _ = try await store.decide(only.id, decision(.dismissed), hides: false)
        let newest = try unwrap(try await store.moderationLog(before: nil, limit: 1).first, "an entry")
        let proof = OperatorAuthenticator.commandLine
        try expect(try await store.undo(newest.id, reason: "Too early", by: proof, at: Sample.moment), "taken back")
        try expect(try await report(third.id, by: ["n13", "n14"], in: store), "it is held")
    }

    private static func oneNetworkAddsToFewHoldsADay(_ store: any ProductStore) async throws {
        let seller = try await store.sampleVendor()
        var held = 0
        let networks = (1...10).map { "n\($0)" }
        var products: [Product.ID] = []
        for _ in 1...20 { products.append(try await store.add(Sample.product(of: seller.id)).id) }
        for product in products {
            var isHeld = false
            for network in networks {
                let outcome = try await store.addReport(report(.product(product), by: network))
                if outcome?.hasHeld == true { isHeld = true }
            }
            if isHeld { held += 1 }
        }
        // Three networks hold one listing, and each adds to three.
        try expectEqual(held, 9, "the holds of ten networks against one honest seller in a day")
        let tomorrow = Sample.moment.adding(seconds: 86_401)
        let late = products[19]
        let isHeld = try await report(late, by: ["n1", "n2", "n3"], in: store, text: "again", at: tomorrow)
        try expect(isHeld, "the next day is another one")
        // So is the day before, once a clock that was ahead is right again.
        let other = try await store.add(Sample.product(of: seller.id)).id
        let yesterday = Sample.moment.adding(days: -1)
        let isHeldThen = try await report(other, by: ["n1", "n2", "n3"], in: store, at: yesterday)
        try expect(isHeldThen, "the day before is another one")
    }

    private static func aSellerCannotEndAHold(_ store: any ProductStore) async throws {
        let product = try await store.sampleProduct()
        try expect(try await store.hide(product.id, reason: "Looks stolen", at: Sample.moment), "it is there")
        let missing = try await store.hide(Product.ID(rawValue: 99), reason: "x", at: Sample.moment)
        try expect(!missing, "nothing to hide")
        let held = try unwrap(try await store.asSeller(product.id), "the product").product
        for state in [ListingState.open, .sold(at: Sample.moment), .reserved(until: Sample.moment)] {
            let edit = LifecycleEdit(
                id: product.id,
                expectedVersion: held.version,
                lifecycle: ListingLifecycle(state: state),
                changedAt: Sample.moment
            )
            try expectEqual(try await store.replaceLifecycle(edit), .held, "\(state)")
        }
        let listing = try Sample.listing("Stolen chair")
        func edit(_ lifecycle: ListingLifecycle?) -> ProductEdit {
            ProductEdit(
                id: product.id,
                expectedVersion: held.version,
                listing: listing,
                lifecycle: lifecycle,
                updatedAt: Sample.moment
            )
        }
        try expectEqual(try await store.replace(edit(ListingLifecycle(state: .open))), .held, "an edit that opens it")
        try expectEqual(try await store.asSeller(product.id)?.product, held, "nothing has changed")
        // What doesn't show it is allowed.
        let edited = try await store.replace(edit(nil)).requireSaved("an edit is stored").product
        try expectEqual(edited.state, .hidden, "the state after an edit")
        let late = Sample.moment.adding(days: 400)
        _ = try await store.advanceLifecycles(to: late, by: LifecycleRules(), limit: 10)
        try expectEqual(
            try await store.product(product.id),
            .withheld(by: .hidden),
            "a hold by the operator doesn't end by itself"
        )
        // A product that isn't held is as free as ever.
        try expect(try await store.giveBack(product.id, reason: "A mistake", at: late), "it was held")
        try expect(try await !store.giveBack(product.id, reason: "A mistake", at: late), "it isn't any more")
        let shown = try await store.existing(product.id)
        try expectEqual(shown.state, .open, "given back")
        let hidden = try await store.setLifecycle(ListingLifecycle(state: .hidden), of: shown)
        let open = try await store.setLifecycle(ListingLifecycle(state: .open), of: hidden)
        try expectEqual(open.state, .open, "the seller's own change")
        let log = try await store.moderationLog(before: nil, limit: 9)
        try expectEqual(log.map(\.action), [.givenBack, .hidden], "the log")
        try expectEqual(log.map(\.reason), ["A mistake", "Looks stolen"], "the reasons")
        let older = try await store.moderationLog(before: log[0].id, limit: 9)
        try expectEqual(older.map(\.action), [.hidden], "the older page of the log")
    }

    private static func aHoldGivesBackWhatItTook(_ store: any ProductStore) async throws {
        let seller = try await store.sampleVendor()
        let states: [ListingLifecycle] = [
            ListingLifecycle(state: .open, expiresAt: Sample.moment.adding(days: 3)),
            ListingLifecycle(state: .reserved(until: Sample.moment.adding(days: 2))),
            ListingLifecycle(state: .sold(at: Sample.moment)),
            ListingLifecycle(state: .sold(at: Sample.moment), isListed: false),
            ListingLifecycle(state: .hidden),
            ListingLifecycle(state: .expired(at: Sample.moment), expiresAt: Sample.moment),
        ]
        for lifecycle in states {
            let new = try await store.add(Sample.product(of: seller.id))
            var product = new
            if lifecycle != new.lifecycle {
                let edit = LifecycleEdit(
                    id: new.id,
                    expectedVersion: new.version,
                    lifecycle: lifecycle,
                    changedAt: Sample.moment,
                    note: lifecycle.state.kind == .reserved ? .set("for Kim") : .unchanged
                )
                let saved = try await store.replaceLifecycle(edit).requireSaved("the state is stored").product
                product = saved
            }
            try expect(try await store.hide(product.id, reason: "why", at: Sample.moment), "hidden")
            try expectEqual(
                try await store.product(product.id),
                .withheld(by: .hidden),
                "hidden from \(lifecycle.state)"
            )
            try expect(try await store.giveBack(product.id, reason: "ok", at: Sample.moment), "given back")
            let back = try unwrap(try await store.asSeller(product.id), "the product")
            try expectEqual(back.product.lifecycle, product.lifecycle, "the lifecycle that is given back")
            let note = lifecycle.state.kind == .reserved ? "for Kim" : nil
            try expectEqual(back.reservationNote, note, "the note that is given back")
            try expectEqual(back.hold, nil, "the hold")
        }
        // A held product that is deleted takes its hold with it.
        let gone = try await store.add(Sample.product(of: seller.id))
        _ = try await store.hide(gone.id, reason: "why", at: Sample.moment)
        _ = try await store.delete(gone.id, isErasure: false, at: Sample.moment)
        try expectEqual(try await store.hold(of: gone.id), nil, "the hold of a deleted product")
    }

    private static func aSellerAnswersOnce(_ store: any ProductStore) async throws {
        let product = try await store.sampleProduct()
        let proof = try await store.proof(of: product.id)
        try expect(try await !store.answerHold(of: proof, "Why?", at: Sample.moment), "nothing to answer")
        _ = try await store.hide(product.id, reason: "Looks stolen", at: Sample.moment)
        try expect(try await store.answerHold(of: proof, "It is mine", at: Sample.moment), "the answer")
        try expect(try await !store.answerHold(of: proof, "Really", at: Sample.moment), "a second answer")
        try expectEqual(try await store.hold(of: product.id)?.answer, "It is mine", "the answer that is kept")
        let log = try await store.moderationLog(before: nil, limit: 5)
        try expectEqual(log.map(\.action), [.answered, .hidden], "the log")
        _ = try await store.hide(product.id, reason: "The bill is forged", at: Sample.moment)
        try expect(
            try await store.answerHold(of: proof, "It isn't", at: Sample.moment),
            "another reason, another answer"
        )
    }

    private static func whatASellerAnswersIsForgotten(_ storage: ContractStorage) async throws {
        let store = try await storage.store()
        let gone = try await store.sampleProduct()
        let removed = try await store.add(Sample.product(of: gone.vendor.id))
        let kept = try await store.add(Sample.product(of: gone.vendor.id))
        for product in [gone, removed, kept] {
            _ = try await store.hide(product.id, reason: "Whose?", at: Sample.moment)
            let proof = try await store.proof(of: product.id)
            try expect(try await store.answerHold(of: proof, "Kim’s", at: Sample.moment), "the answer")
        }
        func answers(_ store: any ProductStore) async throws -> [Product.ID: String] {
            let log = try await store.moderationLog(before: nil, limit: 99).filter { $0.action == .answered }
            return Dictionary(
                uniqueKeysWithValues: log.compactMap { entry in entry.product.map { ($0, entry.reason) } }
            )
        }
        // Its seller deletes one, and time another one.
        _ = try await store.delete(gone.id, isErasure: false, at: Sample.moment)
        _ = try await store.remove(removed.id, reason: "A copy", at: Sample.moment)
        try expectEqual(try await answers(store)[removed.id], "Kim’s", "what can still be shown again")
        let end = Sample.moment.adding(days: ListingHold.daysOfRemoval)
        _ = try await store.advanceLifecycles(to: end, by: LifecycleRules(), limit: 9)
        try expectEqual(
            try await answers(store),
            [gone.id: "", removed.id: "", kept.id: "Kim’s"],
            "the log when listings are deleted"
        )
        try await store.removeOldReports(at: Sample.moment.adding(days: 364))
        try expectEqual(try await store.hold(of: kept.id)?.answer, "Kim’s", "the answer within a year")
        try await store.removeOldReports(at: Sample.moment.adding(days: 365))
        try await storage.nowAndAfterRestart { store in
            try expectEqual(try await answers(store).values.sorted(), ["", "", ""], "the log after a year")
            let hold = try unwrap(try await store.hold(of: kept.id), "it is still hidden")
            try expect(hold.answer == nil && hold.reason == "Whose?", "the hold after a year")
        }
    }

    private static func whoReportedIsForgotten(_ store: any ProductStore) async throws {
        let product = try await store.sampleProduct()
        try await report(product.id, by: ["n1", "n2"], in: store)
        try await store.removeOldReports(at: Sample.moment.adding(days: 29))
        try expect(try await report(product.id, by: ["n3"], in: store), "networks are known for 30 days")
        let other = try await store.add(Sample.product(of: product.vendor.id))
        try await report(other.id, by: ["n4", "n5"], in: store)
        try await store.removeOldReports(at: Sample.moment.adding(days: 30))
        let isHeld = try await report(other.id, by: ["n6"], in: store)
        try expect(!isHeld, "networks are forgotten after 30 days")
        try await store.removeOldReports(at: Sample.moment.adding(days: 364))
        try expectEqual(try await store.openReportCount(), 6, "the reports of a year")
        try await store.removeOldReports(at: Sample.moment.adding(days: 365))
        try expectEqual(try await store.openReportCount(), 0, "the reports after a year")
    }

    private static func reportsAtOnceHoldAListingOnce(_ store: any ProductStore) async throws {
        let product = try await store.sampleProduct()
        let held = try await withThrowingTaskGroup(of: Bool.self) { group in
            for number in 1...8 {
                group.addTask {
                    try await store.addReport(report(.product(product.id), by: "n\(number)"))?.hasHeld ?? false
                }
            }
            return try await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
        }
        try expectEqual(held, 1, "the reports that have held it")
        try expectEqual(try await store.product(product.id), .withheld(by: .reports), "what everybody sees")
    }
}
