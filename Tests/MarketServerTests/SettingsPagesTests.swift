import Foundation
import HTTPTypes
import MarketCore
import MarketModels
import MarketServer
import MarketTexts
import MarketWeb
import ProductStoreContract
import TestMarkets
import Testing

/// Making a market one's own on the operators' pages (UX.md, “Operators”).
struct SettingsPagesTests {
    private static let pages = ["/operator/settings", "/operator/settings/imprint-ko", "/operator/settings/terms-en"]

    /// An operator with the form of the settings open.
    private func withKim(
        language: String = "en",
        _ test: @escaping @Sendable (TestBrowser, TestMarket) async throws -> Void
    ) async throws {
        try await withMarket { market in
            let kim = TestBrowser(market, language: language)
            try await kim.signIn(as: "Kim", .operator)
            try await test(kim, market)
        }
    }

    /// Returns what the form of a page sends if nothing is typed.
    private func fields(_ page: TestBrowser.Page) throws -> [(String, String)] {
        var fields = [("csrf", try #require(page.hidden("csrf"))), ("do", "save")]
        for key in ProfileKey.allCases {
            guard let seen = page.hidden("was-\(key.rawValue)") else { continue }
            fields += [("was-\(key.rawValue)", unescaped(seen)), (key.rawValue, unescaped(seen))]
        }
        return fields
    }

    private func unescaped(_ text: String) -> String {
        text.replacing("&#39;", with: "'").replacing("&quot;", with: "\"").replacing("&lt;", with: "<")
            .replacing("&gt;", with: ">").replacing("&amp;", with: "&")
    }

    private func typing(_ values: [String: String], in fields: [(String, String)]) -> [(String, String)] {
        fields.map { ($0.0, values[$0.0] ?? $0.1) }
    }

    @Test(arguments: [("ko", "설정", "저장했어요"), ("en", "Settings", "Saved.")])
    func everyValueIsSetAndRemovedInAForm(_ language: String, _ title: String, _ saved: String) async throws {
        try await withKim(language: language) { kim, market in
            let form = try await kim.get("/operator/settings")
            #expect(form.status == 200 && form.html.contains(title) && form.headers[.contentEncoding] == nil)
            let values = [
                "name.ko": "연남 장터", "name.en": "Yeonnam <b>'", "tagline.ko": "동네 장터", "tagline.en": "Near & dear",
                "contact": "help@market.example", "language": "ko", "currency": "CHF", "accent": "#0b57d0",
                "accent-dark": "#a8c7fa", "registration": "approved", "links.ko": "도움말=https://market.example/ko",
                "links.en": "FAQ=https://market.example/faq\nRules=https://market.example/rules",
            ]
            #expect(Set(values.keys) == Set(ProfileKey.allCases.map(\.rawValue)))
            let sent = try await kim.post("/operator/settings", typing(values, in: try fields(form)))
            #expect(sent.status == 303 && sent.headers[.location] == "/operator/settings?saved=1")
            #expect(try await kim.open("/operator/settings?saved=1").html.contains(saved))
            let stored = market.store.profile.values.map { ($0.key.rawValue, $0.value) }
            #expect(Dictionary(uniqueKeysWithValues: stored) == values)
            #expect(try await TestBrowser(market).get("/").html.contains("Yeonnam &lt;b&gt;&#39;"))
            let shown = try await kim.get("/operator/settings")
            #expect(shown.html.contains(/<select id="currency"[^>]*><option value="">/))
            #expect(shown.html.contains("<option value=\"CHF\" selected>CHF</option>"))
            #expect(!shown.html.contains("<option value=\"KRW\" selected>"))
            let none = Dictionary(uniqueKeysWithValues: values.keys.map { ($0, "") })
            #expect(try await kim.post("/operator/settings", typing(none, in: try fields(shown))).status == 303)
            #expect(market.store.profile == .empty)
        }
    }

    @Test func whatIsWrongIsSaidBesideWhatWasTyped() async throws {
        try await withKim { kim, market in
            let form = try fields(try await kim.get("/operator/settings"))
            let typed = [
                "name.en": "Yeonnam", "contact": "nobody", "accent": "#ffff00", "links.en": "FAQ", "currency": "won",
            ]
            let page = try await kim.post("/operator/settings", typing(typed, in: form))
            #expect(page.status == 422 && market.store.profile == .empty)
            for text in [
                "value=\"Yeonnam\"", "value=\"nobody\"", "value=\"#ffff00\"", "FAQ</textarea>",
                "Enter a phone number such as 010-1234-5678 or +41 44 668 18 00, an email or an https link.",
                "can’t be read well on light pages",
                "“FAQ” isn’t a link", "Choose one of the currencies.", "aria-invalid=\"true\"", "Nothing was saved yet",
            ] { #expect(page.html.contains(text), "\(text)") }
            #expect(page.html.matches(of: /autofocus/).count == 1)
            // The nearest color is a button.
            let nearest = try #require(page.html.firstMatch(of: /name="do" value="accent=(#[0-9a-f]{6})"/)?.1)
            let right = ["name.en": "Yeonnam", "contact": "", "accent": "#ffff00", "links.en": "", "currency": ""]
            let again = typing(right.merging(["do": "accent=\(nearest)"]) { $1 }, in: form)
            #expect(try await kim.post("/operator/settings", again).status == 303)
            #expect(market.store.profile.value(of: .accent) == String(nearest))
            #expect(market.store.profile.name(in: .english) == "Yeonnam")
        }
    }

    @Test(arguments: [
        ("en", "Enter only “010-1234-5678”."), ("ko", "“010-1234-5678”만 적어 주세요."),
    ])
    func aContactWithARemarkIsRefusedByNameAndANumberOfAnOrganizationIsTaken(_ language: String, _ words: String)
        async throws
    {
        try await withKim(language: language) { kim, market in
            let form = try fields(try await kim.get("/operator/settings"))
            let page = try await kim.post("/operator/settings", typing(["contact": "010-1234-5678 (저녁)"], in: form))
            #expect(page.status == 422 && page.html.contains(words) && page.html.contains("010-1234-5678 (저녁)"))
            #expect(try await kim.post("/operator/settings", typing(["contact": "１５８８-１２３４"], in: form)).status == 303)
            let home = try await TestBrowser(market, language: language).get("/").html
            #expect(home.contains("href=\"tel:15881234\"") && home.contains("1588-1234"))
        }
    }

    @Test func twoOperatorsLoseNothing() async throws {
        try await withKim { kim, market in
            let lee = TestBrowser(market)
            try await lee.signIn(as: "Lee", .operator)
            let kims = try fields(try await kim.get("/operator/settings"))
            let lees = try fields(try await lee.get("/operator/settings"))
            let first = ["name.en": "Kim’s", "contact": "kim@market.example"]
            #expect(try await kim.post("/operator/settings", typing(first, in: kims)).status == 303)
            // Another value is no conflict, and what Kim has saved stays.
            let tagline = typing(["tagline.en": "Cheap"], in: lees)
            #expect(try await lee.post("/operator/settings", tagline).status == 303)
            #expect(market.store.profile.name(in: .english) == "Kim’s")
            // The same value is one.
            let older = typing(["name.en": "Lee’s", "tagline.en": "Good"], in: lees)
            let told = try await lee.post("/operator/settings", older)
            #expect(told.status == 422 && told.html.contains("“Kim’s”") && told.html.contains("value=\"Lee’s\""))
            #expect(told.html.contains("value=\"kim@market.example\"") && told.html.contains("value=\"Good\""))
            #expect(market.store.profile.name(in: .english) == "Kim’s")
            // Who has seen it may replace it.
            let again = typing(["name.en": "Lee’s", "tagline.en": "Good"], in: try fields(told))
            #expect(try await lee.post("/operator/settings", again).status == 303)
            #expect(market.store.profile.name(in: .english) == "Lee’s")
            #expect(market.store.profile.contact?.text == "kim@market.example")
        }
    }

    @Test func whatTheSettingsFileDefinesIsShownOnly() async throws {
        try await withKim { kim, market in
            let before = try fields(try await kim.get("/operator/settings"))
            let name = try #require(ProfileKey(rawValue: "name.en"))
            try await market.services.editProfile.define([name: "Fixed"])
            let page = try await kim.get("/operator/settings")
            #expect(page.html.contains("value=\"Fixed\"") && page.html.contains("settings file of the server"))
            #expect(page.html.contains(/name="name\.en" value="Fixed"[^>]* disabled/))
            #expect(page.hidden("was-name.en") == nil && page.hidden("was-name.ko") == "")
            let sent = try await kim.post("/operator/settings", typing(["name.en": "Mine"], in: before))
            #expect(sent.status == 422 && market.store.profile.name(in: .english) == "Fixed")
        }
    }

    @Test func onlyOperatorsWhoSignedInLatelyChangeAnything() async throws {
        try await withKim { kim, market in
            let lee = TestBrowser(market)
            try await lee.signIn(as: "Lee", .moderator)
            let csrf = try #require(try await lee.get("/operator/sessions").hidden("csrf"))
            let home = try await lee.get("/operator")
            #expect(!home.html.contains("/operator/settings"))
            for path in Self.pages {
                #expect(try await TestBrowser(market).get(path).status == 403)
                let refused = try await lee.get(path)
                #expect(refused.status == 403 && refused.html.contains("not moderators"), "\(path)")
                for action in ["save", "preview", "publish", "remove"] {
                    let fields = [
                        ("csrf", csrf), ("do", action), ("name.en", "x"), ("text", "x"), ("version", "none"),
                    ]
                    #expect(try await lee.post(path, fields).status == 403, "\(path) \(action)")
                }
            }
            let form = try fields(try await kim.get("/operator/settings"))
            market.clock.advance(seconds: 3600)
            for path in Self.pages {
                let page = try await kim.get(path)
                #expect(page.status == 403 && page.html.contains("openmarket operator link Kim"), "\(path)")
            }
            // What was typed for more than an hour isn't lost.
            let late = try await kim.post("/operator/settings", typing(["name.en": "Yeonnam"], in: form))
            #expect(late.status == 403 && late.html.contains("value=\"Yeonnam\""))
            let text = [("csrf", csrf), ("do", "save"), ("text", "By Kim"), ("version", "none")]
            await kim.remember("csrf", csrf)
            let page = try await kim.post("/operator/settings/imprint-ko", text)
            #expect(page.status == 403 && page.html.contains("By Kim</textarea>"))
            #expect(market.store.profile == .empty)
            let proof = OperatorAuthenticator.recentCommandLine
            let link = try await market.services.operatorAuthenticator.makeLink(for: "Kim", by: proof)
            let opened = try await kim.open("/operator/in?token=\(link)")
            let fields = [("csrf", csrf), ("token", try #require(opened.hidden("token")))]
            #expect(try await kim.post("/operator/in", fields).headers[.location] == "/operator/settings/imprint-ko")
            #expect(try await kim.post("/operator/settings/imprint-ko", text).status == 303)
            #expect(market.store.profile.pages.map(\.text) == ["By Kim"])
        }
    }

    @Test(arguments: [("ko", "템플릿이에요"), ("en", "This is a template")])
    func aPageIsWrittenFromItsTemplate(_ language: String, _ hint: String) async throws {
        try await withKim(language: language) { kim, market in
            let path = "/operator/settings/imprint-\(language)"
            let form = try await kim.get(path)
            #expect(form.html.contains(hint))
            let template = PageTemplates(language: Language(rawValue: language) ?? .english)[.imprint]
            #expect(MarketPage.gaps(in: template).contains { form.html.contains($0) })
            var version = try #require(form.hidden("version"))
            let csrf = try #require(form.hidden("csrf"))
            func send(_ action: String, _ text: String, _ more: (String, String)...) async throws -> TestBrowser.Page {
                let fields = [("csrf", csrf), ("version", version), ("do", action), ("text", text)]
                let page = try await kim.post(path, fields + more)
                version = (page.status == 303 ? try await kim.get(path) : page).hidden("version") ?? ""
                return page
            }
            // A preview stores nothing.
            let preview = try await send("preview", "# Hello\n\nBy *Kim* of [a street]\n\n<script>x</script>")
            #expect(preview.status == 200 && preview.html.contains("<em>Kim</em>"))
            #expect(!preview.html.contains("<script>x"))
            #expect(market.store.profile == .empty)
            // With gaps it is kept, and nobody sees it.
            let gaps = try await send("publish", "By [your name]")
            #expect(gaps.status == 422 && gaps.html.contains("[your name]</textarea>"))
            #expect(market.store.profile.pages.map(\.isPublished) == [false])
            #expect(try await TestBrowser(market).get("/pages/imprint").status == 404)
            func said(_ page: TestBrowser.Page) async throws -> String {
                let shown = try await kim.get(page.headers[.location] ?? "").html
                let notices = shown.matches(of: /<p class="notice" role="status">([^<]*)<\/p>/).map { String($0.1) }
                return notices.joined(separator: "|")
            }
            let texts = OperatorTexts(language: Language(rawValue: language) ?? .english)
            // The page says what its button has done.
            #expect(try await said(try await send("publish", "By Kim")) == texts[.isPublished])
            #expect(try await TestBrowser(market).get("/pages/imprint").html.contains("<p>By Kim</p>"))
            #expect(try await said(try await send("save", "By Kim")) == texts[.saved])
            #expect(try await kim.get("/operator/settings").html.contains(language == "ko" ? "게시 중" : "Published"))
            // A published page gets no gaps.
            #expect(try await send("save", "By [your name]").status == 422)
            #expect(try await TestBrowser(market).get("/pages/imprint").html.contains("<p>By Kim</p>"))
            #expect(try await said(try await send("unpublish", "By [your name]")) == texts[.isUnpublished])
            // Nor does an address of before say what isn't so any more.
            for saved in ["published", "removed"] {
                #expect(try await !kim.get("\(path)?saved=\(saved)").html.contains("class=\"notice\" role=\"status\""))
            }
            #expect(try await TestBrowser(market).get("/pages/imprint").status == 404)
            #expect(market.store.profile.pages.map(\.text) == ["By [your name]"])
            for text in ["", " \n", String(repeating: "가", count: 20_001)] {
                let page = try await send("save", text)
                #expect(page.status == 422, "\(text.prefix(9))")
            }
            #expect(try await send("save", String(repeating: "\u{1F33B}", count: 20_000)).status == 303)
            // It is asked on a page of its own.
            let question = try await send("remove", "")
            #expect(question.status == 200 && question.html.contains(language == "ko" ? "완전히 지워지고" : "gone for good"))
            #expect(market.store.profile.pages.count == 1)
            #expect(try await said(try await send("remove", "", ("sure", "1"))) == texts[.isRemoved])
            #expect(market.store.profile == .empty)
            #expect(try await kim.get("/operator/settings/imprint-fr").status == 404)
        }
    }

    @Test func twoTextsOfAPageAreBothKept() async throws {
        try await withKim { kim, market in
            let path = "/operator/settings/terms-en"
            let lee = TestBrowser(market)
            try await lee.signIn(as: "Lee", .operator)
            func fields(
                _ page: TestBrowser.Page,
                _ text: String,
                _ action: String = "save"
            ) throws -> [(String, String)] {
                [
                    ("csrf", try #require(page.hidden("csrf"))), ("version", try #require(page.hidden("version"))),
                    ("text", text), ("do", action),
                ]
            }
            let (kims, lees) = (try await kim.get(path), try await lee.get(path))
            #expect(try await kim.post(path, try fields(kims, "By Kim")).status == 303)
            let told = try await lee.post(path, try fields(lees, "By Lee"))
            #expect(told.status == 422 && told.html.contains("By Lee</textarea>") && told.html.contains(">By Kim</p>"))
            #expect(market.store.profile.pages.map(\.text) == ["By Kim"])
            #expect(try await lee.post(path, try fields(told, "By Kim and Lee", "publish")).status == 303)
            #expect(market.store.profile.published(.terms, in: .english)?.text == "By Kim and Lee")
            // What only shows the form again doesn't let it replace a text that wasn't shown.
            for more in [[("do", "preview")], [("in-language", "ko")], [("do", "save"), ("text", "")]] {
                let sent = try fields(kims, "By Kim").filter { field in !more.contains { $0.0 == field.0 } }
                let shown = try await kim.post(path, sent + more)
                let later = try await kim.post(path, try fields(shown, "By Kim"))
                #expect(later.status == 422 && later.html.contains(">By Kim and Lee</p>"), "\(more)")
            }
            // Publishing saves what was typed, and not over another text.
            let older = try await kim.post(path, try fields(kims, "By Kim", "publish"))
            #expect(older.status == 422 && older.html.contains(">By Kim and Lee</p>"))
        }
    }

    /// A text that somebody else saves before a page is removed, or while the question is shown, isn't lost unseen.
    @Test func aPageWithATextThatWasNotSeenIsNotRemoved() async throws {
        try await withKim { kim, market in
            let path = "/operator/settings/terms-en"
            let lee = TestBrowser(market)
            try await lee.signIn(as: "Lee", .operator)
            func fields(_ page: TestBrowser.Page, _ more: (String, String)...) throws -> [(String, String)] {
                [
                    ("csrf", try #require(page.hidden("csrf"))), ("version", try #require(page.hidden("version"))),
                ] + more
            }
            let empty = try await kim.get(path)
            #expect(try await kim.post(path, try fields(empty, ("do", "save"), ("text", "By Kim"))).status == 303)
            let kims = try await kim.get(path)
            let question = try await kim.post(path, try fields(kims, ("do", "remove"), ("text", "By Kim")))
            #expect(question.status == 200 && question.hidden("version") == kims.hidden("version"))
            let lees = try await lee.get(path)
            #expect(try await lee.post(path, try fields(lees, ("do", "save"), ("text", "By Lee"))).status == 303)
            let told = try await kim.post(path, try fields(question, ("do", "remove"), ("sure", "1")))
            #expect(told.status == 422 && told.html.contains(">By Lee</p>") && told.html.contains("By Lee</textarea>"))
            #expect(market.store.profile.pages.map(\.text) == ["By Lee"])
            // Whoever has seen it can remove it.
            let again = try await kim.post(path, try fields(told, ("do", "remove"), ("sure", "1")))
            #expect(again.status == 303 && market.store.profile == .empty)
        }
    }

    @Test(arguments: [
        ("ko", "설정을 변경", "<span>통화</span>", "명령줄"), ("en", "Setting changed", "<span>Currency</span>", "Command line"),
    ])
    func theLogSaysWhoChangedWhat(_ language: String, _ what: String, _ name: String, _ command: String) async throws {
        try await withKim(language: language) { kim, market in
            let form = try fields(try await kim.get("/operator/settings"))
            _ = try await kim.post("/operator/settings", typing(["currency": "CHF"], in: form))
            let wonbi = ProfileOperator(service: AdminService(services: market.services, webApp: Site()))
            try await wonbi.setPage("imprint", "Secret of Wonbi")
            try await wonbi.publish("imprint")
            let log = try await kim.get("/operator/log")
            for text in [what, name, "Kim", command] { #expect(log.html.contains(text), "\(text)") }
            #expect(!log.html.contains("CHF") && !log.html.contains("Secret") && !log.html.contains("class=\"undo\""))
            let entries = try await market.store.moderationLog(before: nil, limit: 9)
            #expect(entries.map(\.action) == [.pagePublished, .pageChanged, .settingChanged])
            #expect(entries.map(\.setting) == ["imprint-en", "imprint-en", "currency"])
            #expect(entries.map(\.operatorName) == [nil, nil, "Kim"] && entries.allSatisfy { $0.vendor == nil })
            #expect(entries.allSatisfy { !$0.canBeUndone && $0.reason.isEmpty })
        }
    }
}
