import Foundation
import HTTPTypes
import MarketAPI
import MarketCore
import MarketModels
import MarketServer
import NIOCore
import ProductStoreContract
import TestMarkets
import Testing

/// The link that can only renew a listing and mark it as sold, with scripts off (UX.md, “A link for a helper”).
struct SellerLinkTests {
    private let rules = LifecycleRules(lifetimeDays: 30)

    private func seller(_ market: TestMarket) async throws -> TestBrowser {
        let browser = TestBrowser(market)
        let form = try await browser.get("/products/new")
        let listed = try await browser.post("/products", form: .webListing(form, ["name": "Chair", "seller": "Kim"]))
        try #require(listed.status == 303)
        return browser
    }

    private func csrf(_ browser: TestBrowser, on path: String) async throws -> [(String, String)] {
        [("csrf", try #require(try await browser.get(path).hidden("csrf")))]
    }

    private func makeLink(_ browser: TestBrowser) async throws -> TestBrowser.Page {
        try await browser.post("/products/1/link", try await csrf(browser, on: "/products/1/manage"))
    }

    /// Returns the path of a new link.
    private func link(of browser: TestBrowser) async throws -> String {
        let page = try await makeLink(browser)
        #expect(page.status == 200)
        let token = try #require(page.html.firstMatch(of: /\/link\?token=([0-9a-f]{32})</)?.1)
        return "/link?token=\(token)"
    }

    /// Presses a button of a page with a link.
    private func press(_ action: String, _ page: TestBrowser.Page, _ browser: TestBrowser) async throws
        -> TestBrowser.Page
    {
        let fields = ["csrf", "token"].map { ($0, page.hidden($0) ?? "") }
        return try await browser.post("/link", fields + [("do", action)])
    }

    private func product(_ market: TestMarket) async throws -> Product {
        try #require(try await market.store.asSeller(Product.ID(rawValue: 1))).product
    }

    private func expectEnded(_ page: TestBrowser.Page) {
        #expect(page.status == 410)
        #expect(page.html.contains("This link no longer works"))
        #expect(!page.html.contains("Chair"))
    }

    @Test func onlyItsButtonsAct() async throws {
        try await withMarket(lifecycles: rules) { market in
            let link = try await link(of: seller(market))
            let before = try await product(market)
            let helper = TestBrowser(market)
            let page = try await helper.open(link)
            #expect(page.status == 200 && page.html.contains("Chair") && page.html.contains("Still for sale?"))
            #expect(page.html.contains("value=\"renew\"") && page.html.contains("value=\"sell\""))
            // Who doesn't know what the page is learns it before a tap that only the seller can undo.
            #expect(page.html.contains("The seller made this link for a helper."))
            #expect(try await product(market) == before)
            market.clock.advance(seconds: 86_400)
            let renewed = try await press("renew", page, helper)
            #expect(renewed.html.contains("“Chair”: Renewed until March 25, 2022."))
            #expect(try await product(market).state == .open)
            let sold = try await press("sell", page, helper)
            #expect(sold.status == 200 && sold.html.contains("“Chair”: Marked as sold."))
            #expect(try await product(market).state.kind == .sold)
            // The response may have been lost.
            #expect(try await press("sell", page, helper).html.contains("“Chair”: Marked as sold."))
        }
    }

    @Test func itCanDoNothingElse() async throws {
        try await withMarket(lifecycles: rules) { market in
            let helper = TestBrowser(market)
            let page = try await helper.open(try await link(of: seller(market)))
            for action in ["hide", "open", "reserve", "bump", "unlink", ""] {
                #expect(try await press(action, page, helper).html.contains("Still for sale?"), "\(action)")
            }
            #expect(try await product(market).state == .open)
            let token = try #require(page.hidden("token"))
            await helper.remember("rights", token)
            #expect(try await helper.get("/products/1/manage").html.contains("password"))
        }
    }

    @Test func expiredListingIsRenewedByItsLink() async throws {
        try await withMarket(lifecycles: rules) { market in
            let link = try await link(of: seller(market))
            market.clock.advance(seconds: 31 * 86_400)
            try await market.services.advanceListings()
            let helper = TestBrowser(market)
            #expect(try await helper.get("/products/1").status == 410)
            let page = try await helper.open(link)
            #expect(try await press("renew", page, helper).html.contains("Renewed until March 26, 2022."))
            #expect(try await helper.get("/products/1").status == 200)
        }
    }

    @Test func expiredListingIsSoldByItsLinkWithoutBeingShownAgainFirst() async throws {
        try await withMarket(lifecycles: rules) { market in
            let link = try await link(of: seller(market))
            market.clock.advance(seconds: 31 * 86_400)
            try await market.services.advanceListings()
            let helper = TestBrowser(market)
            let page = try await helper.open(link)
            #expect(page.html.contains("value=\"renew\"") && page.html.contains("value=\"sell\""))
            #expect(try await press("sell", page, helper).html.contains("“Chair”: Marked as sold."))
            #expect(try await helper.get("/products/1").html.contains("This has been sold."))
        }
    }

    @Test func hiddenListingIsOnlyRenewedByItsLink() async throws {
        try await withMarket(lifecycles: rules) { market in
            let browser = try await seller(market)
            let link = try await link(of: browser)
            let manage = try await browser.get("/products/1/manage")
            let fields = ["csrf", "back"].map { ($0, manage.hidden($0) ?? "") }
            _ = try await browser.post("/mine", fields + [("one", "hide-1")])
            // Its seller can turn it off, and is offered no other one until the listing is shown again.
            let hidden = try await browser.get("/products/1/manage").html
            #expect(hidden.contains("value=\"unlink-1\"") && !hidden.contains("action=\"/products/1/link\""))
            #expect(manage.html.contains("action=\"/products/1/link\""))
            let helper = TestBrowser(market)
            let page = try await helper.open(link)
            #expect(page.html.contains("value=\"renew\"") && !page.html.contains("value=\"sell\""))
            #expect(!page.html.contains("only the seller can undo it") && !page.html.contains("Expires on"))
            #expect(try await press("sell", page, helper).status == 409)
            #expect(try await product(market).state == .hidden)
        }
    }

    @Test func endedLinkIsAnsweredLikeOneThatNeverExisted() async throws {
        try await withMarket { market in
            let browser = try await seller(market)
            let helper = TestBrowser(market)
            let link = try await link(of: browser)
            let page = try await helper.open(link)
            // A market without a lifetime has nothing to renew.
            #expect(page.html.contains("value=\"sell\"") && !page.html.contains("value=\"renew\""))
            _ = try await press("sell", page, helper)
            let ended = try await helper.open(link)
            expectEnded(ended)
            let never = try await helper.open("/link?token=0123456789abcdef0123456789abcdef")
            #expect(ended.html == never.html && ended.headers[.cacheControl] == never.headers[.cacheControl])
            // It lives again with the listing, until that is deleted.
            let manage = try await browser.get("/products/1/manage")
            let fields = ["csrf", "back"].map { ($0, manage.hidden($0) ?? "") }
            _ = try await browser.post("/mine", fields + [("one", "open-1")])
            #expect(try await helper.open(link).status == 200)
            _ = try await market.store.delete(Product.ID(rawValue: 1), at: market.clock.now)
            expectEnded(try await helper.open(link))
            expectEnded(try await press("sell", page, helper))
        }
    }

    @Test func sellerEndsItOrReplacesIt() async throws {
        try await withMarket { market in
            let browser = try await seller(market)
            let first = try await link(of: browser)
            #expect(try await browser.get("/products/1/manage").html.contains("You already have a link."))
            let second = try await link(of: browser)
            let helper = TestBrowser(market)
            expectEnded(try await helper.open(first))
            let page = try await helper.open(second)
            #expect(page.status == 200)
            let manage = try await browser.get("/products/1/manage")
            let fields = ["csrf", "back"].map { ($0, manage.hidden($0) ?? "") }
            let sent = try await browser.post("/mine", fields + [("one", "unlink-1")])
            #expect(sent.headers[.location]?.hasPrefix("/products/1/manage") == true)
            let told = try await browser.get("/products/1/manage").html
            #expect(told.contains("“Chair”: The link is turned off.") && !told.contains("You already have a link."))
            expectEnded(try await helper.open(second))
            expectEnded(try await press("sell", page, helper))
            #expect(try await product(market).state == .open)
        }
    }

    @Test func itEndsWithThePassword() async throws {
        try await withMarket { market in
            let link = try await link(of: seller(market))
            _ = try await market.store.setSecretHash(SecretHash(rawValue: "$other"), of: Product.ID(rawValue: 1))
            expectEnded(try await TestBrowser(market).open(link))
        }
    }

    @Test func onlyTheSellerMakesOrEndsIt() async throws {
        try await withMarket { market in
            let browser = try await seller(market)
            let other = TestBrowser(market)
            _ = try await other.get("/products/new")
            let fields = try await csrf(other, on: "/move")
            let asked = try await other.post("/products/1/link", fields)
            #expect(asked.headers[.location] == "/products/1/manage")
            let link = try await link(of: browser)
            let ended = try await other.post("/mine", fields + [("back", "/mine"), ("one", "unlink-1")])
            #expect(ended.headers[.location]?.hasPrefix("/products/1/manage?do=unlink") == true)
            #expect(try await other.open(link).status == 200)
            // Forms of other sites do nothing.
            for path in ["/products/1/link", "/link"] {
                #expect(try await browser.post(path, [("csrf", "0123"), ("do", "sell")]).status == 403)
                let cross: HTTPFields = [.field("Sec-Fetch-Site"): "cross-site"]
                #expect(try await other.post(path, fields + [("do", "sell")], cross).status == 403)
            }
            // Who loads the address of the page with the link finds the form.
            #expect(try await browser.get("/products/1/link").headers[.location] == "/products/1/manage")
        }
    }

    // MARK: The token

    /// Returns the `Set-Cookie` field of the link in a response.
    private func cookie(_ headers: HTTPFields) -> String? {
        headers[values: .setCookie].first { $0.hasPrefix("link=") }
    }

    @Test(arguments: ["/link?", "//LINK/?from=messenger&"])
    func tokenLeavesTheAddressForACookie(_ start: String) async throws {
        try await withMarket { market in
            let link = try await link(of: seller(market))
            let token = link.suffix(32)
            let address = "\(start)\(link.split(separator: "?")[1])"
            for method in [HTTPRequest.Method.get, .head] {
                let opened = try await market.client.execute(
                    uri: address,
                    method: method,
                    headers: [:],
                    body: nil
                )
                #expect(opened.status == .seeOther && opened.headers[.location] == "/link")
                let parts = Set(cookie(opened.headers)?.split(separator: ";").map { $0.drop { $0 == " " } } ?? [])
                #expect(parts == ["link=\(token)", "HttpOnly", "Path=/link", "SameSite=Lax"])
                #expect(opened.headers[.cacheControl] == "private, no-store")
                #expect(opened.headers[.field("Referrer-Policy")] == "no-referrer")
                #expect(opened.body.readableBytes == 0)
            }
            let helper = TestBrowser(market)
            _ = try await helper.get(address)
            let page = try await helper.get("/link")
            #expect(page.status == 200 && page.html.contains("Chair") && page.hidden("token") == String(token))
            #expect(!page.html.contains("?token"))
        }
    }

    @Test func cookieOfALinkIsSecureOverHTTPS() async throws {
        try await withMarket(baseURL: "https://market.example") { market in
            let link = try await link(of: seller(market))
            let opened = try await TestBrowser(market).get(link)
            let cookie = try #require(opened.headers[values: .setCookie].first { $0.hasPrefix("__Host-link=") })
            // Attributes have no order.
            let attributes = cookie.split(separator: ";").dropFirst().map { $0.drop { $0 == " " } }
            #expect(attributes.contains("Secure") && attributes.contains("Path=/"))
        }
    }

    @Test func browserThatHasNotOpenedALinkIsToldTo() async throws {
        try await withMarket { market in
            _ = try await link(of: seller(market))
            let other = TestBrowser(market)
            for value in [nil, "", "1", String(repeating: "g", count: 32)] {
                if let value { await other.remember("link", value) }
                let page = try await other.get("/link")
                #expect(page.status == 404 && page.html.contains("open it again"))
                #expect(!page.html.contains("Chair"))
            }
        }
    }

    @Test(arguments: [
        "", "1", "0123456789abcdef0123456789abcdefa", "0123456789abcdef0123456789abcdeg",
        "0123456789abcdef0123456789a%0d%0ab", "0123456789abcdef0123456789abcd;%20Path=/", "%EF%BC%90%EF%BC%90123456",
    ])
    func malformedTokenIsNeverInACookie(_ token: String) async throws {
        try await withMarket { market in
            let link = try await link(of: seller(market))
            let helper = TestBrowser(market)
            _ = try await helper.open(link)
            let page = try await helper.get("/link?token=\(token)")
            expectEnded(page)
            #expect(cookie(page.headers) == nil)
            // The link that was opened before is still there.
            #expect(try await helper.get("/link").html.contains("Chair"))
        }
    }

    @Test func twoLinksAtOnceActOnTheirOwnListings() async throws {
        try await withMarket { market in
            let browser = try await seller(market)
            let form = try await browser.get("/products/new")
            _ = try await browser.post("/products", form: .webListing(form, ["name": "Table", "seller": "Kim"]))
            let made = try await browser.post("/products/2/link", try await csrf(browser, on: "/products/2/manage"))
            let table = try #require(made.html.firstMatch(of: /\/link\?token=[0-9a-f]{32}/)?.0)
            let helper = TestBrowser(market)
            let chairs = try await helper.open(try await link(of: browser))
            let tables = try await helper.open(String(table))
            #expect(tables.html.contains("Table"))
            #expect(try await press("sell", chairs, helper).html.contains("“Chair”: Marked as sold."))
            // The ended link is no reason to forget the other one.
            expectEnded(try await press("wait", chairs, helper))
            #expect(try await helper.get("/link").html.contains("Table"))
            #expect(try await press("sell", tables, helper).html.contains("“Table”: Marked as sold."))
        }
    }

    @Test func endedLinkIsForgotten() async throws {
        try await withMarket { market in
            let browser = try await seller(market)
            let helper = TestBrowser(market)
            _ = try await helper.open(try await link(of: browser))
            _ = try await link(of: browser)
            let ended = try await helper.get("/link")
            expectEnded(ended)
            let forgotten = try #require(cookie(ended.headers))
            #expect(
                forgotten.hasPrefix("link=;") && forgotten.contains("Max-Age=0") && forgotten.contains("Path=/link")
            )
            #expect(try await helper.get("/link").status == 404)
        }
    }

    @Test func nothingIsKeptByCachesOrToldToOtherSites() async throws {
        try await withMarket { market in
            let browser = try await seller(market)
            let link = try await link(of: browser)
            let helper = TestBrowser(market)
            let page = try await helper.open(link)
            let pages = [
                try await makeLink(browser), page, try await helper.get("/link?token=1"),
                try await helper.get(link), try await TestBrowser(market).get("/link"),
                try await press("sell", page, helper),
            ]
            for page in pages {
                #expect(page.headers[.cacheControl] == "private, no-store")
                #expect(page.headers[.field("Referrer-Policy")] == "no-referrer")
                #expect(page.headers[.contentEncoding] == nil)
            }
        }
    }
}
