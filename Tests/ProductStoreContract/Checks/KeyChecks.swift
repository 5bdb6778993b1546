import MarketCore
import MarketModels

extension ContractCheck {
    static let keys = [
        ContractCheck("aKeyIsAddedListedAndEnded", aKeyIsAddedListedAndEnded),
        ContractCheck("aKeyEndsWithItsOperator", aKeyEndsWithItsOperator),
        ContractCheck("theLogSaysWithWhichKey", theLogSaysWithWhichKey),
    ]

    private static let now = Sample.moment

    private static func hash(_ text: String) -> OperatorKeyHash { OperatorKeyHash(rawValue: text) }

    private static func aKeyIsAddedListedAndEnded(_ store: any ProductStore) async throws {
        for (name, role) in [("Kim", .operator), ("Lee", .moderator)] as [(String, Operator.Role)] {
            _ = try await store.addOperator(name, role, at: now)
        }
        let revision = store.revision
        try expectEqual(try await store.operatorKeys(), [], "the keys of a new market")
        let nobody = try await store.addOperatorKey(hash("x"), named: "x", of: "Park", at: now)
        try expectEqual(nobody, nil, "nobody has the name")
        let one = try await store.addOperatorKey(hash("k"), named: "백업 '$1\\", of: "Kim", at: now)
        let kim = try unwrap(one, "a key")
        let two = try await store.addOperatorKey(hash("l"), named: "b", of: "Lee", at: now.adding(seconds: 1))
        let lee = try unwrap(two, "that of another")
        try expect(kim.name == "백업 '$1\\" && kim.holder.role == .operator && kim.createdAt == now, "what was given")
        try expectEqual(try await store.operatorKeys(), [lee, kim], "the newest first")
        try expectEqual(try await store.operatorKey(hash("k")), kim, "a key by its hash")
        try expectEqual(try await store.operatorKey(hash("x")), nil, "one that nobody has")
        try expect(try await !store.endOperatorKey(kim.id, of: "Lee"), "not that of somebody else")
        try expectEqual(try await store.operatorKey(hash("k")), kim, "it goes on")
        try expect(try await store.endOperatorKey(lee.id, of: "Lee"), "one's own")
        try expect(try await !store.endOperatorKey(lee.id, of: nil), "not twice")
        try expect(try await store.endOperatorKey(kim.id, of: nil), "anybody's")
        try expectEqual(try await store.operatorKey(hash("k")), nil, "an ended key")
        try expectEqual(try await store.operatorKeys(), [], "all keys")
        try expectEqual(store.revision, revision, "the revision")
    }

    private static func aKeyEndsWithItsOperator(_ store: any ProductStore) async throws {
        _ = try await store.addOperator("Kim", .operator, at: now)
        _ = try await store.addOperator("Lee", .moderator, at: now)
        for name in ["Kim", "Lee"] { _ = try await store.addOperatorKey(hash(name), named: "a", of: name, at: now) }
        try expectEqual(try await store.removeOperator("Lee"), .removed, "a moderator")
        try expectEqual(try await store.operatorKey(hash("Lee")), nil, "the key of one who is gone")
        try expectEqual(try await store.operatorKeys().map(\.holder.name), ["Kim"], "those that are left")
    }

    private static func theLogSaysWithWhichKey(_ storage: ContractStorage) async throws {
        let store = try await storage.store()
        let product = try await store.sampleProduct()
        let proof = try unwrap(try await store.keyProof(of: "Kim", named: "backup"), "proof of a key")
        try expect(proof.role == .moderator && proof.name == "Kim", "whose key it is")
        _ = try await store.hold(product.id, .hidden, reason: "why", by: proof, at: now)
        _ = try await store.giveBack(product.id, reason: "why", at: now)
        _ = try await store.removeOperator("Kim")
        try await storage.nowAndAfterRestart { store in
            let log = try await store.moderationLog(before: nil, limit: 9)
            try expectEqual(log.map(\.keyName), [nil, "backup"], "the keys")
            try expectEqual(log.map(\.operatorName), [nil, "Kim"], "the operators")
            try expectEqual(log.map(\.actor.description), ["command line", "Kim (API, backup)"], "who, for commands")
        }
    }
}
