import MarketCore
import MarketModels

/// What is undone beside what others do, and what comes after it.
extension ContractCheck {
    static let undos = [
        ContractCheck("anUndoLeavesWhatIsDoneMeanwhile", anUndoLeavesWhatIsDoneMeanwhile),
        ContractCheck("aBlockThatIsUndoneLeavesTheNextOne", aBlockThatIsUndoneLeavesTheNextOne),
        ContractCheck(
            "aChangeAfterAnUndoneApprovalSaysWhatItHasChanged",
            aChangeAfterAnUndoneApprovalSaysWhatItHasChanged
        ),
    ]

    private static let proof = OperatorAuthenticator.commandLine
    private static let now = Sample.moment

    /// Others have seen what was approved, and so an operator reads what is changed of it. Nobody has seen what was never shown.
    private static func aChangeAfterAnUndoneApprovalSaysWhatItHasChanged(_ storage: ContractStorage) async throws {
        let store = try await storage.store()
        let seller = try await store.sampleVendor()
        func waiting(_ name: String) async throws -> Product {
            let new = NewProduct(
                seller: .vendor(seller.id),
                listing: try Sample.listing(name),
                contact: nil,
                secretHash: Sample.hash,
                images: [],
                registeredAt: now,
                waits: true
            )
            return try await store.add(new)
        }
        let (chair, lamp) = (try await waiting("Chair"), try await waiting("Lamp"))
        func undoNewest(in store: any ProductStore) async throws {
            let entry = try unwrap(try await store.moderationLog(before: nil, limit: 1).first, "an entry of the log")
            try expect(try await store.undo(entry.id, reason: "Too early", by: proof, at: now), "it is undone")
        }
        func change(_ id: Product.ID, to name: String, waits: Bool, in store: any ProductStore) async throws {
            let edit = ProductEdit(
                id: id,
                expectedVersion: try await store.existing(id).version,
                listing: try Sample.listing(name),
                updatedAt: now,
                waits: waits
            )
            try await store.replace(edit).requireSaved()
        }
        func changes(_ id: Product.ID, _ store: any ProductStore) async throws -> [ListingChange]? {
            try await store.hold(of: id)?.changes
        }
        _ = try await store.approve(chair.id, by: proof, at: now)
        try await undoNewest(in: store)
        _ = try await store.hide(lamp.id, reason: "A copy", at: now)
        try await undoNewest(in: store)
        try expectEqual(try await changes(chair.id, store), [], "what was changed before an edit")
        try await change(chair.id, to: "Armchair", waits: true, in: store)
        // Also where new listings don't wait any more.
        try await change(chair.id, to: "Scam", waits: false, in: store)
        try await change(lamp.id, to: "Desk lamp", waits: true, in: store)
        try await storage.nowAndAfterRestart { store in
            let waiting = try await store.listings(.waiting, after: nil, limit: 9, for: proof).map(\.product.id)
            try expectEqual(waiting, [lamp.id, chair.id], "what waits")
            let name = ListingChange(.name, before: "Chair")
            try expectEqual(try await changes(chair.id, store), [name], "what was changed of what others have seen")
            try expectEqual(try await changes(lamp.id, store), [], "what was changed of what nobody has seen")
        }
        let later = try await storage.store()
        let feed = try unwrap(try await later.feedProof(), "a feed")
        let kinds = try await later.awaited(limit: 9, for: feed).map(\.kind)
        try expectEqual(Set(kinds), [.changeWaits(chair.id), .waiting(lamp.id)], "what the feed says")
    }

    /// One moderator undoes what another one replaces at the same time. Whoever comes first, what the second one has done stays, and the
    /// log says in which order.
    private static func anUndoLeavesWhatIsDoneMeanwhile(_ store: any ProductStore) async throws {
        let seller = try await store.sampleVendor()
        let later = now.adding(seconds: 1)
        for round in 1...8 {
            var entries: [Product.ID: Int64] = [:]
            for _ in 1...3 {
                let id = try await store.add(Sample.product(of: seller.id)).id
                _ = try await store.hide(id, reason: "A scam", at: now)
                _ = try await store.setLocked(true, product: id, reason: "The police asks", by: proof, at: now)
                let log = try await store.moderationLog(before: nil, limit: 2)
                entries[id] = try unwrap(log.first { $0.action == .hidden }, "the hide").id
            }
            let undone = try await withThrowingTaskGroup(of: Product.ID?.self) { group in
                for (id, entry) in entries {
                    group.addTask {
                        try await store.undo(entry, reason: "A mistake", by: proof, at: later) ? id : nil
                    }
                    group.addTask {
                        _ = try await store.hold(id, .removed, reason: "A weapon", by: proof, at: later)
                        return nil
                    }
                    group.addTask {
                        _ = try await store.setLocked(false, product: id, reason: "Settled", by: proof, at: later)
                        return nil
                    }
                }
                return try await group.reduce(into: Set<Product.ID>()) { if let id = $1 { $0.insert(id) } }
            }
            for id in entries.keys {
                let hold = try unwrap(try await store.hold(of: id), "a hold, round \(round)")
                try expect(hold.kind == .removed && hold.reason == "A weapon", "what was done stays, round \(round)")
                try expectEqual(try await store.product(id, for: proof)?.lock?.reason, nil, "the lock, round \(round)")
                let log = try await store.moderationLog(
                    before: nil,
                    about: .product(id),
                    limit: 9,
                    at: later,
                    for: proof
                )
                let actions = log.map(\.action).filter { $0 != .locked && $0 != .unlocked }
                let expected: [ModerationEntry.Action] =
                    undone.contains(id) ? [.removed, .givenBack, .hidden] : [.removed, .hidden]
                try expectEqual(actions, expected, "what the log says, round \(round)")
                let hide = try unwrap(log.last { $0.action == .hidden }, "the hide")
                try expect(!hide.canBeUndone, "what was replaced isn't undone")
                try expect(try await !store.undo(hide.id, reason: "Again", by: proof, at: later), "nor later")
            }
        }
    }

    private static func aBlockThatIsUndoneLeavesTheNextOne(_ store: any ProductStore) async throws {
        let end = now.adding(days: 7)
        for round in 1...8 {
            let seller = try await store.sampleVendor("seller \(round)")
            _ = try await store.setBlocked(true, until: nil, vendor: seller.id, reason: "A scammer", by: proof, at: now)
            let block = try unwrap(try await store.moderationLog(before: nil, limit: 1).first, "the block")
            let isUndone = try await withThrowingTaskGroup(of: Bool.self) { group in
                group.addTask { try await store.undo(block.id, reason: "A mistake", by: proof, at: now) }
                group.addTask {
                    _ = try await store.setBlocked(
                        true,
                        until: end,
                        vendor: seller.id,
                        reason: "For a week",
                        by: proof,
                        at: now
                    )
                    return false
                }
                return try await group.reduce(false) { $0 || $1 }
            }
            let vendor = try unwrap(try await store.vendor(seller.id), "the seller")
            try expect(vendor.isBlocked && vendor.blockEndsAt == end, "the next block stays, round \(round)")
            let about = Report.Subject.vendor(seller.id)
            let log = try await store.moderationLog(before: nil, about: about, limit: 9, at: now, for: proof)
            try expectEqual(
                log.map(\.action),
                isUndone ? [.blocked, .unblocked, .blocked] : [.blocked, .blocked],
                "what the log says, round \(round)"
            )
        }
    }
}
