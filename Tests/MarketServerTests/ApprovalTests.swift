import Foundation
import HTTPTypes
import MarketCore
import MarketModels
import MarketWeb
import ProductStoreContract
import TestMarkets
import Testing

@testable import MarketServer

/// A market in which new listings wait for an operator, over the API and in browsers without scripts (UX.md, “Operators”).
struct ApprovalTests {
    private func listed(_ market: TestMarket) async throws -> [String] {
        let html = try await TestBrowser(market).get("/").html
        return html.matches(of: /href="\/products\/(\d+)[^"]*"/).map { String($0.1) }
    }

    private func operate(_ market: TestMarket, _ language: String = "en") async throws -> TestBrowser {
        let browser = TestBrowser(market, language: language)
        try await browser.signIn(as: "Kim", .moderator)
        return browser
    }

    private func send(
        _ browser: TestBrowser,
        _ fields: (String, String)...
    ) async throws -> TestBrowser.Page {
        let csrf = try #require(await browser.cookies["csrf"])
        return try await browser.post("/operator/listings", [("csrf", csrf)] + fields)
    }

    @Test(
        arguments: [
            ("ko", "운영자의 승인을 기다리고 있어요", "운영자가 확인한 뒤에", "승인을 기다리는 상품이에요"),
            ("en", "This listing waits for the operator", "before others can see it", "listing waits for approval."),
        ]
    )
    func aNewListingIsOnlyItsSellersUntilItIsApproved(
        _ language: String,
        _ sentence: String,
        _ hint: String,
        _ refusal: String
    ) async throws {
        try await withMarket(registration: .approved) { market in
            let seller = TestBrowser(market, language: language)
            let form = try await seller.get("/products/new")
            #expect(form.html.contains(hint))
            #expect(try await seller.post("/products", form: .webListing(form, ["name": "Chair"])).status == 303)
            let listed = try await seller.get("/products/1").html
            #expect(listed.contains("role=\"status\""))
            for published in ["Everyone can see", "누구나 볼 수"] {
                #expect(!listed.contains(published), "\(published)")
            }
            for path in ["/products/1", "/products/1/manage"] {
                #expect(try await seller.get(path).html.contains(sentence), "\(path)")
            }
            // Nothing is beside what nobody else sees: the headings would stay empty. Nor is it kept, shared or printed.
            let ofOthers = ["id=\"others\"", "id=\"similar\"", "id=\"favorite\"", "id=\"share\"", "/print?products=1"]
            for part in ofOthers { #expect(!listed.contains(part), "\(part)") }
            // There is nothing to answer yet, and no state to choose.
            #expect(try await !seller.get("/products/1/manage").html.contains("name=\"answer\""))
            let csrf = try #require(await seller.cookies["csrf"])
            for state in ["open", "sell"] {
                _ = try await seller.post("/mine", [("csrf", csrf), ("one", "\(state)-1")])
                #expect(try await seller.get("/mine").html.contains(refusal), "\(state)")
            }
            for state in ["open", "sold", "reserved"] {
                let body = "{\"secret\":\"\(TestMarket.secret)\",\"state\":\"\(state)\"}"
                let headers: HTTPFields = [.acceptLanguage: language]
                let refused = try await market.send(.put, "/api/products/1/state", body, headers)
                #expect(try JSON(refused)["code"].string == "state_conflict", "\(state)")
                #expect(try JSON(refused)["message"].string?.contains(refusal) == true, "\(state)")
            }
            _ = try await seller.post("/products/1/answer", [("csrf", csrf), ("answer", "Please")])
            let stranger = TestBrowser(market)
            let withheld = try await stranger.get("/products/1")
            #expect(withheld.status == 404 && withheld.html.contains("It may be shown afterwards."))
            #expect(!withheld.html.contains("No longer for sale") && !withheld.html.contains("Chair"))

            let kim = try await operate(market, language)
            let home = try await kim.get("/operator").html
            #expect(home.contains("href=\"/operator/listings?waiting=1\"") && home.contains("<b>1</b>"))
            #expect(try await kim.get("/operator/listings?waiting=1").html.contains("Chair"))
            // An approval needs no reason.
            let approved = try await send(
                kim,
                ("do", "approve"),
                market.chosen(1),
                ("back", "/operator/listings?waiting=1")
            )
            #expect(approved.headers[.location] == "/operator/listings?waiting=1&done=1")
            #expect(try await stranger.get("/products/1").html.contains("Chair"))
            let shown = try await seller.get("/products/1").html
            for part in ofOthers { #expect(shown.contains(part), "\(part)") }
            #expect(!shown.contains(sentence))
            #expect(try await !kim.get("/operator").html.contains("<b>1</b>"))
            #expect(try await kim.get("/operator/log").html.contains(language == "ko" ? "상품 승인" : "Listing approved"))
            // Nothing can be done with several that wait, so none can be selected.
            for name in ["Table", "Lamp"] {
                let form = try await seller.get("/products/new")
                #expect(try await seller.post("/products", form: .webListing(form, ["name": name])).status == 303)
            }
            for (path, canSelect) in [("/mine?state=waiting", false), ("/mine", true)] {
                let mine = try await seller.get(path).html
                #expect(mine.contains("/products/2/manage") && mine.contains("/products/3/manage"), "\(path)")
                for pick in ["id=\"pick-", "class=\"several\""] { #expect(mine.contains(pick) == canSelect, "\(path)") }
            }
        }
    }

    /// A scam can be written in each text that others read.
    @Test func whoApprovesSeesEveryField() async throws {
        try await withMarket(registration: .approved) { market in
            try await market.list([
                "name": "Chair", "place": "Pay <first>", "category": "furniture", "condition": "like_new",
                "handover": "parcel", "price": 9000, "discounted_price": 2000, "stock": 1234,
                "contact": "010-1234-5678", "descriptions": "Hardly used.",
            ])
            let kim = try await operate(market)
            let page = try await kim.get("/operator/listings/1").html
            for (label, value) in [
                ("Place", "Pay &lt;first"), ("Category", "Furniture"), ("Condition", "Like new"),
                ("Pickup or parcel", "Parcel"), ("Price", "₩9,000"), ("Discount", "₩2,000"), ("Stock", "1,234"),
                ("Contact", "010-1234-5678"),
            ] {
                #expect(page.contains("<dt>\(label)</dt><dd dir=\"auto\">\(value)"), "\(label)")
            }
            #expect(page.components(separatedBy: "Hardly used.").count == 2, "once")
            #expect(!page.contains("Your name") && !page.contains(TestMarket.secret))
            #expect(try await kim.get("/operator/listings?waiting=1").html.contains("Like new · Pay &lt;first"))
            try await market.list(["name": "Table"])
            let plain = try await kim.get("/operator/listings/2").html
            for label in ["Place", "Discount", "Contact"] {
                #expect(!plain.contains("<dt>\(label)</dt>"), "\(label)")
            }
        }
    }

    @Test(
        arguments: [
            ("ko", "변경된 항목: 거래 지역, 상품 설명", "변경 전 상품 설명", "수정 후 승인 대기"),
            ("en", "Changed: place, description", "Description before the change", "Change waits for approval"),
        ]
    )
    func whoApprovesAChangeReadsWhatItIs(
        _ language: String,
        _ fields: String,
        _ before: String,
        _ waits: String
    ) async throws {
        try await withMarket(registration: .approved) { market in
            try await market.list(["name": "Chair", "descriptions": "Hardly <used>."])
            try await market.list(["name": "Table"])
            let kim = try await operate(market, language)
            #expect(try await send(kim, ("do", "approve"), market.chosen(1)).status == 303)
            let edit = """
                {"descriptions":"Pay first.","place":"Busan","price":9000,"secret":"\(TestMarket.secret)"}
                """
            #expect(try await market.send(.patch, "/api/products/1", edit).status == .accepted)
            let name = "{\"name\":\"Round table\",\"secret\":\"\(TestMarket.secret)\"}"
            #expect(try await market.send(.patch, "/api/products/2", name).status == .accepted)
            let rows = try await kim.get("/operator/listings?waiting=1").html
            #expect(rows.components(separatedBy: fields).count == 2, "the changed one, not the new one")
            let page = try await kim.get("/operator/listings/1").html
            for text in [fields, before, "Hardly &lt;used", "Pay first.", "id=\"log\"", waits] {
                #expect(page.contains(text), "\(text)")
            }
            let new = try await kim.get("/operator/listings/2").html
            for text in [String(fields.prefix(7)), before, "id=\"log\""] {
                #expect(!new.contains(text), "\(text) of a new one")
            }
            let token = try await market.services.operatorAuthenticator.makeFeed(
                for: "Kim",
                by: OperatorAuthenticator.commandLine
            )
            let feed = try await kim.get("/operator/feed.atom?token=\(token)&language=\(language)").html
            #expect(feed.contains("<title>\(waits) · Chair<") && !feed.contains("\(waits) · Round"))
            // Its seller reads what they have written, and others nothing.
            #expect(try await TestBrowser(market).get("/products/1").html.contains("Hardly") == false)
            #expect(try await send(kim, ("do", "approve"), market.chosen(1)).status == 303)
            #expect(try await !kim.get("/operator/listings/1").html.contains("Hardly"))
        }
    }

    @Test func severalAreApprovedOrRefusedAtOnce() async throws {
        try await withMarket(registration: .approved) { market in
            for number in 1...4 { try await market.list(["name": "Chair \(number)"]) }
            let kim = try await operate(market)
            #expect(try await send(kim, ("do", "approve"), market.chosen(1), market.chosen(2)).status == 303)
            #expect(Set(try await listed(market)) == ["1", "2"])
            let silent = try await send(kim, ("do", "hide"), ("products", "3"), ("reason", " "))
            #expect(silent.status == 422 && silent.html.contains("Enter a reason."))
            #expect(try await send(kim, ("do", "hide"), ("products", "3"), ("reason", "A <fake>")).status == 303)
            // What was refused, what was approved, and what never was.
            for chosen in [try await market.chosen(3), try await market.chosen(1), ("products", "99.1")] {
                let page = try await send(kim, ("do", "approve"), chosen)
                #expect(page.status == 422 && page.html.contains("aren’t waiting now"), "\(chosen)")
            }
            #expect(try await send(kim, ("do", "approve")).status == 422)
            #expect(Set(try await listed(market)) == ["1", "2"])
            #expect(try await kim.get("/operator/listings/4").html.contains("value=\"approve\""))
            #expect(try await !kim.get("/operator/listings/1").html.contains("value=\"approve\""))
            #expect(try await kim.get("/operator/listings/3").html.contains("A &lt;fake"))
            // Undone, an approval has the listing wait again.
            let log = try await kim.get("/operator/log").html
            let entry = try #require(log.matches(of: /name="entry" value="(\d+)"/).last?.1)
            let csrf = try #require(await kim.cookies["csrf"])
            let undo = [("csrf", csrf), ("entry", String(entry)), ("reason", "Too early")]
            #expect(try await kim.post("/operator/log", undo).status == 303)
            #expect(try await listed(market) == ["2"])
            #expect(try await kim.get("/operator/listings?waiting=1").html.contains("href=\"/operator/listings/1\""))
            #expect(try await kim.get("/operator/log").html.contains("Listing waits again"))
        }
    }

    /// What a page says of the listings that can be chosen on it.
    private func values(_ page: TestBrowser.Page) -> [(String, String)] {
        page.html.matches(of: /name="products" value="([^"]+)"/).map { ("products", String($0.1)) }
    }

    @Test(
        arguments: [
            ("en", "so left as it is: “Scam”. Look again.", "This listing has changed meanwhile"),
            ("ko", "바뀌어서 그대로 두었어요: ‘Scam’.", "그사이 상품 내용이 바뀌었어요"),
        ]
    )
    func nothingIsShownThatNobodyHasLookedAt(_ language: String, _ sentence: String, _ refusal: String) async throws {
        try await withMarket(registration: .approved) { market in
            for number in 1...3 { try await market.list(["name": "Chair \(number)"]) }
            let kim = try await operate(market, language)
            let csrf = try #require(await kim.cookies["csrf"])
            func rename(_ name: String) async throws {
                market.clock.advance(seconds: 1)
                let body = "{\"name\":\"\(name)\",\"secret\":\"\(TestMarket.secret)\"}"
                #expect(try await market.send(.patch, "/api/products/1", body).status == .accepted)
            }
            func act(_ what: String, _ chosen: [(String, String)], back: String) async throws -> TestBrowser.Page {
                let fields = [("csrf", csrf), ("do", what), ("back", back), ("reason", "Looks good")]
                return try await kim.post("/operator/listings", fields + chosen)
            }
            let waiting = "/operator/listings?waiting=1"
            let seen = values(try await kim.get(waiting))
            #expect(seen.count == 3)
            try await rename("Scam")
            let again = try await act("approve", seen, back: waiting)
            #expect(again.status == 422 && again.html.contains(sentence))
            #expect(Set(try await listed(market)) == ["2", "3"])
            // The list that it was sent from comes back, with what is left to do, and with what was typed.
            #expect(again.html.contains("value=\"approve\"") && again.html.contains("Looks good</textarea>"))
            #expect(values(again).count == 1)
            #expect(try await act("approve", values(again), back: waiting).status == 303)
            #expect(Set(try await listed(market)) == ["1", "2", "3"])

            let page = "/operator/listings/1"
            for hold in ["hide", "ask", "remove"] {
                #expect(try await act(hold, [("products", "1")], back: page).status == 303)
                let seen = values(try await kim.get(page))
                try await rename("Chair")
                try await rename("Scam")
                let refused = try await act("give-back", seen, back: page)
                #expect(refused.status == 422 && refused.html.contains(sentence), "\(hold)")
                #expect(refused.html.contains("Looks good</textarea>"), "\(hold)")
                #expect(Set(try await listed(market)) == ["2", "3"], "\(hold)")
                // Nor does the log show it.
                let log = try await kim.get("/operator/log").html
                let entry = try #require(log.firstMatch(of: /name="entry" value="(\d+)"/)?.1)
                let undo = [("csrf", csrf), ("entry", String(entry)), ("reason", "A mistake")]
                let undone = try await kim.post("/operator/log", undo)
                #expect(undone.status == 422 && undone.html.contains(refusal), "\(hold)")
                #expect(Set(try await listed(market)) == ["2", "3"], "\(hold)")
                #expect(try await act("give-back", values(refused), back: page).status == 303, "\(hold)")
                #expect(Set(try await listed(market)) == ["1", "2", "3"], "\(hold)")
            }
        }
    }

    /// A form that was written by hand, or by a page of an older version, doesn't say what was looked at.
    @Test(
        arguments: [
            ("en", "the form didn’t say what you had looked at"), ("ko", "어떤 내용을 확인하셨는지 알 수 없어"),
        ]
    )
    func aFormWithoutAVersionShowsNothing(_ language: String, _ sentence: String) async throws {
        try await withMarket(registration: .approved) { market in
            for number in 1...2 { try await market.list(["name": "Chair \(number)"]) }
            let kim = try await operate(market, language)
            let page = ("back", "/operator/listings/1")
            let now = try await market.chosen(1).1
            for value in ["1", "1.", "1.x", "1.1.1", "1.1.x.0", "1.1.0.0.0"] {
                let refused = try await send(kim, ("do", "approve"), ("products", value), page)
                #expect(refused.status == 422 && refused.html.contains(sentence), "\(value)")
                // The page comes back with what is there now.
                #expect(values(refused).map(\.1) == [now], "\(value)")
            }
            #expect(try await listed(market) == [])
            // The others of a selection are shown.
            let mixed = try await send(kim, ("do", "approve"), ("products", "1"), market.chosen(2))
            #expect(mixed.status == 422 && mixed.html.contains(sentence))
            #expect(try await listed(market) == ["2"])
            #expect(try await send(kim, ("do", "hide"), ("products", "1"), ("reason", "A copy")).status == 303)
            let back = try await send(kim, ("do", "give-back"), ("products", "1"), ("reason", "It isn’t"), page)
            #expect(back.status == 422 && back.html.contains(sentence) && back.html.contains("It isn’t</textarea>"))
            #expect(try await listed(market) == ["2"])
            let again = [("do", "give-back"), ("reason", "It isn’t")] + values(back)
            #expect(try await send(kim, again[0], again[1], again[2]).status == 303)
            #expect(Set(try await listed(market)) == ["1", "2"])
        }
    }

    @Test func nothingShowsAWaitingListing() async throws {
        try await withMarket { market in
            // One that everybody sees, like it in all but the name.
            try await market.list(["name": "Sofa red", "category": "furniture", "stock": "3"])
            try await market.store.setRegistration(.approved)
            let waiting = try await market.list(["name": "Chair red", "category": "furniture", "stock": "3"])
            let vendor = try #require(waiting["vendor_id"].int)
            let stranger = TestBrowser(market)
            let paths = [
                "/", "/?q=red", "/?sort=price_asc", "/feed.atom", "/feed.atom?q=red", "/sellers/\(vendor)",
                "/sellers/\(vendor)/feed.atom", "/sitemaps/1.xml", "/c/furniture", "/products/1/similar",
                "/products/1/others",
                "/print?products=1,2", "/products/new?copy=2",
                "/api/products", "/api/products?search_value=red", "/api/products?vendor_id=\(vendor)",
                "/api/products?sold=1&sort=bumped",
            ]
            func shown() async throws -> [String] {
                var shown: [String] = []
                for path in paths {
                    let page = try await stranger.get(path)
                    #expect(page.status == 200, "\(path)")
                    if page.html.contains("Chair") || page.html.contains("products/2<") { shown.append(path) }
                }
                return shown
            }
            #expect(try await shown() == [])
            for path in [
                "/products/2", "/products/2/similar", "/products/2/contact", "/images/share/2-en-00000000.jpg",
            ] {
                #expect([404, 410].contains(try await stranger.get(path).status), "\(path)")
            }
            for path in ["/api/products/2", "/item/2"] {
                #expect(try await market.get(path).status == .notFound, "\(path)")
            }
            #expect(try JSON(try await market.get("/api/products"))["total_count"].int == 1)
            #expect(
                try await market.send(.post, "/api/products/2/reports", "{\"reason\":\"scam\"}").status == .notFound
            )
            // Approved, it is where others are.
            _ = await AdminService(services: market.services, webApp: Site()).perform(
                .moderation(.act(.approve, on: 2))
            )
            let after = try await shown()
            #expect(Set(paths).subtracting(after) == [])
            #expect(try JSON(try await market.get("/api/products"))["total_count"].int == 2)
        }
    }

    /// Nobody has looked at what waits, so a change of the setting doesn't show it.
    @Test func whatWaitsStillWaitsInAnOpenMarket() async throws {
        try await withMarket(registration: .approved) { market in
            try await market.list(["name": "Chair"])
            let kim = TestBrowser(market)
            try await kim.signIn(as: "Kim", .operator)
            let csrf = try #require(await kim.cookies["csrf"])
            let form = [("csrf", csrf), ("do", "save"), ("was-registration", "approved"), ("registration", "")]
            #expect(try await kim.post("/operator/settings", form).status == 303)
            try await market.list(["name": "Table"])
            #expect(try await listed(market) == ["2"])
            #expect(try await kim.get("/operator").html.contains("href=\"/operator/listings?waiting=1\""))
            #expect(try await send(kim, ("do", "approve"), market.chosen(1)).status == 303)
            #expect(Set(try await listed(market)) == ["1", "2"])
        }
    }

    /// An identifier is a name that anybody can send, so an approval isn't one of the vendor.
    @Test func theNextListingOfAnApprovedVendorWaitsToo() async throws {
        try await withMarket(registration: .approved) { market in
            try await market.list(["name": "Chair"])
            _ = await AdminService(services: market.services, webApp: Site()).perform(
                .moderation(.act(.approve, on: 1))
            )
            try await market.list(["name": "Table"])
            #expect(try await listed(market) == ["1"])
        }
    }

    @Test func aWaitingListingIsAskedForAChange() async throws {
        try await withMarket(registration: .approved) { market in
            try await market.list(["name": "Chair"])
            let kim = try await operate(market)
            let asked = [("do", "ask"), ("products", "1"), ("reason", "Say the size")]
            #expect(try await send(kim, asked[0], asked[1], asked[2]).status == 303)
            // What comes next is to show it again.
            let page = try await kim.get("/operator/listings/1").html
            #expect(page.contains("class=\"act main\" type=\"submit\" name=\"do\" value=\"give-back\""))
            #expect(page.contains("class=\"act\" type=\"submit\" name=\"do\" value=\"hide\""))
            #expect(try await !kim.get("/operator/listings?waiting=1").html.contains("href=\"/operator/listings/1\""))
            market.clock.advance(seconds: 60)
            let edit = "{\"stock\":5,\"secret\":\"\(TestMarket.secret)\"}"
            #expect(try await market.send(.patch, "/api/products/1", edit).status.code < 300)
            #expect(try await kim.get("/operator/listings?changed=1").html.contains("href=\"/operator/listings/1\""))
            #expect(try await listed(market) == [])
            #expect(try await send(kim, ("do", "give-back"), market.chosen(1), ("reason", "Good")).status == 303)
            #expect(try await listed(market) == ["1"])
            let shown = try await kim.get("/operator/listings/1").html
            #expect(shown.contains("class=\"act main\" type=\"submit\" name=\"do\" value=\"hide\""))
        }
    }

    @Test(
        arguments: [
            ("ko", "수정하면 운영자가 다시 확인해요", "수정하거나 답변한 내용을 운영자가 확인할 거예요", "수정·답변됨"),
            (
                "en", "If you edit it, the operator looks at it again.",
                "The operator will look at what you have changed or answered.", "Changed or answered"
            ),
        ]
    )
    func aRefusedListingThatIsEditedIsLookedAt(
        _ language: String,
        _ sentence: String,
        _ next: String,
        _ badge: String
    ) async throws {
        try await withMarket(registration: .approved) { market in
            let seller = TestBrowser(market, language: language)
            let form = try await seller.get("/products/new")
            #expect(try await seller.post("/products", form: .webListing(form, ["name": "Chair"])).status == 303)
            let kim = try await operate(market, language)
            #expect(try await !seller.get("/products/1").html.contains(sentence))
            #expect(try await send(kim, ("do", "hide"), ("products", "1"), ("reason", "No <size>")).status == 303)
            let own = try await seller.get("/products/1").html
            #expect(own.contains(sentence) && own.contains("No &lt;size") && !own.contains(next))
            let row = "href=\"/operator/listings/1\""
            #expect(try await !kim.get("/operator/listings?changed=1").html.contains(row))
            let rows = ["/mine", "/mine?state=held", "/products/1/manage"]
            for page in rows { #expect(try await !seller.get(page).html.contains(">\(badge)</span>"), "\(page)") }
            market.clock.advance(seconds: 60)
            let edit = try await seller.get("/products/1/edit")
            let typed = FormBody.webListing(edit, ["name": "Big chair"], kept: edit.allHidden("kept"), photos: [])
            #expect(try await seller.post("/products/1", form: typed).status == 303)
            // The seller reads that nothing is left to do.
            for page in rows { #expect(try await seller.get(page).html.contains(">\(badge)</span>"), "\(page)") }
            for page in ["/products/1", "/products/1/manage"] {
                let edited = try await seller.get(page).html
                #expect(edited.contains(next) && edited.contains("No &lt;size"), "\(page)")
                #expect(!edited.contains(sentence), "\(page)")
            }
            let changed = try await kim.get("/operator/listings?changed=1").html
            #expect(changed.contains(row) && changed.contains("<span class=\"state\">\(badge)"))
            #expect(try await listed(market) == [])
            #expect(try await send(kim, ("do", "give-back"), market.chosen(1), ("reason", "Good")).status == 303)
            #expect(try await listed(market) == ["1"])
        }
    }

    @Test func whatWaitsIsOnlyShownByAnApproval() async throws {
        try await withMarket(registration: .approved) { market in
            try await market.list(["name": "Chair"])
            let kim = try await operate(market)
            let page = try await send(kim, ("do", "give-back"), market.chosen(1), ("reason", "Good"))
            #expect(page.status == 422)
            #expect(try await listed(market) == [])
            // What a blocked seller has waiting can be refused, so that nothing waits for ever.
            _ = try await market.store.setBlocked(true, vendor: Vendor.ID(rawValue: 1), at: market.clock.now)
            let listing = try await kim.get("/operator/listings/1").html
            #expect(listing.contains("value=\"hide\"") && !listing.contains("value=\"approve\""))
            #expect(try await send(kim, ("do", "hide"), ("products", "1"), ("reason", "A scam")).status == 303)
        }
    }

    @Test func nobodyElseApproves() async throws {
        try await withMarket(registration: .approved) { market in
            let seller = TestBrowser(market)
            let form = try await seller.get("/products/new")
            _ = try await seller.post("/products", form: .webListing(form))
            #expect(try await send(seller, ("do", "approve"), market.chosen(1)).status == 403)
            #expect(try await seller.get("/operator/listings?waiting=1").status == 403)
            #expect(try await listed(market) == [])
        }
    }

    @Test func listingsOfOldAppsWaitAndAreAnsweredAsHiddenOnes() async throws {
        try await withMarket(registration: .approved) { market in
            let item = try await market.item()
            let id = try #require(item["id"].int)
            let product = try await market.list()
            #expect(product["id"].int == id + 1)
            #expect(try await market.get("/item/\(id)").status == .notFound)
            #expect(try await market.get("/api/products/\(id + 1)").status == .notFound)
            #expect(try JSON(try await market.get("/api/products"))["pages"].array.isEmpty)
            // With the password it is edited, which doesn't show it.
            let edit = "{\"stock\":5,\"secret\":\"\(TestMarket.secret)\"}"
            #expect(try await market.send(.patch, "/api/products/\(id + 1)", edit).status.code < 300)
            let state = "{\"state\":\"open\",\"secret\":\"\(TestMarket.secret)\"}"
            #expect(try await market.send(.put, "/api/products/\(id + 1)/state", state).status == .conflict)
            #expect(try await market.get("/api/products/\(id + 1)").status == .notFound)
            let admin = AdminService(services: market.services, webApp: Site())
            #expect(
                await admin.perform(.moderation(.act(.approve, on: Int64(id + 1))))
                    == .done(["Everybody sees product \(id + 1) now."])
            )
            #expect(try await market.get("/api/products/\(id + 1)").status == .ok)
            // What wasn't looked at, such as the stock, doesn't wait.
            let later = "{\"stock\":6,\"secret\":\"\(TestMarket.secret)\"}"
            #expect(try await market.send(.patch, "/api/products/\(id + 1)", later).status.code < 300)
            #expect(try await market.get("/api/products/\(id + 1)").status == .ok)
        }
    }

    /// Approves the product, changes it as its seller, and returns whether it waits.
    private func changeWaits(in market: TestMarket, _ change: () async throws -> Int) async throws -> Bool {
        _ = await AdminService(services: market.services, webApp: Site()).perform(.moderation(.act(.approve, on: 1)))
        #expect(try await market.get("/api/products/1").status == .ok)
        market.clock.advance(seconds: 1)
        let status = try await change()
        #expect((200..<400).contains(status))
        let isHidden = try await market.get("/api/products/1").status == .notFound
        let count = try await market.services.store.waitingCount(for: OperatorAuthenticator.commandLine)
        #expect(count == (isHidden ? 1 : 0))
        return isHidden
    }

    @Test func aChangeOfWhatWasLookedAtWaitsOverTheAPI() async throws {
        let changes: [(String, Bool)] = [
            ("\"name\":\"Armchair\"", true), ("\"descriptions\":\"Call me\"", true),
            ("\"contact\":\"010-9999-5678\"", true), ("\"contact\":\"\"", true), ("\"place\":\"Busan\"", true),
            ("\"price\":9000", false), ("\"discounted_price\":500", false), ("\"stock\":9", false),
            ("\"condition\":\"good\"", false), ("\"category\":\"furniture\"", false),
            // The same once more changes nothing.
            ("\"name\":\"Chair\",\"contact\":\"010-1234-5678\",\"place\":\"Seoul\",\"price\":7000", false), ("", false),
        ]
        for (change, expected) in changes {
            for registration in [MarketProfile.Registration.approved, .open] {
                try await withMarket(registration: registration) { market in
                    try await market.list(["name": "Chair", "contact": "010-1234-5678", "place": "Seoul", "stock": 3])
                    let waits = try await changeWaits(in: market) {
                        let body = "{\"secret\":\"\(TestMarket.secret)\"\(change.isEmpty ? "" : ",")\(change)}"
                        return try await market.send(.patch, "/api/products/1", body).status.code
                    }
                    #expect(waits == (expected && registration == .approved), "\(change) in \(registration)")
                }
            }
        }
    }

    @Test func otherPicturesWaitAndTheSameDoNot() async throws {
        try await withMarket(registration: .approved) { market in
            try await market.list(["name": "Chair"], photos: ["red", "green"])
            let images = try await market.store.product(
                Product.ID(rawValue: 1),
                for: OperatorAuthenticator.commandLine
            )?.product.images.map(\.id.rawValue)
            let (red, green) = try #require(images.map { ($0[0], $0[1]) })
            let changes: [(FormBody, Bool)] = [
                (.change(["image_ids": [green, red]]), false), (.change(["thumbnail_id": green]), false),
                // An app that sends all of them again with a lower price.
                (.change(["image_ids": [Int64](), "price": 9000], photos: ["red", "green"]), false),
            ]
            for (form, expected) in changes {
                #expect(
                    try await changeWaits(in: market) {
                        try await market.send(.patch, "/api/products/1", form: form).status.code
                    }
                        == expected
                )
            }
            #expect(
                try await changeWaits(in: market) {
                    try await market.send(.patch, "/api/products/1", form: .change([:], photos: ["purple"])).status.code
                }
            )
            // Its pictures are hidden with it.
            let own = try await market.store.product(Product.ID(rawValue: 1), for: OperatorAuthenticator.commandLine)
            let name = try #require(own?.product.images.last?.name.hexDigits)
            #expect(try await market.get("/images/\(name).jpg").status == .notFound)
        }
    }

    @Test func anOldAppIsAnsweredAsForANewListing() async throws {
        try await withMarket(registration: .approved) { market in
            try await market.item()
            _ = await AdminService(services: market.services, webApp: Site()).perform(
                .moderation(.act(.approve, on: 1))
            )
            func patch(_ fields: String) async throws -> TestResponse {
                try await market.send(.patch, "/item/1", "{\"password\":\"\(TestMarket.secret)\",\(fields)}")
            }
            #expect(try await patch("\"price\":90").status == .ok)
            #expect(try await market.get("/item/1").status == .ok)
            let changed = try await patch("\"title\":\"Lamp\"")
            #expect(changed.status == .ok)
            #expect(try JSON(changed)["title"].string == "Lamp")
            #expect(try await market.get("/item/1").status == .notFound)
            // Its seller goes on editing it.
            #expect(try await patch("\"descriptions\":\"A lamp\"").status == .ok)
            _ = await AdminService(services: market.services, webApp: Site()).perform(
                .moderation(.act(.approve, on: 1))
            )
            #expect(try JSON(await market.get("/item/1"))["title"].string == "Lamp")
        }
    }

    @Test(
        arguments: [
            ("ko", "운영자가 확인한 뒤에 다시 공개돼요", "승인 대기"),
            ("en", "others see the listing again once the operator has looked at it", "Waiting for approval"),
        ]
    )
    func theFormAndMyListingsSayThatAChangeWaits(_ language: String, _ hint: String, _ badge: String) async throws {
        try await withMarket(registration: .approved) { market in
            let seller = TestBrowser(market, language: language)
            let form = try await seller.get("/products/new")
            #expect(try await seller.post("/products", form: .webListing(form, ["name": "Chair"])).status == 303)
            _ = await AdminService(services: market.services, webApp: Site()).perform(
                .moderation(.act(.approve, on: 1))
            )
            #expect(try await !seller.get("/mine").html.contains(badge))
            for (fields, waits) in [
                (["name": "Chair", "price": "777"], false), (["name": "Lamp", "price": "777"], true),
            ] {
                let edit = try await seller.get("/products/1/edit")
                #expect(edit.html.contains(hint))
                let typed = FormBody.webListing(edit, fields, kept: edit.allHidden("kept"), photos: [])
                let saved = try await seller.post("/products/1", form: typed)
                #expect(saved.status == 303)
                #expect(try await (market.get("/api/products/1").status == .notFound) == waits, "\(fields)")
                // Whoever has the link isn't told that it's gone.
                let page = try await TestBrowser(market).get("/products/1")
                #expect(page.status == (waits ? 404 : 200), "\(fields)")
                #expect(page.html.contains("It may be shown afterwards.") == waits, "\(fields)")
                #expect(try await seller.get("/mine").html.contains(badge) == waits)
            }
            try await market.store.setRegistration(.open)
            #expect(try await !seller.get("/products/1/edit").html.contains(hint))
            let kim = try await operate(market, language)
            let log = try await kim.get("/operator/log").html
            #expect(log.contains(language == "ko" ? "수정 후 승인 대기" : "Change waits for approval"))
        }
    }

    @Test func aRepeatedRequestListsNothingMore() async throws {
        try await withMarket(registration: .approved) { market in
            let headers: HTTPFields = [.field("Idempotency-Key"): "0123456789abcdef"]
            for _ in 1...2 {
                let response = try await market.post(.listing([:]), headers: headers)
                #expect(response.status == .created)
                #expect(try JSON(response)["id"].int == 1)
            }
            #expect(
                try await market.services.store.waitingCount(for: OperatorAuthenticator.commandLine) == 1
            )
        }
    }

    @Test func commandsListAndApprove() async throws {
        try await withMarket(registration: .approved) { market in
            for number in 1...31 { try await market.list(["name": "Chair \(number)"]) }
            let admin = AdminService(services: market.services, webApp: Site())
            guard case .waiting(let rows) = await admin.perform(.moderation(.listWaiting)) else {
                return #expect(Bool(false))
            }
            #expect(rows.map(\.id) == Array((1...31).reversed()))
            let approved = await admin.perform(.moderation(.act(.approve, on: 7)))
            #expect(approved == .done(["Everybody sees product 7 now."]))
            for id in [7, 99] as [Int64] {
                guard case .refused = await admin.perform(.moderation(.act(.approve, on: id))) else {
                    return #expect(Bool(false), "\(id)")
                }
            }
            #expect(try await listed(market) == ["7"])
        }
    }

    @Test func commandsSayWhatWasChanged() async throws {
        try await withMarket(registration: .approved) { market in
            for name in ["Chair", "Table"] { try await market.list(["name": name, "descriptions": "Hardly used."]) }
            let admin = AdminService(services: market.services, webApp: Site())
            let approved = await admin.perform(.moderation(.act(.approve, on: 1)))
            #expect(approved == .done(["Everybody sees product 1 now."]))
            let report = "{\"reason\":\"scam\",\"text\":\"Odd\"}"
            #expect(try await market.send(.post, "/api/products/1/reports", report).status == .created)
            let edit = "{\"descriptions\":\"Pay first.\",\"contact\":\"kim77\",\"secret\":\"\(TestMarket.secret)\"}"
            for id in [1, 2] {
                #expect(try await market.send(.patch, "/api/products/\(id)", edit).status == .accepted)
            }
            guard case .waiting(let rows) = await admin.perform(.moderation(.listWaiting)),
                case .report(let row) = await admin.perform(.moderation(.showReport(1)))
            else { return #expect(Bool(false)) }
            let changes: [AdminResponse.ChangeRow] = [
                .init(field: "contact", before: nil), .init(field: "descriptions", before: "Hardly used."),
            ]
            // Nobody has seen the new one before.
            #expect(rows.map(\.changes) == [[], changes])
            #expect(row.hold?.changes == changes)
        }
    }

    @Test func inAnOpenMarketNothingWaits() async throws {
        try await withMarket { market in
            try await market.list()
            #expect(try await listed(market) == ["1"])
            let kim = try await operate(market)
            #expect(try await kim.get("/operator/listings?waiting=1").html.contains("No listings here."))
            #expect(try await !kim.get("/operator").html.contains("waiting=1"))
            #expect(try await !TestBrowser(market).get("/products/new").html.contains("before others can see it"))
        }
    }
}
