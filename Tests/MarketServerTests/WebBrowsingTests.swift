import Foundation
import HTTPTypes
import MarketAPI
import MarketModels
import MarketServer
import NIOCore
import TestMarkets
import Testing

@testable import MarketWeb

/// Browsing the pages with scripts off (UX.md, “Market”, “Product”, “Everywhere”).
struct WebBrowsingTests {
    private func ids(_ page: TestBrowser.Page) -> [Int] {
        page.html.matches(of: /data-id="(\d+)"/).compactMap { Int($0.1) }
    }

    @Test func marketIsWalkedByItsLinks() async throws {
        try await withMarket { market in
            for number in 1...35 { try await market.item(["title": "\(number)"], photos: []) }
            let browser = TestBrowser(market)
            let first = try await browser.get("/")
            #expect(ids(first) == Array((6...35).reversed()))
            let more = try #require(first.html.firstMatch(of: /id="more"[^>]*href="([^"]+)"/)?.1)
            let second = try await browser.get(String(more).replacing("&amp;", with: "&"))
            #expect(ids(second) == Array((1...5).reversed()))
        }
    }

    @Test func fragmentsAreRowsWithTheirCursor() async throws {
        try await withMarket { market in
            for number in 1...35 { try await market.item(["title": "\(number)"], photos: []) }
            let browser = TestBrowser(market)
            let first = try await browser.get("/?fragment=1")
            #expect(!first.html.contains("<html"))
            #expect(ids(first).count == 30)
            #expect(first.headers[.field("X-Total")] == "35")
            let cursor = try #require(first.headers[.field("X-Next-Cursor")])
            let second = try await browser.get("/?fragment=1&cursor=\(cursor)")
            #expect(ids(second) == Array((1...5).reversed()))
            #expect(second.headers[.field("X-Next-Cursor")] == nil)
        }
    }

    @Test func listIsSearchedSortedAndFiltered() async throws {
        try await withMarket { market in
            for (name, price, stock) in [("원목 의자", 300, 1), ("책상", 100, 0), ("의자", 200, 0)] {
                try await market.list(["name": name, "price": price, "stock": stock, "descriptions": ""])
            }
            let browser = TestBrowser(market)
            let found = try await browser.get("/?q=%EC%9D%98%EC%9E%90&sort=price_asc")
            #expect(ids(found) == [3, 1])
            #expect(found.html.contains("value=\"의자\""))
            let stocked = try await browser.get("/?in_stock=1&sort=price_desc")
            #expect(ids(stocked) == [1])
            let nothing = try await browser.get("/?q=sofa")
            #expect(ids(nothing).isEmpty)
            #expect(nothing.html.contains("sofa"))
            let odd = try await browser.get("/?sort=sideways&page=-3&cursor=none&in_stock=perhaps")
            #expect(odd.status == 200)
            #expect(ids(odd) == [3, 2, 1])
        }
    }

    @Test func pageIsKeptUntilSomethingChanges() async throws {
        try await withBrowser { market, browser in
            try await market.list()
            let first = try await browser.get("/")
            let tag = try #require(first.headers[.eTag])
            let again = try await browser.get("/", [.ifNoneMatch: tag])
            #expect(again.status == 304)
            let korean = try await TestBrowser(market, language: "ko").get("/", [.ifNoneMatch: tag])
            #expect(korean.status == 200)
            #expect(korean.html.contains("lang=\"ko\""))
            try await market.list()
            let changed = try await browser.get("/", [.ifNoneMatch: tag])
            #expect(changed.status == 200)
            #expect(ids(changed) == [2, 1])
        }
    }

    @Test func viewAndLanguageAreRemembered() async throws {
        try await withBrowser { market, browser in
            try await market.list()
            let list = try await browser.get("/")
            #expect(list.html.contains("data-view=\"list\""))
            let changed = try await browser.post("/view", [("view", "grid"), ("back", "/?q=의자")])
            #expect(changed.status == 303)
            // Only addresses of this site that are valid in a header lead back.
            #expect(changed.headers[.location] == "/")
            let grid = try await browser.get("/")
            #expect(grid.html.contains("data-view=\"grid\""))
            let resolvedLanguage = try await browser.post("/language", [("language", "ko"), ("back", "/mine")])
            #expect(resolvedLanguage.headers[.location] == "/mine")
            #expect(try await browser.get("/").html.contains("lang=\"ko\""))
            for back in ["//evil.example", "https://evil.example", "/\\evil.example", ""] {
                let response = try await browser.post("/language", [("language", "en"), ("back", back)])
                #expect(response.headers[.location] == "/")
            }
        }
    }

    /// Programs are told what the address takes.
    @Test func anAddressThatOnlyTakesAFormLeadsToTheList() async throws {
        try await withMarket { market in
            for form in [WebRoutePattern.view, .language, .theme, .products, .shareTarget] {
                let page = try await TestBrowser(market).get(form.rawValue)
                #expect(page.status == 303 && page.headers[.location] == "/", "\(form)")
                let program = try await market.get(form.rawValue)
                #expect(program.status == .methodNotAllowed && program.headers[.allow] == "POST", "\(form)")
            }
        }
    }

    @Test func productShowsEverythingButTheContact() async throws {
        try await withMarket { market in
            try await market.list(
                ["name": "<b>의자</b>", "descriptions": "한 줄\n두 줄", "contact": "010-9876", "stock": 1200],
                photos: ["red", "blue"]
            )
            let browser = TestBrowser(market)
            let page = try await browser.get("/products/1")
            #expect(page.html.contains("&lt;b&gt;의자&lt;/b&gt;"))
            #expect(!page.html.contains("<b>의자</b>"))
            #expect(page.html.contains("999+"))
            #expect(!page.html.contains("010-9876"))
            #expect(page.html.contains("og:image"))
            #expect(page.html.contains("/sellers/1"))
            let contact = try await browser.get("/products/1/contact")
            #expect(contact.html.contains("010-9876"))
            let seller = try await browser.get("/sellers/1")
            #expect(ids(seller) == [1])
            // Of a product that is sold, it isn't shown any more, however often one asks.
            let sold = #"{"secret":"\#(TestMarket.secret)","state":"sold"}"#
            #expect(try await market.send(.put, "/api/products/1/state", sold).status == .ok)
            let withheld = try await browser.get("/products/1/contact")
            #expect(withheld.status == 409)
            #expect(withheld.html.contains("This isn’t possible") && !withheld.html.contains(">Try again<"))
            #expect(!withheld.html.contains("010-9876"))
        }
    }

    @Test func whatIsNotThereIsAFriendlyPage() async throws {
        try await withBrowser { market, browser in
            for path in ["/products/7", "/products/abc", "/sellers/9", "/nowhere", "/products/7/edit"] {
                let page = try await browser.get(path)
                #expect(page.status == 404, "\(path)")
                #expect(page.html.contains("<h1"), "\(path)")
            }
            // Programs get JSON.
            let program = try await browser.get("/nowhere", [.accept: "application/json"])
            #expect(program.html.hasPrefix("{\"error\":true"))
            let api = try await browser.get("/api/products/7")
            #expect(api.html.hasPrefix("{\"error\":true"))
        }
    }

    @Test func everyPageIsGuarded() async throws {
        try await withBrowser { market, browser in
            try await market.list()
            for path in ["/", "/products/1", "/products/new", "/products/1/edit", "/mine", "/offline", "/nowhere"] {
                let page = try await browser.get(path)
                let policy = try #require(page.headers[.contentSecurityPolicy])
                #expect(!policy.contains("unsafe"))
                #expect(page.headers[.xContentTypeOptions] == "nosniff")
            }
        }
    }

    @Test(arguments: [nil, "current", "000000000000"])
    func pagesContainTheStyleForBrowsersThatDoNotHaveIt(style: String?) async throws {
        try await withMarket { market in
            try await market.list()
            let form = try await TestBrowser(market).get("/mine").html
            let version = try #require(form.firstMatch(of: /data-version="(\w+)"/)?.1)
            let cookie = style == "current" ? String(version) : style
            for path in ["/", "/products/1", "/sellers/1"] {
                let headers: HTTPFields = cookie.map { [.cookie: "style=\($0)"] } ?? [:]
                let page = try await market.client.execute(uri: path, method: .get, headers: headers, body: nil)
                let html = String(buffer: page.body)
                let hasStyle = style == "current"
                #expect(html.contains("<style") != hasStyle)
                #expect(html.contains("<link rel=\"stylesheet\"") == hasStyle)
                #expect((page.headers[try #require(HTTPField.Name("Link"))] != nil) == hasStyle)
                #expect(page.headers[.contentSecurityPolicy]?.contains("style-src 'self' 'sha256-") == true)
                #expect(page.headers[.vary]?.contains("Cookie") == true)
            }
        }
    }

    @Test func filesOfThePagesAreImmutable() async throws {
        try await withBrowser { market, browser in
            let page = try await browser.get("/mine")
            let paths = Set(page.html.matches(of: /(?:href|src)="(\/assets\/[^"]+)"/).map { String($0.1) })
            #expect(paths.count >= 4)
            for path in paths {
                let file = try await market.client.execute(uri: path, method: .get, headers: [:], body: nil)
                #expect(file.status == .ok, "\(path)")
                #expect(file.headers[.cacheControl]?.contains("immutable") == true)
            }
            let old = try await browser.get("/assets/000000000000/app.css")
            #expect(old.status == 404)
            let worker = try await browser.get("/sw.js")
            #expect(worker.headers[.contentType]?.contains("javascript") == true)
            #expect(worker.headers[.cacheControl] == "no-cache")
        }
    }

    @Test func placesOfOldAppsHaveNoPages() async throws {
        try await withMarket(edition: .openmarket) { market in
            for path in ["/", "/products/new", "/mine"] {
                let page = try await TestBrowser(market).get(path)
                #expect(page.status == 404)
                #expect(page.html.hasPrefix("{\"error\":true"))
            }
        }
    }
}
