import Foundation
import HTTPTypes
import MarketAPI
import MarketServer
import Testing

/// Atom feeds, the sitemap and `robots.txt` over HTTP.
struct FeedPagesTests {
    private func titles(_ feed: TestBrowser.Page) -> [String] {
        feed.html.matches(of: /<title>([^<]*)<\/title>/).map { String($0.1) }
    }

    @Test func feedsHaveTheNewestFirst() async throws {
        try await withMarket { market in
            for name in ["의자", "film camera", "책상"] {
                try await market.list(["name": name, "descriptions": "line 1\nline 2"])
            }
            let browser = TestBrowser(market)
            let all = try await browser.get("/feed.atom")
            #expect(all.status == 200)
            #expect(all.headers[.contentType] == "application/atom+xml; charset=utf-8")
            #expect(titles(all).dropFirst() == ["책상", "film camera", "의자"])
            #expect(all.html.contains("line 1&lt;br&gt;line 2"))
            let found = try await browser.get("/feed.atom?q=camera+film")
            #expect(titles(found).dropFirst() == ["film camera"])
            let seller = try await browser.get("/sellers/1/feed.atom")
            #expect(titles(seller).count == 4)
            #expect(try await browser.get("/sellers/99/feed.atom").status == 404)
        }
    }

    @Test func aFeedFollowsTheMarket() async throws {
        try await withMarket { market in
            let browser = TestBrowser(market)
            #expect(titles(try await browser.get("/feed.atom")).count == 1)
            try await market.list(["name": "의자"])
            let feed = try await browser.get("/feed.atom")
            #expect(titles(feed).count == 2)
            let tag = try #require(feed.headers[.eTag])
            #expect(try await browser.get("/feed.atom", [.ifNoneMatch: tag]).status == 304)
        }
    }

    @Test func theSitemapLeadsToEveryProduct() async throws {
        try await withMarket { market in
            for number in 1...3 { try await market.item(["title": "\(number)"], photos: []) }
            let browser = TestBrowser(market)
            let index = try await browser.get("/sitemap.xml")
            let map = try #require(index.html.firstMatch(of: /<loc>https?:\/\/[^\/]*(\/sitemaps\/1\.xml)<\/loc>/)?.1)
            let products = try await browser.get(String(map))
            #expect(products.headers[.contentType] == "application/xml; charset=utf-8")
            let ids = products.html.matches(of: /\/products\/(\d+)<\/loc><lastmod>/).map { String($0.1) }
            #expect(ids == ["1", "2", "3"])
            #expect(products.html.hasSuffix("</urlset>\n"))
            for name in ["0.xml", "2.xml", "-1.xml", "9223372036854775807.xml", "1", "one.xml"] {
                #expect(try await browser.get("/sitemaps/\(name)").status == 404, "\(name)")
            }
        }
    }

    @Test func robotsAreToldWhereTheSitemapIs() async throws {
        try await withMarket { market in
            let robots = try await TestBrowser(market).get("/robots.txt")
            #expect(robots.headers[.contentType] == "text/plain; charset=utf-8")
            #expect(robots.html.contains(/Sitemap: https?:\/\/[^\n]+\/sitemap\.xml\n/))
            #expect(robots.html.contains("Disallow: /products/*/edit\n"))
        }
    }
}
