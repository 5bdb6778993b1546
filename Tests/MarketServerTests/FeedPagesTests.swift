import Foundation
import GRDB
import GeneratedListings
import HTTPTypes
import MarketAPI
import MarketCore
import MarketModels
import MarketSQLite
import MarketServer
import TestMarkets
import Testing

@testable import MarketWeb

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

    @Test func aFeedOfWordsThatAreNowhereIsEmptyUntilTheyAre() async throws {
        try await withMarket { market in
            try await market.list(["name": "film camera"])
            let browser = TestBrowser(market)
            let page = try await browser.get("/?q=camrea")
            #expect(page.html.contains("film camera"))
            let empty = try await browser.get("/feed.atom?q=camrea")
            #expect(titles(empty).count == 1)
            try await market.list(["name": "camrea"])
            let misspelt = try await browser.get("/feed.atom?q=camrea")
            #expect(titles(misspelt).dropFirst() == ["camrea"])
            let spelt = try await browser.get("/feed.atom?q=camera")
            #expect(titles(spelt).dropFirst() == ["film camera"])
        }
    }

    @Test func aFeedFollowsTheMarket() async throws {
        try await withBrowser { market, browser in
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

    /// As after a restore, or after most products were deleted: the numbers have gaps.
    @Test(.enabled(if: TestStoreKind.chosen == .folder, "the numbers are set in the file"))
    func theSitemapHasNoEmptyParts() async throws {
        try await withBrowser { market, browser in
            let database = try DatabaseQueue(path: market.folder + "/market.sqlite")
            var ids: [String] = []
            for last in [0, 1_050_000, 500_000_000] {
                try await database.write { database in
                    try database.execute(sql: "UPDATE sqlite_sequence SET seq = \(last) WHERE name = 'product'")
                    if last == 0 { try database.execute(sql: "INSERT INTO sqlite_sequence VALUES ('product', 0)") }
                }
                ids.append(String(try #require(try await market.item(["title": "\(last)"], photos: [])["id"].int)))
                let index = try await browser.get("/sitemap.xml").html
                #expect(index.matches(of: /<loc>/).count == 1)
                let map = try await browser.get("/sitemaps/1.xml").html
                #expect(map.matches(of: /\/products\/(\d+)<\/loc>/).map { String($0.1) } == ids)
                #expect(try await browser.get("/sitemaps/2.xml").status == 404)
            }
        }
    }

    /// A sitemap is read while it is sent, so nobody knows how long it is, and a HEAD doesn't say that it is empty.
    @Test func aHeadDoesNotSayThatASitemapIsEmpty() async throws {
        try await withMarket { market in
            try await market.list()
            let connection = try RawConnection(port: market.port)
            let paths = ["/sitemaps/1.xml", "/sitemap.xml", "/robots.txt", "/feed.atom"]
            for path in paths { await connection.send("HEAD \(path) HTTP/1.1\r\nHost: localhost\r\n\r\n") }
            await connection.send("HEAD / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
            // No answer has a body, and each begins where the one before ends.
            let answers = await connection.read().components(separatedBy: "\r\n\r\n")
            #expect(answers.count == paths.count + 2 && answers.last == "")
            for (path, answer) in zip(paths, answers) {
                #expect(answer.hasPrefix("HTTP/1.1 200 "), "\(path): \(answer)")
                let length = answer.lowercased().components(separatedBy: "content-length: ").dropFirst().first
                #expect((length == nil) == path.hasPrefix("/sitemaps/") && length?.hasPrefix("0") != true, "\(path)")
            }
            // What a proxy asks for on the same connection is for somebody else.
            let kept = try RawConnection(port: market.port)
            await kept.send("HEAD /sitemaps/1.xml HTTP/1.1\r\nHost: localhost\r\n\r\n")
            #expect(await kept.read(until: "\r\n\r\n").hasPrefix("HTTP/1.1 200 "))
            let request = "GET /api/products/1 HTTP/1.1\r\nHost: localhost\r\n"
            await kept.send("\(request)\r\n\(request)Connection: close\r\n\r\n")
            let products = await kept.read()
            #expect(products.hasPrefix("HTTP/1.1 200 ") && products.hasSuffix("}"))
            #expect(products.components(separatedBy: "}HTTP/1.1 200 ").count == 2)
            let old = try RawConnection(port: market.port)
            await old.send("HEAD /sitemaps/1.xml HTTP/1.0\r\n\r\n")
            let answer = await old.read().lowercased()
            #expect(answer.hasPrefix("http/1.0 200 ") && answer.hasSuffix("\r\n\r\n"))
            #expect(!answer.contains("content-length") && !answer.contains("transfer-encoding"))
        }
    }

    @Test(.enabled(if: TestStoreKind.chosen == .folder, "filling PostgreSQL takes long"))
    func theNextSitemapBeginsWhereOneIsFull() async throws {
        try await withMarket { market in
            let size = Sitemap.batchSize * Sitemap.batchCount
            let store = try #require(market.store as? SQLiteProductStore)
            try await store.fill(count: size + 8)
            let browser = TestBrowser(market)
            for (removed, ids) in [([], 49_801...49_808), ([1, 25_000, 49_801], 49_804...49_808)] as [([Int64], _)] {
                for id in removed { _ = try await market.services.deleteProduct.erase(Product.ID(rawValue: id)) }
                let index = try await browser.get("/sitemap.xml").html
                #expect(
                    index.matches(of: /\/sitemaps\/\d+\.xml/).map { String($0.0) } == [
                        "/sitemaps/1.xml", "/sitemaps/2.xml",
                    ]
                )
                let map = try await browser.get("/sitemaps/2.xml").html
                #expect(map.matches(of: /\/products\/(\d+)<\/loc>/).map { Int($0.1) } == ids.map { $0 })
                #expect(try await browser.get("/sitemaps/3.xml").status == 404)
            }
            for id in 49_804...49_808 as ClosedRange<Int64> {
                _ = try await market.services.deleteProduct.erase(Product.ID(rawValue: id))
            }
            #expect(try await browser.get("/sitemap.xml").html.matches(of: /<loc>/).count == 1)
            #expect(try await browser.get("/sitemaps/2.xml").status == 404)
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
