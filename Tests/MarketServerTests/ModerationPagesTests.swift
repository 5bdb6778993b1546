import Foundation
import HTTPTypes
import MarketCore
import MarketModels
import MarketServer
import MarketWeb
import ProductStoreContract
import TestMarkets
import Testing

/// What operators see and do in a browser without scripts (UX.md, “Operators”).
struct ModerationPagesTests {
    /// A browser of an operator, who sends forms.
    private struct Desk {
        let browser: TestBrowser
        let csrf: String

        init(_ market: TestMarket, _ name: String = "Kim", language: String = "en") async throws {
            browser = TestBrowser(market, language: language)
            try await browser.signIn(as: name, .moderator)
            csrf = try #require(await browser.cookies["csrf"])
        }

        func get(_ path: String) async throws -> TestBrowser.Page { try await browser.get(path) }

        func post(_ path: String, _ fields: (String, String)...) async throws -> TestBrowser.Page {
            try await browser.post(path, [("csrf", csrf)] + fields)
        }

        /// The numbers of the listings that a page shows, in its order.
        func listed(_ path: String) async throws -> [Int] {
            try await get(path).html.matches(of: /href="\/operator\/listings\/(\d+)"/).compactMap { Int($0.1) }
        }
    }

    private func report(_ id: Int, _ market: TestMarket, _ reason: String = "scam", _ text: String = "") async throws {
        let body = "{\"reason\":\"\(reason)\",\"text\":\"\(text)\"}"
        #expect(try await market.send(.post, "/api/products/\(id)/reports", body).status == .created)
    }

    /// A form that did nothing is shown again with what was chosen in it, and what was typed in it is in no other.
    @Test func whatWasChosenStaysInTheFormThatWasSent() async throws {
        try await withMarket { market in
            for name in ["Chair", "Table", "Lamp"] { try await market.list(["name": name], identifier: "a-shop") }
            let desk = try await Desk(market)
            let seller = "/operator/sellers/1"
            let unblocked = try await desk.post(
                seller,
                ("do", "block"),
                ("days", "7"),
                ("reason", "  "),
                ("reports", "1")
            )
            #expect(unblocked.status == 422)
            #expect(unblocked.html.contains(#"<option value="7" selected>"#))
            let unnamed = try await desk.post(seller, ("do", "rename"), ("name", "Guest"), ("reason", "Odd <name>"))
            #expect(unnamed.status == 422)
            #expect(unnamed.html.components(separatedBy: "Odd &lt;name").count == 2)
            #expect(unnamed.html.contains(#"<textarea id="new-name-reason""#) && !unnamed.html.contains(" selected>"))
            let several = [
                ("products", "1.1"), ("products", "3.1"), ("do", "hide"), ("reason", " "),
                ("back", "/operator/listings"),
            ]
            let unhidden = try await desk.browser.post("/operator/listings", [("csrf", desk.csrf)] + several)
            #expect(unhidden.status == 422)
            let chosen = unhidden.html.matches(of: /value="(\d+)\.[\d.]+" checked/).map { String($0.1) }
            #expect(chosen.sorted() == ["1", "3"])
            #expect(!(try await desk.get("/operator/listings")).html.contains(/value="[\d.]+" checked/))
        }
    }

    @Test(arguments: [("ko", "확인할 신고", "사기"), ("en", "Open reports", "scam")])
    func reportsAreSeenWithWhatTheyAreAbout(_ language: String, _ numbers: String, _ reason: String) async throws {
        try await withMarket { market in
            try await market.list(["name": "Chair <1>"])
            try await market.list(["name": "Table"])
            try await report(1, market, "scam", "Wants <money> first")
            try await report(2, market, "personal_data", "My phone number")
            let desk = try await Desk(market, language: language)
            let home = try await desk.get("/operator")
            #expect(home.html.contains(numbers) && home.html.contains(reason))
            #expect(home.html.contains("Chair &lt;1") && home.html.contains("Wants &lt;money"))
            #expect(home.html.contains("-thumb.jpg"))
            // What the law asks to be quick about comes first.
            let order = home.html.matches(of: /href="\/operator\/reports\/(\d+)"/).map { String($0.1) }
            #expect(order == ["2", "1"])
            let page = try await desk.get("/operator/reports/1")
            #expect(page.html.contains("Wants &lt;money") && page.html.contains("/operator/listings/1"))
            #expect(page.html.contains("/operator/sellers/1"))
        }
    }

    /// Nobody has to decide from the name and a small picture, and come back from another page.
    @Test func reportShowsAllOfTheListingThatItIsAbout() async throws {
        try await withMarket { market in
            let texts = ["name": "Phone", "contact": "kim <01>", "descriptions": "Pay first & wait"]
            try await market.list(texts, photos: ["red", "blue"])
            try await report(1, market, "scam", "It never came")
            let about = "{\"reason\":\"scam\",\"text\":\"All of it\"}"
            #expect(try await market.send(.post, "/api/vendors/1/reports", about).status == .created)
            let desk = try await Desk(market)
            let page = try await desk.get("/operator/reports/1").html
            let listing = try await desk.get("/operator/listings/1").html
            let pictures = try #require(listing.firstMatch(of: /<ul class="evidence".*<\/ul>/)).0
            #expect(pictures.matches(of: /<li>/).count == 2 && page.contains(pictures))
            for shown in ["kim &lt;01", "Pay first &amp; wait", "₩"] {
                #expect(page.contains(shown) && listing.contains(shown), "\(shown)")
            }
            #expect(page.contains("It never came"))
            // A report about a seller shows none of their listings, and a stranger sees nothing.
            let seller = try await desk.get("/operator/reports/2").html
            #expect(seller.contains("All of it") && !seller.contains("class=\"evidence\""))
            let stranger = try await TestBrowser(market).get("/operator/reports/1")
            #expect(!stranger.html.contains("Pay first") && !stranger.html.contains("kim &lt;01"))
        }
    }

    @Test func whoReportedMayHaveSeenSomethingElse() async throws {
        try await withMarket { market in
            for number in 1...2 {
                try await market.list(["name": "Chair \(number)"])
                try await report(number, market)
            }
            market.clock.advance(seconds: 1)
            let edit = "{\"name\":\"Fine chair\",\"secret\":\"\(TestMarket.secret)\"}"
            #expect(try await market.send(.patch, "/api/products/1", edit).status == .accepted)
            let desk = try await Desk(market)
            #expect(try await desk.get("/operator/reports/1").html.contains("edited the listing since"))
            #expect(!(try await desk.get("/operator/reports/2").html.contains("edited the listing since")))
        }
    }

    @Test func aReportIsDecidedWithAReason() async throws {
        try await withMarket { market in
            for number in 1...3 {
                try await market.list(["name": "Chair \(number)"])
                try await report(number, market)
            }
            let desk = try await Desk(market)
            for reason in ["", "  \n", String(repeating: "x", count: 2001)] {
                let page = try await desk.post("/operator/reports/1", ("do", "uphold"), ("reason", reason))
                #expect(page.status == 422 && page.html.contains(reason.count > 9 ? "2,000" : "Enter a reason."))
            }
            #expect(
                try await desk.browser.post("/operator/reports/1", [("do", "hide"), ("reason", "x")]).status == 403
            )
            #expect(try await market.store.openReportCount() == 3)
            let hidden = try await desk.post("/operator/reports/1", ("do", "hide"), ("reason", "Known <scam>"))
            #expect(hidden.status == 303 && hidden.headers[.location] == "/operator?done=1")
            #expect(try await market.get("/api/products/1").status == .notFound)
            _ = try await desk.post("/operator/reports/2", ("do", "uphold"), ("reason", "True"))
            _ = try await desk.post("/operator/reports/3", ("do", "dismiss"), ("reason", "Fine"))
            for id in [2, 3] { #expect(try await market.get("/api/products/\(id)").status == .ok) }
            let second = try await desk.post("/operator/reports/3", ("do", "dismiss"), ("reason", "Fine"))
            #expect(second.status == 303, "a second tap")
            let again = try await desk.post("/operator/reports/3", ("do", "hide"), ("reason", "No"))
            #expect(again.status == 422 && again.html.contains("already been decided"))
            #expect(try await market.get("/api/products/3").status == .ok)
            let home = try await desk.get("/operator?done=1")
            #expect(home.html.contains("No open reports") && home.html.contains("Done."))
            let log = try await desk.get("/operator/log").html
            #expect(log.contains("Known &lt;scam") && log.contains("Kim") && log.contains("Report dismissed"))
            let entries = try await market.store.moderationLog(before: nil, limit: 9)
            #expect(entries.map(\.action) == [.dismissed, .upheld, .hidden, .upheld])
            #expect(entries.allSatisfy { $0.operatorName == "Kim" })
        }
    }

    /// What is done about a listing decides what was reported about it, unless the box is unticked.
    @Test(arguments: [("ko", "신고 2건도 함께"), ("en", "Decide its 2 open reports, too")])
    func whatIsReportedIsDecidedWithWhatIsDone(_ language: String, _ offer: String) async throws {
        var limits = ServerLimits()
        limits.reports = ClientBudgetLimits(perAddress: Budget(perMinute: 1000, burst: 1000))
        try await withMarket(limits: limits) { market in
            for number in 1...4 {
                try await market.list(["name": "Chair \(number)"])
                for text in ["One", "Two"] { try await report(number, market, "scam", text) }
            }
            let receipt = try #require(
                try await JSON(
                    market.send(.post, "/api/products/2/reports", "{\"reason\":\"scam\",\"text\":\"Three\"}")
                )["receipt"].string
            )
            let desk = try await Desk(market, language: language)
            func open() async throws -> Int { try await market.store.openReportCount() }
            func act(_ id: Int, _ what: String, _ fields: (String, String)...) async throws -> TestBrowser.Page {
                try await desk.browser.post(
                    "/operator/listings",
                    [("csrf", desk.csrf), try await market.chosen(id), ("do", what)] + fields
                )
            }
            let box = "name=\"reports\" value=\"1\" checked"
            let shown = try await desk.get("/operator/listings/1").html
            #expect(shown.contains(box) && shown.contains(offer))
            #expect(try await desk.get("/operator/listings").html.contains(box))
            // Whoever unticks it and is asked for a reason finds it unticked.
            let again = try await act(1, "hide", ("reason", ""), ("back", "/operator/listings/1")).html
            #expect(again.contains("name=\"reports\"") && !again.contains(box))
            #expect(try await act(1, "hide", ("reason", "Stolen")).status == 303)
            #expect(try await open() == 9, "unticked")
            // Who asks for a change hasn't decided yet.
            #expect(try await act(1, "ask", ("reason", "Whose?"), ("reports", "1")).status == 303)
            #expect(try await act(1, "lock", ("reason", "Whose?"), ("reports", "1")).status == 303)
            #expect(try await open() == 9)
            #expect(try await act(1, "give-back", ("reason", "The bill is fine"), ("reports", "1")).status == 303)
            #expect(try await open() == 7)
            #expect(try await market.store.report(Report.ID(rawValue: 1))?.decision?.kind == .dismissed)
            #expect(!(try await desk.get("/operator/listings/1").html.contains("name=\"reports\"")))
            #expect(try await act(2, "remove", ("reason", "A known scam"), ("reports", "1")).status == 303)
            #expect(try await open() == 4)
            let answer = try await TestBrowser(market).get("/reports/\(receipt)").html
            #expect(answer.contains("The operator agreed") && answer.contains("A known scam"))
            // What wasn't done decides nothing.
            #expect(try await act(3, "give-back", ("reason", "x"), ("reports", "1")).status == 303)
            #expect(try await open() == 4, "it wasn't hidden")
            // Blocking the seller, and erasing, offer it, too.
            let seller = try await desk.get("/operator/sellers/1").html
            #expect(seller.contains(box) && seller.contains(language == "ko" ? "신고 4건도" : "the 4 open reports"))
            let kim = TestBrowser(market)
            try await kim.signIn(as: "Lee", .operator)
            let page = try await kim.get("/operator/listings/4/erase")
            #expect(page.html.contains(box) && page.html.contains("the 2 open reports"))
            let erased = try await kim.post(
                "/operator/listings/4/erase",
                [
                    ("csrf", try #require(page.hidden("csrf"))), ("reason", "Personal data"), ("erase", "4"),
                    ("reports", "1"),
                ]
            )
            #expect(erased.status == 303)
            #expect(try await open() == 2)
            let block = [("csrf", desk.csrf), ("do", "block"), ("reason", "A known scammer"), ("reports", "1")]
            #expect(try await desk.browser.post("/operator/sellers/1", block).status == 303)
            #expect(try await open() == 0)
        }
    }

    /// However much is reported, everything is reached, and all about one listing is decided at once.
    @Test(
        arguments: [
            ("ko", "이 상품의 다른 신고 2건도 함께", "신고 3건"), ("en", "And the other 2 reports of this listing", "3 reports"),
        ]
    )
    func manyReportsHavePagesAndAreDecidedAtOnce(_ language: String, _ others: String, _ count: String) async throws {
        var limits = ServerLimits()
        limits.reports = ClientBudgetLimits(perAddress: Budget(perMinute: 1000, burst: 1000))
        try await withMarket(limits: limits) { market in
            for number in 1...31 {
                try await market.list(["name": "Chair \(number)"])
                try await report(number, market, "personal_data")
            }
            for text in ["One", "Two"] { try await report(1, market, "scam", text) }
            try await market.list(["name": "Table"])
            try await report(32, market, "scam")
            let desk = try await Desk(market, language: language)
            func shown(_ path: String) async throws -> [Int] {
                try await desk.get(path).html.matches(of: /href="\/operator\/reports\/(\d+)"/).compactMap { Int($0.1) }
            }
            let first = try await desk.get("/operator").html
            #expect(try await shown("/operator") == Array(1...30))
            #expect(first.contains(count) && first.contains("href=\"/operator?page=2\""))
            #expect(try await shown("/operator?page=2") == [31, 34])
            #expect(try await !desk.get("/operator?page=2").html.contains("page=3"))
            for page in ["3", "0", "-1", "x", "99999999999999999999"] {
                #expect(try await desk.get("/operator?page=\(page)").status == 200, "\(page)")
            }
            // All that is about one listing is decided together unless somebody says otherwise, as on the listing's page.
            let box = "name=\"reports\" value=\"1\" checked> \(others)"
            #expect(try await desk.get("/operator/reports/1").html.contains(box))
            #expect(try await !desk.get("/operator/reports/2").html.contains("name=\"reports\""))
            // Only who says so decides the others as well.
            _ = try await desk.post("/operator/reports/32", ("do", "dismiss"), ("reason", "Fine"))
            #expect(try await shown("/operator?page=2") == [31, 34])
            #expect(try await shown("/operator").first == 1)
            let all = ("reports", "1")
            let silent = try await desk.post("/operator/reports/1", ("do", "dismiss"), all, ("reason", " "))
            #expect(silent.status == 422 && silent.html.contains("name=\"reports\" value=\"1\" checked>"))
            // Who has cleared the box finds it so.
            let one = try await desk.post("/operator/reports/1", ("do", "dismiss"), ("reason", " "))
            #expect(one.status == 422 && one.html.contains("name=\"reports\" value=\"1\"> "))
            _ = try await desk.post("/operator/reports/1", ("do", "dismiss"), all, ("reason", "A flood"))
            #expect(try await shown("/operator") == Array(2...31))
            #expect(try await market.store.openReportCount() == 31)
            #expect(try await desk.get("/operator/reports/33").html.contains("A flood"))
        }
    }

    /// A form whose button isn't known, or that has none, does nothing and says so.
    @Test(arguments: [("ko", "버튼을 하나 눌러", "이제 없는 상품"), ("en", "Choose one of the buttons", "no such listing")])
    func whatIsNotKnownIsRefused(_ language: String, _ buttons: String, _ gone: String) async throws {
        try await withMarket { market in
            try await market.list()
            try await report(1, market)
            let kim = TestBrowser(market, language: language)
            try await kim.signIn(as: "Kim", .operator)
            let csrf = try #require(await kim.cookies["csrf"])
            let count = try await market.store.moderationLog(before: nil, limit: 99).count
            let paths = ["reports/1", "listings", "sellers/1", "contacts", "invitations", "sessions", "team"]
            for path in paths + ["settings", "settings/imprint-en"] {
                for action in [nil, "", "nothing", "HIDE"] {
                    let fields = [
                        ("csrf", csrf), ("products", "1"), ("reason", "Why"), ("name", "Lee"), ("name.en", "Lee"),
                        ("was-name.en", ""), ("text", "By Lee"), ("version", "none"),
                    ]
                    let page = try await kim.post("/operator/\(path)", fields + (action.map { [("do", $0)] } ?? []))
                    #expect(page.status == 422 && page.html.contains(buttons), "\(path) \(action ?? "-")")
                }
            }
            for action in ["hide", "ask", "remove", "give-back", "lock", "unlock", "block-contact"] {
                let fields = [("csrf", csrf), ("products", "99.1"), ("reason", "Why"), ("do", action)]
                let page = try await kim.post("/operator/listings", fields)
                #expect(page.status == 422 && page.html.contains(gone), "\(action)")
            }
            #expect(try await market.store.moderationLog(before: nil, limit: 99).count == count)
            #expect(market.store.profile == .empty)
            #expect(try await market.get("/api/products/1").status == .ok)
            #expect(try await kim.get("/operator").status == 200)
        }
    }

    @Test func severalListingsAreHiddenAndShownAtOnce() async throws {
        try await withMarket { market in
            for number in 1...4 { try await market.list(["name": "Chair \(number)"]) }
            let desk = try await Desk(market)
            #expect(try await desk.listed("/operator/listings") == [4, 3, 2, 1])
            let none = try await desk.post("/operator/listings", ("do", "hide"), ("reason", "Stolen"))
            #expect(none.status == 422 && none.html.contains("at least one"))
            let silent = try await desk.post("/operator/listings", ("products", "1"), ("do", "hide"), ("reason", ""))
            #expect(silent.status == 422 && silent.html.contains("Enter a reason."))
            let hidden = try await desk.post(
                "/operator/listings",
                ("products", "1"),
                ("products", "3"),
                ("products", "99"),
                ("do", "hide"),
                ("reason", "Stolen"),
                ("back", "/operator/listings?hidden=1")
            )
            #expect(hidden.headers[.location] == "/operator/listings?hidden=1&done=1")
            #expect(try await desk.listed("/operator/listings?hidden=1") == [3, 1])
            #expect(try await desk.listed("/operator/listings?after=3") == [2, 1])
            for (id, status) in [(1, 404), (2, 200), (3, 404), (4, 200)] {
                #expect(try await market.get("/api/products/\(id)").status.code == status)
            }
            let own = try await desk.get("/operator/listings/1")
            #expect(own.html.contains("Hidden by an operator") && own.html.contains("Stolen"))
            let back = try await desk.post(
                "/operator/listings",
                market.chosen(1),
                market.chosen(3),
                ("do", "give-back"),
                ("reason", "A mistake"),
                ("back", "https://evil.example/")
            )
            #expect(back.headers[.location] == "/operator/listings?done=1")
            #expect(try await market.get("/api/products/3").status == .ok)
            // A second tap finds it done.
            let count = try await market.store.moderationLog(before: nil, limit: 99).count
            for (product, status) in [(try await market.chosen(3), 303), (("products", "99.1"), 422)] {
                let again = try await desk.post(
                    "/operator/listings",
                    product,
                    ("do", "give-back"),
                    ("reason", "Again"),
                    ("back", "/operator/listings/3")
                )
                #expect(again.status == status)
                guard status == 422 else { continue }
                #expect(again.html.contains("no such listing"))
                #expect(again.html.contains("Chair 3") && again.html.contains("Again"))
            }
            #expect(try await market.store.moderationLog(before: nil, limit: 99).count == count)
        }
    }

    @Test func everythingIsFound() async throws {
        try await withMarket { market in
            try await market.list(["name": "Red chair"])
            try await market.list(["name": "Red table"])
            try await market.list(["name": "Lamp", "contact": "010-1234-5678"])
            let desk = try await Desk(market)
            _ = try await market.store.hide(Product.ID(rawValue: 2), reason: "Stolen", at: market.clock.now)
            #expect(try await desk.listed("/operator/listings?q=red") == [2, 1])
            #expect(try await desk.listed("/operator/listings?q=3") == [3])
            #expect(try await desk.listed("/operator/listings?q=nothing-like-it") == [])
            #expect(try await desk.get("/operator/listings?q=%3Cb%3E").html.contains("value=\"&lt;b"))
            #expect(try await desk.get("/operator/listings/3").html.contains("010-1234-5678"))
            for contact in ["01012345678", "%2B82%2010-1234-5678"] {
                #expect(try await desk.listed("/operator/listings?q=\(contact)") == [3], "\(contact)")
            }
            #expect(try await desk.listed("/operator/listings?q=010-1234-5679") == [])
            #expect(try await desk.listed("/operator/listings?q=TABLE%20red") == [2])
            _ = try await market.store.hide(Product.ID(rawValue: 3), reason: "Stolen", at: market.clock.now)
            #expect(try await desk.listed("/operator/listings?q=010%201234%205678") == [3])
            // By a word of their descriptions (나무), whether they are shown or not.
            #expect(try await desk.listed("/operator/listings?q=%EB%82%98%EB%AC%B4") == [3, 2, 1])
            #expect(!(try await TestBrowser(market).get("/?q=010-1234-5678").html.contains("Lamp")))
            // Only operators find what is hidden.
            #expect(!(try await TestBrowser(market).get("/?q=red").html.contains("Red table")))
        }
    }

    @Test func aSellerIsBlockedAndComesBack() async throws {
        try await withMarket { market in
            let seller = TestBrowser(market)
            let form = try await seller.get("/products/new")
            let listed = try await seller.post(
                "/products",
                form: .webListing(form, ["name": "Chair", "seller": "Lee"])
            )
            try #require(listed.status == 303)
            try await market.list(["name": "Of another"])
            let desk = try await Desk(market)
            let page = try await desk.get("/operator/sellers/1")
            #expect(page.html.contains("Lee") && page.html.contains("Block the seller"))
            #expect(try await desk.listed("/operator/sellers/1") == [1])
            let silent = try await desk.post("/operator/sellers/1", ("do", "block"), ("reason", " "))
            #expect(silent.status == 422 && silent.html.contains("Enter a reason."))
            #expect(try await market.get("/api/products/1").status == .ok)
            let blocked = try await desk.post("/operator/sellers/1", ("do", "block"), ("reason", "Sells <nothing>"))
            #expect(blocked.headers[.location] == "/operator/sellers/1?done=1")
            #expect(try await market.get("/api/products/1").status == .notFound)
            #expect(try await market.get("/api/products/2").status == .ok)
            #expect(!(try await TestBrowser(market).get("/").html.contains("Chair")))
            for path in ["/sellers/1", "/sellers/1/feed.atom"] {
                #expect(try await TestBrowser(market).get(path).status == 404)
            }
            // The seller sees why, and can do nothing about it.
            #expect(try await seller.get("/products/1/manage").html.contains("Sells &lt;nothing"))
            let csrf = try #require(await seller.cookies["csrf"])
            _ = try await seller.post("/mine", [("csrf", csrf), ("one", "open-1")])
            let refused = try await seller.post(
                "/products",
                form: .webListing(try await seller.get("/products/new"), ["name": "Another"])
            )
            #expect(refused.status == 403)
            let price = "{\"price\":1,\"secret\":\"\(TestMarket.secret)\"}"
            #expect(try await market.send(.patch, "/api/products/1", price).status == .forbidden)
            #expect(try await market.get("/api/products/1").status == .notFound)
            // Nothing is given back one by one.
            let one = try await desk.post(
                "/operator/listings",
                market.chosen(1),
                ("do", "give-back"),
                ("reason", "x"),
                ("back", "/operator/sellers/1")
            )
            #expect(one.status == 422 && one.html.contains("blocked") && one.html.contains("Unblock the seller"))
            let seen = ("seen", try #require(try await desk.get("/operator/sellers/1").hidden("seen")))
            let free = try await desk.post("/operator/sellers/1", ("do", "unblock"), seen, ("reason", "Settled"))
            #expect(free.status == 303)
            #expect(try await TestBrowser(market).get("/sellers/1").status == 200)
            #expect(try await market.get("/api/products/1").status == .ok)
            #expect(!(try await seller.get("/products/1/manage").html.contains("nothing&gt;")))
            let log = try await desk.get("/operator/sellers/1").html
            #expect(log.contains("Seller blocked") && log.contains("Seller unblocked") && log.contains("Settled"))
            #expect(try await desk.post("/operator/sellers/99", ("do", "block"), ("reason", "x")).status == 404)
        }
    }

    @Test func aSellerIsAskedForAChange() async throws {
        try await withMarket { market in
            try await market.list(["name": "Chair"])
            let desk = try await Desk(market)
            let asked = try await desk.post(
                "/operator/listings",
                ("products", "1"),
                ("do", "ask"),
                ("reason", "Say the <size>")
            )
            #expect(asked.status == 303)
            let stranger = try await TestBrowser(market).get("/products/1")
            #expect(stranger.status == 404 && stranger.html.contains("is looking at this listing"))
            #expect(try await desk.listed("/operator/listings?changed=1") == [])
            #expect(try await desk.get("/operator/listings?hidden=1").html.contains("Change asked for"))
            let entry = #/href="/operator/listings\?changed=1"( aria-current="page")?>Changed or answered <b>1</b>/#
            #expect(!(try await desk.get("/operator").html.contains(entry)))
            let seller = TestBrowser(market)
            let csrf = try #require(try await seller.get("/products/1/manage").hidden("csrf"))
            _ = try await seller.post("/products/1/manage", [("csrf", csrf), ("password", TestMarket.secret)])
            let own = try await seller.get("/products/1").html
            #expect(own.contains("asks you to change this listing") && own.contains("Say the &lt;size"))
            market.clock.advance(seconds: 60)
            let edit = "{\"name\":\"Chair of 90 cm\",\"secret\":\"\(TestMarket.secret)\"}"
            #expect(try await market.send(.patch, "/api/products/1", edit).status == .accepted)
            #expect(try await market.get("/api/products/1").status == .notFound)
            let edited = try await seller.get("/products/1").html
            #expect(edited.contains("look at what you have changed") && !edited.contains("asks you to change"))
            #expect(try await desk.listed("/operator/listings?changed=1") == [1])
            // Each page leads there, until somebody has looked.
            for path in ["/operator", "/operator/log", "/operator/listings?changed=1"] {
                let found = try #require(try await desk.get(path).html.firstMatch(of: entry), "\(path)")
                #expect((found.1 != nil) == path.hasSuffix("changed=1"), "\(path)")
            }
            let page = try await desk.get("/operator/listings/1").html
            #expect(page.contains("Changed or answered") && page.contains("Chair of 90 cm"))
            let back = try await desk.post(
                "/operator/listings",
                market.chosen(1),
                ("do", "give-back"),
                ("reason", "Good"),
                ("back", "/operator/listings?changed=1")
            )
            #expect(back.headers[.location] == "/operator/listings?changed=1&done=1")
            #expect(try await market.get("/api/products/1").status == .ok)
            #expect(!(try await desk.get("/operator").html.contains(entry)))
        }
    }

    @Test func aListingIsErasedForGood() async throws {
        try await withMarket { market in
            for number in 1...2 {
                try await market.list(["name": "Chair \(number)"], photos: [number == 1 ? "red" : "blue"])
                _ = try await market.store.hide(
                    Product.ID(rawValue: Int64(number)),
                    reason: "Whose?",
                    at: market.clock.now
                )
            }
            let (kim, lee) = (TestBrowser(market), TestBrowser(market))
            try await kim.signIn(as: "Kim", .operator)
            try await lee.signIn(as: "Lee", .moderator)
            let path = "/operator/listings/1/erase"
            #expect(try await kim.get("/operator/listings/1").html.contains(path))
            #expect(!(try await lee.get("/operator/listings/1").html.contains(path)))
            let asked = try await kim.get(path)
            #expect(asked.html.contains("Chair 1") && asked.html.contains("Backups from before"))
            let csrf = [("csrf", try #require(asked.hidden("csrf")))]
            let sure = csrf + [("erase", "1"), ("reason", "Shows an address")]
            // A moderator, without a reason, unsure, and sure of another one.
            #expect(try await lee.get(path).status == 403)
            let leeCSRF = try #require(await lee.cookies["csrf"])
            let refused = try await lee.post(path, [("csrf", leeCSRF), ("erase", "1"), ("reason", "x")])
            #expect(refused.status == 403 && refused.html.contains("not moderators"))
            for (fields, words) in [
                ([("erase", "1"), ("reason", " ")], "Enter a reason."), ([("reason", "x")], "Confirm that"),
                ([("erase", "2"), ("reason", "x")], "Confirm that"),
            ] {
                let page = try await kim.post(path, csrf + fields)
                #expect(page.status == 422 && page.html.contains(words) && page.html.contains("Chair 1"), "\(fields)")
            }
            // Who has signed in more than an hour ago signs in again.
            market.clock.advance(seconds: 3600)
            let late = try await kim.post(path, sure)
            #expect(late.status == 403 && late.html.contains("sign in again"))
            #expect(try await kim.get(path).status == 403)
            #expect(try await market.store.product(Product.ID(rawValue: 1)) == .withheld(by: .hidden))
            let link = try await market.services.operatorAuthenticator.makeLink(
                for: "Kim",
                by: OperatorAuthenticator.recentCommandLine
            )
            try await kim.signIn(withLink: link)
            let own = try await market.store.product(Product.ID(rawValue: 1), for: OperatorAuthenticator.commandLine)
            let image = try #require(own?.product.images.first).name
            let other = try await market.store.product(Product.ID(rawValue: 2), for: OperatorAuthenticator.commandLine)
            let kept = try #require(other?.product.images.first).name
            // Both are hidden, so only operators see their images.
            let addresses = ["", "-thumb"].map { "/operator/images/\(image.hexDigits)\($0).jpg" }
            for address in addresses { #expect(try await kim.get(address).status == 200, "\(address)") }
            let done = try await kim.post(path, csrf + [("erase", "1"), ("reason", "Shows an address")])
            #expect(done.status == 303 && done.headers[.location] == "/operator/log?erased=1")
            #expect(try await market.store.product(Product.ID(rawValue: 1)) == .deleted(isRemoved: true))
            for address in addresses { #expect(try await kim.get(address).status == 404, "\(address)") }
            #expect(try await kim.get("/operator/images/\(kept.hexDigits).jpg").status == 200)
            let log = try await kim.get("/operator/log?erased=1").html
            #expect(log.contains("Listing erased for good") && log.contains("Shows an address"))
            #expect(log.contains("The listing is erased.") && !log.contains("Chair 1"))
            #expect(try await kim.get("/products/1").html.contains("has removed this listing"))
            #expect(try await kim.post(path, sure).status == 404)
            #expect(try await market.store.product(Product.ID(rawValue: 2)) == .withheld(by: .hidden))
        }
    }

    /// A form that copies the listing and one that was refused keep its image.
    @Test func anErasedImageIsInNoFormAnyMore() async throws {
        try await withMarket { market in
            let seller = TestBrowser(market)
            let listing = FormBody.webListing(try await seller.get("/products/new"), photos: ["blue"])
            #expect(try await seller.post("/products", form: listing).status == 303)
            let product = try JSON(await market.get("/api/products/1"))
            let file = try #require(product["images"][0]["url"].string?.split(separator: "/").last)
            let copy = try await seller.get("/products/new?copy=1")
            let stranger = TestBrowser(market)
            let refused = try await stranger.post(
                "/products",
                form: .webListing(try await stranger.get("/products/new"), ["name": ""], photos: ["blue", "green"])
            )
            #expect(copy.allHidden("kept").count == 1 && refused.allHidden("kept").count == 2)
            let kim = TestBrowser(market)
            try await kim.signIn(as: "Kim", .operator)
            let asked = try await kim.get("/operator/listings/1/erase")
            #expect(!asked.html.contains("show one of its pictures"))
            let csrf = try #require(asked.hidden("csrf"))
            let fields = [("csrf", csrf), ("erase", "1"), ("reason", "Shows an address")]
            #expect(try await kim.post("/operator/listings/1/erase", fields).status == 303)
            #expect(try await market.services.imageStore.names().count == 1, "the green one of the refused form")
            #expect(try await kim.get("/operator/images/\(file)").status == 404)
            #expect(try await market.page("/images/\(file)").status == .notFound)
            // Neither form brings it back.
            for (browser, page, left) in [(seller, copy, 0), (stranger, refused, 1)] {
                let form = FormBody.webListing(page, ["name": ""], kept: page.allHidden("kept"), photos: [])
                #expect(try await browser.post("/products", form: form).allHidden("kept").count == left)
            }
            #expect(try await market.page("/images/\(file)").status == .notFound)
        }
    }

    @Test func whoErasesReadsWhichListingsShowTheSamePicture() async throws {
        try await withMarket { market in
            for photos in [["red"], ["red", "blue"], ["green"], ["red"]] { try await market.list(photos: photos) }
            _ = try await market.store.hide(Product.ID(rawValue: 2), reason: "Whose?", at: market.clock.now)
            let kim = TestBrowser(market)
            try await kim.signIn(as: "Kim", .operator)
            let asked = try await kim.get("/operator/listings/1/erase")
            #expect(asked.html.contains("show one of its pictures"))
            for (number, isNamed) in [(2, true), (3, false), (4, true)] {
                let link = "<a class=\"act\" href=\"/operator/listings/\(number)\">"
                #expect(asked.html.contains(link) == isNamed, "\(number)")
            }
            let csrf = try #require(asked.hidden("csrf"))
            let image = try JSON(await market.get("/api/products/1"))["images"][0]["url"].string
            let path = "/images/\(try #require(image?.split(separator: "/").last))"
            for (id, status) in [("1", 200), ("4", 404)] {
                let fields = [("csrf", csrf), ("erase", id), ("reason", "Shows an address")]
                #expect(try await kim.post("/operator/listings/\(id)/erase", fields).status == 303)
                // The one of a hidden listing is for operators.
                #expect(try await market.page(path).status.code == status, "\(id)")
                #expect(try await kim.get("/operator\(path)").status == 200)
            }
        }
    }

    @Test func aSellerIsBlockedForDays() async throws {
        try await withMarket { market in
            try await market.list(["name": "Chair"])
            let desk = try await Desk(market)
            #expect(try await desk.get("/operator/sellers/1").html.contains("<option value=\"7\">7 days</option>"))
            for days in ["0", "366", "-1", "abc", "7.5", "９", " 7"] {
                let refused = try await desk.post(
                    "/operator/sellers/1",
                    ("do", "block"),
                    ("days", days),
                    ("reason", "Sells nothing")
                )
                #expect(refused.status == 422 && refused.html.contains("from 1 to 365 days"), "\(days)")
            }
            #expect(try await market.get("/api/products/1").status == .ok)
            let blocked = try await desk.post(
                "/operator/sellers/1",
                ("do", "block"),
                ("days", "7"),
                ("reason", "Sells nothing")
            )
            #expect(blocked.status == 303)
            let page = try await desk.get("/operator/sellers/1").html
            #expect(page.contains("Blocked until") && !page.contains("7 days"))
            #expect(try await market.get("/api/products/1").status == .notFound)
            let seller = TestBrowser(market)
            let csrf = try #require(try await seller.get("/products/1/manage").hidden("csrf"))
            _ = try await seller.post("/products/1/manage", [("csrf", csrf), ("password", TestMarket.secret)])
            let own = try await seller.get("/products/1").html
            #expect(own.contains("has blocked your listings") && own.contains("The block ends on"))
            market.clock.advance(seconds: 7 * 86_400)
            try await market.services.advanceListings()
            #expect(try await market.get("/api/products/1").status == .ok)
            let late = try await Desk(market, "Lee")
            let log = try await late.get("/operator/log").html
            #expect(log.contains("Block ended after its days") && !log.contains("name=\"entry\""))
        }
    }

    @Test(
        arguments: [
            ("ko", "운영자가 판매자 이름을 바꿨어요", "판매자 이름을 변경"),
            ("en", "The operator has changed your seller’s name", "Seller’s name changed"),
        ]
    )
    func aSellersNameIsChanged(_ language: String, _ sentence: String, _ entry: String) async throws {
        try await withMarket { market in
            let seller = TestBrowser(market, language: language)
            let form = try await seller.get("/products/new")
            let texts = ["name": "Chair", "seller": "Call 010-1234-5678"]
            #expect(try await seller.post("/products", form: .webListing(form, texts)).status == 303)
            let desk = try await Desk(market, language: language)
            let path = "/operator/sellers/1"
            #expect(try await desk.get(path).html.contains("value=\"Call 010-1234-5678\""))
            func rename(_ name: String, _ reason: String) async throws -> TestBrowser.Page {
                try await desk.post(path, ("do", "rename"), ("name", name), ("reason", reason))
            }
            // What was typed stays.
            for (name, reason) in [("Kim <shop>", " "), ("guest", "Rude"), ("", "Rude"), ("a\u{202E}b", "Rude")] {
                let refused = try await rename(name, reason)
                #expect(refused.status == 422, "\(name)")
                if reason == " " { #expect(refused.html.contains("value=\"Kim &lt;shop")) }
            }
            #expect(try await !seller.get("/mine").html.contains(sentence))
            #expect(try await rename("Fresh shop", "No <numbers>").status == 303)
            for page in ["/products/1", "/sellers/1"] {
                let html = try await TestBrowser(market).get(page).html
                #expect(html.contains("Fresh shop") && !html.contains("010-1234"), "\(page)")
            }
            let log = try await desk.get("/operator/log").html
            #expect(log.contains(entry) && log.contains("No &lt;numbers") && log.contains("Kim"))
            #expect(!log.contains("010-1234"))
            let mine = try await seller.get("/mine").html
            #expect(mine.contains(sentence) && mine.contains("Fresh shop") && mine.contains("No &lt;numbers"))
            // Whoever only knows the identifier isn't told, and after a month nobody is.
            let other = TestBrowser(market, language: language)
            await other.remember("seller", try #require(await seller.cookies["seller"]))
            #expect(try await !other.get("/mine").html.contains(sentence))
            market.clock.advance(seconds: 31 * 86_400)
            #expect(try await !seller.get("/mine").html.contains(sentence))
        }
    }

    @Test func nobodyElseChangesASellersName() async throws {
        try await withMarket { market in
            try await market.list(["name": "Chair"])
            let stranger = TestBrowser(market)
            let csrf = try #require(try await stranger.get("/products/new").hidden("csrf"))
            let fields = [("csrf", csrf), ("do", "rename"), ("name", "Fresh"), ("reason", "Mine")]
            #expect(try await stranger.post("/operator/sellers/1", fields).status == 403)
            let desk = try await Desk(market)
            // All guests share one name, and nobody has the number 99.
            for id in [0, 99] {
                let page = try await desk.post(
                    "/operator/sellers/\(id)",
                    ("do", "rename"),
                    ("name", "Fresh"),
                    ("reason", "Mine")
                )
                #expect(page.status == 404, "\(id)")
            }
            #expect(try await !desk.get("/operator/sellers/1").html.contains("Fresh"))
            // The command does the same, and needn't say why.
            let admin = AdminService(services: market.services, webApp: Site())
            guard case .done = await admin.perform(.renameVendor(1, name: "Fresh")) else {
                return #expect(Bool(false), "it isn't renamed")
            }
            let log = try await desk.get("/operator/log").html
            #expect(log.contains("Seller’s name changed") && log.contains("Command line"))
        }
    }

    /// All guests share one seller: blocking them for one of them would take away the listings of all.
    @Test func nobodyBlocksAllGuests() async throws {
        try await withMarket { market in
            let pricing = try #require(Pricing(currency: .krw, priceMinorUnits: 1000, discountMinorUnits: 0))
            _ = try await market.store.add(
                NewProduct(
                    seller: .vendor(Vendor.guestID),
                    listing: Listing(name: "Chair", description: "", pricing: pricing, stock: 1),
                    contact: nil,
                    secretHash: SecretHash(rawValue: "$argon2id$v=19$m=19456,t=2,p=1$c2FsdA$aGFzaA"),
                    images: [],
                    registeredAt: market.clock.now
                )
            )
            let desk = try await Desk(market)
            for days in ["", "7"] {
                let page = try await desk.post(
                    "/operator/sellers/0",
                    ("do", "block"),
                    ("days", days),
                    ("reason", "One of them sells nothing")
                )
                #expect(page.status == 404, "\(days)")
            }
            #expect(try await market.get("/api/products/1").status == .ok)
            #expect(try await market.store.vendor(Vendor.guestID)?.isBlocked == false)
            #expect(try await market.store.moderationLog(before: nil, limit: 9).isEmpty)
            // What another version has blocked can be unblocked.
            _ = try await market.store.setBlocked(true, vendor: Vendor.guestID)
            let seen = ("seen", try #require(try await desk.get("/operator/sellers/0").hidden("seen")))
            let free = try await desk.post("/operator/sellers/0", ("do", "unblock"), seen, ("reason", "A mistake"))
            #expect(free.status == 303)
            #expect(try await market.store.vendor(Vendor.guestID)?.isBlocked == false)
        }
    }

    @Test func whatWasDoneIsUndoneFromTheLog() async throws {
        try await withMarket { market in
            try await market.list(["name": "Chair"])
            let desk = try await Desk(market)
            _ = try await desk.post("/operator/listings", ("products", "1"), ("do", "hide"), ("reason", "Stolen"))
            let log = try await desk.get("/operator/log")
            let entry = try #require(log.html.firstMatch(of: /name="entry" value="(\d+)"/)?.1)
            let silent = try await desk.post("/operator/log", ("entry", String(entry)), ("reason", ""))
            #expect(silent.status == 422)
            let undone = try await desk.post("/operator/log", ("entry", String(entry)), ("reason", "A mistake"))
            #expect(undone.headers[.location] == "/operator/log?done=1")
            #expect(try await market.get("/api/products/1").status == .ok)
            // A second tap finds it done. It isn't for somebody else, or later.
            let twice = try await desk.post("/operator/log", ("entry", String(entry)), ("reason", "A mistake"))
            #expect(twice.headers[.location] == "/operator/log?done=1")
            #expect(try await market.store.moderationLog(before: nil, limit: 9).map(\.action) == [.givenBack, .hidden])
            let stranger = try await Desk(market, "Choi")
            market.clock.advance(seconds: 59)
            for (browser, seconds, status) in [(desk, 1 as Int64, 303), (stranger, 0, 422), (desk, 0, 422)] {
                let again = try await browser.post("/operator/log", ("entry", String(entry)), ("reason", "A mistake"))
                #expect(again.status == status)
                #expect(again.html.contains("can’t be undone") == (status == 422))
                market.clock.advance(seconds: seconds)
            }
            #expect(try await desk.post("/operator/log", ("entry", "x"), ("reason", "x")).status == 422)
            let lee = try await Desk(market, "Lee")
            let again = try #require(
                try await lee.get("/operator/log").html.firstMatch(of: /name="entry" value="(\d+)"/)?.1
            )
            #expect(again != entry)
            market.clock.advance(seconds: 30 * 86_400 + 1)
            let late = try await Desk(market, "Park")
            #expect(!(try await late.get("/operator/log").html.contains("name=\"entry\"")))
            let tooLate = try await late.post("/operator/log", ("entry", String(again)), ("reason", "x"))
            #expect(tooLate.status == 422)
            #expect(try await market.get("/api/products/1").status == .ok)
        }
    }

    /// What an operator or reports hide isn't said to have been taken down by its seller. For programs nothing changes.
    @Test func whoHidesAListingIsSaid() async throws {
        try await withMarket(proxies: .loopback) { market in
            for number in 1...4 { try await market.list(["name": "Chair \(number)"]) }
            func id(_ number: Int64) -> Product.ID { Product.ID(rawValue: number) }
            _ = try await market.store.hide(id(1), reason: "Looks <stolen>", at: market.clock.now)
            _ = try await market.store.remove(id(2), reason: "A copy", at: market.clock.now)
            for network in 1...3 {
                let body = "{\"reason\":\"scam\"}"
                let forwarded = HTTPField.Name("X-Forwarded-For")!
                let headers: HTTPFields = [forwarded: "198.51.\(network).7"]
                #expect(try await market.send(.post, "/api/products/3/reports", body, headers).status == .created)
            }
            let hidden = "{\"secret\":\"\(TestMarket.secret)\",\"state\":\"hidden\"}"
            #expect(try await market.send(.put, "/api/products/4/state", hidden).status == .ok)
            let sentences: [(Int, Int, String, String)] = [
                (1, 410, "The operator of this market has removed this listing.", "마켓 운영자가 이 상품을 내렸어요."),
                (2, 410, "The operator of this market has removed this listing.", "마켓 운영자가 이 상품을 내렸어요."),
                (3, 404, "The operator is looking at this listing.", "운영자가 확인하고 있는 상품이에요."),
                (4, 410, "This listing is no longer available.", "더 이상 볼 수 없는 상품이에요."),
            ]
            for (number, status, english, korean) in sentences {
                for path in ["/products/\(number)", "/products/\(number)/contact", "/products/\(number)/report"] {
                    for (language, sentence) in [("en", english), ("ko", korean)] {
                        let page = try await TestBrowser(market, language: language).get(path)
                        #expect(page.status == status && page.html.contains(sentence), "\(path) \(language)")
                        #expect(!page.html.contains("Chair") && !page.html.contains("stolen"), "\(path)")
                        let leadsToReason = page.html.contains("href=\"/products/\(number)/manage\"")
                        #expect(leadsToReason == (number < 4), "\(path)")
                        #expect(!page.html.contains("write to the operator"), "nobody has said where")
                    }
                }
            }
            let ofSeller = try await market.get("/api/products/4")
            for number in 1...3 {
                let answer = try await market.get("/api/products/\(number)")
                #expect(answer.status == .notFound && answer.body == ofSeller.body)
            }
            _ = await AdminService(services: market.services, webApp: Site())
                .perform(.market(.set(field: "contact", language: nil, value: "help@market.example")))
            let asked = try await TestBrowser(market).get("/products/2").html
            #expect(asked.contains("write to the operator") && asked.contains("mailto:help@market.example"))
            #expect(!(try await TestBrowser(market).get("/products/4").html.contains("write to the operator")))
            // The seller, from any browser.
            let seller = TestBrowser(market)
            let form = try await seller.get("/products/1/manage")
            #expect(!form.html.contains("stolen"))
            let fields = [("csrf", form.hidden("csrf") ?? ""), ("password", TestMarket.secret)]
            _ = try await seller.post("/products/1/manage", fields)
            let own = try await seller.get("/products/1").html
            #expect(own.contains("The operator has hidden this listing.") && own.contains("Looks &lt;stolen"))
        }
    }

    @Test func listingsAreRemovedForThirtyDays() async throws {
        try await withMarket { market in
            for number in 1...3 { try await market.list(["name": "Chair \(number)"]) }
            let desk = try await Desk(market)
            let silent = try await desk.post("/operator/listings", ("products", "1"), ("do", "remove"), ("reason", " "))
            #expect(silent.status == 422)
            #expect(try await market.get("/api/products/1").status == .ok)
            let removed = try await desk.post(
                "/operator/listings",
                ("products", "1"),
                ("products", "2"),
                ("do", "remove"),
                ("reason", "Copies")
            )
            #expect(removed.status == 303)
            for id in 1...2 { #expect(try await market.get("/api/products/\(id)").status == .notFound) }
            let page = try await desk.get("/operator/listings/1")
            #expect(page.html.contains("Removed") && page.html.contains("Show again"))
            #expect(!page.html.contains("value=\"remove\"") && !page.html.contains("value=\"hide\""))
            #expect(try await desk.get("/operator/listings/3").html.contains("value=\"remove\""))
            let log = try await desk.get("/operator/log").html
            #expect(log.contains("Listing removed"))
            let entry = try #require(log.firstMatch(of: /name="entry" value="(\d+)"/)?.1)
            _ = try await desk.post("/operator/log", ("entry", String(entry)), ("reason", "A mistake"))
            #expect(try await market.get("/api/products/2").status == .ok)
            market.clock.advance(seconds: 30 * 86_400)
            try await market.services.advanceListings()
            #expect(try await market.store.product(Product.ID(rawValue: 1)) == .deleted(isRemoved: true))
            #expect(try await market.get("/api/products/2").status == .ok)
            let late = try await Desk(market, "Lee")
            #expect(try await late.get("/operator/listings/1").status == 410)
            #expect(try await late.get("/operator/log").html.contains("deleted after 30 days"))
        }
    }

    @Test func whoHidesARemovedListingReadsThatItStaysRemoved() async throws {
        try await withMarket { market in
            for number in 1...2 { try await market.list(["name": "Chair \(number)"]) }
            let (kim, lee) = (try await Desk(market), try await Desk(market, "Lee"))
            _ = try await kim.post("/operator/listings", ("products", "1"), ("do", "remove"), ("reason", "A weapon"))
            for action in ["hide", "ask"] {
                let page = try await lee.post(
                    "/operator/listings",
                    ("products", "1"),
                    ("products", "2"),
                    ("do", action),
                    ("reason", "Looks odd")
                )
                #expect(page.status == 422 && page.html.contains("stays removed until you show it again"), "\(action)")
            }
            let removed = try await market.store.hold(of: Product.ID(rawValue: 1))
            #expect(removed?.kind == .removed && removed?.reason == "A weapon" && removed?.endsAt != nil)
            #expect(try await market.store.hold(of: Product.ID(rawValue: 2))?.kind == .changeAsked)
            let again = [try await market.chosen(1), ("do", "give-back"), ("reason", "A toy")]
            #expect(try await lee.post("/operator/listings", again[0], again[1], again[2]).status == 303)
            #expect(try await market.get("/api/products/1").status == .ok)
        }
    }

    /// The log goes on behind its first page, and so does that of a seller and of a listing.
    @Test(arguments: ["/operator/log", "/operator/sellers/1", "/operator/listings/1"])
    func aLongLogHasPages(_ path: String) async throws {
        try await withMarket { market in
            try await market.list()
            let id = Product.ID(rawValue: 1)
            try await market.list(identifier: UUID().uuidString)
            _ = try await market.store.hide(Product.ID(rawValue: 2), reason: "A stranger.", at: market.clock.now)
            for number in 1...35 {
                _ = try await market.store.hide(id, reason: "Reason \(number).", at: market.clock.now)
            }
            let desk = try await Desk(market)
            let first = try await desk.get(path).html
            #expect(first.contains("Reason 35.") && !first.contains("Reason 5."))
            #expect(first.components(separatedBy: "name=\"entry\"").count == 2)
            let more = try #require(first.firstMatch(of: /href="(\/operator\/[^"#]*\?before=\d+)/)?.1)
            let second = try await desk.get(String(more)).html
            #expect(second.contains("Reason 5.") && second.contains("Reason 1.") && !second.contains("Reason 6."))
            #expect(second.contains("A stranger.") == (path == "/operator/log"))
            #expect(!(try await desk.get(String(more)).html.contains("before=")))
        }
    }
}
