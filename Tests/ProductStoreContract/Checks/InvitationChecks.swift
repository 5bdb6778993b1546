import MarketCore
import MarketModels

extension ContractCheck {
    static let invitations = [
        ContractCheck("anInvitationIsAcceptedByOneBrowser", anInvitationIsAcceptedByOneBrowser),
        ContractCheck("aRevokedOrExpiredInvitationGivesNothing", aRevokedOrExpiredInvitationGivesNothing),
        ContractCheck("aLinkThatIsThereInvitesOnce", aLinkThatIsThereInvitesOnce),
        ContractCheck("anotherIdentifierIsNotGivenToAnEarlierBrowser", anotherIdentifierIsNotGivenToAnEarlierBrowser),
        ContractCheck("onlyVendorsAreInvited", onlyVendorsAreInvited),
        ContractCheck("invitationsAreListedByPageAndLogged", invitationsAreListedByPageAndLogged),
    ]

    private static let now = Sample.moment
    private static let end = Sample.moment.adding(days: 7)
    private static let proof = OperatorAuthenticator.commandLine

    private static func hash(_ text: String) -> InvitationHash { InvitationHash(rawValue: text) }

    private static func kim(_ store: any ProductStore) async throws -> (vendor: Vendor, identifier: VendorIdentifier) {
        let identifier = try unwrap(VendorIdentifier("kim"), "an identifier")
        let new = NewVendor(identifier: identifier, name: "김 씨 '$1\\", createdAt: now)
        return (try unwrap(try await store.addVendor(new), "a vendor"), identifier)
    }

    private static func invite(
        _ text: String,
        _ vendor: Vendor.ID,
        in store: any ProductStore
    ) async throws -> Invitation {
        let made = try await store.addInvitation(hash(text), for: vendor, endsAt: end, by: proof, at: now)
        return try unwrap(made, "an invitation")
    }

    private static func anInvitationIsAcceptedByOneBrowser(_ storage: ContractStorage) async throws {
        let store = try await storage.store()
        let (kim, identifier) = try await kim(store)
        let revision = store.revision
        let made = try await invite("a", kim.id, in: store)
        try expect(made.vendor == kim && made.state(at: now) == .open && made.endsAt == end, "what was made")
        try expectEqual(try await store.invitedSeller(hash("b"), for: nil, at: now), nil, "another link")
        for _ in 1...2 {
            let seller = try await store.invitedSeller(hash("a"), for: nil, at: now)
            try expectEqual(seller?.vendor, kim, "whom it is for, without using it")
            try expectEqual(seller?.identifier, identifier, "what it gives")
        }
        let accepted = try await withThrowingTaskGroup(of: BrowserDigest?.self) { group in
            for number in 0..<4 {
                group.addTask {
                    let browser = BrowserDigest(rawValue: "browser \(number)")
                    return try await store.acceptInvitation(hash("a"), for: browser, at: now) == nil ? nil : browser
                }
            }
            return try await group.reduce(into: [BrowserDigest]()) { if let one = $1 { $0.append(one) } }
        }
        try expectEqual(accepted.count, 1, "the browsers that accept it at once, of which one succeeds")
        try expectEqual(store.revision, revision, "the revision")
        try await storage.nowAndAfterRestart { store in
            for number in 0..<4 {
                let browser = BrowserDigest(rawValue: "browser \(number)")
                let isOwn = accepted.contains(browser)
                let again = try await store.acceptInvitation(hash("a"), for: browser, at: now)
                try expectEqual(again != nil, isOwn, "whether browser \(number) repeats it")
                let seen = try await store.invitedSeller(hash("a"), for: browser, at: now)
                try expectEqual(seen != nil, isOwn, "whether browser \(number) sees it")
            }
            try expectEqual(try await store.invitedSeller(hash("a"), for: nil, at: now), nil, "a new browser")
            let state = try await store.invitations(after: nil, limit: 9, for: proof).first?.state(at: now)
            try expectEqual(state, .accepted, "its state")
            try expect(
                try await !store.revokeInvitation(made.id, by: proof, at: now),
                "what was accepted isn't revoked"
            )
            let log = try await store.moderationLog(before: nil, limit: 9)
            try expectEqual(log.map(\.action), [.invitationAccepted, .invited], "the log, with one entry of each")
            try expect(log.allSatisfy { $0.vendor == kim.id && !$0.canBeUndone }, "whom the log is about")
        }
    }

    private static func aRevokedOrExpiredInvitationGivesNothing(_ store: any ProductStore) async throws {
        let (kim, _) = try await kim(store)
        let browser = BrowserDigest(rawValue: "browser")
        let revoked = try await invite("revoked", kim.id, in: store)
        let late = try await invite("late", kim.id, in: store)
        try expect(try await store.revokeInvitation(revoked.id, by: proof, at: now), "one that is open is revoked")
        try expect(try await !store.revokeInvitation(revoked.id, by: proof, at: now), "not twice")
        for (text, moment) in [("revoked", now), ("late", end)] {
            try expectEqual(try await store.invitedSeller(hash(text), for: nil, at: moment), nil, "\(text), seen")
            let accepted = try await store.acceptInvitation(hash(text), for: browser, at: moment)
            try expectEqual(accepted, nil, "\(text), accepted")
        }
        let states = try await store.invitations(after: nil, limit: 9, for: proof).map { $0.state(at: end) }
        try expectEqual(states, [.expired, .revoked], "the states")
        // Nobody had used it, so it still works until its time is over.
        let before = end.adding(seconds: -1)
        try expect(try await store.acceptInvitation(hash("late"), for: browser, at: before) != nil, "shortly before")
        try expectEqual(late.state(at: before), .open, "its state then")
        let log = try await store.moderationLog(before: nil, limit: 9).map(\.action)
        try expectEqual(log, [.invitationAccepted, .invitationRevoked, .invited, .invited], "the log")
        // One that was made while the clock was ahead waits for its time.
        let ahead = try await invite("ahead", kim.id, in: store)
        let early = now.adding(days: -20)
        try expectEqual(try await store.invitedSeller(hash("ahead"), for: nil, at: early), nil, "too early, seen")
        try expectEqual(
            try await store.acceptInvitation(hash("ahead"), for: browser, at: early),
            nil,
            "too early, accepted"
        )
        let behind = now.adding(days: -1)
        let seller = try await store.acceptInvitation(hash("ahead"), for: browser, at: behind)
        try expectEqual(seller?.vendor, ahead.vendor, "on a machine whose clock is a day behind")
    }

    /// A seller who ends all other browsers gets another identifier, so that those don't know it.
    private static func anotherIdentifierIsNotGivenToAnEarlierBrowser(_ storage: ContractStorage) async throws {
        let store = try await storage.store()
        let (kim, former) = try await kim(store)
        let lee = try await store.sampleVendor("lee")
        let browser = BrowserDigest(rawValue: "browser")
        for (text, vendor) in [("used", kim.id), ("open", kim.id), ("lee's", lee.id)] {
            _ = try await invite(text, vendor, in: store)
        }
        for text in ["used", "lee's"] {
            try expect(try await store.acceptInvitation(hash(text), for: browser, at: now) != nil, "\(text), accepted")
        }
        let key = BrowserKey()
        try await store.giveRight(for: store.add(Sample.product(of: kim.id)).id, to: key, at: now)
        let new = try await store.replaceIdentifier(former, of: kim.id, by: key)
        try await storage.nowAndAfterRestart { store in
            for reader in [browser, BrowserDigest(rawValue: "another browser"), nil] {
                let seller = try await store.invitedSeller(hash("used"), for: reader, at: now)
                try expectEqual(seller, nil, "what \(reader?.rawValue ?? "a new browser") sees")
            }
            let again = try await store.acceptInvitation(hash("used"), for: browser, at: now)
            try expectEqual(again, nil, "what the earlier browser gets")
            // One that nobody has used is for a browser of the operator's choice, and others' sellers keep theirs.
            let open = try await store.invitedSeller(hash("open"), for: nil, at: now)
            try expectEqual(open?.identifier, new, "what an open invitation gives")
            let other = try await store.acceptInvitation(hash("lee's"), for: browser, at: now)
            try expectEqual(other?.vendor.id, lee.id, "what a browser of another seller repeats")
            let states = try await store.invitations(after: nil, limit: 9, for: Self.proof).map { $0.state(at: now) }
            try expectEqual(states, [.accepted, .open, .accepted], "the states, the newest first")
        }
    }

    private static func aLinkThatIsThereInvitesOnce(_ storage: ContractStorage) async throws {
        let store = try await storage.store()
        let (kim, _) = try await kim(store)
        let made = try await withThrowingTaskGroup(of: Invitation.self) { group in
            for _ in 1...4 { group.addTask { try await invite("a", kim.id, in: store) } }
            return try await group.reduce(into: Set<Invitation>()) { $0.insert($1) }
        }
        try expectEqual(made.count, 1, "the invitations that are made at once")
        let browser = BrowserDigest(rawValue: "browser")
        try expect(try await store.acceptInvitation(hash("a"), for: browser, at: now) != nil, "it is accepted")
        try await storage.nowAndAfterRestart { store in
            let again = try await invite("a", kim.id, in: store)
            try expect(again.id == made.first?.id && again.state(at: now) == .accepted, "it stays what it is")
            let log = try await store.moderationLog(before: nil, limit: 9)
            try expectEqual(log.map(\.action), [.invitationAccepted, .invited], "the log")
        }
    }

    private static func onlyVendorsAreInvited(_ store: any ProductStore) async throws {
        for id in [Vendor.guestID, Vendor.ID(rawValue: 4711)] {
            let made = try await store.addInvitation(hash("\(id)"), for: id, endsAt: end, by: proof, at: now)
            try expectEqual(made, nil, "an invitation of vendor \(id.rawValue)")
        }
        try expectEqual(try await store.invitations(after: nil, limit: 9, for: proof), [], "all invitations")
        try expectEqual(try await store.moderationLog(before: nil, limit: 9), [], "the log")
    }

    private static func invitationsAreListedByPageAndLogged(_ storage: ContractStorage) async throws {
        let store = try await storage.store()
        let (kim, _) = try await kim(store)
        var made: [Invitation] = []
        for number in 1...5 { made.insert(try await invite("\(number)", kim.id, in: store), at: 0) }
        let all = made
        try await storage.nowAndAfterRestart { store in
            let first = try await store.invitations(after: nil, limit: 3, for: proof)
            try expectEqual(first, Array(all.prefix(3)), "the first page")
            let second = try await store.invitations(after: first.last?.id, limit: 3, for: proof)
            try expectEqual(second, Array(all.suffix(2)), "the second page")
        }
        let ofKim = try await storage.store()
            .moderationLog(before: nil, about: .vendor(kim.id), limit: 9, at: now, for: proof)
        try expectEqual(ofKim.count, 5, "the entries of the log about the vendor")
    }
}
