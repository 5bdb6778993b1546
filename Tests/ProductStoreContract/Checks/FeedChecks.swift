import MarketCore
import MarketModels

extension ContractCheck {
    static let feeds = [
        ContractCheck("aFeedHasOneAddressUntilItIsEnded", aFeedHasOneAddressUntilItIsEnded),
        ContractCheck("aFeedEndsWithItsOperator", aFeedEndsWithItsOperator),
        ContractCheck("aFeedHasWhatWaitsTheNewestFirst", aFeedHasWhatWaitsTheNewestFirst),
    ]

    private static let now = Sample.moment

    private static func hash(_ text: String) -> OperatorKeyHash { OperatorKeyHash(rawValue: text) }

    private static func aFeedHasOneAddressUntilItIsEnded(_ store: any ProductStore) async throws {
        for name in ["Kim", "Lee"] { _ = try await store.addOperator(name, .moderator, at: now) }
        let revision = store.revision
        try expect(try await !store.setOperatorFeed(hash("x"), of: "Park", at: now), "nobody has the name")
        try expectEqual(try await store.operatorFeed(hash("x")), nil, "the feed of nobody")
        try expectEqual(try await store.operatorFeed(of: "Kim"), nil, "before there is one")
        try expect(try await store.setOperatorFeed(hash("k1"), of: "Kim", at: now), "a feed")
        try expect(try await store.setOperatorFeed(hash("l"), of: "Lee", at: now), "that of another")
        let later = now.adding(days: 1)
        try expect(try await store.setOperatorFeed(hash("k2"), of: "Kim", at: later), "another address")
        try expectEqual(try await store.operatorFeed(hash("k1")), nil, "the address that was replaced")
        try expectEqual(try await store.operatorFeed(hash("k2")), later, "the new one")
        try expectEqual(try await store.operatorFeed(of: "Kim"), later, "when it was made")
        try expect(try await store.endOperatorFeed(of: "Kim"), "it is ended")
        try expect(try await !store.endOperatorFeed(of: "Kim"), "not twice")
        try expectEqual(try await store.operatorFeed(hash("k2")), nil, "an ended one")
        try expectEqual(try await store.operatorFeed(of: "Kim"), nil, "after it has ended")
        try expectEqual(try await store.operatorFeed(hash("l")), now, "that of another goes on")
        try expectEqual(store.revision, revision, "the revision")
    }

    private static func aFeedEndsWithItsOperator(_ store: any ProductStore) async throws {
        _ = try await store.addOperator("Kim", .operator, at: now)
        _ = try await store.addOperator("Lee", .moderator, at: now)
        for name in ["Kim", "Lee"] { _ = try await store.setOperatorFeed(hash(name), of: name, at: now) }
        try expectEqual(try await store.removeOperator("Kim"), .last, "the last operator stays")
        try expectEqual(try await store.operatorFeed(hash("Kim")), now, "and so does the feed")
        try expectEqual(try await store.removeOperator("Lee"), .removed, "a moderator")
        try expectEqual(try await store.operatorFeed(hash("Lee")), nil, "the feed of one who is gone")
        // Another one with the name has none.
        _ = try await store.addOperator("Lee", .moderator, at: now)
        try expectEqual(try await store.operatorFeed(of: "Lee"), nil, "that of the next one with the name")
    }

    private static func aFeedHasWhatWaitsTheNewestFirst(_ store: any ProductStore) async throws {
        let proof = try unwrap(try await store.feedProof(), "proof of the address")
        func awaited(_ limit: Int = 9) async throws -> [AwaitedDecision] {
            try await store.awaited(limit: limit, for: proof)
        }
        try expectEqual(try await awaited(), [], "where nothing waits")
        let chair = try await store.sampleProduct()
        let table = try await store.add(Sample.product(of: chair.vendor.id, named: "Table '$1"))
        func report(_ subject: Report.Subject, _ reason: ReportReason, after seconds: Int64) async throws -> Report {
            let new = NewReport(
                subject: subject,
                content: CheckedReport(reason: reason, text: "text", name: "name", mail: "mail@market.example"),
                receipt: ReceiptHash(rawValue: "\(subject) \(reason)"),
                network: "n",
                mayHold: false,
                createdAt: now.adding(seconds: seconds)
            )
            return try unwrap(try await store.addReport(new), "the report is stored").report
        }
        let first = try await report(.product(chair.id), .scam, after: 1)
        let second = try await report(.vendor(chair.vendor.id), .other, after: 3)
        let waiting = [
            AwaitedDecision(.report(second.id, .other), named: chair.vendor.name, since: now.adding(seconds: 3)),
            AwaitedDecision(.report(first.id, .scam), named: "Chair", since: now.adding(seconds: 1)),
        ]
        try expectEqual(try await awaited(), waiting, "open reports")
        try expectEqual(try await awaited(1), [waiting[0]], "the newest one")
        // Asked, it waits for its seller, and changed, for the operator.
        let commandLine = OperatorAuthenticator.commandLine
        _ = try await store.hold(table.id, .changeAsked, reason: "why", by: commandLine, at: now)
        try expectEqual(try await awaited(), waiting, "while the seller changes nothing")
        let changedAt = now.adding(seconds: 2)
        let edit = ProductEdit(
            id: table.id,
            expectedVersion: try await store.asSeller(table.id)?.product.version ?? 0,
            listing: try Sample.listing("Table of 90 cm"),
            updatedAt: changedAt
        )
        try await store.replace(edit).requireSaved("the seller edits it")
        let changed = AwaitedDecision(.changed(table.id), named: "Table of 90 cm", since: changedAt)
        try expectEqual(try await awaited(), [waiting[0], changed, waiting[1]], "with what was changed")
        _ = try await store.giveBack(table.id, reason: "why", at: changedAt)
        let decision = Report.Decision(.dismissed, reason: "why", decidedAt: changedAt)
        _ = try await store.decide(second.id, decision, hides: false)
        try expectEqual(try await awaited(), [waiting[1]], "after both are decided")
        let new = NewProduct(
            seller: .vendor(chair.vendor.id),
            listing: try Sample.listing("Lamp"),
            contact: nil,
            secretHash: Sample.hash,
            images: [],
            registeredAt: changedAt,
            waits: true
        )
        let lamp = try await store.add(new)
        let queued = AwaitedDecision(.waiting(lamp.id), named: "Lamp", since: changedAt)
        try expectEqual(try await awaited(), [queued, waiting[1]], "with one that waits for approval")
        try expect(try await store.approve(lamp.id, by: commandLine, at: changedAt), "it is approved")
        try expectEqual(try await awaited(), [waiting[1]], "after that")
        // A listing that is gone has no name.
        _ = try await store.delete(chair.id, isErasure: true, at: changedAt)
        try expectEqual(try await awaited().map(\.name), [nil], "a report of what is gone")
    }
}
