import HTTPTypes
import MarketCore
import MarketModels
import MarketServer
import ProductStoreContract
import TestMarkets
import Testing

/// A browser's identity in another browser, with scripts off (UX.md, “Another browser”).
struct IdentityPagesTests {
    /// Returns a browser from which a product was listed.
    private func seller(_ name: String, _ market: TestMarket) async throws -> TestBrowser {
        let browser = TestBrowser(market)
        let form = try await browser.get("/products/new")
        let listed = try await browser.post(
            "/products",
            form: .webListing(form, ["name": "\(name)’s", "seller": name])
        )
        try #require(listed.status == 303)
        return browser
    }

    /// Returns the path of a new link.
    private func link(of browser: TestBrowser) async throws -> String {
        let page = try await browser.post("/move/link", try await token(of: browser, on: "/move"))
        #expect(page.status == 200)
        let token = try #require(page.html.firstMatch(of: /\/receive\?token=([0-9a-f]{32})</)?.1)
        return "/receive?token=\(token)"
    }

    private func token(of browser: TestBrowser, on path: String) async throws -> [(String, String)] {
        [("csrf", try #require(try await browser.get(path).hidden("csrf")))]
    }

    /// Presses the button of a page with a link.
    private func receive(_ page: TestBrowser.Page, _ browser: TestBrowser) async throws -> TestBrowser.Page {
        var fields: [(String, String)] = []
        for name in ["csrf", "token", "replaces"] { if let value = page.hidden(name) { fields.append((name, value)) } }
        return try await browser.post("/receive", fields)
    }

    // MARK: By link

    @Test func aLinkGivesTheListingsToAnotherBrowserOnce() async throws {
        try await withMarket { market in
            let old = try await seller("Kim", market)
            let link = try await link(of: old)
            let new = TestBrowser(market)
            // Previews of links only look.
            for _ in 1...3 { #expect(try await TestBrowser(market).open(link).status == 200) }
            let question = try await new.open(link)
            #expect(question.html.contains("“Kim” (1 product)"))
            #expect(await new.cookies["seller"] == nil)
            let received = try await receive(question, new)
            #expect(received.status == 303 && received.headers[.location] == "/mine")
            #expect(await new.cookies["seller"] == old.cookies["seller"])
            #expect(try await new.get("/mine").html.contains("Kim’s"))
            // The old browser keeps them.
            #expect(try await old.get("/mine").html.contains("Kim’s"))
            let third = TestBrowser(market)
            let late = try await third.open(link)
            #expect(late.status == 410 && late.html.contains("This link no longer works"))
            #expect(late.hidden("token") == nil)
        }
    }

    @Test func ofTwoBrowsersOnlyTheFirstReceives() async throws {
        try await withMarket { market in
            let link = try await link(of: try await seller("Kim", market))
            let (one, other) = (TestBrowser(market), TestBrowser(market))
            let (first, second) = (try await one.open(link), try await other.open(link))
            #expect(try await receive(first, one).status == 303)
            #expect(try await receive(second, other).status == 410)
            #expect(await other.cookies["seller"] == nil)
        }
    }

    @Test func aTapWhoseResponseGotLostIsRepeated() async throws {
        try await withMarket { market in
            let old = try await seller("Kim", market)
            let link = try await link(of: old)
            let new = TestBrowser(market)
            let question = try await new.open(link)
            var form = FormBody()
            for name in ["csrf", "token"] { form.add(name, try #require(question.hidden(name))) }
            form.close()
            try await new.postInVain("/receive", form: form)
            #expect(await new.cookies["seller"] == nil)
            #expect(try await receive(question, new).headers[.location] == "/mine")
            // The second of two taps, when the first was answered.
            let again = try await receive(question, new)
            #expect(again.status == 200 && again.html.contains("These listings are in this browser already."))
        }
    }

    @Test(arguments: [1_643_013_015_000, -86_400_000, 4_102_444_800_000] as [Int64])
    func aLinkEndsAfterTenMinutesWhateverTheClockSays(_ moment: Int64) async throws {
        try await withMarket { market in
            let old = try await seller("Kim", market)
            let link = try await link(of: old)
            market.clock.set(to: Timestamp(millisecondsSinceEpoch: moment))
            let new = TestBrowser(market)
            let question = try await new.open(link)
            #expect(question.status == 200)
            market.clock.advance(seconds: 600)
            #expect(try await receive(question, new).status == 410)
            #expect(try await TestBrowser(market).open(link).status == 410)
        }
    }

    /// Forward, a restored tab, or a reload by the address.
    @Test func theAddressOfThePageWithTheLinkLeadsToTheForm() async throws {
        try await withMarket { market in
            let seller = try await seller("Kim", market)
            let link = try await link(of: seller)
            let page = try await seller.get("/move/link")
            #expect(page.status == 303 && page.headers[.location] == "/move")
            #expect(try await TestBrowser(market).open(link).status == 200)
        }
    }

    @Test func aNewLinkEndsTheEarlierOne() async throws {
        try await withMarket { market in
            let old = try await seller("Kim", market)
            let (first, second) = (try await link(of: old), try await link(of: old))
            #expect(try await TestBrowser(market).open(first).status == 410)
            #expect(try await TestBrowser(market).open(second).status == 200)
            #expect(try await TestBrowser(market).get("/receive?token=00").status == 410)
        }
    }

    /// Returns the `Set-Cookie` field of the link in a response.
    private func cookie(_ page: TestBrowser.Page) -> String? {
        page.headers[values: .setCookie].first { $0.hasPrefix("receive=") }
    }

    @Test func theTokenOfALinkLeavesTheAddressForACookie() async throws {
        try await withMarket { market in
            let link = try await link(of: try await seller("Kim", market))
            let head = try await market.client.execute(uri: link, method: .head, headers: [:], body: nil)
            let new = TestBrowser(market)
            let opened = try await new.get(link)
            for headers in [opened.headers, head.headers] {
                #expect(headers[.location] == "/receive" && headers[.cacheControl] == "private, no-store")
                #expect(headers[.field("Referrer-Policy")] == "no-referrer")
            }
            #expect(opened.status == 303 && opened.html.isEmpty)
            let parts = Set(cookie(opened)?.split(separator: ";").map { $0.drop { $0 == " " } } ?? [])
            #expect(parts == ["receive=\(link.suffix(32))", "HttpOnly", "Path=/receive", "SameSite=Lax"])
            let question = try await new.get("/receive")
            #expect(question.html.contains("“Kim” (1 product)") && !question.html.contains("?token"))
            // Malformed tokens neither take its place nor end it.
            for token in ["", "00", String(repeating: "g", count: 32), "\(link.suffix(32))0"] {
                let page = try await new.get("/receive?token=\(token)")
                #expect(page.status == 410 && cookie(page) == nil)
            }
            #expect(try await receive(question, new).headers[.location] == "/mine")
            #expect(await new.cookies["receive"] == "")
            // The page behind Back, after the link was used here.
            let late = try await new.get("/receive")
            #expect(late.status == 404 && late.html.contains("It was already used, or this browser doesn’t know it."))
        }
    }

    @Test func aLinkThatHasEndedIsForgotten() async throws {
        try await withMarket { market in
            let old = try await seller("Kim", market)
            let new = TestBrowser(market)
            let first = try await new.open(try await link(of: old))
            let second = try await link(of: old)
            _ = try await new.get(second)
            // The page of the earlier link is still open.
            let pressed = try await receive(first, new)
            #expect(pressed.status == 410 && cookie(pressed) == nil)
            market.clock.advance(seconds: 600)
            let ended = try await new.get("/receive")
            #expect(ended.status == 410 && cookie(ended)?.contains("Max-Age=0") == true)
            #expect(try await new.get("/receive").status == 404)
        }
    }

    @Test func theSameBrowserNeedsNoLink() async throws {
        try await withMarket { market in
            let old = try await seller("Kim", market)
            let page = try await old.open(try await link(of: old))
            #expect(page.html.contains("These listings are in this browser already.") && page.hidden("token") == nil)
        }
    }

    @Test func aBrowserWithListingsIsAskedBeforeItLosesThem() async throws {
        try await withMarket { market in
            let link = try await link(of: try await seller("Kim", market))
            let other = try await seller("Lee", market)
            let lee = await other.cookies["seller"]
            let question = try await other.open(link)
            #expect(question.html.contains("they replace “Lee” (1 product)"))
            #expect(question.html.contains("href=\"/move\""))
            // Without the confirmation that the page contains, it is asked again.
            let csrf = try #require(question.hidden("csrf"))
            let token = try #require(question.hidden("token"))
            for more in [[], [("replaces", "99")]] {
                let asked = try await other.post("/receive", [("csrf", csrf), ("token", token)] + more)
                #expect(asked.status == 200 && asked.hidden("replaces") == "2")
                #expect(await other.cookies["seller"] == lee)
            }
            #expect(try await receive(question, other).status == 303)
            #expect(try await other.get("/mine").html.contains("Kim’s"))
        }
    }

    @Test func whatABrowserWouldLoseCountsWhatOnlyItSees() async throws {
        try await withMarket { market in
            let link = try await link(of: try await seller("Kim", market))
            let lee = try await seller("Lee", market)
            let stranger = TestBrowser(market)
            await stranger.remember("seller", try #require(await lee.cookies["seller"]))
            let desk = try await lee.get("/mine")
            let fields = ["csrf", "back"].map { ($0, desk.hidden($0) ?? "") } + [("one", "hide-2")]
            try #require(try await lee.post("/mine", fields).status == 303)
            #expect(try await lee.open(link).html.contains("they replace “Lee” (1 product)"))
            #expect(try await lee.get("/move").html.contains("“Lee” (1 product)"))
            let given = try await self.link(of: lee)
            #expect(try await TestBrowser(market).open(given).html.contains("“Lee” (1 product)"))
            // Whoever only knows the identifier is told what everybody sees.
            #expect(try await stranger.open(link).html.contains("they replace “Lee” (0 products)"))
        }
    }

    // MARK: Rights

    /// Whether the browser sells its product with one tap.
    private func sells(_ browser: TestBrowser, _ market: TestMarket) async throws -> Bool {
        let page = try await browser.get("/mine")
        let fields = ["csrf", "back"].map { ($0, page.hidden($0) ?? "") } + [("one", "sell-1")]
        _ = try await browser.post("/mine", fields)
        return try await market.store.asSeller(Product.ID(rawValue: 1))?.product.state.kind == .sold
    }

    @Test func rightsComeAlongButNoPasswords() async throws {
        try await withMarket { market in
            let old = try await seller("Kim", market)
            let new = TestBrowser(market)
            _ = try await receive(try await new.open(try await link(of: old)), new)
            // Each has a key of its own, so that one can be ended without the other.
            let keys = [await new.cookies["rights"], await old.cookies["rights"]]
            #expect(keys[0]?.utf8.count == 32 && keys[0] != keys[1])
            #expect(try await sells(new, market))
            // The price still needs the password.
            #expect(try await new.get("/products/1/edit").html.contains("type=\"password\""))
        }
    }

    /// An identifier is a name that anybody can send.
    @Test(arguments: [nil, String(repeating: "a", count: 32)])
    func withoutARightForOneOfItsProductsNobodyGivesASellerAway(_ key: String?) async throws {
        try await withMarket { market in
            let seller = try await seller("Kim", market)
            let link = try await link(of: seller)
            let stranger = TestBrowser(market)
            await stranger.remember("seller", try #require(await seller.cookies["seller"]))
            if let key { await stranger.remember("rights", key) }
            let page = try await stranger.post("/move/link", try await token(of: stranger, on: "/move"))
            #expect(!page.html.contains("/receive?token="))
            // The seller's link goes on.
            #expect(try await TestBrowser(market).open(link).status == 200)
        }
    }

    /// Somebody who knows an identifier lists under it, and so holds a right of that vendor.
    @Test func aSecondBrowserOfASellerEndsOnlyItsOwnLinks() async throws {
        try await withMarket { market in
            let seller = try await seller("Kim", market)
            let link = try await link(of: seller)
            let other = TestBrowser(market)
            await other.remember("seller", try #require(await seller.cookies["seller"]))
            let form = try await other.get("/products/new")
            try #require(try await other.post("/products", form: .webListing(form, ["name": "Lamp"])).status == 303)
            let others = try await self.link(of: other)
            #expect(try await TestBrowser(market).open(link).status == 200)
            #expect(try await TestBrowser(market).open(others).status == 200)
            // What it gives is its own key, which a browser with one of its own doesn't take.
            let key = await seller.cookies["rights"]
            #expect(try await seller.open(others).html.contains("These listings are in this browser already."))
            #expect(await seller.cookies["rights"] == key)
        }
    }

    @Test func theSameSellerReceivesTheRightsThatItLacks() async throws {
        try await withMarket { market in
            let old = try await seller("Kim", market)
            let new = TestBrowser(market)
            await new.remember("seller", try #require(await old.cookies["seller"]))
            let question = try await new.open(try await link(of: old))
            #expect(question.hidden("replaces") == nil)
            #expect(try await receive(question, new).headers[.location] == "/mine")
            #expect(try await sells(new, market))
        }
    }

    // MARK: All of them

    @Test func nothingIsKeptByCachesOrToldToOtherSites() async throws {
        try await withMarket { market in
            let old = try await seller("Kim", market)
            let link = try await link(of: old)
            let new = TestBrowser(market)
            let fields = try await token(of: old, on: "/move")
            let question = try await new.open(link)
            let pages = [
                try await old.get("/move"), try await old.post("/move/link", fields), question,
                try await receive(question, new), try await new.get("/receive?token=1"),
            ]
            for page in pages {
                #expect(page.headers[.cacheControl] == "private, no-store")
                #expect(page.headers[.field("Referrer-Policy")] == "no-referrer")
                #expect(page.headers[.contentEncoding] == nil)
            }
        }
    }

    @Test func otherSitesCannotMoveAnything() async throws {
        try await withMarket { market in
            let old = try await seller("Kim", market)
            let link = try await link(of: old)
            let token = try #require(try await TestBrowser(market).open(link).hidden("token"))
            let new = TestBrowser(market)
            _ = try await new.get("/move")
            for path in ["/move/link", "/receive"] {
                let page = try await new.post(path, [("token", token), ("csrf", "0123")])
                #expect(page.status == 403, "\(path)")
                let cross: HTTPFields = [.field("Sec-Fetch-Site"): "cross-site"]
                let fields = try await self.token(of: new, on: "/move") + [("token", token)]
                #expect(try await new.post(path, fields, cross).status == 403, "\(path)")
            }
            #expect(await new.cookies["seller"] == nil)
        }
    }

    @Test func aBrowserWithoutListingsHasNothingToMove() async throws {
        try await withMarket { market in
            let browser = TestBrowser(market)
            // It has an identifier since it has seen the form, but no listing.
            _ = try await browser.get("/products/new")
            let page = try await browser.get("/move")
            #expect(page.html.contains("Nothing has been listed from this browser yet."))
            #expect(!page.html.contains("action=\"/move/link\""))
            let refused = try await browser.post("/move/link", [("csrf", try #require(page.hidden("csrf")))])
            #expect(!refused.html.contains("token="))
            // It isn't asked whether to replace nothing.
            let question = try await browser.open(try await link(of: try await seller("Kim", market)))
            #expect(question.hidden("replaces") == nil)
            for path in ["/device", "/mine"] {
                #expect(try await browser.get(path).html.contains("href=\"/move\""), "\(path)")
            }
        }
    }
}
