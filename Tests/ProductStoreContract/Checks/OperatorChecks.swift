import MarketCore
import MarketModels

extension ContractCheck {
    static let operators = [
        ContractCheck("operatorsAreAddedOnceAndListed", operatorsAreAddedOnceAndListed),
        ContractCheck("theLastOperatorStays", theLastOperatorStays),
        ContractCheck("twoOperatorsCannotRemoveEachOtherAtOnce", twoOperatorsCannotRemoveEachOtherAtOnce),
        ContractCheck("aLinkOfAnOperatorIsUsedOnce", aLinkOfAnOperatorIsUsedOnce),
        ContractCheck("ofLinksMadeAtOnceOneIsLeft", ofLinksMadeAtOnceOneIsLeft),
        ContractCheck("theFirstLinkMakesTheFirstOperatorOnly", theFirstLinkMakesTheFirstOperatorOnly),
        ContractCheck("aSessionEndsWhenItIsNotUsed", aSessionEndsWhenItIsNotUsed),
        ContractCheck("whatIsFromTheFutureLetsNobodyIn", whatIsFromTheFutureLetsNobodyIn),
        ContractCheck("aSessionIsEndedByWhoseItIs", aSessionIsEndedByWhoseItIs),
        ContractCheck("operatorsDoNotChangeTheRevision", operatorsDoNotChangeTheRevision),
        ContractCheck("whatIsDoneAboutOperatorsIsLogged", whatIsDoneAboutOperatorsIsLogged),
    ]

    private static let end = Sample.moment.adding(seconds: 600)
    private static let browser = BrowserName(application: "Chrome", system: "Android")

    /// The clock of the samples.
    private struct SampleClock: WallClock {
        var now: Timestamp { Sample.moment }
    }

    private static func hash(_ text: String) -> OperatorKeyHash { OperatorKeyHash(rawValue: text) }

    /// Adds an operator and signs them in.
    private static func signIn(
        _ name: String,
        _ role: Operator.Role = .operator,
        in store: any ProductStore
    ) async throws -> OperatorSession {
        _ = try await store.addOperator(name, role, at: Sample.moment)
        try expect(try await store.addOperatorLink(hash("l-\(name)"), for: name, endsAt: end), "a link is stored")
        let holder = try await store.redeemOperatorLink(
            hash("l-\(name)"),
            session: hash("s-\(name)"),
            in: browser,
            at: Sample.moment
        )
        try expectEqual(holder?.name, name, "who is signed in")
        return try unwrap(try await store.operatorSession(hash("s-\(name)"), at: Sample.moment), "the session")
    }

    private static func operatorsAreAddedOnceAndListed(_ storage: ContractStorage) async throws {
        let store = try await storage.store()
        try expectEqual(try await store.operators(), [], "the operators of a new market")
        let kim = try unwrap(try await store.addOperator("김 씨 '$1\\", .operator, at: Sample.moment), "the first")
        let lee = try unwrap(try await store.addOperator("Lee", .moderator, at: end), "the second")
        try expectEqual(try await store.addOperator("Lee", .operator, at: end), nil, "a name that is taken")
        try await storage.nowAndAfterRestart { store in
            try expectEqual(try await store.operators(), [kim, lee], "all operators")
        }
        try expect(kim.role == .operator && lee.role == .moderator && lee.createdAt == end, "what was given")
    }

    private static func theLastOperatorStays(_ store: any ProductStore) async throws {
        let session = try await signIn("Kim", in: store)
        _ = try await signIn("Lee", .moderator, in: store)
        try expectEqual(try await store.removeOperator("Park"), .unknown, "somebody who isn't there")
        try expectEqual(try await store.removeOperator("Kim"), .last, "the last operator, beside a moderator")
        _ = try await store.addOperator("Park", .operator, at: end)
        try expectEqual(try await store.removeOperator("Kim"), .removed, "one of two operators")
        try expectEqual(try await store.removeOperator("Lee"), .removed, "a moderator")
        try expectEqual(try await store.operators().map(\.name), ["Park"], "who is left")
        try expectEqual(try await store.operatorSession(hash("s-Kim"), at: end), nil, "the session of one who is gone")
        try expectEqual(try await store.operatorSessions(at: end), [], "all sessions")
        // Another one with the name is somebody else.
        let again = try unwrap(try await store.addOperator("Kim", .moderator, at: end), "a name that is free again")
        try expect(again.id != session.holder.id, "the number is new")
        try expectEqual(try await store.operatorSession(hash("s-Kim"), at: end), nil, "the session of the former one")
    }

    private static func twoOperatorsCannotRemoveEachOtherAtOnce(_ store: any ProductStore) async throws {
        for round in 0..<5 {
            let names = ["Kim \(round)", "Lee \(round)"]
            for name in names { _ = try await store.addOperator(name, .operator, at: Sample.moment) }
            for one in try await store.operators() where !names.contains(one.name) {
                _ = try await store.removeOperator(one.name)
            }
            let outcomes = try await withThrowingTaskGroup(of: OperatorRemoval.self) { group in
                for name in names { group.addTask { try await store.removeOperator(name) } }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            try expectEqual(Set(outcomes), [.removed, .last], "the outcomes")
        }
    }

    private static func aLinkOfAnOperatorIsUsedOnce(_ store: any ProductStore) async throws {
        _ = try await store.addOperator("Kim", .moderator, at: Sample.moment)
        try expect(try await !store.addOperatorLink(hash("x"), for: "Lee", endsAt: end), "nobody has the name")
        try expect(try await store.addOperatorLink(hash("old"), for: "Kim", endsAt: end), "a link")
        try expect(try await store.addOperatorLink(hash("new"), for: "Kim", endsAt: end), "a second one")
        let now = Sample.moment
        try expectEqual(try await store.operatorLink(hash("old"), at: now), nil, "the link that the second one ended")
        try expectEqual(
            try await store.operatorLink(hash("new"), at: now),
            OperatorLink(name: "Kim"),
            "the link, without using it"
        )
        try expectEqual(try await store.operatorLink(hash("new"), at: end), nil, "the link when its time is over")
        try expectEqual(
            try await store.redeemOperatorLink(hash("new"), session: hash("s"), in: browser, at: end),
            nil,
            "a link that is too old"
        )
        let holders = try await withThrowingTaskGroup(of: Operator?.self) { group in
            for number in 0..<4 {
                group.addTask {
                    try await store.redeemOperatorLink(hash("new"), session: hash("s\(number)"), in: browser, at: now)
                }
            }
            return try await group.reduce(into: [Operator]()) { if let one = $1 { $0.append(one) } }
        }
        try expectEqual(holders.map(\.name), ["Kim"], "those who use it at once, of which one succeeds")
        let sessions = try await store.operatorSessions(at: now)
        try expectEqual(sessions.count, 1, "the number of sessions")
        // Whose answer was lost sends the same again, and a stranger something else.
        for number in 0..<4 {
            let holder = try await store.redeemOperatorLink(
                hash("new"),
                session: hash("s\(number)"),
                in: browser,
                at: now
            )
            let isOwn = try await store.operatorSession(hash("s\(number)"), at: now) != nil
            try expectEqual(holder != nil, isOwn, "whether session \(number) is repeated")
        }
        try expectEqual(try await store.operatorSessions(at: now), sessions, "the sessions in the end")
    }

    private static func ofLinksMadeAtOnceOneIsLeft(_ store: any ProductStore) async throws {
        _ = try await store.addOperator("Kim", .moderator, at: Sample.moment)
        for round in 0..<10 {
            let hashes = (0..<4).map { hash("\(round)-\($0)") }
            try await withThrowingTaskGroup(of: Bool.self) { group in
                for one in hashes {
                    group.addTask { try await store.addOperatorLink(one, for: "Kim", endsAt: end) }
                }
                for try await isStored in group { try expect(isStored, "a link is stored") }
            }
            var links: [OperatorLink] = []
            for one in hashes {
                let link = try await store.operatorLink(one, at: Sample.moment)
                if let link { links.append(link) }
            }
            try expectEqual(links, [OperatorLink(name: "Kim")], "the links that can be used, round \(round)")
        }
    }

    private static func theFirstLinkMakesTheFirstOperatorOnly(_ store: any ProductStore) async throws {
        let now = Sample.moment
        for name in ["a", "b"] {
            try expect(try await store.addOperatorLink(hash(name), for: nil, endsAt: end), "a link before any operator")
        }
        try expectEqual(try await store.operatorLink(hash("a"), at: now), OperatorLink(name: nil), "for whom it is")
        try expectEqual(try await store.operators(), [], "the operators before it is used")
        let first = try await store.redeemOperatorLink(hash("a"), session: hash("s"), in: BrowserName(), at: now)
        let session = try await store.operatorSession(hash("s"), at: now)
        try expectEqual(session?.browser, BrowserName(), "a browser that doesn't say what it is")
        try expectEqual(first?.role, .operator, "what the first one may do")
        try expectEqual(
            try await store.redeemOperatorLink(hash("b"), session: hash("t"), in: browser, at: now),
            nil,
            "another link for the first one"
        )
        try expect(try await !store.addOperatorLink(hash("c"), for: nil, endsAt: end), "no link once there is one")
        try expectEqual(try await store.operators().count, 1, "the number of operators")
    }

    private static func aSessionEndsWhenItIsNotUsed(_ store: any ProductStore) async throws {
        let session = try await signIn("Kim", in: store)
        let idle = OperatorAuthenticator.idleHours * 3600
        let late = Sample.moment.adding(seconds: idle - 1)
        // Not after a restart, which is a move in some tests, and ends sessions.
        try expectEqual(try await store.operatorSession(hash("s-Kim"), at: late), session, "shortly before")
        try expectEqual(try await store.operatorSession(hash("s-Lee"), at: late), nil, "another one")
        let end = Sample.moment.adding(seconds: idle)
        try expectEqual(try await store.operatorSession(hash("s-Kim"), at: end), nil, "after 12 idle hours")
        try expectEqual(try await store.operatorSessions(at: end), [], "all sessions then")
        try await store.useOperatorSession(session.id, at: late)
        // A clock that was set back doesn't shorten it.
        try await store.useOperatorSession(session.id, at: Sample.moment)
        let later = late.adding(seconds: idle - 1)
        let used = try await store.operatorSession(hash("s-Kim"), at: later)
        try expectEqual(used?.usedAt, late, "when it was used")
        try expectEqual(try await store.operatorSessions(at: later).map(\.id), [session.id], "the sessions")
    }

    /// What was made while the clock was ahead.
    private static func whatIsFromTheFutureLetsNobodyIn(_ store: any ProductStore) async throws {
        let session = try await signIn("Kim", in: store)
        let later = Sample.moment.adding(days: 40)
        try await store.useOperatorSession(session.id, at: later)
        _ = try await store.addOperator("Lee", .operator, at: later)
        let end = later.adding(seconds: 600)
        try expect(try await store.addOperatorLink(hash("ahead"), for: "Lee", endsAt: end), "a link is stored")
        let soon = Sample.moment.adding(days: 2)
        for moment in [Sample.moment, soon, later.adding(seconds: -86_401)] {
            try expectEqual(try await store.operatorSession(hash("s-Kim"), at: moment), nil, "the session")
            try expectEqual(try await store.operatorSessions(at: moment), [], "all sessions")
            try expectEqual(try await store.operatorLink(hash("ahead"), at: moment), nil, "the link")
            let holder = try await store.redeemOperatorLink(hash("ahead"), session: hash("s"), in: browser, at: moment)
            try expectEqual(holder, nil, "who signs in with the link")
        }
        let inTime = later.adding(days: -1)
        try expectEqual(
            try await store.operatorSession(hash("s-Kim"), at: inTime)?.id,
            session.id,
            "on a machine whose clock is a day behind"
        )
        try expect(try await store.operatorLink(hash("ahead"), at: inTime) != nil, "and the link there")
        // The next one who signs in ends them for good.
        _ = try await store.addOperator("Park", .operator, at: soon)
        let soonEnd = soon.adding(seconds: 600)
        try expect(try await store.addOperatorLink(hash("l-Park"), for: "Park", endsAt: soonEnd), "another link")
        let park = try await store.redeemOperatorLink(hash("l-Park"), session: hash("s-Park"), in: browser, at: soon)
        try expectEqual(park?.name, "Park", "who signs in")
        try expectEqual(try await store.operatorSession(hash("s-Kim"), at: later), nil, "the session in its time")
        try expectEqual(try await store.operatorLink(hash("ahead"), at: later), nil, "the link in its time")
    }

    private static func aSessionIsEndedByWhoseItIs(_ store: any ProductStore) async throws {
        let kim = try await signIn("Kim", in: store)
        let lee = try await signIn("Lee", .moderator, in: store)
        try expectEqual(try await store.operatorSessions(at: Sample.moment), [lee, kim], "the newest first")
        try expectEqual(kim.browser, browser, "what its browser says that it is")
        try expect(try await !store.endOperatorSession(kim.id, of: "Lee"), "not that of somebody else")
        try expect(try await store.operatorSession(hash("s-Kim"), at: Sample.moment) != nil, "it goes on")
        try expect(try await store.endOperatorSession(lee.id, of: "Lee"), "one's own")
        try expect(try await !store.endOperatorSession(lee.id, of: nil), "not twice")
        try expectEqual(try await store.operatorSession(hash("s-Lee"), at: Sample.moment), nil, "an ended session")
        try expect(try await store.endOperatorSession(kim.id, of: nil), "anybody's")
        try expectEqual(try await store.operatorSessions(at: Sample.moment), [], "all sessions")
    }

    private static func operatorsDoNotChangeTheRevision(_ store: any ProductStore) async throws {
        let revision = store.revision
        let session = try await signIn("Kim", in: store)
        _ = try await store.endOperatorSession(session.id, of: nil)
        _ = try await store.removeOperator("Kim")
        try expectEqual(store.revision, revision, "the revision")
    }

    private static func whatIsDoneAboutOperatorsIsLogged(_ storage: ContractStorage) async throws {
        let store = try await storage.store()
        let product = try await store.sampleProduct()
        _ = try await store.addOperator("Kim", .operator, at: Sample.moment)
        let authenticator = store.operatorAuthenticator(clock: SampleClock())
        let link = try await authenticator.makeLink(for: "Kim", by: OperatorAuthenticator.recentCommandLine)
        let browser = String(repeating: "b", count: 32)
        let signedIn = try await authenticator.signIn(withLink: link, in: browser, named: BrowserName(), from: .unknown)
        let kim = try unwrap(try await authenticator.session(signedIn?.session, from: .unknown), "Kim is signed in")
        let own = try unwrap(kim.session?.id, "the session")
        let lee = try await signIn("Lee", .moderator, in: store)
        let former = try await signIn("Kim", in: store)
        // What does nothing has no entry.
        try expectEqual(try await store.addOperator("Lee", .operator, at: Sample.moment), nil, "a taken name")
        try expect(try await !store.setOperatorFeed(hash("x"), of: "Park", at: Sample.moment), "nobody's feed")
        let nobodys = try await store.addOperatorKey(hash("x"), named: "x", of: "Park", at: Sample.moment)
        try expectEqual(nobodys, nil, "nobody's key")
        try expect(try await !store.addOperatorLink(hash("x"), for: "Park", endsAt: end), "nobody's link")
        try expect(try await !store.endOperatorFeed(of: "Lee"), "a feed that isn't there")
        try expect(try await !store.endOperatorSession(lee.id, of: "Kim"), "the browser of somebody else")
        try expectEqual(try await store.removeOperator("Kim"), .last, "the last operator")
        // What does something has one.
        try expect(try await store.setOperatorFeed(hash("f"), of: "Lee", at: Sample.moment), "a feed")
        try expect(try await store.endOperatorFeed(of: "Lee"), "it is ended")
        let made = try await store.addOperatorKey(hash("k"), named: "backup", of: "Lee", at: Sample.moment)
        let key = try unwrap(made, "a key")
        try expect(try await !store.endOperatorKey(key.id, of: "Kim"), "the key of somebody else")
        try expect(try await store.endOperatorKey(key.id, of: nil), "anybody's")
        try expect(try await store.endOperatorSession(lee.id, of: nil, by: kim, at: end), "Kim ends Lee's browser")
        // Signing out, and in again, hasn't.
        try expect(try await store.endOperatorSession(own, of: nil, by: kim, at: end), "Kim signs out")
        try expect(try await store.endOperatorSession(former.id, of: nil, by: nil, at: end), "a session of before")
        _ = try await store.hide(product.id, reason: "Stolen", at: Sample.moment)
        try expectEqual(try await store.removeOperator("Lee"), .removed, "a moderator")
        let park = try unwrap(try await store.keyProof(of: "Park", named: "script"), "proof of a moderator's key")

        try await storage.nowAndAfterRestart { store in
            let log = try await store.logAboutOperators()
            try expectEqual(
                log.reversed().map { "\($0.action.rawValue) \($0.setting ?? "-") \($0.reason)" },
                [
                    "operator_added Kim ", "operator_link_made Kim ", "moderator_added Lee ", "operator_link_made Lee ",
                    "operator_link_made Kim ", "operator_feed_made Lee ", "operator_feed_ended Lee ",
                    "operator_key_made Lee backup", "operator_key_ended Lee backup", "operator_session_ended Lee ",
                    "operator_removed Lee ", "moderator_added Park ", "operator_key_made Park script",
                ],
                "what was done"
            )
            for entry in log {
                let isByKim = entry.action == .operatorSessionEnded
                try expectEqual(
                    entry.actor.description,
                    isByKim ? "Kim" : "command line",
                    "who has done \(entry.action)"
                )
                try expect(!entry.canBeUndone && entry.vendor == nil, "what \(entry.action) is about")
            }
            // A moderator sees what is done about listings and sellers.
            let seen = try await store.moderationLog(before: nil, about: nil, limit: 9, at: end, for: park)
            try expectEqual(seen.map(\.action), [.hidden], "the log for a moderator")
        }
    }
}
