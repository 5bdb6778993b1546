import HTTPTypes
import MarketCore
import MarketModels
import MarketServer
import NIOCore
import TestMarkets
import Testing

/// A browser that keeps no cookies is told so at once, wherever a form needs one.
struct BlockedCookieTests {
    private static let sentence = "Your browser sent no cookie"
    /// As the content of an element: forms have it as an attribute, too, for scripts.
    private static let shown = ">" + sentence

    private func forget(_ browser: TestBrowser) async {
        for name in await browser.cookies.keys { await browser.forget(name) }
    }

    @Test(arguments: ["ko", "en"])
    func listingSaysThatCookiesAreNeededAndKeepsWhatWasTyped(_ language: String) async throws {
        try await withMarket { market in
            let browser = TestBrowser(market, language: language)
            var form = try await browser.get("/products/new")
            for _ in 1...2 {
                await forget(browser)
                form = try await browser.post("/products", form: .webListing(form, ["name": "Chair", "seller": "Kim"]))
                #expect(form.status == 403)
                #expect(form.html.contains(language == "ko" ? ">브라우저가 쿠키를 보내지 않아" : Self.shown), "\(form.html)")
                #expect(form.html.contains("value=\"Chair\""))
            }
            // Cookies are on again.
            let listed = try await browser.post(
                "/products",
                form: .webListing(form, ["name": "Chair", "seller": "Kim"])
            )
            #expect(listed.status == 303)
        }
    }

    @Test func scriptsAreToldToo() async throws {
        try await withBrowser { market, browser in
            let form = try await browser.get("/products/new")
            await forget(browser)
            let json: HTTPFields = [.accept: "application/json"]
            let refused = try await browser.post("/products", form: .webListing(form, ["seller": "Kim"]), json)
            #expect(refused.status == 403 && refused.html.contains(Self.sentence), "\(refused.html)")
            // A page with a new token may bring the cookie back.
            #expect(refused.html.contains("\"renew\":\"/products/new\""))
        }
    }

    @Test(arguments: [
        "/products/1", "/products/1/edit", "/products/1/delete", "/products/1/manage", "/mine", "/mine/reserve",
    ])
    func everyOtherFormSaysSo(_ path: String) async throws {
        try await withBrowser { market, browser in
            try await market.list()
            let shown = path == "/products/1" ? "/products/1/edit" : path == "/mine/reserve" ? "/mine" : path
            let csrf = try #require(try await browser.get(shown).hidden("csrf"))
            let fields = [("csrf", csrf), ("password", TestMarket.secret), ("one", "sell-1"), ("products", "1")]
            await forget(browser)
            let page = try await browser.post(path, fields)
            #expect(page.status == 403 && page.html.contains(Self.shown), "\(page.html)")
            await forget(browser)
            let json = try await browser.post(path, fields, [.accept: "application/json"])
            #expect(json.status == 403 && json.html.contains(Self.sentence), "\(json.html)")
        }
    }

    /// The opposite: a page that another token has replaced isn't about cookies.
    @Test func oldPageIsStillAnOldPage() async throws {
        try await withBrowser { market, browser in
            try await market.list()
            let form = try await browser.get("/products/new")
            let csrf = try #require(try await browser.get("/products/1/delete").hidden("csrf"))
            await browser.remember("csrf", String(repeating: "0", count: 32))
            let again = try await browser.post("/products", form: .webListing(form, ["seller": "Kim"]))
            #expect(again.status == 403 && !again.html.contains(Self.shown) && again.html.contains("This page expired"))
            let page = try await browser.post("/products/1/delete", [("csrf", csrf), ("password", TestMarket.secret)])
            #expect(
                page.status == 403 && !page.html.contains(Self.shown) && page.html.contains("This page has expired")
            )
        }
    }
}
