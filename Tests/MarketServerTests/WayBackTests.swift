import Foundation
import HTTPTypes
import MarketServer
import TestMarkets
import Testing

/// The way back without scripts: a validated `from` on links to products.
struct WayBackTests {
    private func back(_ page: TestBrowser.Page) -> String? {
        page.html.firstMatch(of: /class="back" href="([^"]*)"/).map { String($0.1).replacing("&amp;", with: "&") }
    }

    private func links(_ page: TestBrowser.Page) -> [String] {
        page.html.matches(of: /data-id="\d+"><a href="([^"]*)"/).map { String($0.1).replacing("&amp;", with: "&") }
    }

    @Test(
        arguments: [
            ("/", "/", "/products/1"),
            ("/?sort=newest&page=1", "/", "/products/1"),
            ("/?q=%EC%9D%98%EC%9E%90", "/?q=%EC%9D%98%EC%9E%90", nil),
            ("/?in_stock=1&sort=price_asc&utm=x", "/?sort=price_asc&in_stock=1", nil),
            ("/sellers/1", "/sellers/1", nil),
        ]
    )
    func productLeadsBackToItsList(_ list: String, _ address: String, _ link: String?) async throws {
        try await withMarket { market in
            try await market.list(["name": "의자", "stock": 1])
            let browser = TestBrowser(market)
            let shown = try #require(links(try await browser.get(list)).first)
            if let link { #expect(shown == link) }
            #expect(back(try await browser.get(shown)) == address)
        }
    }

    @Test func rowsThatComeLaterLeadToTheStartOfTheList() async throws {
        try await withMarket { market in
            for number in 1...31 { try await market.item(["title": "의자 \(number)"], photos: []) }
            let browser = TestBrowser(market)
            let first = try await browser.get("/?q=%EC%9D%98%EC%9E%90&fragment=1")
            let cursor = try #require(first.headers[.field("X-Next-Cursor")])
            let second = try await browser.get("/?q=%EC%9D%98%EC%9E%90&fragment=1&cursor=\(cursor)")
            #expect(links(second) == ["/products/1?from=q%3D%25EC%259D%2598%25EC%259E%2590"])
        }
    }

    /// Spaces and plus signs in a search survive the round trip.
    @Test func searchIsTheSameAfterwards() async throws {
        try await withMarket { market in
            try await market.list(["name": "a+b & c"])
            let browser = TestBrowser(market)
            let list = "/?q=a%2Bb%20%26%20c"
            let link = try #require(links(try await browser.get(list)).first)
            #expect(back(try await browser.get(link)) == list)
        }
    }

    @Test(
        arguments: [
            "https://evil.example", "//evil.example", "/%5Cevil.example", "javascript:alert(1)", "/mine", "x%3D1",
            "q%3Da%26x%3D1", "seller%3D-1", "seller%3Dx", "%22%3E%3Cscript%3E", "page%3D0", "sort%3Dsideways", "",
            "%00", "q%3D",
        ]
    )
    func foreignWayCountsAsNoneAndMakesNoOtherPage(_ way: String) async throws {
        try await withBrowser { market, browser in
            try await market.list()
            let plain = try await browser.get("/products/1")
            let odd = try await browser.get("/products/1?from=\(way)")
            #expect(back(odd) == "/")
            // The same cached response, and no further entry in the cache.
            #expect(odd.headers[.eTag] == plain.headers[.eTag])
            #expect(odd.html == plain.html)
        }
    }

    @Test func wayOfASellersPageIsAProductThatIsThere() async throws {
        try await withBrowser { market, browser in
            try await market.list()
            let plain = try await browser.get("/sellers/1")
            #expect(back(plain) == "/")
            #expect(back(try await browser.get("/sellers/1?product=1&from=q%3Da")) == "/products/1?from=q%3Da")
            for odd in ["product=2", "product=x", "product=-1", "product=", "from=q%3Da", "utm=1"] {
                let page = try await browser.get("/sellers/1?\(odd)")
                #expect(page.headers[.eTag] == plain.headers[.eTag], "\(odd)")
                #expect(back(page) == "/", "\(odd)")
            }
        }
    }

    /// A page that leads back to a user's own list isn't cached for others.
    @Test func pagesWithAWayBackAreNotKept() async throws {
        try await withBrowser { market, browser in
            try await market.list()
            for number in 1...5 {
                let page = try await browser.get("/products/1?from=q%3D\(number)")
                #expect(back(page) == "/?q=\(number)")
                #expect(page.headers[.eTag] == nil)
                #expect(page.html.contains("rel=\"canonical\" href=\"http"))
                #expect(page.html.contains("/products/1\">"))
            }
        }
    }
}
