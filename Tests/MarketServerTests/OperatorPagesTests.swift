import Foundation
import HTTPTypes
import MarketCore
import MarketModels
import MarketServer
import ProductStoreContract
import TestMarkets
import Testing

/// Signing in as an operator, and who else may (UX.md, “Operators”).
struct OperatorPagesTests {
    private static let commandLine = OperatorAuthenticator.commandLine
    private static let recentCommandLine = OperatorAuthenticator.recentCommandLine
    private static let pages = [
        "/operator", "/operator/reports/1", "/operator/listings", "/operator/listings/1", "/operator/sellers/1",
        "/operator/invitations", "/operator/log", "/operator/sessions", "/operator/team",
    ]

    private func add(_ name: String, _ role: Operator.Role, in market: TestMarket) async throws -> String {
        try await market.services.manageOperators.add(name, role, by: Self.recentCommandLine).link
    }

    @Test(arguments: [("ko", "로그인"), ("en", "Sign in")])
    func aLinkSignsInOnce(_ language: String, _ button: String) async throws {
        try await withMarket { market in
            let link = try await add("Kim", .moderator, in: market)
            let browser = TestBrowser(market, language: language)
            // What previews the address, or opens it and leaves, doesn't use it up.
            let opened = try await browser.get("/operator/in?token=\(link)")
            #expect(opened.status == 303 && opened.headers[.location] == "/operator/in")
            let cookie = try #require(opened.headers[values: .setCookie].first)
            #expect(cookie.contains("HttpOnly") && cookie.contains("SameSite=Lax"))
            _ = try await TestBrowser(market).open("/operator/in?token=\(link.uppercased())")
            let page = try await browser.get("/operator/in")
            #expect(page.status == 200 && page.html.contains("Kim") && page.html.contains(button))
            #expect(page.headers[.cacheControl] == "private, no-store" && page.html.contains("noindex"))
            let fields = [("csrf", try #require(page.hidden("csrf"))), ("token", try #require(page.hidden("token")))]
            #expect(try await browser.post("/operator/in", [fields[1]]).status == 403)
            #expect(try await browser.get("/operator").status == 403)
            let signedIn = try await browser.post("/operator/in", fields)
            #expect(signedIn.status == 303 && signedIn.headers[.location] == "/operator")
            let session = try #require(signedIn.headers[values: .setCookie].first { $0.hasPrefix("operator=") })
            #expect(session.contains("HttpOnly") && session.contains("SameSite=Lax"))
            #expect(session.contains("Path=/operator") && !session.contains(link))
            #expect(try await browser.get("/operator").status == 200)
            // Whose answer is lost, or who taps twice, is signed in as well, and nobody else.
            let repeated = try await browser.post("/operator/in", fields)
            #expect(repeated.status == 303)
            #expect(
                repeated.headers[values: .setCookie].contains {
                    $0.prefix { $0 != ";" } == session.prefix { $0 != ";" }
                }
            )
            let stranger = TestBrowser(market)
            #expect(try await stranger.open("/operator/in?token=\(link)").status == 410)
            let csrf = try #require(try await stranger.get("/move").hidden("csrf"))
            #expect(try await stranger.post("/operator/in", [("csrf", csrf), fields[1]]).status == 410)
            #expect(try await stranger.get("/operator").status == 403)
            #expect(try await market.services.manageOperators.sessions(for: Self.commandLine).count == 1)
        }
    }

    @Test func aLinkLastsTenMinutes() async throws {
        try await withMarket { market in
            let link = try await add("Kim", .operator, in: market)
            market.clock.advance(seconds: 599)
            #expect(try await TestBrowser(market).open("/operator/in?token=\(link)").status == 200)
            market.clock.advance(seconds: 1)
            let ended = try await TestBrowser(market).open("/operator/in?token=\(link)")
            #expect(ended.status == 410 && ended.html.contains("This link no longer works"))
            for wrong in ["", "x", String(repeating: "0", count: 32)] {
                #expect(try await TestBrowser(market).open("/operator/in?token=\(wrong)").status == 410, "\(wrong)")
            }
            #expect(try await TestBrowser(market).get("/operator/in").status == 403)
        }
    }

    @Test func theFirstLinkMakesAnOperatorWhereThereIsNone() async throws {
        try await withMarket { market in
            let authenticator = market.services.operatorAuthenticator
            let first = try #require(try await authenticator.makeFirstLink())
            let second = try #require(try await authenticator.makeFirstLink())
            let browser = TestBrowser(market)
            try await browser.signIn(withLink: first)
            #expect(try await browser.get("/operator/team").html.contains("operator"))
            #expect(try await TestBrowser(market).open("/operator/in?token=\(second)").status == 410)
            #expect(try await authenticator.makeFirstLink() == nil)
        }
    }

    @Test func nobodySeesThePagesWithoutASession() async throws {
        try await withMarket { market in
            try await market.list()
            _ = try await market.send(.post, "/api/products/1/reports", "{\"reason\":\"scam\"}")
            let browser = TestBrowser(market)
            for path in Self.pages {
                let page = try await browser.get(path)
                #expect(page.status == 403, "\(path)")
                #expect(page.html.contains("openmarket operator link") && page.html.contains("noindex"), "\(path)")
                #expect(page.headers[.cacheControl] == "private, no-store", "\(path)")
                #expect(!page.html.contains("의자"), "\(path)")
            }
            let operatorBrowser = TestBrowser(market)
            try await operatorBrowser.signIn(as: "Kim", .operator)
            for path in Self.pages {
                let page = try await operatorBrowser.get(path)
                #expect(page.status == 200, "\(path)")
                #expect(page.headers[.cacheControl] == "private, no-store", "\(path)")
                #expect(page.html.contains("name=\"robots\" content=\"noindex\""), "\(path)")
                #expect(page.html.contains("href=\"/operator/team\""), "\(path)")
                #expect(page.headers[.contentEncoding] == nil, "\(path)")
            }
            for path in ["/operator/reports/2", "/operator/reports/x", "/operator/listings/9", "/operator/sellers/9"] {
                #expect(try await operatorBrowser.get(path).status == 404, "\(path)")
            }
        }
    }

    @Test func aSessionEndsWithItsTimeAndItsOperator() async throws {
        try await withMarket { market in
            let (kim, lee) = (TestBrowser(market), TestBrowser(market))
            try await kim.signIn(as: "Kim", .operator)
            try await lee.signIn(as: "Lee", .moderator)
            // It is used every 11 hours.
            for _ in 0..<3 {
                market.clock.advance(seconds: 11 * 3600)
                #expect(try await kim.get("/operator").status == 200)
            }
            #expect(try await lee.get("/operator").status == 403)
            let again = try await market.services.operatorAuthenticator.makeLink(for: "Lee", by: Self.recentCommandLine)
            try await lee.signIn(withLink: again)
            #expect(try await lee.get("/operator").status == 200)
            try await market.services.manageOperators.remove("Lee", by: Self.recentCommandLine)
            #expect(try await lee.get("/operator").status == 403)
            await #expect(throws: MarketError.operators(.lastOperator)) {
                try await market.services.manageOperators.remove("Kim", by: Self.recentCommandLine)
            }
            #expect(try await kim.get("/operator").status == 200)
        }
    }

    @Test(arguments: [("ko", "다시 로그인해 주세요"), ("en", "For this, sign in again")])
    func whoSignedInAnHourAgoSignsInAgainToSayWhoElseMay(_ language: String, _ sentence: String) async throws {
        try await withMarket { market in
            let manage = market.services.manageOperators
            let kim = TestBrowser(market, language: language)
            let former = try await kim.signIn(as: "Kim O'Neil", .operator)
            let csrf = try #require(try await kim.get("/operator/team").hidden("csrf"))
            market.clock.advance(seconds: 3599)
            let add = [("csrf", csrf), ("do", "add"), ("role", "operator")]
            #expect(try await kim.post("/operator/team", add + [("name", "Lee")]).status == 200)
            market.clock.advance(seconds: 1)
            // Reading doesn't ask for it.
            #expect(try await kim.get("/operator/team").status == 200)
            for fields in [
                add + [("name", "Park")], [("csrf", csrf), ("do", "remove"), ("name", "Lee")],
                [("csrf", csrf), ("do", "link"), ("name", "Lee")],
            ] {
                let page = try await kim.post("/operator/team", fields)
                #expect(page.status == 403 && !page.html.contains("token="), "\(fields)")
                #expect(page.html.contains(language == "ko" ? "다시 로그인해야 해요" : sentence), "\(fields)")
            }
            #expect(try await manage.all(for: Self.commandLine).map(\.name) == ["Kim O'Neil", "Lee"])
            let proof = Self.recentCommandLine
            let link = try await market.services.operatorAuthenticator.makeLink(for: "Kim O'Neil", by: proof)
            let page = try await kim.open("/operator/in?token=\(link)")
            let fields = [("csrf", csrf), ("token", try #require(page.hidden("token")))]
            let signedIn = try await kim.post("/operator/in", fields)
            #expect(signedIn.headers[.location] == "/operator/team")
            #expect(try await kim.post("/operator/team", add + [("name", "Park")]).status == 200)
            // The session that the browser had is over, and the next sign-in leads to the beginning.
            let stranger = TestBrowser(market)
            await stranger.remember("operator", former)
            #expect(try await stranger.get("/operator").status == 403)
            #expect(try await kim.post("/operator/in", fields).headers[.location] == "/operator")
            #expect(try await manage.sessions(for: Self.commandLine).count == 1)
        }
    }

    @Test func signingInLeadsBackToNoOtherSite() async throws {
        try await withMarket { market in
            for path in ["https://other.example", "//other.example", "/operatorother", "/", "/operator/../x y"] {
                let browser = TestBrowser(market)
                await browser.remember("operator-return", path)
                let link = try await add("Kim \(path)", .operator, in: market)
                let page = try await browser.open("/operator/in?token=\(link)")
                let fields = [("csrf", page.hidden("csrf") ?? ""), ("token", page.hidden("token") ?? "")]
                let signedIn = try await browser.post("/operator/in", fields)
                #expect(signedIn.status == 303 && signedIn.headers[.location] == "/operator", "\(path)")
            }
        }
    }

    @Test func aModeratorDecidesAndSaysNotWhoElseMay() async throws {
        try await withMarket { market in
            try await TestBrowser(market).signIn(as: "Kim", .operator)
            let lee = TestBrowser(market)
            try await lee.signIn(as: "Lee", .moderator)
            let home = try await lee.get("/operator")
            #expect(home.status == 200 && !home.html.contains("/operator/team"))
            let refused = try await lee.get("/operator/team")
            #expect(refused.status == 403 && refused.html.contains("not moderators") && !refused.html.contains("Kim"))
            let sessions = try await lee.get("/operator/sessions")
            #expect(sessions.html.contains("Lee") && !sessions.html.contains("Kim"))
            let csrf = try #require(sessions.hidden("csrf"))
            for fields in [
                [("do", "add"), ("name", "Park"), ("role", "operator")], [("do", "remove"), ("name", "Kim")],
                [("do", "link"), ("name", "Kim")],
            ] {
                let page = try await lee.post("/operator/team", [("csrf", csrf)] + fields)
                #expect(page.status == 403 && !page.html.contains("token="), "\(fields)")
            }
            let other = try #require(
                try await market.services.manageOperators.sessions(for: Self.commandLine)
                    .first { $0.holder.name == "Kim" }
            )
            _ = try await lee.post("/operator/sessions", [("csrf", csrf), ("session", "\(other.id.rawValue)")])
            let left = try await market.services.manageOperators.sessions(for: Self.commandLine)
            #expect(left.contains(other))
            #expect(try await market.services.manageOperators.all(for: Self.commandLine).map(\.name) == ["Kim", "Lee"])
        }
    }

    @Test func sessionsAreListedPageByPage() async throws {
        try await withMarket { market in
            let kim = TestBrowser(market)
            try await kim.signIn(as: "Kim", .operator)
            for number in 1..<ModerateListings.pageSize {
                try await TestBrowser(market).signIn(as: "Lee \(number)", .moderator)
            }
            // Behind a page that is just full, there is none.
            #expect(try await !kim.get("/operator/sessions").html.contains("?before="))
            try await TestBrowser(market).signIn(as: "Park", .moderator)
            var (shown, next): ([Int64], String?) = ([], "/operator/sessions")
            while let path = next {
                let html = try await kim.get(path).html
                let page = html.matches(of: /name="session" value="(\d+)"/).compactMap { Int64($0.1) }
                #expect(!page.isEmpty && page.count <= ModerateListings.pageSize)
                shown += page
                next = html.firstMatch(of: /href="(\/operator\/sessions\?before=\d+)"/).map { String($0.1) }
            }
            let all = try await market.services.manageOperators.sessions(for: Self.commandLine)
            #expect(all.count == ModerateListings.pageSize + 1 && shown == all.map(\.id.rawValue))
        }
    }

    @Test func keysAreListedPageByPage() async throws {
        try await withMarket { market in
            let kim = TestBrowser(market)
            try await kim.signIn(as: "Kim", .operator)
            func addKey(_ name: String) async throws {
                let authenticator = market.services.operatorAuthenticator
                _ = try await authenticator.makeKey(named: name, for: "Kim", by: Self.recentCommandLine)
            }
            for number in 1...ModerateListings.pageSize { try await addKey("Backup \(number)") }
            // Behind a page that is just full, there is none.
            #expect(try await !kim.get("/operator/sessions").html.contains("?keys="))
            try await addKey("Monitoring")
            var (shown, next): ([Int64], String?) = ([], "/operator/sessions")
            while let path = next {
                let html = try await kim.get(path).html
                let page = html.matches(of: /name="key" value="(\d+)"/).compactMap { Int64($0.1) }
                #expect(!page.isEmpty && page.count <= ModerateListings.pageSize)
                shown += page
                next = html.firstMatch(of: /href="(\/operator\/sessions\?keys=\d+)#keys"/).map { String($0.1) }
            }
            let all = try await market.services.manageOperators.keys(for: Self.commandLine)
            #expect(all.count == ModerateListings.pageSize + 1 && shown == all.map(\.id.rawValue))
        }
    }

    @Test(
        arguments: [
            ("ko", "Android의 Chrome", "Mac의 Safari", "알 수 없는 브라우저"),
            ("en", "Chrome on Android", "Safari on Mac", "Unknown browser"),
        ]
    )
    func aLostPhoneIsFoundAmongTheSessions(
        _ language: String,
        _ phone: String,
        _ mac: String,
        _ unknown: String
    ) async throws {
        try await withMarket { market in
            let recent = OperatorAuthenticator.recentCommandLine
            _ = try await market.services.manageOperators.add("Kim", .operator, by: recent)
            func signIn(_ agent: String) async throws -> TestBrowser {
                let link = try await market.services.operatorAuthenticator.makeLink(for: "Kim", by: recent)
                let browser = TestBrowser(market, language: language)
                let page = try await browser.open("/operator/in?token=\(link)")
                let fields = ["csrf", "token"].map { ($0, page.hidden($0) ?? "") }
                try #require(try await browser.post("/operator/in", fields, [.userAgent: agent]).status == 303)
                return browser
            }
            let lost = try await signIn("Mozilla/5.0 (Linux; Android 10; K) Chrome/120.0 Mobile Safari/537.36")
            let strange = try await signIn("<b>Kim's own</b>")
            let own = try await signIn("Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/17 Safari/605")
            let html = try await own.get("/operator/sessions").html
            let rows = html.components(separatedBy: "<li class=\"own\">").dropFirst()
            #expect(rows.count == 3 && !html.contains("own</b>"))
            for (index, name) in [mac, unknown, phone].enumerated() {
                let row = try #require(rows.dropFirst(index).first)
                #expect(row.contains("<span>\(name)</span>"), "\(name)")
                // Only this browser is marked.
                #expect(row.contains("class=\"state\"") == (name == mac), "\(name)")
                #expect(row.contains("Kim, \(name)\"") || row.contains("끝내기, \(name)\"") || name == mac, "\(name)")
            }
            let number = try #require(rows.last?.firstMatch(of: /name="session" value="(\d+)"/)?.1)
            let csrf = try #require(await own.cookies["csrf"])
            #expect(
                try await own.post("/operator/sessions", [("csrf", csrf), ("session", String(number))]).status == 303
            )
            #expect(try await lost.get("/operator").status == 403)
            for browser in [own, strange] { #expect(try await browser.get("/operator").status == 200) }
            #expect(
                try await market.services.manageOperators.sessions(for: Self.commandLine).map(\.browser)
                    == [BrowserName(application: "Safari", system: "Mac"), BrowserName()]
            )
        }
    }

    @Test func anOperatorInvitesAndRemovesAndEndsSessions() async throws {
        try await withMarket { market in
            let kim = TestBrowser(market)
            try await kim.signIn(as: "Kim", .operator)
            let team = try await kim.get("/operator/team")
            let csrf = try #require(team.hidden("csrf"))
            func send(_ fields: (String, String)...) async throws -> TestBrowser.Page {
                try await kim.post("/operator/team", [("csrf", csrf)] + fields)
            }
            for name in ["", " \u{200B}", String(repeating: "x", count: 41), "a\0b"] {
                let page = try await send(("do", "add"), ("name", name), ("role", "moderator"))
                #expect(page.status == 422 && page.html.contains("up to 40 characters"), "\(name)")
            }
            let invited = try await send(("do", "add"), ("name", "Lee <b>"), ("role", "moderator"))
            #expect(invited.status == 200 && invited.html.contains("Lee &lt;b"))
            let link = try #require(invited.html.firstMatch(of: /\/operator\/in\?token=([0-9a-f]{32})/)?.1)
            #expect(!(try await kim.get("/operator/team").html.contains(link)))
            let taken = try await send(("do", "add"), ("name", "Lee <b>"), ("role", "operator"))
            #expect(taken.status == 422 && taken.html.contains("Another operator has this name"))
            let lee = TestBrowser(market)
            try await lee.signIn(withLink: String(link))
            #expect(try await lee.get("/operator").status == 200)
            let sessions = try await kim.get("/operator/sessions")
            #expect(sessions.html.contains("Lee &lt;b") && sessions.html.contains("This browser"))
            let number = try #require(sessions.html.firstMatch(of: /name="session" value="(\d+)"/)?.1)
            _ = try await kim.post("/operator/sessions", [("csrf", csrf), ("session", String(number))])
            #expect(try await lee.get("/operator").status == 403)
            #expect(try await send(("do", "remove"), ("name", "Kim")).status == 422)
            // It is asked on a page of its own, and done with the form of that page.
            let question = try await send(("do", "remove"), ("name", "Lee <b>"))
            #expect(question.status == 200 && question.html.contains("Remove Lee &lt;b"))
            #expect(question.html.contains("keys and their feed end"))
            #expect(try await kim.get("/operator/team").html.contains("Lee &lt;b"))
            let fields = ["do", "name", "sure"].map { ($0, question.hidden($0) ?? "") }
            #expect(fields[1].1.hasPrefix("Lee &lt;b"))
            #expect(try await send(fields[0], ("name", "Lee <b>"), fields[2]).status == 303)
            #expect(!(try await kim.get("/operator/team").html.contains("Lee")))
            // Signing out ends the session, and the browser forgets it.
            let own = try #require(
                try await kim.get("/operator/sessions").html.firstMatch(of: /name="session" value="(\d+)"/)?.1
            )
            let session = try #require(await kim.cookies["operator"])
            #expect(try await kim.post("/operator/sessions", [("csrf", csrf), ("session", String(own))]).status == 303)
            #expect(await kim.cookies["operator"] == "")
            await kim.remember("operator", session)
            #expect(try await kim.get("/operator").status == 403)
        }
    }

    /// Whoever adds a friend, who acts, and removes them, leaves a trace.
    @Test(arguments: [
        ("ko", "부운영자 추가", "운영자 삭제", "명령줄"), ("en", "Moderator added", "Operator removed", "Command line"),
    ])
    func theLogSaysWhoMayAndWhoHasSaidSo(
        _ language: String,
        _ added: String,
        _ removed: String,
        _ command: String
    ) async throws {
        try await withMarket { market in
            let kim = TestBrowser(market, language: language)
            try await kim.signIn(as: "Kim", .operator)
            let csrf = try #require(try await kim.get("/operator/team").hidden("csrf"))
            let add = [("csrf", csrf), ("do", "add"), ("name", "terms-en"), ("role", "moderator")]
            let invited = try await kim.post("/operator/team", add)
            let link = try #require(invited.html.firstMatch(of: /\/operator\/in\?token=([0-9a-f]{32})/)?.1)
            let friend = TestBrowser(market, language: language)
            try await friend.signIn(withLink: String(link))
            for role in ["key", "feed"] {
                let fields = [("csrf", try #require(await friend.cookies["csrf"])), ("do", role), ("name", "script")]
                #expect(try await friend.post("/operator/sessions", fields).status == 200, "\(role)")
            }
            #expect(!(try await friend.get("/operator/log").html.contains("terms-en")))
            _ = try await kim.post(
                "/operator/team",
                [("csrf", csrf), ("do", "remove"), ("name", "terms-en"), ("sure", "1")]
            )
            let log = try await kim.get("/operator/log").html
            // It is a name, even if it is called as a page is, and nobody can undo it.
            for text in [added, removed, command, "<span>terms-en</span>", "script"] {
                #expect(log.contains(text), "\(text)")
            }
            #expect(!log.contains(link) && !log.contains("name=\"entry\""))
            let entries = try await market.store.logAboutOperators().filter { $0.setting == "terms-en" }
            #expect(
                entries.map(\.action)
                    == [.operatorRemoved, .operatorFeedMade, .operatorKeyMade, .operatorLinkMade, .moderatorAdded]
            )
            #expect(entries.map(\.operatorName) == ["Kim", "terms-en", "terms-en", "Kim", "Kim"])
            // Over the API, a moderator's program sees as little.
            let manage = market.services.manageOperators
            _ = try await manage.add("Park", .moderator, by: Self.recentCommandLine)
            let authenticator = market.services.operatorAuthenticator
            for (name, sees) in [("Park", false), ("Kim", true)] {
                let key = try await authenticator.makeKey(named: "log", for: name, by: Self.recentCommandLine).token
                let answer = try await market.send(
                    .get,
                    "/api/operator/log",
                    nil,
                    [.authorization: "Bearer \(key)"]
                )
                let entries = try JSON(answer)["entries"].array
                #expect(entries.contains { $0["action"].string == "operator_removed" } == sees, "\(name)")
            }
        }
    }

    /// An hour after the sign-in, each form that asks for a new one comes back with what was typed, and so does one with a mistake.
    @Test func whatWasTypedIsKept() async throws {
        try await withMarket { market in
            try await market.list(["name": "Chair"])
            let kim = TestBrowser(market)
            try await kim.signIn(as: "Kim", .operator)
            let csrf = try #require(await kim.cookies["csrf"])
            let erase = "/operator/listings/1/erase"
            let reason = ("reason", "Shows a <home>")
            let forms: [(path: String, fields: [(String, String)], kept: [String])] = [
                ("/operator/team", [("do", "add"), ("name", "Lee <b>"), ("role", "operator")], ["value=\"Lee &lt;b"]),
                ("/operator/sessions", [("do", "key"), ("name", "Backup <b>")], ["value=\"Backup &lt;b"]),
                (erase, [("erase", "1"), reason], ["Shows a &lt;home", "id=\"erase\""]),
            ]
            for isLate in [false, true] {
                if isLate { market.clock.advance(seconds: 3600) }
                for (path, fields, kept) in forms {
                    // Not yet an hour, each has a mistake.
                    let mistaken = fields.map { field in
                        switch field.0 {
                        case "name" where !isLate: ("name", field.1 + String(repeating: "x", count: 40))
                        case "erase" where !isLate: ("erase", "")
                        default: field
                        }
                    }
                    let page = try await kim.post(path, [("csrf", csrf)] + mistaken)
                    #expect(page.status == (isLate ? 403 : 422), "\(path)")
                    for text in kept { #expect(page.html.contains(text), "\(path)") }
                    if path == "/operator/team" {
                        #expect(page.html.contains("value=\"operator\" required checked"))
                        #expect(!page.html.contains("value=\"moderator\" required checked"))
                    }
                }
            }
            // The page itself is only opened by whoever has signed in lately.
            #expect(try await !kim.get(erase).html.contains("id=\"erase\""))
            let invited = [("csrf", csrf), ("do", "invite"), ("name", String(repeating: "Shop", count: 30))]
            let refused = try await kim.post("/operator/invitations", invited)
            #expect(refused.status == 422 && refused.html.contains("value=\"ShopShop"))
            // The name in another form of the page isn't what was typed in this one.
            let link = try await kim.post("/operator/team", [("csrf", csrf), ("do", "link"), ("name", "Kim")])
            #expect(link.status == 403 && !link.html.contains("dir=\"auto\" value=\"Kim\""))
            // Sent again after another sign-in, it is done.
            let recent = OperatorAuthenticator.recentCommandLine
            try await kim.signIn(
                withLink: try await market.services.operatorAuthenticator.makeLink(for: "Kim", by: recent)
            )
            let done = try await kim.post(erase, [("csrf", csrf), ("erase", "1"), reason])
            #expect(done.status == 303)
            // A moderator gets nothing of it.
            let lee = TestBrowser(market)
            try await lee.signIn(as: "Lee", .moderator)
            try await market.list(["name": "Table"])
            let leeCSRF = try #require(await lee.cookies["csrf"])
            let other = try await lee.post("/operator/listings/2/erase", [("csrf", leeCSRF), ("erase", ""), reason])
            #expect(other.status == 403 && !other.html.contains("id=\"erase\""))
        }
    }

    /// The language isn't offered where switching it would lose what is shown once.
    @Test func whatIsShownOnceIsNotLostByAnotherLanguage() async throws {
        @Sendable func offersLanguage(_ page: TestBrowser.Page) -> Bool {
            page.html.contains("action=\"/language\"") || page.html.contains("name=\"in-language\"")
        }
        try await withMarket { market in
            let seller = TestBrowser(market)
            let form = try await seller.get("/products/new")
            _ = try await seller.post("/products", form: .webListing(form, ["name": "Chair"]))
            let kim = TestBrowser(market)
            try await kim.signIn(as: "Kim", .operator)
            let forms: [(browser: TestBrowser, page: String, path: String, fields: [(String, String)])] = [
                (kim, "/operator/team", "/operator/team", [("do", "add"), ("name", "Lee"), ("role", "moderator")]),
                (kim, "/operator/team", "/operator/team", [("do", "link"), ("name", "Kim")]),
                (kim, "/operator/invitations", "/operator/invitations", [("do", "invite"), ("name", "Shop")]),
                (kim, "/operator/sessions", "/operator/sessions", [("do", "feed")]),
                (kim, "/operator/sessions", "/operator/sessions", [("do", "key"), ("name", "Backup")]),
                (seller, "/products/1/manage", "/products/1/link", []),
                (seller, "/move", "/move/link", []),
            ]
            for (browser, page, path, fields) in forms {
                #expect(offersLanguage(try await browser.get(page)), "\(page)")
                let csrf = try #require(await browser.cookies["csrf"])
                let made = try await browser.post(path, [("csrf", csrf)] + fields)
                #expect(made.status == 200 && !offersLanguage(made), "\(path) \(fields)")
            }
        }
    }

    @Test func wrongLinksAndSessionsAreLimitedAndRightOnesAreNot() async throws {
        var limits = ServerLimits()
        limits.operatorGuesses = ClientBudgetLimits(perAddress: Budget(perMinute: 3, burst: 3))
        try await withMarket(limits: limits) { market in
            let kim = TestBrowser(market)
            try await kim.signIn(as: "Kim", .operator)
            let link = try await add("Lee", .moderator, in: market)
            let guesser = TestBrowser(market)
            for number in 0..<3 {
                await guesser.remember("operator", String(repeating: "\(number)", count: 32))
                #expect(try await guesser.get("/operator").status == 403)
            }
            await guesser.remember("operator", String(repeating: "9", count: 32))
            let limited = try await guesser.get("/operator")
            #expect(limited.status == 429 && limited.headers[.retryAfter] != nil)
            #expect(limited.html.contains("A new link works at once.") && !limited.html.contains("password"))
            #expect(limited.html.contains("openmarket operator link"))
            #expect(try await guesser.open("/operator/in?token=\(String(repeating: "0", count: 32))").status == 429)
            #expect(try await kim.get("/operator").status == 200)
            try await TestBrowser(market).signIn(withLink: link)
        }
    }

    /// A page of listings has thirty pictures, and a browser sends its session with each.
    @Test func aSessionThatHasEndedIsCountedOnceAndForgotten() async throws {
        var limits = ServerLimits()
        limits.operatorGuesses = ClientBudgetLimits(perAddress: Budget(perMinute: 3, burst: 3))
        try await withMarket(limits: limits) { market in
            let kim = TestBrowser(market)
            let session = try await kim.signIn(as: "Kim", .operator)
            market.clock.advance(seconds: 12 * 3600)
            let image = "/operator/images/\(String(repeating: "a", count: ImageName.digitCount))-thumb.jpg"
            for number in 0..<30 {
                await kim.remember("operator", session)
                #expect(try await kim.get(number == 0 ? "/operator" : image).status == 403, "\(number)")
                #expect(await kim.cookies["operator"] == "", "\(number)")
            }
            // Others are still counted, and whoever signs in again is in.
            for number in 1...3 {
                await kim.remember("operator", String(repeating: "\(number)", count: 32))
                #expect(try await kim.get("/operator").status == (number < 3 ? 403 : 429), "\(number)")
            }
            let proof = Self.recentCommandLine
            try await kim.signIn(
                withLink: try await market.services.operatorAuthenticator.makeLink(for: "Kim", by: proof)
            )
            #expect(try await kim.get("/operator").status == 200)
            // The page of a link, without one, ends nothing.
            #expect(try await kim.get("/operator/in").status == 403)
            #expect(try await kim.get("/operator").status == 200)
        }
    }

    @Test func overHTTPSTheCookieHasThePrefix() async throws {
        try await withMarket(baseURL: "https://market.example") { market in
            let link = try await add("Kim", .operator, in: market)
            let browser = TestBrowser(market)
            let page = try await browser.open("/operator/in?token=\(link)")
            let fields = [("csrf", page.hidden("csrf") ?? ""), ("token", page.hidden("token") ?? "")]
            let signedIn = try await browser.post("/operator/in", fields)
            let cookie = try #require(signedIn.headers[values: .setCookie].first { $0.contains("operator=") })
            #expect(
                cookie.hasPrefix("__Host-operator=") && cookie.contains("Secure") && !cookie.contains("Path=/operator")
            )
            #expect(try await browser.get("/operator").status == 200)
            // What http can set isn't read.
            let session = try #require(await browser.cookies["__Host-operator"])
            let other = TestBrowser(market)
            await other.remember("operator", session)
            #expect(try await other.get("/operator").status == 403)
        }
    }
}
