import MarketCore
import MarketModels

extension ContractCheck {
    static let profiles = [
        ContractCheck("theProfileIsKeptAndRaisesTheRevision", theProfileIsKeptAndRaisesTheRevision),
        ContractCheck("settingsDefineTheProfile", settingsDefineTheProfile),
        ContractCheck("aPageWithGapsIsNeverPublished", aPageWithGapsIsNeverPublished),
        ContractCheck("onlyTheTextThatWasCheckedIsPublished", onlyTheTextThatWasCheckedIsPublished),
        ContractCheck("profilesChangedAtOnceAreAllKept", profilesChangedAtOnceAreAllKept),
        ContractCheck("editsAreMadeTogetherAndOverWhatWasSeen", editsAreMadeTogetherAndOverWhatWasSeen),
        ContractCheck("theLogoIsKept", theLogoIsKept),
        ContractCheck("onlyOneOfTwoFormsIsSaved", onlyOneOfTwoFormsIsSaved),
        ContractCheck("theLogSaysWhatOfTheMarketsOwnWasChanged", theLogSaysWhatOfTheMarketsOwnWasChanged),
    ]

    private static func key(_ field: ProfileField, _ language: Language? = nil) throws -> ProfileKey {
        try unwrap(ProfileKey(field, in: language), "the key of \(field.name)")
    }

    private static func page(_ kind: MarketPage.Kind, _ language: Language = .korean) -> MarketPage.ID {
        MarketPage.ID(kind, in: language)
    }

    private static func theProfileIsKeptAndRaisesTheRevision(_ storage: ContractStorage) async throws {
        let store = try await storage.store()
        try expectEqual(store.profile, .empty, "at first, the operator has set nothing")
        let (name, contact) = (try key(.name, .korean), try key(.contact))
        for (key, value) in [(name, "연남 장터"), (contact, "help@market.example"), (name, "연남동 장터 \u{1F33B}")] {
            let before = (store.revision, store.siteRevision)
            try expect(try await store.changeProfile(.set(key, value), at: Sample.moment), "it is stored")
            try expect(store.revision > before.0 && store.siteRevision > before.1, "pages are made anew")
        }
        let imprint = page(.imprint)
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

    private static func theLogoIsKept(_ storage: ContractStorage) async throws {
        let store = try await storage.store()
        func logo(_ number: Int) throws -> MarketLogo {
            let sizes = MarketLogo.Size.allCases.map { ($0, [UInt8](repeating: UInt8(number), count: $0.rawValue)) }
            let made = MarketLogo(name: try Sample.image(number).name, files: Dictionary(uniqueKeysWithValues: sizes))
            return try unwrap(made, "a logo")
        }
        let (first, second) = (try logo(1), try logo(2))
        let name = try key(.name, .english)
        try expect(try await store.changeProfile(.set(name, "Yeonnam"), at: Sample.moment), "the name is stored")
        for logo in [first, second] {
            let before = (store.revision, store.siteRevision)
            try expect(try await store.changeProfile(.setLogo(logo), at: Sample.moment), "it is stored")
            try expect(store.revision > before.0 && store.siteRevision > before.1, "pages are made anew")
        }
        try await storage.nowAndAfterRestart { store in
            let stored = try unwrap(store.profile.logo, "the logo")
            try expectEqual(stored, second, "which one")
            for size in MarketLogo.Size.allCases {
                try expectEqual(stored.bytes(size), second.bytes(size), "the file of \(size)")
            }
            try expectEqual(store.profile.values, [name: "Yeonnam"], "the values")
        }
        let reopened = try await storage.store()
        let revision = reopened.revision
        try expect(!(try await reopened.changeProfile(.setLogo(second), at: Sample.moment)), "it is there already")
        try expectEqual(reopened.revision, revision, "what changes nothing raises no revision")
        try expect(try await reopened.changeProfile(.setLogo(nil), at: Sample.moment), "it is removed")
        try expect(!(try await reopened.changeProfile(.setLogo(nil), at: Sample.moment)), "it is removed once")
        try expectEqual(try await storage.reopened().profile.logo, nil, "the logo")
        // That of the settings is theirs until they define none.
        let last = try await storage.store()
        try expect(!(try await last.changeProfile(.defineLogo(nil), at: Sample.moment)), "there is none to leave")
        try expect(try await last.changeProfile(.defineLogo(first), at: Sample.moment), "it is defined")
        try expect(!(try await last.changeProfile(.defineLogo(first), at: Sample.moment)), "it is defined once")
        for logo in [second, nil] {
            try expect(!(try await last.changeProfile(.setLogo(logo), at: Sample.moment)), "the settings define it")
        }
        try await storage.nowAndAfterRestart { store in
            try expect(store.profile.logo == first && store.profile.isLogoFixed, "the logo of the settings")
        }
        let other = try await storage.store()
        try expect(try await other.changeProfile(.defineLogo(second), at: Sample.moment), "another one is defined")
        try expect(try await other.changeProfile(.defineLogo(nil), at: Sample.moment), "it is left")
        try await storage.nowAndAfterRestart { store in
            try expect(store.profile.logo == second && !store.profile.isLogoFixed, "it stays, and can be changed")
        }
        try expect(try await storage.store().changeProfile(.setLogo(nil), at: Sample.moment), "it is removed then")
    }

    private static func settingsDefineTheProfile(_ storage: ContractStorage) async throws {
        var store = try await storage.store()
        let (name, english, contact) = (try key(.name, .korean), try key(.name, .english), try key(.contact))
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
        let terms = page(.terms)
        _ = try await store.changeProfile(.setPage(terms, "By [your name]"), at: Sample.moment)
        _ = try await store.changeProfile(.setPage(terms, "By Wonbi"), at: Sample.moment)
        try expect(try await store.changeProfile(.publish(terms, text: "By Wonbi"), at: Sample.moment), "published")
        try expectEqual(store.profile.publishedKinds, [.terms], "people see it")
        try expectEqual(store.profile.published(.terms, in: .english)?.text, "By Wonbi", "in the other language, too")
        let gap = ProfileChange.setPage(terms, "By [your name]")
        try expect(!(try await store.changeProfile(gap, at: Sample.moment)), "a text with gaps isn't stored over it")
        try expect(try await store.changeProfile(.setPage(terms, "By Kim"), at: Sample.moment), "another text is")
        try await storage.nowAndAfterRestart { store in
            try expectEqual(store.profile.published(.terms, in: .korean)?.text, "By Kim", "and stays published")
        }
        let reopened = try await storage.store()
        _ = try await reopened.changeProfile(.unpublish(terms), at: Sample.moment)
        try expectEqual(reopened.profile.publishedKinds, [], "nobody sees it")
        try expect(try await reopened.changeProfile(gap, at: Sample.moment), "now it may have gaps")
    }

    private static func onlyTheTextThatWasCheckedIsPublished(_ store: any ProductStore) async throws {
        let terms = page(.terms)
        let publish = ProfileChange.publish(terms, text: "By Wonbi")
        try expect(!(try await store.changeProfile(publish, at: Sample.moment)), "there is no page")
        _ = try await store.changeProfile(.setPage(terms, "By [your name]"), at: Sample.moment)
        try expect(!(try await store.changeProfile(publish, at: Sample.moment)), "it has another text meanwhile")
        try expectEqual(store.profile.publishedKinds, [], "nobody sees it")
        _ = try await store.changeProfile(.setPage(page(.terms, .english), "By Wonbi"), at: Sample.moment)
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

    private static func editsAreMadeTogetherAndOverWhatWasSeen(_ storage: ContractStorage) async throws {
        let store = try await storage.store()
        let (name, contact, tagline) = (try key(.name, .korean), try key(.contact), try key(.tagline, .korean))
        let first = [name: ProfileEdit(from: nil, to: "장터"), contact: ProfileEdit(from: nil, to: "a@b.kr")]
        try expect(try await store.changeProfile(.edit(first), at: Sample.moment), "nothing was there")
        _ = try await store.changeProfile(.define([contact: "fixed@b.kr"]), at: Sample.moment)
        let revision = store.revision
        let refused: [[ProfileKey: ProfileEdit]] = [
            [name: ProfileEdit(from: nil, to: "시장"), tagline: ProfileEdit(from: nil, to: "동네")],
            [name: ProfileEdit(from: "다른", to: "시장"), tagline: ProfileEdit(from: nil, to: "동네")],
            [name: ProfileEdit(from: "다른", to: nil)],
            [contact: ProfileEdit(from: "fixed@b.kr", to: "c@b.kr"), tagline: ProfileEdit(from: nil, to: "동네")],
        ]
        for edits in refused {
            try expect(!(try await store.changeProfile(.edit(edits), at: Sample.moment)), "all or none: \(edits)")
        }
        try expectEqual(store.revision, revision, "nothing has changed")
        let second = [name: ProfileEdit(from: "장터", to: nil), tagline: ProfileEdit(from: nil, to: "동네")]
        try expect(try await store.changeProfile(.edit(second), at: Sample.moment), "over what was seen")
        try await storage.nowAndAfterRestart { store in
            try expectEqual(store.profile.values, [tagline: "동네", contact: "fixed@b.kr"], "both")
        }
        let terms = page(.terms)
        let reopened = try await storage.store()
        func edit(_ old: String?, _ new: String) async throws -> Bool {
            try await reopened.changeProfile(.editPage(terms, from: old, to: new), at: Sample.moment)
        }
        try expect(try await !edit("By Kim", "By Lee"), "there is no page")
        try expect(try await edit(nil, "By Kim"), "there was none")
        try expect(try await !edit(nil, "By Lee"), "now there is one")
        try expect(try await edit("By Kim", "By Lee"), "over what was seen")
        _ = try await reopened.changeProfile(.publish(terms, text: "By Lee"), at: Sample.moment)
        try expect(try await !edit("By Lee", "By [your name]"), "gaps, while it is published")
        try expectEqual(reopened.profile.page(terms)?.text, "By Lee", "the text")
    }

    private static func onlyOneOfTwoFormsIsSaved(_ store: any ProductStore) async throws {
        let name = try key(.name, .korean)
        let saved = try await withThrowingTaskGroup(of: Bool.self) { group in
            for number in 1...10 {
                group.addTask {
                    let edit = ProfileEdit(from: nil, to: "장터 \(number)")
                    return try await store.changeProfile(.edit([name: edit]), at: Sample.moment)
                }
            }
            return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        try expectEqual(saved, 1, "the forms that are saved")
        try expectEqual(try await store.moderationLog(before: nil, limit: 99).count, 1, "the entries of the log")
    }

    private static func theLogSaysWhatOfTheMarketsOwnWasChanged(_ storage: ContractStorage) async throws {
        let store = try await storage.store()
        let (name, contact, terms) = (try key(.name, .korean), try key(.contact), page(.terms))
        _ = try await store.changeProfile(.define([contact: "help@market.example"]), by: nil, at: Sample.moment)
        let changes: [ProfileChange] = [
            .set(name, "장터"), .edit([name: ProfileEdit(from: "장터", to: "시장")]), .unset(name), .setPage(terms, "A"),
            .publish(terms, text: "A"), .unpublish(terms), .removePage(terms),
        ]
        for change in changes {
            try expect(try await store.changeProfile(change, at: Sample.moment), "it is made: \(change)")
            try expect(!(try await store.changeProfile(.unset(contact), at: Sample.moment)), "that is the settings'")
        }
        try await storage.nowAndAfterRestart { store in
            let log = try await store.moderationLog(before: nil, limit: 99)
            try expectEqual(
                log.map { "\($0.action.rawValue) \($0.setting ?? "")" }.reversed(),
                [
                    "setting_changed name.ko", "setting_changed name.ko", "setting_changed name.ko",
                    "page_changed terms-ko", "page_published terms-ko", "page_unpublished terms-ko",
                    "page_removed terms-ko",
                ],
                "what was changed, and nothing of the settings'"
            )
            try expect(log.allSatisfy { $0.vendor == nil && !$0.canBeUndone && $0.reason.isEmpty }, "no values")
            let newest = try unwrap(log.first, "the newest entry")
            let proof = OperatorAuthenticator.commandLine
            try expect(!(try await store.undo(newest.id, reason: "x", by: proof, at: Sample.moment)), "nothing to undo")
        }
    }
}
