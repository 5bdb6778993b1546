import Foundation
import HTTPTypes
import MarketCore
import MarketModels
import MarketServer
import MarketWeb
import NIOCore
import ProductStoreContract
import TestMarkets
import Testing

/// Reporting listings and sellers, what became of it, and listings that are held because of it (API.md, “Reports”).
struct ReportTests {
    private static let seller = "a-seller-with-a-browser"

    private static func from(_ address: String) -> HTTPFields { [.field("X-Forwarded-For"): address] }

    /// An address of a network of its own.
    private static func network(_ number: Int) -> HTTPFields { from("198.51.\(number).7") }

    private func report(
        _ path: String,
        _ market: TestMarket,
        body: String = "{\"reason\":\"scam\"}",
        from headers: HTTPFields = [:]
    ) async throws -> TestResponse {
        try await market.send(.post, path, body, headers)
    }

    /// Reports a product from several networks.
    private func hold(_ id: Int, _ market: TestMarket, networks: ClosedRange<Int> = 1...3) async throws {
        for number in networks {
            let response = try await report("/api/products/\(id)/reports", market, from: Self.network(number))
            #expect(response.status == .created)
        }
    }

    /// The vendors of old apps have numbers that are anybody's in a market without them.
    @Test func whoHasTheNumberOfAnOldAppIsHeldLikeOthers() async throws {
        try await withMarket(proxies: .loopback) { market in
            let number = try #require(KnownVendors.all.map(\.id.rawValue).filter { $0 > 0 }.min())
            for seller in 1...number {
                try await market.list(["name": "Chair \(seller)"], identifier: "a-seller-with-a-browser-\(seller)")
            }
            try await hold(Int(number), market)
            #expect(try await market.get("/api/products/\(number)").status == .notFound)
        }
    }

    // MARK: Pages

    @Test(arguments: [("ko", "신고", "신고를 받았어요", "아직 확인"), ("en", "Report", "Report received", "decided yet")])
    func anybodyReportsWithoutScripts(_ language: String, link: String, received: String, open: String) async throws {
        try await withMarket { market in
            try await market.list(["name": "Too cheap"], identifier: Self.seller)
            let browser = TestBrowser(market, language: language)
            let product = try await browser.get("/products/1")
            #expect(product.html.contains("href=\"/products/1/report\" rel=\"nofollow\">\(link)"))
            let form = try await browser.get("/products/1/report")
            #expect(form.status == 200 && form.html.contains("Too cheap"))
            #expect(form.html.components(separatedBy: "type=\"radio\"").count - 1 == ReportReason.allCases.count)
            let csrf = try #require(form.hidden("csrf"))
            let fields = [
                ("csrf", csrf), ("reason", "scam"), ("text", "Wants the money first"), ("name", "Kim"),
                ("mail", "kim@example.com"),
            ]
            let sent = try await browser.post("/products/1/report", fields)
            #expect(sent.status == 303)
            let receipt = try #require(sent.headers[.location])
            #expect(receipt.wholeMatch(of: /\/reports\/[0-9a-f]{32}/) != nil)
            // The link works in any browser, and tells nobody else.
            let page = try await TestBrowser(market, language: language).get(receipt)
            #expect(page.status == 200 && page.html.contains("<h1>\(received)</h1>") && page.html.contains(open))
            #expect(page.html.contains("Too cheap") && page.html.contains("noindex"))
            #expect(!page.html.contains("kim@example.com") && !page.html.contains("Wants the money"))
            #expect(page.headers[.cacheControl] == "private, no-store")
            #expect(page.headers[.field("Referrer-Policy")] == "no-referrer")
            // Twice by a double tap, once for the operator.
            #expect(try await browser.post("/products/1/report", fields).headers[.location] == receipt)
            let reports = try await market.store.reports(isOpen: true, after: nil, limit: 9)
            #expect(reports.map(\.content.text) == ["Wants the money first"])
            #expect(reports.first?.content.mail == "kim@example.com")
            #expect(try await market.get("/api/products/1").status == .ok)
        }
    }

    @Test func aSellerIsReportedFromTheirPage() async throws {
        try await withMarket { market in
            try await market.list(identifier: Self.seller)
            let browser = TestBrowser(market)
            #expect(try await browser.get("/sellers/1").html.contains("href=\"/sellers/1/report\""))
            let form = try await browser.get("/sellers/1/report")
            #expect(form.html.contains("Report this seller") && form.html.contains("Vendor 1"))
            let fields = [("csrf", form.hidden("csrf") ?? ""), ("reason", "offensive")]
            let sent = try await browser.post("/sellers/1/report", fields)
            #expect(sent.status == 303)
            #expect(try await browser.get(sent.headers[.location] ?? "").html.contains("Vendor 1"))
            let subjects = try await market.store.reports(isOpen: true, after: nil, limit: 9).map(\.subject)
            #expect(subjects == [.vendor(Vendor.ID(rawValue: 1))])
            for path in ["/sellers/99/report", "/sellers/x/report", "/products/99/report", "/products/x/report"] {
                #expect(try await browser.get(path).status == 404, "\(path)")
                #expect(try await browser.post(path, fields).status == 404, "\(path)")
            }
        }
    }

    /// The form comes back with what was typed and says what is missing.
    @Test func anIncompleteReportIsShownAgain() async throws {
        try await withMarket { market in
            try await market.list(identifier: Self.seller)
            let browser = TestBrowser(market)
            let csrf = try #require(try await browser.get("/products/1/report").hidden("csrf"))
            let hostile = "</textarea><script>alert(1)</script>\"'&"
            let cases: [([(String, String)], String)] = [
                ([], "Choose a reason."), ([("reason", "nothing")], "Choose a reason."),
                ([("reason", "other")], "Say what’s wrong."),
                ([("reason", "other"), ("text", " \n\u{200B}")], "Say what"),
                ([("reason", "illegal"), ("text", "x")], "confirm that your report is accurate"),
                ([("reason", "scam"), ("text", String(repeating: "x", count: 2001))], "Use up to 2,000 characters."),
                ([("reason", "scam"), ("name", String(repeating: "x", count: 101))], "Use up to 100 characters."),
                ([("reason", "scam"), ("text", "a\0b")], "characters that can’t be saved"),
                ([("reason", "scam"), ("mail", "kim"), ("text", hostile)], "Write the email like"),
                ([("reason", "scam"), ("mail", "kim@@x.y")], "Write the email like"),
            ]
            for (fields, sentence) in cases {
                let page = try await browser.post("/products/1/report", [("csrf", csrf)] + fields)
                #expect(page.status == 422, "\(fields)")
                #expect(page.html.contains(sentence), "\(fields)")
                #expect(!page.html.contains("<script>alert"))
                if fields.contains(where: { $0.1 == hostile }) {
                    #expect(page.html.contains("&lt;/textarea>") || page.html.contains("&lt;/textarea&gt;"))
                }
            }
            #expect(try await browser.post("/products/1/report", [("reason", "scam")]).status == 403, "no form token")
            #expect(try await market.store.openReportCount() == 0)
            let notice = [("csrf", csrf), ("reason", "illegal"), ("text", hostile), ("good_faith", "1")]
            let sent = try await browser.post("/products/1/report", notice)
            #expect(sent.status == 303)
            #expect(!(try await browser.get(sent.headers[.location] ?? "").html.contains("<script>alert")))
            #expect(try await market.store.reports(isOpen: true, after: nil, limit: 9).map(\.content.text) == [hostile])
        }
    }

    @Test func whatNobodySeesIsNotReported() async throws {
        try await withMarket { market in
            try await market.list(["name": "Secretly hidden"], identifier: Self.seller)
            try await market.list(identifier: Self.seller)
            let secret = "{\"secret\":\"\(TestMarket.secret)\",\"state\":\"hidden\"}"
            #expect(try await market.send(.put, "/api/products/1/state", secret).status == .ok)
            _ = try await market.store.delete(Product.ID(rawValue: 2), isErasure: true, at: market.clock.now)
            let browser = TestBrowser(market)
            for id in 1...2 {
                let page = try await browser.get("/products/\(id)/report")
                #expect(page.status == 410 && !page.html.contains("Secretly hidden"))
                let refused = try await report("/api/products/\(id)/reports", market)
                #expect(refused.status == .notFound)
                #expect(try JSON(refused)["code"].string == "withdrawn")
            }
            #expect(try await report("/api/products/99/reports", market).status == .notFound)
            #expect(try await report("/api/vendors/99/reports", market).status == .notFound)
            #expect(try await market.store.openReportCount() == 0)
        }
    }

    /// Their page is gone, and their name may be why. Others can't even find out who is blocked.
    @Test func aBlockedSellerIsNotReported() async throws {
        try await withMarket { market in
            let seller = TestBrowser(market)
            let form = try await seller.get("/products/new")
            let listed = try await seller.post("/products", form: .webListing(form, ["seller": "Offensive Name"]))
            try #require(listed.status == 303)
            let receipt = try JSON(try await report("/api/vendors/1/reports", market))["receipt"].string
            let receiptPath = "/reports/\(try #require(receipt))"
            let browser = TestBrowser(market)
            #expect(try await browser.get(receiptPath).html.contains("Offensive Name"))
            let fields = [("csrf", try #require(try await browser.get("/sellers/1/report").hidden("csrf")))]
            _ = try await market.store.setBlocked(true, vendor: Vendor.ID(rawValue: 1))
            for path in ["/sellers/1", "/sellers/1/report", "/sellers/99/report"] {
                let page = try await browser.get(path)
                #expect(page.status == 404 && !page.html.contains("Offensive Name"), "\(path)")
            }
            let sent = try await browser.post("/sellers/1/report", fields + [("reason", "counterfeit")])
            #expect(sent.status == 404 && !sent.html.contains("Offensive Name"))
            let (blocked, unknown) = (
                try await report("/api/vendors/1/reports", market), try await report("/api/vendors/99/reports", market)
            )
            #expect(blocked.status == .notFound && blocked.body == unknown.body)
            // Who has reported them still reads what became of it.
            let page = try await browser.get(receiptPath)
            #expect(page.status == 200 && !page.html.contains("Offensive Name"))
            #expect(try await market.store.openReportCount() == 1)
            _ = try await market.store.setBlocked(false, vendor: Vendor.ID(rawValue: 1))
            #expect(try await browser.post("/sellers/1/report", fields + [("reason", "counterfeit")]).status == 303)
        }
    }

    // MARK: API

    @Test func aReportOverTheAPIHasAReceipt() async throws {
        try await withMarket(proxies: .loopback) { market in
            try await market.list(identifier: Self.seller)
            let first = try await report("/api/products/1/reports", market, from: Self.network(1))
            #expect(first.status == .created && first.headers[.cacheControl] == "no-store")
            let receipt = try #require(try JSON(first)["receipt"].string)
            #expect(try JSON(first)["state"].string == "open")
            // The same client, the same report; another one, or another text, is another.
            let again = try await report("/api/products/1/reports", market, from: Self.network(1))
            #expect(try JSON(again)["receipt"].string == receipt)
            var receipts = [receipt]
            // A neighbor doesn't learn that somebody has reported.
            let neighbor = try await report("/api/products/1/reports", market, from: Self.from("198.51.1.99"))
            receipts.append(try #require(try JSON(neighbor)["receipt"].string))
            for (body, network) in [("{\"reason\":\"scam\"}", 2), ("{\"reason\":\"scam\",\"text\":\"a\"}", 1)] {
                let other = try await report("/api/products/1/reports", market, body: body, from: Self.network(network))
                receipts.append(try #require(try JSON(other)["receipt"].string))
            }
            receipts.append(
                try #require(
                    try JSON(await report("/api/vendors/1/reports", market, from: Self.network(1)))["receipt"].string
                )
            )
            #expect(Set(receipts).count == 5)
            #expect(try await market.store.openReportCount() == 5)
            for receipt in receipts {
                let found = try await market.get("/api/reports/\(receipt)")
                #expect(found.status == .ok)
                #expect(try JSON(found)["receipt"].string == receipt)
            }
            // Nobody guesses one, and the store doesn't know it either.
            let guesses = [
                String(receipt.dropLast()), receipt.uppercased(), String(receipt.reversed()), "1", "x",
                String(repeating: "0", count: 32),
            ]
            for guess in guesses where guess != receipt {
                #expect(try await market.get("/api/reports/\(guess)").status == .notFound, "\(guess)")
                let page = try await TestBrowser(market).get("/reports/\(guess)")
                #expect(page.status == 404 && page.html.contains("No report at this address"))
            }
            let stored = try Data(contentsOf: URL(filePath: market.folder).appending(path: "market.sqlite"))
            #expect(stored.range(of: Data(receipt.utf8)) == nil)
        }
    }

    @Test(arguments: [
        ("{}", "reason"), ("{\"reason\":7}", "reason"), ("{\"reason\":[]}", "reason"),
        ("{\"reason\":\"other\"}", "text"),
        ("{\"reason\":\"other\",\"text\":\"  \"}", "text"), ("{\"reason\":\"scam\",\"text\":{}}", "text"),
        ("{\"reason\":\"scam\",\"text\":5}", "text"), ("{\"reason\":\"scam\",\"text\":\"x\",\"name\":5}", "name"),
        ("{\"reason\":\"illegal\",\"text\":\"x\"}", "good_faith"),
        ("{\"reason\":\"illegal\",\"text\":\"x\",\"good_faith\":\"true\"}", "good_faith"),
        ("{\"reason\":\"scam\",\"mail\":\"x\"}", "mail"), ("{\"reason\":\"scam\",\"name\":\"a\\u0000b\"}", "name"),
    ])
    func anIncompleteReportNamesTheField(_ body: String, field: String) async throws {
        try await withMarket { market in
            try await market.list(identifier: Self.seller)
            let refused = try await report("/api/products/1/reports", market, body: body)
            #expect(refused.status == .badRequest)
            #expect(try JSON(refused)["fields"][0]["name"].string == field)
            #expect(try await market.store.openReportCount() == 0)
        }
    }

    @Test(arguments: [("en", "Your report hasn’t been sent yet"), ("ko", "아직 신고를 보내지 못했어요")])
    func whatIsTypedStaysWhenTheBudgetIsUsedUp(_ language: String, sentence: String) async throws {
        try await withMarket(proxies: .loopback) { market in
            try await market.list(identifier: Self.seller)
            for number in 1...10 {
                let body = "{\"reason\":\"other\",\"text\":\"\(number)\"}"
                let sent = try await report("/api/products/1/reports", market, body: body, from: Self.network(1))
                #expect(sent.status == .created)
            }
            let browser = TestBrowser(market, language: language)
            for path in ["/products/1/report", "/sellers/1/report"] {
                let csrf = try #require(try await browser.get(path).hidden("csrf"))
                let typed = [
                    ("csrf", csrf), ("reason", "scam"), ("text", "Wants <all> of it first"), ("name", "Lee"),
                    ("mail", "lee@market.example"), ("good_faith", "1"),
                ]
                let refused = try await browser.post(path, typed, Self.network(1))
                #expect(refused.status == 429, "\(path)")
                #expect((refused.headers[.retryAfter].flatMap { Int($0) } ?? 0) > 0, "\(path)")
                #expect(refused.html.contains(sentence), "\(path)")
                // It isn't the market that is busy, and no field is wrong.
                for other in ["very busy", "접속자가 많아요", "aria-invalid"] {
                    #expect(!refused.html.contains(other), "\(other)")
                }
                for kept in ["Wants &lt;all", "value=\"Lee\"", "value=\"lee@market.example\""] {
                    #expect(refused.html.contains(kept), "\(path)")
                }
                for box in [/value="scam"[^>]* checked/, /name="good_faith"[^>]* checked/] {
                    #expect(refused.html.contains(box), "\(path)")
                }
                #expect(try await market.store.openReportCount() == 10, "\(path)")
            }
            // Others still report.
            let again = try #require(try await browser.get("/products/1/report").hidden("csrf"))
            let sent = try await browser.post(
                "/products/1/report",
                [("csrf", again), ("reason", "scam"), ("text", "Wants all of it first")],
                Self.network(2)
            )
            #expect(sent.status == 303)
        }
    }

    @Test func aListingsPageHasAllItsReports() async throws {
        try await withMarket { market in
            try await market.list(identifier: Self.seller)
            for number in 1...31 {
                let report = NewReport(
                    subject: .product(Product.ID(rawValue: 1)),
                    content: CheckedReport(reason: .other, text: "No \(number)."),
                    receipt: ReceiptHash(rawValue: "receipt \(number)"),
                    network: "network",
                    mayHold: false,
                    createdAt: market.clock.now
                )
                #expect(try await market.store.addReport(report)?.isNew == true)
            }
            let kim = TestBrowser(market, language: "en")
            try await kim.signIn(as: "Kim", .moderator)
            let first = try await kim.get("/operator/listings/1").html
            #expect(first.contains("No 31.") && first.contains("No 2.") && !first.contains("No 1."))
            let more = try #require(first.firstMatch(of: /href="(\/operator\/listings\/1\?reports=\d+)#reports"/)?.1)
            let second = try await kim.get(String(more)).html
            #expect(second.contains("No 1.") && !second.contains("No 2.") && !second.contains("?reports="))
        }
    }

    @Test func reportsHaveABudget() async throws {
        try await withMarket(proxies: .loopback) { market in
            try await market.list(identifier: Self.seller)
            func send(_ text: String, from address: String) async throws -> HTTPResponse.Status {
                let body = "{\"reason\":\"other\",\"text\":\"\(text)\"}"
                return try await report("/api/products/1/reports", market, body: body, from: Self.from(address)).status
            }
            for number in 1...10 { #expect(try await send("\(number)", from: "203.0.113.1") == .created) }
            #expect(try await send("11", from: "203.0.113.1") == .tooManyRequests)
            #expect(try await send("10", from: "203.0.113.1") == .tooManyRequests)
            #expect(try await send("11", from: "203.0.113.2") == .created, "a neighbour")
            // What was sent before costs nothing, and what is wrong neither.
            for _ in 1...20 { #expect(try await send("11", from: "203.0.113.2") == .created) }
            for _ in 1...20 { #expect(try await send("", from: "203.0.113.2") == .badRequest) }
            #expect(try await send("12", from: "203.0.113.2") == .created)
        }
    }

    // MARK: Holding

    @Test func aHeldListingIsAsHiddenOnEveryEdition() async throws {
        try await withMarket(proxies: .loopback) { market in
            try await market.list(["name": "Held chair", "contact": "010-1234"], identifier: Self.seller)
            try await market.list(["name": "Hidden chair", "contact": "010-1234"], identifier: Self.seller)
            let hidden = "{\"secret\":\"\(TestMarket.secret)\",\"state\":\"hidden\"}"
            #expect(try await market.send(.put, "/api/products/2/state", hidden).status == .ok)
            try await hold(1, market)
            for path in [
                "/api/products/ID", "/item/ID", "/api/products/ID/contact", "/products/ID", "/products/ID/contact",
                "/products/ID/report", "/products/ID/others", "/products/ID/similar",
            ] {
                var answers: [(HTTPResponse.Status, String)] = []
                for (id, name) in [(1, "Held"), (2, "Hidden")] {
                    let target = path.replacing("ID", with: "\(id)")
                    let headers: HTTPFields = [.accept: "text/html"]
                    let response = try await market.client.execute(uri: target, method: .get, headers: headers)
                    let text = String(buffer: response.body)
                    #expect(!text.contains("\(name) chair"), "\(path)")
                    answers.append((response.status, text.replacing("/\(id)", with: "/ID")))
                }
                // Pages say who hides it; nothing else differs.
                if path.hasPrefix("/products"), answers[0] != answers[1] {
                    #expect(answers[0].0 == .notFound && answers[0].1.contains("is looking at this listing"), "\(path)")
                    #expect(answers[1].0 == .gone && answers[1].1.contains("is no longer available"), "\(path)")
                } else {
                    #expect(answers[0] == answers[1], "\(path)")
                }
            }
            for path in ["/api/products", "/items/1", "/", "/feed.atom", "/sellers/1", "/?q=chair", "/sitemaps/1.xml"] {
                let text = String(buffer: try await market.client.execute(uri: path, method: .get).body)
                #expect(!text.contains("Held chair") && !text.contains("/products/1<"), "\(path)")
            }
            // Its seller can't show it, and nothing else tells why over the API than a sentence.
            for state in ["open", "sold", "reserved"] {
                let body = "{\"secret\":\"\(TestMarket.secret)\",\"state\":\"\(state)\"}"
                let refused = try await market.send(.put, "/api/products/1/state", body)
                #expect(refused.status == .conflict, "\(state)")
                #expect(try JSON(refused)["code"].string == "state_conflict", "\(state)")
                let sentence = try #require(try JSON(refused)["message"].string)
                #expect(sentence.contains("신고된 상품") || sentence.contains("have reported this listing"), "\(state)")
            }
            market.clock.advance(seconds: 72 * 3600)
            try await market.services.advanceListings()
            #expect(try JSON(await market.get("/api/products/1"))["name"].string == "Held chair")
            #expect(try await market.get("/api/products/2").status == .notFound)
        }
    }

    /// Somebody at home who turns off the Wi-Fi of the phone then.
    @Test(arguments: ["192.0.2.7", "2001:db8:3::7"])
    func aHomeAndAPhoneHoldNothing(_ third: String) async throws {
        try await withMarket(proxies: .loopback) { market in
            try await market.list(identifier: Self.seller)
            for address in [
                "198.51.100.1", "2001:db8:1::1", "2001:db8:1:2::9", "203.0.113.1", "2001:db8:2::1", "203.0.113.99",
            ] {
                let sent = try await report("/api/products/1/reports", market, from: Self.from(address))
                #expect(sent.status == .created)
                #expect(try await market.get("/api/products/1").status == .ok, "\(address)")
            }
            // Somebody else.
            _ = try await report("/api/products/1/reports", market, from: Self.from(third))
            #expect(try await market.get("/api/products/1").status == .notFound)
        }
    }

    /// Ten networks can't keep an honest seller from selling.
    @Test func tenNetworksAgainstAnHonestSeller() async throws {
        try await withMarket(proxies: .loopback) { market in
            for number in 1...6 { try await market.list(["name": "Chair \(number)"], identifier: Self.seller) }
            func attack() async throws {
                for id in 1...6 {
                    for number in 1...10 {
                        _ = try await report("/api/products/\(id)/reports", market, from: Self.network(number))
                    }
                }
            }
            func shown() async throws -> Int? { try JSON(await market.get("/api/products"))["total_count"].int }
            try await attack()
            #expect(try await shown() == 0, "nine holds in a day are more than six listings")
            market.clock.advance(seconds: 72 * 3600)
            try await market.services.advanceListings()
            #expect(try await shown() == 6)
            for _ in 1...3 {
                try await attack()
                market.clock.advance(seconds: 86_400)
            }
            #expect(try await shown() == 6, "nothing is held twice")
        }
    }

    /// A listing isn't immune because something harmless was held there before.
    @Test func whoWaitsForTheEndOfAHoldIsHeldAgain() async throws {
        try await withMarket(proxies: .loopback) { market in
            try await market.list(identifier: Self.seller)
            func status() async throws -> Int { try await market.get("/api/products/1").status.code }
            func edit(_ fields: String) async throws {
                let change = "{\(fields),\"secret\":\"\(TestMarket.secret)\"}"
                #expect(try await market.send(.patch, "/api/products/1", change).status == .accepted)
            }
            try await hold(1, market)
            #expect(try await status() == 404)
            market.clock.advance(seconds: 72 * 3600)
            try await market.services.advanceListings()
            try await edit("\"price\":1000")
            try await hold(1, market, networks: 4...6)
            #expect(try await status() == 200, "another price is no reason")
            market.clock.advance(seconds: 60)
            try await edit("\"contact\":\"010-9999-8888\"")
            try await hold(1, market, networks: 1...5)
            #expect(try await status() == 200, "all of these have reported it before")
            try await hold(1, market, networks: 7...9)
            #expect(try await status() == 404)
            let desk = TestBrowser(market)
            try await desk.signIn(as: "Kim", .moderator)
            #expect(try await desk.get("/operator/log").html.contains("Changed by its seller"))
        }
    }

    /// Sellers with an old app couldn't see why, so their listings are only flagged.
    @Test func listingsOfOldAppsAreOnlyFlagged() async throws {
        try await withMarket(proxies: .loopback) { market in
            try await market.list()
            try await market.item()
            let known = try JSON(await market.get("/api/products/1"))["vendor_id"].int
            _ = await AdminService(services: market.services, webApp: Site()).perform(.addKnownVendors)
            try await hold(2, market, networks: 1...5)
            #expect(try await market.get("/api/products/2").status == .ok)
            #expect(known != nil)
            #expect(try await market.store.openReportCount() == 5)
        }
    }

    // MARK: The operator

    @Test func theOperatorDecidesAndTheReporterSeesIt() async throws {
        try await withMarket(proxies: .loopback) { market in
            let admin = AdminService(services: market.services, webApp: Site())
            for _ in 1...2 { try await market.list(identifier: Self.seller) }
            let receipt = try #require(try JSON(await report("/api/products/1/reports", market))["receipt"].string)
            #expect(try await report("/api/vendors/1/reports", market).status == .created)
            guard case .reports(let open) = await admin.perform(.moderation(.listReports(isOpen: true))) else {
                return #expect(Bool(false))
            }
            #expect(open.map(\.id) == [1, 2] && open.map(\.product) == [1, nil])
            func refusal(_ request: AdminRequest) async -> Bool {
                if case .refused = await admin.perform(request) { true } else { false }
            }
            #expect(await refusal(.moderation(.showReport(9))))
            #expect(await refusal(.moderation(.decideReport(9, isUpheld: true, reason: "x", hides: false))))
            #expect(await refusal(.moderation(.decideReport(1, isUpheld: true, reason: " ", hides: false))))
            #expect(
                await refusal(.moderation(.decideReport(2, isUpheld: true, reason: "x", hides: true))),
                "a seller isn't hidden"
            )
            #expect(await refusal(.moderation(.act(.giveBack, on: 1, reason: "x"))), "nothing to give back")
            #expect(await refusal(.moderation(.act(.hide, on: 99, reason: "x"))))
            #expect(try await market.store.openReportCount() == 2)
            let decided = await admin.perform(
                .moderation(.decideReport(1, isUpheld: true, reason: "Known scam", hides: true))
            )
            #expect(decided == .done(["Report 1 is upheld."]))
            let second = await admin.perform(
                .moderation(.decideReport(1, isUpheld: false, reason: "Sorry", hides: false))
            )
            #expect(second == .done(["Report 1 was already upheld."]))
            #expect(try await market.get("/api/products/1").status == .notFound)
            #expect(try await market.get("/api/products/2").status == .ok)
            let found = try JSON(await market.get("/api/reports/\(receipt)"))
            #expect(found["state"].string == "upheld" && found["decision"].string == "Known scam")
            let page = try await TestBrowser(market).get("/reports/\(receipt)")
            #expect(page.html.contains("The operator agreed") && page.html.contains("Known scam"))
            #expect(page.html.contains("<h1>Decision on your report</h1>") && !page.html.contains("Report received"))
            let korean = try await TestBrowser(market, language: "ko").get("/reports/\(receipt)")
            #expect(korean.html.contains("<h1>신고 결과</h1>") && !korean.html.contains("신고를 받았어요"))
            guard case .moderationLog(let log) = await admin.perform(.moderation(.moderationLog(limit: 9))) else {
                return #expect(Bool(false))
            }
            #expect(log.map(\.action) == ["hidden", "upheld"] && log.map(\.by) == ["command line", "command line"])
            #expect(log.map(\.reason) == ["Known scam", "Known scam"] && log.map(\.product) == [1, 1])
            let metrics = String(buffer: try await market.get("/metrics").body)
            #expect(metrics.contains("\nopenmarket_reports_open 1\n"))
            let givenBack = await admin.perform(.moderation(.act(.giveBack, on: 1, reason: "A mistake")))
            #expect(givenBack == .done(["Product 1 has the state again that it had before."]))
            #expect(try await market.get("/api/products/1").status == .ok)
        }
    }

    @Test func commandsDecideAllThatIsReported() async throws {
        try await withMarket { market in
            let admin = AdminService(services: market.services, webApp: Site())
            func report(_ id: Int, _ text: String) async throws {
                let body = "{\"reason\":\"scam\",\"text\":\"\(text)\"}"
                #expect(try await market.send(.post, "/api/products/\(id)/reports", body).status == .created)
            }
            for number in 1...3 { try await market.list(["name": "Chair \(number)"]) }
            for text in ["One", "Two"] { try await report(1, text) }
            func left(after request: AdminRequest) async throws -> Int {
                let answer = await admin.perform(request)
                if case .refused(let why) = answer { Issue.record("\(request): \(why)") }
                return try await market.store.openReportCount()
            }
            #expect(try await left(after: .moderation(.act(.hide, on: 1, reason: "A scam"))) == 2)
            #expect(
                try await left(after: .moderation(.act(.remove, on: 1, reason: "A scam", decidesReports: true))) == 0
            )
            #expect(
                try await left(after: .moderation(.act(.giveBack, on: 1, reason: "A mistake", decidesReports: true)))
                    == 0
            )
            for text in ["Three", "Four"] { try await report(1, text) }
            let decide = AdminRequest.moderation(
                .decideReport(3, isUpheld: false, reason: "x", hides: false, decidesAll: true)
            )
            #expect(try await left(after: decide) == 0)
            for number in 1...3 { try await report(number, "Five") }
            #expect(try await left(after: .eraseProduct(2, reason: "A scam", decidesReports: true)) == 2)
            let block = AdminRequest.setBlocked(vendor: 1, isBlocked: true, reason: "A scam", decidesReports: true)
            #expect(try await left(after: block) == 0)
        }
    }

    /// Once all is decided, nobody promises the seller that the listing comes back by itself.
    @Test(arguments: [
        ("ko", "확인할 때까지 상품을 숨겼어요", "운영자가 이 상품을 숨겼어요", "신고를 인정해 계속 숨김"),
        ("en", "until the operator has looked", "The operator has hidden this", "Stays hidden: a report was right"),
    ])
    func theSellerReadsAtOnceWhatWasUpheld(
        _ language: String,
        waiting: String,
        hidden: String,
        logged: String
    ) async throws {
        try await withMarket(proxies: .loopback) { market in
            let admin = AdminService(services: market.services, webApp: Site())
            let seller = TestBrowser(market, language: language)
            let form = try await seller.get("/products/new")
            let fields = ["name": "Chair", "seller": "Kim"]
            try #require(try await seller.post("/products", form: .webListing(form, fields)).status == 303)
            try await hold(1, market)
            func decide(_ ids: ClosedRange<Int64>) async {
                for id in ids {
                    let answer = await admin.perform(
                        .moderation(.decideReport(id, isUpheld: true, reason: "Asks for <money>", hides: false))
                    )
                    #expect(answer == .done(["Report \(id) is upheld."]))
                }
            }
            await decide(1...2)
            for path in ["/products/1", "/products/1/manage"] {
                let page = try await seller.get(path).html
                #expect(page.contains(waiting) && !page.contains("Asks for"), "\(path) while one is open")
            }
            await decide(3...3)
            for path in ["/products/1", "/products/1/manage"] {
                let page = try await seller.get(path).html
                #expect(page.contains(hidden) && page.contains("Asks for &lt;money"), "\(path)")
                #expect(!page.contains(waiting), "\(path)")
            }
            let others = try await TestBrowser(market, language: language).get("/products/1")
            #expect(others.status == 410 && !others.html.contains("Asks for"))
            let kim = TestBrowser(market, language: language)
            try await kim.signIn(as: "Kim", .moderator)
            #expect(try await kim.get("/operator/log").html.contains(logged))
        }
    }

    @Test func theSellerSeesTheReasonAndAnswersOnce() async throws {
        try await withMarket { market in
            let admin = AdminService(services: market.services, webApp: Site())
            let seller = TestBrowser(market)
            let form = try await seller.get("/products/new")
            let listed = try await seller.post(
                "/products",
                form: .webListing(form, ["name": "Chair", "seller": "Kim"])
            )
            try #require(listed.status == 303)
            let before = try await seller.get("/products/1/manage")
            #expect(!before.html.contains("Answer the operator"))
            #expect(
                await admin.perform(.moderation(.act(.hide, on: 1, reason: "Looks <stolen>")))
                    == .done(["Product 1 is hidden. Its seller sees the reason."])
            )
            let again = await admin.perform(.moderation(.act(.hide, on: 1, reason: "Looks <stolen>")))
            let sentence = "Product 1 was hidden already. Its seller sees the reason that you have given now."
            #expect(again == .done([sentence]))
            let manage = try await seller.get("/products/1/manage")
            #expect(manage.html.contains("The operator has hidden this listing"))
            #expect(manage.html.contains("Looks &lt;stolen"))
            #expect(try await seller.get("/products/1").html.contains("Looks &lt;stolen"))
            // Nobody else sees it, or answers.
            let csrf = try #require(manage.hidden("csrf"))
            let stranger = TestBrowser(market)
            let strange = try #require(try await stranger.get("/move").hidden("csrf"))
            #expect(!(try await stranger.get("/products/1/manage").html.contains("stolen")))
            _ = try await stranger.post("/products/1/answer", [("csrf", strange), ("answer", "Mine now")])
            #expect(try await seller.post("/products/1/answer", [("answer", "No token")]).status == 403)
            for empty in ["", "  \n"] {
                _ = try await seller.post("/products/1/answer", [("csrf", csrf), ("answer", empty)])
            }
            #expect(try await market.store.hold(of: Product.ID(rawValue: 1))?.answer == nil)
            let sent = try await seller.post("/products/1/answer", [("csrf", csrf), ("answer", "I have the bill")])
            #expect(sent.status == 303 && sent.headers[.location] == "/products/1/manage")
            _ = try await seller.post("/products/1/answer", [("csrf", csrf), ("answer", "And a witness")])
            let answered = try await seller.get("/products/1/manage")
            #expect(answered.html.contains("I have the bill") && !answered.html.contains("name=\"answer\""))
            #expect(!answered.html.contains("witness"))
            // The button that shows hidden listings says why it doesn't.
            let tried = try await seller.post(
                "/mine",
                [("csrf", csrf), ("one", "open-1"), ("back", "/products/1/manage")]
            )
            #expect(tried.status == 303)
            #expect(try await seller.get("/products/1/manage").html.contains("Only the operator can show it again"))
            #expect(try await market.get("/api/products/1").status == .notFound)
            guard case .moderationLog(let log) = await admin.perform(.moderation(.moderationLog(limit: 9))) else {
                return #expect(Bool(false))
            }
            #expect(log.map(\.action) == ["answered", "hidden"] && log.first?.by == "seller")
        }
    }
}
