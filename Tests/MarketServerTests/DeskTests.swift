import Foundation
import HTTPTypes
import MarketCore
import MarketModels
import MarketServer
import NIOCore
import ProductStoreContract
import TestMarkets
import Testing

/// The desk with scripts off (UX.md, “The desk”).
struct DeskTests {
    private func list(_ browser: TestBrowser, _ name: String, _ texts: [String: String] = [:]) async throws {
        let form = try await browser.get("/products/new")
        let texts = texts.merging(["name": name, "seller": "Kim"]) { own, _ in own }
        let sent = try await browser.post("/products", form: .webListing(form, texts))
        try #require(sent.status == 303, "\(sent.html)")
    }

    /// Taps a button of a page of the desk, and follows to the page that says what happened.
    @discardableResult
    private func tap(
        _ browser: TestBrowser,
        _ fields: [(String, String)],
        on path: String = "/mine"
    ) async throws -> (location: String, page: TestBrowser.Page) {
        let page = try await browser.get(path)
        let hidden = ["csrf", "back"].map { ($0, page.hidden($0) ?? "") }
        let sent = try await browser.post("/mine", hidden + fields)
        try #require(sent.status == 303, "\(sent.status) \(sent.html)")
        let location = try #require(sent.headers[.location])
        return (location, try await browser.get(location.split(separator: "#").first.map(String.init) ?? ""))
    }

    private func state(_ market: TestMarket, _ id: Int64 = 1) async throws -> ListingState? {
        try await market.store.asSeller(Product.ID(rawValue: id))?.product.state
    }

    @Test func stateIsChangedWithOneTapAndSaid() async throws {
        try await withMarket { market in
            let browser = TestBrowser(market)
            try await list(browser, "Chair")
            let sold = try await tap(browser, [("one", "sell-1")])
            #expect(sold.location == "/mine#p1")
            #expect(sold.page.html.contains("“Chair”: Marked as sold."))
            #expect(sold.page.headers[.cacheControl] == "private, no-store")
            #expect(try await state(market)?.kind == .sold)
            // It is said only once.
            #expect(try await !browser.get("/mine").html.contains("Marked as sold"))
            #expect(try await tap(browser, [("one", "open-1")]).page.html.contains("“Chair”: For sale again."))
            #expect(try await state(market) == .open)
            let hidden = try await tap(browser, [("one", "hide-1")]).page
            #expect(hidden.html.contains("“Chair”: Hidden. Only you can see it."))
            #expect(try await state(market) == .hidden)
            // Again, from a page that was open meanwhile.
            #expect(try await tap(browser, [("one", "sell-1")]).page.html.contains("This product is hidden."))
        }
    }

    /// Who hears one button after the other, or says which one to press, needs the product with each.
    @Test func buttonsOfEveryRowNameTheirProduct() async throws {
        try await withMarket { market in
            let browser = TestBrowser(market)
            for name in ["Chair", "\"Big\" <table>"] { try await list(browser, name) }
            let page = try await browser.get("/mine").html
            for name in ["Chair", "&quot;Big&quot; &lt;table&gt;"] {
                for button in ["Reserve", "Mark as sold"] {
                    #expect(page.contains("aria-label=\"“\(name)”: \(button)\">\(button)</"), "\(name) \(button)")
                }
            }
        }
    }

    @Test func severalAreChangedAtOnceAndSaidOneByOne() async throws {
        try await withMarket { market in
            let browser = TestBrowser(market)
            for name in ["Chair", "Table", "Lamp"] { try await list(browser, name) }
            try await tap(browser, [("one", "hide-2")])
            let fields = [("products", "1"), ("products", "2"), ("products", "3"), ("many", "sell")]
            let done = try await tap(browser, fields)
            #expect(done.location == "/mine")
            #expect(done.page.html.contains("“Chair”: Marked as sold."))
            #expect(done.page.html.contains("“Table”: This product is hidden. Show it again first."))
            #expect(done.page.html.contains("“Lamp”: Marked as sold."))
            #expect(
                try await [state(market, 1), state(market, 2), state(market, 3)].map { $0?.kind } == [
                    .sold, .hidden, .sold,
                ]
            )
        }
    }

    @Test(arguments: [("en", "Choose at least one listing."), ("ko", "상품을 하나 이상 선택해 주세요.")])
    func aButtonForSeveralAsksForASelection(_ language: String, _ sentence: String) async throws {
        try await withMarket { market in
            let browser = TestBrowser(market, language: language)
            try await list(browser, "Chair")
            for action in ["hide", "reserve"] {
                let page = try await tap(browser, [("many", action)]).page
                #expect(page.html.contains("role=\"alert\">\(sentence)<"), "\(action)")
                // It is said once, and nothing has happened.
                #expect(try await !browser.get("/mine").html.contains(sentence))
            }
            #expect(try await state(market) == .open)
            let hidden = try await tap(browser, [("products", "1"), ("many", "hide")]).page
            #expect(!hidden.html.contains(sentence))
            // Nobody is told so who hasn't tapped, whatever another site or a broken browser has stored.
            for cookie in ["", "x", "00000000000000000000000000000000_"] {
                await browser.remember("report", cookie)
                #expect(try await !browser.get("/mine").html.contains(sentence))
            }
        }
    }

    @Test func tabsShowTheStatesWithTheirNumbersAndAreKept() async throws {
        try await withMarket { market in
            let browser = TestBrowser(market)
            for name in ["Chair", "Table", "Lamp"] { try await list(browser, name) }
            #expect(try await !browser.get("/mine").html.contains("class=\"tabs\""))
            try await tap(browser, [("one", "sell-1")])
            let all = try await browser.get("/mine").html
            #expect(all.contains("<a href=\"/mine\" aria-current=\"page\">All <b>3</b></a>"))
            #expect(all.contains("<a href=\"/mine?state=open\">For sale <b>2</b></a>"))
            #expect(all.contains("<a href=\"/mine?state=sold\">Sold <b>1</b></a>"))
            let open = try await browser.get("/mine?state=open").html
            #expect(open.contains("data-id=\"2\"") && open.contains("data-id=\"3\"") && !open.contains("data-id=\"1\""))
            // The tab stays, at the product that follows.
            let done = try await tap(browser, [("one", "sell-3-2")], on: "/mine?state=open")
            #expect(done.location == "/mine?state=open#p2")
            #expect(done.page.html.contains("“Lamp”: Marked as sold."))
            let empty = try await browser.get("/mine?state=hidden").html
            #expect(empty.contains("You have no listings with this status."))
        }
    }

    @Test func itSaysWhoElseHidesAListing() async throws {
        try await withMarket { market in
            let browser = TestBrowser(market)
            for name in ["Chair", "Table", "Lamp", "Desk"] { try await list(browser, name) }
            let (store, now) = (market.store, market.clock.now)
            let proof = OperatorAuthenticator.commandLine
            let id = Product.ID.init(rawValue:)
            try await tap(browser, [("one", "hide-1")])
            #expect(try await store.hide(id(2), reason: "A copy", at: now))
            #expect(try await store.hold(id(3), .changeAsked, reason: "Say the size", by: proof, at: now))
            let desk = try await store.product(id(4), for: proof)?.product
            let waiting = ProductEdit(
                id: id(4),
                expectedVersion: try #require(desk?.version),
                listing: try #require(desk?.listing),
                updatedAt: now,
                waits: true
            )
            _ = try await store.replace(waiting)
            func row(_ number: Int, on page: String) throws -> Substring {
                let begin = try #require(page.range(of: "data-id=\"\(number)\""))
                return page[begin.upperBound...].split(separator: "</li>\n<li class=\"own")[0]
            }
            let all = try await browser.get("/mine").html
            for (number, badge) in [
                (1, "Hidden"), (2, "Hidden by an operator"), (3, "Change asked for"), (4, "Waiting for approval"),
            ] {
                let row = try row(number, on: all)
                #expect(row.contains(">\(badge)</span>"), "\(number)")
                // Only its seller's own decision is its seller's to take back.
                #expect(row.contains("value=\"open-\(number)") == (number == 1), "\(number)")
            }
            for (state, name, count) in [
                ("hidden", "Hidden", 1), ("waiting", "Waiting for approval", 1), ("held", "On hold", 2),
            ] {
                #expect(all.contains("<a href=\"/mine?state=\(state)\">\(name) <b>\(count)</b></a>"), "\(state)")
                let tab = try await browser.get("/mine?state=\(state)").html
                #expect(tab.matches(of: /data-id="/).count == count, "\(state)")
            }
            let korean = TestBrowser(market, language: "ko")
            for (name, value) in await browser.cookies { await korean.remember(name, value) }
            let page = try await korean.get("/mine").html
            for text in ["승인 대기", "공개 보류", "운영자가 숨김", "수정 요청됨"] { #expect(page.contains(text), "\(text)") }
            #expect(try await browser.get("/products/4/manage").html.contains(">Waiting for approval</span>"))
            // Others with the identifier don't see them.
            let other = TestBrowser(market)
            await other.remember("seller", try #require(await browser.cookies["seller"]))
            #expect(try await !other.get("/mine").html.contains("state=held"))
        }
    }

    @Test func aRefusedCopyOfAHeldListingShowsItsPictures() async throws {
        try await withMarket { market in
            let browser = TestBrowser(market)
            try await list(browser, "Chair")
            #expect(try await market.store.hide(Product.ID(rawValue: 1), reason: "A copy", at: market.clock.now))
            let form = try await browser.get("/products/new?copy=1")
            let kept = form.allHidden("kept")
            #expect(kept.count == 1)
            let typed = FormBody.webListing(form, ["name": ""], kept: kept, photos: [])
            let refused = try await browser.post("/products", form: typed)
            #expect(refused.status == 422)
            #expect(form.html.contains("src=\"/products/1/images/"))
            #expect(refused.html.contains("src=\"data:image/jpeg;base64,"))
        }
    }

    @Test func reservationAsksForADayAndAPrivateNote() async throws {
        // The clock stands at 2022-01-24T18:30:15 in Seoul.
        try await withMarket { market in
            let browser = TestBrowser(market)
            try await list(browser, "Chair")
            let asked = try await tap(browser, [("products", "1"), ("many", "reserve")])
            #expect(asked.location == "/mine/reserve?products=1&back=%2Fmine")
            #expect(asked.page.html.contains("value=\"2022-01-27\" min=\"2022-01-24\" max=\"2023-01-24\""))
            var fields = ["csrf", "back", "products"].map { ($0, asked.page.hidden($0) ?? "") }
            let note = "Lee, Saturday at 3"
            let wrong = try await browser.post("/mine/reserve", fields + [("day", "2022-01-23"), ("note", note)])
            #expect(wrong.status == 422)
            #expect(wrong.html.contains("Choose today, January 24, 2022, or a later day."))
            #expect(wrong.html.contains("value=\"2022-01-23\"") && wrong.html.contains(note))
            #expect(try await state(market) == .open)
            fields += [("day", "2022-01-25"), ("note", note)]
            let done = try await browser.post("/mine/reserve", fields)
            #expect(done.status == 303 && done.headers[.location] == "/mine#p1")
            let desk = try await browser.get("/mine").html
            #expect(desk.contains("“Chair”: Reserved until January 25, 2022.") && desk.contains(note))
            // Others see that it is reserved, and neither note nor contact.
            let page = try await TestBrowser(market).get("/products/1").html
            #expect(page.contains("Reserved until January 25, 2022.") && !page.contains(note))
            // The next reservation starts from this one.
            let again = try await browser.get("/mine/reserve?products=1&back=/mine").html
            #expect(again.contains("value=\"2022-01-25\"") && again.contains(note))
        }
    }

    @Test func onlyTheSellerSeesTheContactOfAReservedProduct() async throws {
        try await withMarket { market in
            let browser = TestBrowser(market)
            try await list(browser, "Chair", ["contact": "010-1234-5678"])
            let (_, form) = try await tap(browser, [("products", "1"), ("many", "reserve")])
            _ = try await browser.post("/mine/reserve", ["csrf", "products"].map { ($0, form.hidden($0) ?? "") })
            #expect(try await browser.get("/products/1").html.contains("href=\"/products/1/contact\""))
            #expect(try await browser.get("/products/1/contact").html.contains("010-1234-5678"))
            let other = TestBrowser(market)
            let page = try await other.get("/products/1")
            #expect(page.status == 200 && !page.html.contains("id=\"contact-button\""))
            #expect(page.html.contains("The contact is shown again if the reservation ends."))
            #expect(page.html.contains("<span class=\"state\">Reserved</span>"))
            let contact = try await other.get("/products/1/contact")
            #expect(contact.status == 409 && !contact.html.contains("010"))
            // A seller's other listings prove nothing.
            let seller = TestBrowser(market)
            try await list(seller, "Table")
            #expect(try await !seller.get("/products/1").html.contains("id=\"contact-button\""))
        }
    }

    @Test func soldProductStaysAtItsAddressAndSaysSo() async throws {
        try await withMarket { market in
            let browser = TestBrowser(market)
            try await list(browser, "Chair", ["contact": "010-1234-5678"])
            try await tap(browser, [("one", "sell-1")])
            let page = try await TestBrowser(market).get("/products/1")
            #expect(page.status == 200)
            #expect(
                page.html.contains("<span class=\"stock\">Sold</span>") && page.html.contains("This has been sold.")
            )
            #expect(!page.html.contains("id=\"contact-button\""))
            #expect(try await TestBrowser(market).get("/").html.contains("<span class=\"stock\">Sold</span>"))
        }
    }

    @Test func hiddenProductIsSeenByItsBrowserOrWithThePasswordOnly() async throws {
        try await withMarket { market in
            let browser = TestBrowser(market)
            try await list(browser, "Chair")
            // Cached for everybody.
            let other = TestBrowser(market)
            #expect(try await other.get("/products/1").status == 200)
            try await tap(browser, [("one", "hide-1")])
            let own = try await browser.get("/products/1")
            #expect(own.status == 200 && own.html.contains("Hidden. Only you can see this page."))
            #expect(own.headers[.cacheControl] == "private, no-store")
            #expect(try await other.get("/products/1").status == 410)
            // Crawlers and messengers accept everything; programs are told as JSON.
            for (path, accept, status, type) in [
                ("/products/1", "*/*", 410, "text/html; charset=utf-8"),
                ("/products/2", "*/*", 404, "application/json"),
                ("/api/products/1", "text/html", 404, "application/json"),
            ] {
                let answer = try await other.get(path, [.accept: accept])
                #expect(answer.status == status && answer.headers[.contentType] == type, "\(path)")
            }
            for path in ["/products/1/edit", "/products/1/delete", "/products/1/manage"] {
                let page = try await other.get(path)
                #expect(page.status == 200 && !page.html.contains("Chair"), "\(path)")
            }
            // The password leaves the right.
            let asked = try await other.get("/products/1/edit")
            let fields = [("csrf", asked.hidden("csrf") ?? ""), ("password", TestMarket.secret)]
            #expect(try await other.post("/products/1/edit", fields).status == 303)
            await other.forget("ticket")
            #expect(try await other.get("/products/1").html.contains("Hidden. Only you can see this page."))
            #expect(try await other.get("/products/1/manage").html.contains("value=\"open-1\""))
            // Neither edit nor deletion goes without the password.
            #expect(try await other.get("/products/1/edit").html.contains("id=\"password\""))
            #expect(try await other.get("/products/1/delete").html.contains("id=\"password\""))
        }
    }

    @Test func expiredListingIsRenewedByItsSeller() async throws {
        try await withMarket(lifecycles: LifecycleRules(lifetimeDays: 30)) { market in
            let browser = TestBrowser(market)
            try await list(browser, "Chair")
            #expect(try await browser.get("/mine").html.contains("Expires on February 23, 2022"))
            // Nothing expires while it is hidden, by its seller or by others.
            #expect(!(try await tap(browser, [("one", "hide-1")])).page.html.contains("Expires on"))
            #expect(try await tap(browser, [("one", "open-1")]).page.html.contains("Expires on February 23, 2022"))
            market.clock.advance(seconds: 31 * 86_400)
            try await market.services.advanceListings()
            #expect(try await TestBrowser(market).get("/products/1").status == 410)
            #expect(try await browser.get("/products/1").html.contains("Expired. Only you can see this page"))
            let done = try await tap(browser, [("one", "renew-1")])
            #expect(done.page.html.contains("“Chair”: Renewed until March 26, 2022."))
            #expect(try await TestBrowser(market).get("/products/1").status == 200)
        }
    }

    @Test func expiredListingIsSoldByItsSellerWithOneTap() async throws {
        try await withMarket(lifecycles: LifecycleRules(lifetimeDays: 30)) { market in
            let browser = TestBrowser(market)
            for name in ["Chair", "Table"] { try await list(browser, name) }
            market.clock.advance(seconds: 31 * 86_400)
            try await market.services.advanceListings()
            let desk = try await browser.get("/mine").html
            for button in ["\"one\" value=\"sell-1\"", "\"many\" value=\"sell\""] {
                #expect(desk.contains("name=\(button)"), "\(button)")
            }
            // What would show it for sale again takes a renewal.
            for action in ["open", "reserve", "hide"] { #expect(!desk.contains("value=\"\(action)")) }
            #expect(try await tap(browser, [("one", "open-1")]).page.html.contains("Renew it first."))
            #expect(try await tap(browser, [("one", "sell-1")]).page.html.contains("“Chair”: Marked as sold."))
            #expect(try await TestBrowser(market).get("/products/1").html.contains("This has been sold."))
            // A wrong tap is taken back, which gives it a new lifetime.
            try await tap(browser, [("one", "open-1")])
            #expect(try await state(market) == .open)
            #expect(try await TestBrowser(market).get("/products/1").status == 200)
        }
    }

    @Test func bumpIsOfferedWhenItIsDue() async throws {
        try await withMarket { market in
            let browser = TestBrowser(market)
            try await list(browser, "Chair")
            #expect(try await !browser.get("/mine").html.contains("bump-1"))
            let early = try await tap(browser, [("one", "bump-1")]).page.html
            #expect(early.contains("You can move this to the top again in 7 days."))
            market.clock.advance(seconds: 7 * 86_400)
            #expect(try await browser.get("/mine").html.contains("bump-1"))
            #expect(try await tap(browser, [("one", "bump-1")]).page.html.contains("“Chair”: Moved to the top."))
        }
    }

    @Test func severalAreOfferedOnlyWhatOneOfThemCanNeed() async throws {
        try await withMarket { market in
            let browser = TestBrowser(market)
            try await list(browser, "Chair")
            // One alone has buttons of its own.
            let one = try await browser.get("/mine").html
            #expect(one.contains("value=\"sell-1\"") && !one.contains("pick-") && !one.contains("name=\"many\""))
            try await list(browser, "Table")
            func offers(_ action: String, on path: String = "/mine") async throws -> Bool {
                try await browser.get(path).html.contains("name=\"many\" value=\"\(action)\"")
            }
            // Neither can be moved to the top yet, and nothing is to be opened again.
            #expect(try await [offers("sell"), offers("bump"), offers("open")] == [true, false, false])
            try await tap(browser, [("one", "sell-1")])
            #expect(try await offers("open"))
            #expect(try await !offers("open", on: "/mine?state=open"))
            market.clock.advance(seconds: 7 * 86_400)
            #expect(try await [offers("bump"), offers("bump", on: "/mine?state=sold")] == [true, false])
            // All of the page, as the box for everything sends it.
            let all = try await browser.get("/mine").html
            #expect(all.contains("id=\"pick-all\" type=\"checkbox\" name=\"products\" value=\"2,1\""))
            try await tap(browser, [("products", "2,1"), ("products", "2"), ("many", "hide")])
            #expect(try await [state(market, 1), state(market, 2)].map { $0?.kind } == [.hidden, .hidden])
        }
    }

    @Test func withoutTheRightThePasswordIsAskedOnceAndTheActionFollows() async throws {
        try await withMarket { market in
            let browser = TestBrowser(market)
            try await list(browser, "Chair")
            await browser.forget("rights")
            await browser.forget("ticket")
            let asked = try await tap(browser, [("one", "sell-1")])
            #expect(asked.location == "/products/1/manage?do=sell&back=%2Fmine")
            #expect(try await state(market) == .open)
            var fields = ["csrf", "do", "back"].map { ($0, asked.page.hidden($0) ?? "") }
            let wrong = try await browser.post("/products/1/manage", fields + [("password", "no")])
            #expect(wrong.status == 403 && wrong.hidden("do") == "sell" && wrong.hidden("back") == "/mine")
            #expect(try await state(market) == .open)
            fields.append(("password", TestMarket.secret))
            let done = try await browser.post("/products/1/manage", fields)
            #expect(done.status == 303 && done.headers[.location] == "/mine#p1")
            #expect(try await state(market)?.kind == .sold)
            // From now on, without it.
            await browser.forget("ticket")
            try await tap(browser, [("one", "open-1")])
            #expect(try await state(market) == .open)
        }
    }

    @Test func amongSeveralThoseWithoutARightAreNamedWithTheWayToThePassword() async throws {
        try await withMarket { market in
            let browser = TestBrowser(market)
            try await list(browser, "Chair")
            await browser.forget("rights")
            try await list(browser, "Table")
            let done = try await tap(browser, [("products", "1"), ("products", "2"), ("many", "sell")]).page.html
            #expect(done.contains("“Chair”: Enter its password once in this browser."))
            #expect(done.contains("/products/1/manage?do=sell"))
            #expect(done.contains("“Table”: Marked as sold."))
        }
    }

    @Test func formsOfOtherSitesAndForgedCookiesDoNothing() async throws {
        try await withMarket { market in
            let browser = TestBrowser(market)
            try await list(browser, "Chair")
            #expect(try await browser.post("/mine", [("one", "sell-1")]).status == 403)
            #expect(try await browser.post("/mine/reserve", [("products", "1")]).status == 403)
            #expect(try await browser.post("/products/1/manage", [("password", TestMarket.secret)]).status == 403)
            // Another browser with a key of its own.
            let other = TestBrowser(market)
            try await list(other, "Table")
            let asked = try await tap(other, [("one", "sell-1")])
            #expect(asked.location.hasPrefix("/products/1/manage"))
            #expect(try await state(market) == .open)
            // Nobody learns the names of others' products from a report.
            try await tap(browser, [("one", "hide-1")])
            await other.remember("report", "sell.1.done")
            let desk = try await other.get("/mine")
            #expect(!desk.html.contains("Chair"))
        }
    }

    @Test func rightEndsWithAnotherPassword() async throws {
        try await withMarket { market in
            let browser = TestBrowser(market)
            try await list(browser, "Chair")
            let hash = SecretHash(rawValue: "$other")
            _ = try await market.store.setSecretHash(hash, of: Product.ID(rawValue: 1))
            #expect(try await tap(browser, [("one", "sell-1")]).location.hasPrefix("/products/1/manage"))
            #expect(try await state(market) == .open)
        }
    }

    @Test func copyBecomesANewListing() async throws {
        try await withMarket { market in
            let browser = TestBrowser(market)
            try await list(browser, "Chair", ["contact": "010-1234-5678", "price": "9,000"])
            try await tap(browser, [("one", "sell-1")])
            let form = try await browser.get("/products/new?copy=1")
            for text in ["value=\"Chair\"", "value=\"9000\"", "010-1234-5678", "앉기 좋아요."] {
                #expect(form.html.contains(text), "\(text)")
            }
            // Others can copy what they see, but not the photos.
            let other = try await TestBrowser(market).get("/products/new?copy=1").html
            #expect(!other.contains("name=\"kept\""))
            #expect(other.contains("value=\"Chair\"") && !other.contains("010-1234"))
            try await tap(browser, [("one", "hide-1")])
            #expect(try await !TestBrowser(market).get("/products/new?copy=1").html.contains("Chair"))
            #expect(try await TestBrowser(market).get("/products/new?copy=99").status == 200)
        }
    }

    @Test func copyKeepsItsImagesAfterTheFirstListingIsDeleted() async throws {
        try await withMarket { market in
            let browser = TestBrowser(market)
            try await list(browser, "Chair")
            let form = try await browser.get("/products/new?copy=1")
            let kept = form.allHidden("kept")
            #expect(kept.count == 1)
            // The first listing is deleted while the form is open.
            let token = try await market.send(.post, "/api/products/1/secret", #"{"secret":"correct horse"}"#).body
            _ = try await market.send(.delete, "/api/products/1/\(String(buffer: token))", nil)
            let sent = try await browser.post(
                "/products",
                form: .webListing(form, ["name": "Second chair"], kept: kept, photos: [])
            )
            #expect(sent.status == 303, "\(sent.html)")
            let product = try JSON(await market.get("/api/products/2"))
            let image = try #require(product["images"][0]["url"].string.flatMap { URL(string: $0) })
            #expect(try await market.get(image.path()).status == .ok)
        }
    }
}
