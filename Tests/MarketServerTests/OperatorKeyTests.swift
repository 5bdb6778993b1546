import Foundation
import HTTPTypes
import MarketCore
import MarketModels
import MarketServer
import ProductStoreContract
import TestMarkets
import Testing

/// Operators' programs (API.md, “Operators”).
struct OperatorKeyTests {
    private static let commandLine = OperatorAuthenticator.commandLine
    private static let recent = OperatorAuthenticator.recentCommandLine

    /// A program with a key.
    private struct Program {
        let market: TestMarket
        let key: String

        init(_ market: TestMarket, of name: String = "Kim", _ role: Operator.Role = .moderator) async throws {
            self.market = market
            _ = try await market.services.manageOperators.add(name, role, by: OperatorKeyTests.recent)
            key = try await market.services.operatorAuthenticator.makeKey(
                named: "backup",
                for: name,
                by: OperatorKeyTests.recent
            ).token
        }

        @discardableResult
        func send(_ method: HTTPRequest.Method, _ path: String, _ body: String? = nil) async throws -> TestResponse {
            try await market.send(method, "/api/operator\(path)", body, [.authorization: "Bearer \(key)"])
        }

        func get(_ path: String) async throws -> JSON { try JSON(try await send(.get, path)) }
    }

    private func report(_ id: Int, _ market: TestMarket, _ text: String = "") async throws {
        let body = "{\"reason\":\"scam\",\"text\":\"\(text)\",\"name\":\"Reporter\",\"mail\":\"r@market.example\"}"
        #expect(try await market.send(.post, "/api/products/\(id)/reports", body).status == .created)
    }

    @Test func aProgramDecidesReports() async throws {
        try await withMarket { market in
            for name in ["Chair", "Table"] { try await market.list(["name": name]) }
            let program = try await Program(market)
            try await report(1, market, "Wants the money first")
            try await report(2, market)
            let open = try await program.get("/reports?open=1")["reports"].array
            #expect(open.compactMap { $0["product_name"].string } == ["Chair", "Table"])
            #expect(open.first?["mail"].string == "r@market.example" && open.first?["state"].string == "open")
            let body = "{\"decision\":\"upheld\",\"reason\":\"Asks for money\",\"hides\":true}"
            let decided = try await program.send(.put, "/reports/1/decision", body)
            #expect(decided.status == .ok)
            let shown = try JSON(decided)
            #expect(shown["state"].string == "upheld" && shown["hold"]["kind"].string == "hidden")
            #expect(try await market.get("/api/products/1").status == .notFound)
            #expect(try await market.get("/api/products/2").status == .ok)
            let again = try await program.send(.put, "/reports/1/decision", body)
            #expect(try again.status == .conflict && JSON(again)["code"].string == "state_conflict")
            let dismissal = "{\"decision\":\"dismissed\",\"reason\":\"Fine\"}"
            #expect(try await program.send(.put, "/reports/2/decision", dismissal).status == .ok)
            #expect(try await program.get("/reports?open=1")["reports"].array.isEmpty)
            #expect(try await program.get("/reports")["reports"].array.count == 2)
            #expect(try await program.get("/reports?after=1")["reports"].array.compactMap { $0["id"].int } == [2])
            #expect(try await program.get("/reports/2")["decision"].string == "Fine")
        }
    }

    @Test func aProgramHidesListingsAndGivesThemBack() async throws {
        try await withMarket { market in
            for name in ["Red chair", "Table"] { try await market.list(["name": name]) }
            let program = try await Program(market)
            for kind in ["hidden", "change_asked", "removed"] {
                let body = "{\"kind\":\"\(kind)\",\"reason\":\"Say the size\"}"
                #expect(try await program.send(.put, "/products/1/hold", body).status == .noContent)
                #expect(try await market.get("/api/products/1").status == .notFound)
                let held = try await program.get("/products?state=held")["products"].array
                #expect(held.map { $0["hold"]["kind"].string } == [kind], "\(kind)")
                #expect(held.first?["hold"]["reason"].string == "Say the size")
                if kind == "removed" {
                    let other = "{\"kind\":\"hidden\",\"reason\":\"Odd\"}"
                    let hide = try await program.send(.put, "/products/1/hold", other)
                    #expect(try hide.status == .conflict && JSON(hide)["code"].string == "state_conflict")
                }
                let back = try await program.send(.delete, "/products/1/hold", "{\"reason\":\"Good\"}")
                #expect(back.status == .noContent)
                #expect(try await market.get("/api/products/1").status == .ok)
            }
            let notHeld = try await program.send(.delete, "/products/1/hold", "{\"reason\":\"Good\"}")
            #expect(try notHeld.status == .conflict && JSON(notHeld)["code"].string == "state_conflict")
            let found = try await program.get("/products?q=red")["products"].array
            #expect(found.compactMap { $0["id"].int } == [1])
            #expect(try await program.get("/products")["products"].array.compactMap { $0["id"].int } == [2, 1])
            #expect(try await program.get("/products?after=2")["products"].array.compactMap { $0["id"].int } == [1])
            #expect(try await program.get("/products?state=changed")["products"].array.isEmpty)
        }
    }

    /// What a program does decides the open reports only if it says so.
    @Test func aProgramDecidesAllThatIsReported() async throws {
        try await withMarket { market in
            for name in ["Chair", "Table"] { try await market.list(["name": name]) }
            let program = try await Program(market)
            for number in 1...2 { for text in ["One", "Two"] { try await report(number, market, text) } }
            func open() async throws -> Int { try await market.store.openReportCount() }
            let wrong = "{\"kind\":\"hidden\",\"reason\":\"Why\",\"all_reports\":\"yes\"}"
            let refused = try await program.send(.put, "/products/1/hold", wrong)
            #expect(try refused.status == .badRequest && JSON(refused)["code"].string == "invalid_fields")
            let hold = "{\"kind\":\"hidden\",\"reason\":\"Why\",\"all_reports\":"
            for (all, left) in [("null", 4), ("false", 4), ("true", 2)] {
                #expect(try await program.send(.put, "/products/1/hold", hold + all + "}").status == .noContent)
                #expect(try await open() == left, "\(all)")
            }
            #expect(try await program.send(.put, "/products/2/hold", hold + "false}").status == .noContent)
            let giveBack = "{\"reason\":\"Fine\",\"all_reports\":true}"
            #expect(try await program.send(.delete, "/products/2/hold", giveBack).status == .noContent)
            #expect(try await market.store.report(Report.ID(rawValue: 3))?.decision?.kind == .dismissed)
            #expect(try await open() == 0)
            for text in ["Three", "Four"] { try await report(2, market, text) }
            let decision = "{\"decision\":\"dismissed\",\"reason\":\"Fine\",\"all_reports\":true}"
            #expect(try await program.send(.put, "/reports/5/decision", decision).status == .ok)
            #expect(try await open() == 0)
            try await report(2, market, "Five")
            let block = "{\"reason\":\"Sells nothing\",\"all_reports\":true}"
            #expect(try await program.send(.put, "/vendors/1/block", block).status == .noContent)
            #expect(try await open() == 0)
        }
    }

    @Test func aProgramBlocksSellersAndTheLogSaysSo() async throws {
        try await withMarket { market in
            try await market.list(["name": "Chair"])
            let program = try await Program(market)
            let block = "{\"reason\":\"Sells nothing\",\"days\":7.0}"
            #expect(try await program.send(.put, "/vendors/1/block", block).status == .noContent)
            #expect(try await market.get("/api/products/1").status == .notFound)
            let vendor = try await market.services.store.current(Vendor.ID(rawValue: 1))
            #expect(vendor.isBlocked && vendor.blockEndsAt == market.clock.now.adding(days: 7))
            // A program that repeats it, because the answer was lost, blocks once.
            market.clock.advance(seconds: 60)
            #expect(try await program.send(.put, "/vendors/1/block", block).status == .noContent)
            let unblock = try await program.send(.delete, "/vendors/1/block", "{\"reason\":\"Settled\"}")
            #expect(unblock.status == .noContent)
            #expect(try await market.get("/api/products/1").status == .ok)
            let log = try await program.get("/log")["entries"].array
            #expect(log.map { $0["action"].string } == ["unblocked", "blocked"])
            #expect(log.allSatisfy { $0["operator"].string == "Kim" && $0["key"].string == "backup" })
            #expect(log.map { $0["reason"].string } == ["Settled", "Sells nothing"])
            let newest = try #require(log.first?["id"].int)
            #expect(try await program.get("/log?before=\(newest)")["entries"].array.count == 1)
            let browser = TestBrowser(market)
            try await browser.signIn(as: "Lee", .moderator)
            let page = try await browser.get("/operator/log").html
            #expect(page.contains("Kim, over the API (backup)"))
            // What a program has done is undone there.
            let csrf = try #require(await browser.cookies["csrf"])
            let undone = try await browser.post(
                "/operator/log",
                [("csrf", csrf), ("entry", "\(newest)"), ("reason", "Not settled")]
            )
            #expect(undone.status == 303)
            #expect(try await market.get("/api/products/1").status == .notFound)
        }
    }

    @Test func aProgramApprovesAndRefuses() async throws {
        try await withMarket(registration: .approved) { market in
            for name in ["Chair", "Table", "Lamp"] { try await market.list(["name": name]) }
            let program = try await Program(market)
            #expect(try await program.send(.put, "/products/1/approval").status == .noContent)
            #expect(try await market.get("/api/products/1").status == .ok)
            let refusal = "{\"kind\":\"hidden\",\"reason\":\"A copy\"}"
            #expect(try await program.send(.put, "/products/2/hold", refusal).status == .noContent)
            let waiting = try await program.get("/products?state=waiting")["products"].array
            #expect(waiting.compactMap { $0["id"].int } == [3] && waiting.first?["hold"]["kind"].string == "waiting")
            for id in [1, 2] {
                let again = try await program.send(.put, "/products/\(id)/approval")
                #expect(try again.status == .conflict && JSON(again)["code"].string == "state_conflict")
            }
            #expect(try await program.send(.put, "/products/9/approval").status == .notFound)
            #expect(try await market.get("/api/products/2").status == .notFound)
            let log = try await program.get("/log")["entries"].array.filter { $0["product"].int != nil }
            #expect(log.map { $0["action"].string } == ["hidden", "approved"])
            #expect(log.allSatisfy { $0["key"].string == "backup" })
        }
    }

    @Test func aProgramReadsWhatASellerHasChanged() async throws {
        try await withMarket(registration: .approved) { market in
            for name in ["Chair", "Table"] { try await market.list(["name": name, "descriptions": "Hardly <used>."]) }
            let program = try await Program(market)
            #expect(try await program.send(.put, "/products/1/approval").status == .noContent)
            try await report(1, market)
            let edit = """
                {"descriptions":"Pay first.","contact":"010-1234-5678","price":9000,"secret":"\(TestMarket.secret)"}
                """
            for id in [1, 2] {
                #expect(try await market.send(.patch, "/api/products/\(id)", edit).status == .accepted)
            }
            let waiting = try await program.get("/products?state=waiting")["products"].array
            #expect(waiting.compactMap { $0["id"].int } == [2, 1])
            let reported = try await program.get("/reports")["reports"].array
            for listing in [try #require(waiting.last), try #require(reported.first)] {
                let hold = listing["hold"]
                let changes = hold["changes"].array
                #expect(changes.map { $0["field"].string } == ["contact", "descriptions"])
                #expect(changes.map { $0["before"].string } == [nil, "Hardly <used>."])
            }
            // Nobody has seen the new one before.
            #expect(waiting.first?["hold"]["kind"].string == "waiting")
            #expect(waiting.first?["hold"]["changes"].array.isEmpty == true)
        }
    }

    @Test func aProgramShowsOnlyWhatItHasLookedAt() async throws {
        try await withMarket(registration: .approved) { market in
            try await market.list(["name": "Chair"])
            let program = try await Program(market)
            func version() async throws -> Int {
                try #require(try await program.get("/products")["products"].array.first?["version"].int)
            }
            func rename(_ name: String) async throws {
                let body = "{\"name\":\"\(name)\",\"secret\":\"\(TestMarket.secret)\"}"
                #expect(try await market.send(.patch, "/api/products/1", body).status == .accepted)
            }
            func send(_ method: HTTPRequest.Method, _ path: String, _ body: String?, _ tags: String) async throws
                -> TestResponse
            {
                let headers: HTTPFields = [.authorization: "Bearer \(program.key)", .ifMatch: tags]
                return try await market.send(method, "/api/operator/products/1/\(path)", body, headers)
            }
            let reason = "{\"reason\":\"Fine\"}"
            for (method, path, body) in [(HTTPRequest.Method.put, "approval", nil), (.delete, "hold", reason)] {
                let seen = try await version()
                try await rename("Scam")
                for tags in ["\"\(seen)\"", "\"\(seen)\", \"0\"", "\(seen)", "x"] {
                    let refused = try await send(method, path, body, tags)
                    #expect(refused.status == .preconditionFailed, "\(path) \(tags)")
                    #expect(try JSON(refused)["code"].string == "version_conflict")
                    #expect(try await market.get("/api/products/1").status == .notFound)
                }
                let now = try await version()
                #expect(now > seen)
                #expect(try await send(method, path, body, "\"\(seen)\", \"\(now)\"").status == .noContent)
                #expect(try await market.get("/api/products/1").status == .ok)
                let hold = "{\"kind\":\"hidden\",\"reason\":\"Why\"}"
                #expect(try await program.send(.put, "/products/1/hold", hold).status == .noContent)
            }
            // Who doesn't say what they have looked at gets what is there.
            try await rename("Lamp")
            #expect(try await send(.delete, "hold", reason, "*").status == .noContent)
            #expect(try await send(.delete, "hold", reason, "\"1\"").status == .preconditionFailed)
            #expect(try await market.get("/api/products/1").status == .ok)
        }
    }

    @Test func aProgramLocksAndUnlocks() async throws {
        try await withMarket { market in
            for name in ["Chair", "Table"] { try await market.list(["name": name]) }
            let program = try await Program(market)
            let edit = "{\"stock\":5,\"secret\":\"\(TestMarket.secret)\"}"
            // Locking it twice is as good as once.
            for _ in 1...2 {
                #expect(
                    try await program.send(.put, "/products/1/lock", "{\"reason\":\"Police\"}").status == .noContent
                )
            }
            #expect(try await market.get("/api/products/1").status == .ok)
            #expect(try await market.send(.patch, "/api/products/1", edit).status == .conflict)
            #expect(try await market.send(.patch, "/api/products/2", edit).status == .accepted)
            let products = try await program.get("/products")["products"].array
            #expect(products.map { $0["lock"]["reason"].string } == [nil, "Police"])
            for (id, status) in [(1, 204), (1, 409), (2, 409), (9, 404)] {
                let unlocked = try await program.send(.delete, "/products/\(id)/lock", "{\"reason\":\"Settled\"}")
                #expect(unlocked.status.code == status, "\(id)")
            }
            #expect(try await market.send(.patch, "/api/products/1", edit).status == .accepted)
            #expect(try await program.send(.put, "/products/9/lock", "{\"reason\":\"Police\"}").status == .notFound)
            #expect(try await program.send(.put, "/products/1/lock", "{}").status == .badRequest)
            let log = try await program.get("/log")["entries"].array
            #expect(log.map { $0["action"].string } == ["unlocked", "locked"])
        }
    }

    @Test func aProgramBlocksContacts() async throws {
        try await withMarket { market in
            try await market.list(["name": "Chair", "contact": "+82 10 1234 5678"])
            try await market.list(["name": "Table", "contact": "010-1234-5679"])
            let program = try await Program(market)
            let block = "{\"contact\":\"010-1234-5678\",\"reason\":\"Spam\"}"
            // Blocking it twice is as good as once.
            for _ in 1...2 { #expect(try await program.send(.put, "/contacts", block).status == .noContent) }
            #expect(try await market.get("/api/products/1").status == .notFound)
            #expect(try await market.get("/api/products/2").status == .ok)
            let shown = try await program.get("/contacts")
            let contact = try #require(shown["contacts"].array.first)
            #expect(contact["contact"].string == "01012345678" && contact["reason"].string == "Spam")
            #expect(contact["operator"].string == "Kim" && shown["next"].string == nil)
            for (fields, name) in [
                ("\"reason\":\"Spam\"", "contact"),
                ("\"contact\":7,\"reason\":\"Spam\"", "contact"), ("\"contact\":\"kim@example.com\"", "reason"),
                ("\"contact\":\"\(String(repeating: "k", count: 201))\",\"reason\":\"Spam\"", "contact"),
            ] {
                for method in [HTTPRequest.Method.put, .delete] {
                    let refused = try await program.send(method, "/contacts", "{\(fields)}")
                    #expect(refused.status == .badRequest, "\(fields)")
                    #expect(try JSON(refused)["fields"][0]["name"].string == name, "\(fields)")
                }
            }
            // Strangers write it, too, so it can't be blocked, and isn't.
            for (method, status) in [(HTTPRequest.Method.put, 400), (.delete, 409)] {
                for contact in [" !", "Ask me"] {
                    let body = "{\"contact\":\"\(contact)\",\"reason\":\"Spam\"}"
                    #expect(try await program.send(method, "/contacts", body).status.code == status)
                }
            }
            for status in [204, 409] {
                let unblocked = try await program.send(.delete, "/contacts", block)
                #expect(unblocked.status.code == status)
            }
            #expect(try await market.get("/api/products/1").status == .ok)
            #expect(try await program.get("/contacts")["contacts"].array.isEmpty)
            for number in 1...31 {
                let body = "{\"contact\":\"name\(100 + number)\",\"reason\":\"Spam\"}"
                #expect(try await program.send(.put, "/contacts", body).status == .noContent)
            }
            let next = try #require(try await program.get("/contacts")["next"].string)
            let rest = try await program.get("/contacts?after=\(next)")
            #expect(rest["contacts"].array.compactMap { $0["contact"].string } == ["name131"])
        }
    }

    @Test func whatIsWrongIsSaid() async throws {
        try await withMarket { market in
            try await market.list(["name": "Chair"])
            try await report(1, market)
            let program = try await Program(market)
            let reason = "\"reason\":\"Why\""
            for (method, path, body, field) in [
                (.put, "/products/1/hold", "{\(reason)}", "kind"),
                (.put, "/products/1/hold", "{\(reason),\"kind\":\"reports\"}", "kind"),
                (.put, "/products/1/hold", "{\"kind\":\"hidden\"}", "reason"),
                (.put, "/products/1/hold", "{\"kind\":\"hidden\",\"reason\":\" \"}", "reason"),
                (.put, "/products/1/hold", "{\"kind\":7,\(reason)}", "kind"),
                (.delete, "/products/1/hold", "{}", "reason"),
                (.put, "/reports/1/decision", "{\(reason)}", "decision"),
                (.put, "/reports/1/decision", "{\(reason),\"decision\":\"open\"}", "decision"),
                (.put, "/reports/1/decision", "{\(reason),\"decision\":\"upheld\",\"hides\":\"x\"}", "hides"),
                (.put, "/vendors/1/block", "{\"days\":7}", "reason"),
                (.put, "/vendors/1/block", "{\(reason),\"days\":\"x\"}", "days"),
            ] as [(HTTPRequest.Method, String, String, String)] {
                let response = try await program.send(method, path, body)
                let json = try JSON(response)
                #expect(response.status == .badRequest && json["code"].string == "invalid_fields", "\(path) \(body)")
                #expect(json["fields"].array.first?["name"].string == field, "\(path) \(body)")
            }
            #expect(try await program.send(.put, "/vendors/1/block", "{\(reason),\"days\":366}").status == .badRequest)
            #expect(try await program.send(.put, "/vendors/1/block", "no JSON").status == .badRequest)
            #expect(try await program.send(.get, "/products?state=none").status == .badRequest)
            for (method, path, body) in [
                (.get, "/reports/9", nil), (.get, "/reports/x", nil),
                (.put, "/reports/9/decision", "{\(reason),\"decision\":\"upheld\"}"),
                (.put, "/products/9/hold", "{\(reason),\"kind\":\"hidden\"}"),
                (.delete, "/products/9/hold", "{\(reason)}"),
                (.put, "/vendors/9/block", "{\(reason)}"), (.put, "/vendors/0/block", "{\(reason)}"),
                (.delete, "/vendors/9/block", "{\(reason)}"),
            ] as [(HTTPRequest.Method, String, String?)] {
                #expect(try await program.send(method, path, body).status == .notFound, "\(path)")
            }
            // None of this has done anything.
            #expect(try await market.get("/api/products/1").status == .ok)
            #expect(try await program.get("/log")["entries"].array.isEmpty)
        }
    }

    @Test func nobodyElseGetsIn() async throws {
        // More wrong keys than an address has.
        var limits = ServerLimits()
        limits.operatorGuesses = ClientBudgetLimits(perAddress: Budget(perMinute: 1000, burst: 1000))
        try await withMarket(limits: limits) { market in
            try await market.list(["name": "Chair"])
            let program = try await Program(market, of: "Kim", .operator)
            let lee = try await Program(market, of: "Lee")
            let browser = TestBrowser(market)
            let session = try await browser.signIn(as: "Park", .operator)
            let authenticator = market.services.operatorAuthenticator
            let feed = try await authenticator.makeFeed(for: "Lee", by: Self.commandLine)
            let hold = "{\"kind\":\"hidden\",\"reason\":\"Why\"}"
            func refuses(_ headers: HTTPFields, _ what: String) async throws {
                for (method, path, body) in [
                    (.get, "reports", nil), (.get, "products", nil), (.get, "log", nil), (.get, "contacts", nil),
                    (.put, "products/1/approval", nil), (.put, "products/1/lock", "{\"reason\":\"Why\"}"),
                    (.put, "contacts", "{\"contact\":\"kim\",\"reason\":\"Why\"}"),
                    (.put, "products/1/hold", hold),
                    // Whether it is there isn't told either.
                    (.put, "products/9/hold", hold), (.put, "products/1/hold", "no JSON"),
                ] as [(HTTPRequest.Method, String, String?)] {
                    let response = try await market.send(method, "/api/operator/\(path)", body, headers)
                    #expect(response.status == .unauthorized, "\(what) \(path)")
                    #expect(response.headers[.wwwAuthenticate] == "Bearer", "\(what) \(path)")
                    #expect(try JSON(response)["code"].string == "invalid_key", "\(what) \(path)")
                }
            }
            func bearer(_ text: String) -> HTTPFields { [.authorization: "Bearer \(text)"] }
            try await refuses([:], "nobody")
            for (name, text) in [
                ("x", "x"), ("zeros", String(repeating: "0", count: 32)), ("a session", session), ("a feed", feed),
            ] {
                try await refuses(bearer(text), name)
            }
            try await refuses([.authorization: "Basic \(program.key)"], "another scheme")
            try await refuses([.cookie: "operator=\(program.key)"], "a cookie")
            try await refuses([.cookie: "operator=\(session)"], "the session's cookie")
            // A key is no session.
            let stranger = TestBrowser(market)
            await stranger.remember("operator", program.key)
            #expect(try await stranger.get("/operator").status == 403)
            #expect(try await stranger.get("/operator", bearer(program.key)).status == 403)
            // Nor does it make what needs a recent sign-in.
            let found = try await authenticator.key(program.key, from: .unknown)
            let proof = try #require(found)
            #expect(throws: MarketError.operators(.notPermitted)) { _ = try authenticator.recent(proof) }
            // It ends with its operator, and when it is ended.
            try await market.services.manageOperators.remove("Lee", by: Self.recent)
            try await refuses(bearer(lee.key), "a removed operator")
            #expect(try await program.send(.get, "/log").status == .ok)
            let key = try #require(try await market.services.manageOperators.keys(for: Self.commandLine).first)
            #expect(try await market.services.manageOperators.endKey(key.id, by: Self.commandLine))
            try await refuses(bearer(program.key), "an ended key")
            #expect(try await market.get("/api/products/1").status == .ok)
        }
    }

    @Test func wrongKeysAreLimitedAndTheRightOneIsNot() async throws {
        var limits = ServerLimits()
        limits.operatorGuesses = ClientBudgetLimits(perAddress: Budget(perMinute: 3, burst: 3))
        try await withMarket(limits: limits) { market in
            let program = try await Program(market)
            func wrong(_ number: Int) async throws -> Int {
                let key = String(repeating: "\(number)", count: 32)
                return try await market.send(.get, "/api/operator/log", nil, [.authorization: "Bearer \(key)"]).status
                    .code
            }
            for number in 0..<3 { #expect(try await wrong(number) == 401) }
            #expect(try await wrong(9) == 429)
            for _ in 0..<9 { #expect(try await program.send(.get, "/log").status == .ok) }
        }
    }

    @Test func keysAreMadeAndEndedOnThePage() async throws {
        try await withMarket { market in
            let (kim, lee) = (TestBrowser(market), TestBrowser(market))
            try await kim.signIn(as: "Kim", .operator)
            try await lee.signIn(as: "Lee", .moderator)
            func press(_ browser: TestBrowser, _ fields: (String, String)...) async throws -> TestBrowser.Page {
                let csrf = try #require(await browser.cookies["csrf"])
                return try await browser.post("/operator/sessions", [("csrf", csrf)] + fields)
            }
            for name in ["", " ", String(repeating: "x", count: 41)] {
                #expect(try await press(kim, ("do", "key"), ("name", name)).status == 422, "\(name)")
            }
            let made = try await press(kim, ("do", "key"), ("name", "Backup <b>"))
            #expect(made.status == 200 && made.headers[.cacheControl] == "private, no-store")
            let key = try #require(made.html.firstMatch(of: /<span dir="ltr">([0-9a-f]{32})</)?.1)
            let later = try await kim.get("/operator/sessions").html
            #expect(later.contains("Backup &lt;b") && !later.contains(key))
            func status() async throws -> Int {
                try await market.send(.get, "/api/operator/log", nil, [.authorization: "Bearer \(key)"]).status.code
            }
            #expect(try await status() == 200)
            // A moderator sees and ends only their own.
            #expect(!(try await lee.get("/operator/sessions").html.contains("Backup")))
            let theirs = try await press(lee, ("do", "end-key"), ("key", "1"))
            #expect(theirs.status == 303 && !theirs.html.contains("Backup"))
            _ = try await press(lee, ("do", "end-key"), ("key", "1"), ("sure", "1"))
            #expect(try await status() == 200)
            _ = try await press(lee, ("do", "key"), ("name", "Of Lee"))
            #expect(try await kim.get("/operator/sessions").html.contains("Of Lee"))
            // It is asked on a page of its own, which names the key.
            let question = try await press(kim, ("do", "end-key"), ("key", "1"))
            #expect(question.status == 200 && question.html.contains("End the key “Backup &lt;b"))
            #expect(question.hidden("do") == "end-key" && question.hidden("key") == "1")
            #expect(question.html.contains("href=\"/operator/sessions\""))
            #expect(try await status() == 200)
            _ = try await press(kim, ("do", "end-key"), ("key", "1"), ("sure", question.hidden("sure") ?? ""))
            #expect(try await status() == 401)
            // Whoever signed in more than an hour ago signs in again to make one, and not to end one.
            market.clock.advance(seconds: 3600)
            let refused = try await press(kim, ("do", "key"), ("name", "Another"))
            #expect(refused.status == 403 && refused.html.contains("sign in again"))
            _ = try await press(kim, ("do", "end-key"), ("key", "2"), ("sure", "1"))
            #expect(try await market.services.manageOperators.keys(for: Self.commandLine).isEmpty)
        }
    }
}
