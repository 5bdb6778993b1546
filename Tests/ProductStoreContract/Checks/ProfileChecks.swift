import MarketCore
import MarketModels

extension ContractCheck {
    static let profiles = [
        ContractCheck("theProfileIsKeptAndRaisesTheRevision", theProfileIsKeptAndRaisesTheRevision),
        ContractCheck("settingsDefineTheProfile", settingsDefineTheProfile),
        ContractCheck("aPageWithGapsIsNeverPublished", aPageWithGapsIsNeverPublished),
        ContractCheck("onlyTheTextThatWasCheckedIsPublished", onlyTheTextThatWasCheckedIsPublished),
        ContractCheck("profilesChangedAtOnceAreAllKept", profilesChangedAtOnceAreAllKept),
    ]

    private static func key(_ field: ProfileField, _ language: String? = nil) throws -> ProfileKey {
        try unwrap(ProfileKey(field, in: language), "the key of \(field.name)")
    }

    private static func page(_ kind: MarketPage.Kind, _ language: String = "ko") throws -> MarketPage.ID {
        try unwrap(MarketPage.ID(kind, in: language), "the page \(kind)")
    }

    private static func theProfileIsKeptAndRaisesTheRevision(_ storage: ContractStorage) async throws {
        let store = try await storage.store()
        try expectEqual(store.profile, .empty, "at first, the operator has set nothing")
        let (name, contact) = (try key(.name, "ko"), try key(.contact))
        for (key, value) in [(name, "연남 장터"), (contact, "help@market.example"), (name, "연남동 장터 \u{1F33B}")] {
            let before = (store.revision, store.siteRevision)
            try expect(try await store.changeProfile(.set(key, value), at: Sample.moment), "it is stored")
            try expect(store.revision > before.0 && store.siteRevision > before.1, "pages are made anew")
        }
        let imprint = try page(.imprint)
        let text = "# 운영자\n\n'\"<b>\u{1F33B}\n"
        try expect(try await store.changeProfile(.setPage(imprint, text), at: Sample.moment), "the page is stored")
        try await storage.nowAndAfterRestart { store in
            try expectEqual(
                store.profile,
                MarketProfile(
                    values: [name: "연남동 장터 \u{1F33B}", contact: "help@market.example"],
                    pages: [MarketPage(id: imprint, text: text, isPublished: false, changedAt: Sample.moment)]
                ),
                "the profile"
            )
        }
        let reopened = try await storage.store()
        try expect(try await reopened.changeProfile(.unset(contact), at: Sample.moment), "it is removed")
        try expect(try await reopened.changeProfile(.removePage(imprint), at: Sample.moment), "the page is removed")
        let revision = reopened.revision
        for change in [ProfileChange.unset(contact), .removePage(imprint), .unpublish(imprint)] {
            try expect(!(try await reopened.changeProfile(change, at: Sample.moment)), "nothing is there to change")
        }
        try expectEqual(reopened.revision, revision, "what changes nothing raises no revision")
        try expectEqual(try await storage.reopened().profile.values, [name: "연남동 장터 \u{1F33B}"], "what stays")
    }

    private static func settingsDefineTheProfile(_ storage: ContractStorage) async throws {
        var store = try await storage.store()
        let (name, english, contact) = (try key(.name, "ko"), try key(.name, "en"), try key(.contact))
        _ = try await store.changeProfile(.set(name, "장터"), at: Sample.moment)
        _ = try await store.changeProfile(.set(english, "Market"), at: Sample.moment)
        let settings = [name: "설정", contact: "help@market.example"]
        try expect(try await store.changeProfile(.define(settings), at: Sample.moment), "they are applied")
        let all = [name: "설정", contact: "help@market.example", english: "Market"]
        for opening in 1...2 {
            try expectEqual(store.profile.values, all, "the values")
            try expectEqual(store.profile.fixedKeys, [name, contact], "those of the settings")
            for change in [ProfileChange.set(name, "다른"), .unset(name), .unset(contact)] {
                try expect(!(try await store.changeProfile(change, at: Sample.moment)), "commands change none of these")
            }
            try expectEqual(store.profile.values, all, "nothing has changed")
            if opening == 1 { store = try await storage.reopened() }
        }
        let revision = store.revision
        try expect(!(try await store.changeProfile(.define(settings), at: Sample.moment)), "the same ones")
        try expectEqual(store.revision, revision, "change nothing")
        _ = try await store.changeProfile(.define([contact: "new@market.example"]), at: Sample.moment)
        try expectEqual(store.profile.fixedKeys, [contact], "what the settings define now")
        try expectEqual(store.profile.values[name], "설정", "what they defined before stays")
        try expect(try await store.changeProfile(.set(name, "장터"), at: Sample.moment), "and can be changed again")
        _ = try await store.changeProfile(.define([:]), at: Sample.moment)
        try expectEqual(
            try await storage.reopened().profile,
            MarketProfile(values: [name: "장터", english: "Market", contact: "new@market.example"]),
            "without settings"
        )
    }

    private static func aPageWithGapsIsNeverPublished(_ storage: ContractStorage) async throws {
        let store = try await storage.store()
        let terms = try page(.terms)
        _ = try await store.changeProfile(.setPage(terms, "By [your name]"), at: Sample.moment)
        _ = try await store.changeProfile(.setPage(terms, "By Wonbi"), at: Sample.moment)
        try expect(try await store.changeProfile(.publish(terms, text: "By Wonbi"), at: Sample.moment), "published")
        try expectEqual(store.profile.publishedKinds, [.terms], "people see it")
        try expectEqual(store.profile.published(.terms, in: "en")?.text, "By Wonbi", "in the other language, too")
        let gap = ProfileChange.setPage(terms, "By [your name]")
        try expect(!(try await store.changeProfile(gap, at: Sample.moment)), "a text with gaps isn't stored over it")
        try expect(try await store.changeProfile(.setPage(terms, "By Kim"), at: Sample.moment), "another text is")
        try await storage.nowAndAfterRestart { store in
            try expectEqual(store.profile.published(.terms, in: "ko")?.text, "By Kim", "and stays published")
        }
        let reopened = try await storage.store()
        _ = try await reopened.changeProfile(.unpublish(terms), at: Sample.moment)
        try expectEqual(reopened.profile.publishedKinds, [], "nobody sees it")
        try expect(try await reopened.changeProfile(gap, at: Sample.moment), "now it may have gaps")
    }

    private static func onlyTheTextThatWasCheckedIsPublished(_ storage: ContractStorage) async throws {
        let store = try await storage.store()
        let terms = try page(.terms)
        let publish = ProfileChange.publish(terms, text: "By Wonbi")
        try expect(!(try await store.changeProfile(publish, at: Sample.moment)), "there is no page")
        _ = try await store.changeProfile(.setPage(terms, "By [your name]"), at: Sample.moment)
        try expect(!(try await store.changeProfile(publish, at: Sample.moment)), "it has another text meanwhile")
        try expectEqual(store.profile.publishedKinds, [], "nobody sees it")
        _ = try await store.changeProfile(.setPage(try page(.terms, "en"), "By Wonbi"), at: Sample.moment)
        try expect(!(try await store.changeProfile(publish, at: Sample.moment)), "another language isn't the page")
    }

    private static func profilesChangedAtOnceAreAllKept(_ storage: ContractStorage) async throws {
        let store = try await storage.store()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for key in ProfileKey.allCases {
                for round in 1...5 {
                    group.addTask {
                        _ = try await store.changeProfile(.set(key, "\(key.rawValue) \(round)"), at: Sample.moment)
                    }
                }
            }
            try await group.waitForAll()
        }
        let last = store.profile
        try expectEqual(Set(last.values.keys), Set(ProfileKey.allCases), "every value is there")
        try expectEqual(try await storage.reopened().profile, last, "what was seen last is what is stored")
    }
}
