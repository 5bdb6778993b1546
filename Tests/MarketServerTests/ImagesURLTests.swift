import HTTPTypes
import MarketAPI
import TestMarkets
import Testing

/// Links to images that lead to a CDN or a public bucket (`--images-url`).
struct ImagesURLTests {
    private static let start = "https://cdn.example/market/"

    private func withImagesElsewhere(
        hasWebSizes: Bool = false,
        _ test: @escaping @Sendable (TestMarket) async throws -> Void
    ) async throws {
        let url = try #require(ImagesURL(Self.start, hasWebSizes: hasWebSizes))
        try await withMarket(imagesURL: url, test)
    }

    /// Returns the file name in a link, which must lead elsewhere.
    private static func fileName(_ link: String?) throws -> String {
        let link = try #require(link)
        try #require(link.hasPrefix(start), "\(link)")
        return String(link.dropFirst(start.count))
    }

    @Test func everyLinkOfTheAPILeadsThere() async throws {
        try await withImagesElsewhere { market in
            let listed = try await market.list()
            let image = try Self.fileName(listed["images"][0]["url"].string)
            let thumbnail = try Self.fileName(listed["images"][0]["thumbnail_url"].string)
            #expect(thumbnail == image.replacing(".jpg", with: "-thumb.jpg"))
            let list = try JSON(await market.get("/api/products"))
            #expect(try Self.fileName(list["pages"][0]["thumbnail"].string) == thumbnail)
            let items = try JSON(await market.get("/items/1"))
            #expect(try Self.fileName(items["items"][0]["thumbnails"][0].string) == thumbnail)
            let item = try JSON(await market.get("/item/1"))
            #expect(try Self.fileName(item["images"][0].string) == image)
        }
    }

    @Test func addressesOfTheMarketGoOn() async throws {
        try await withImagesElsewhere { market in
            let image = try Self.fileName(try await market.list()["images"][0]["url"].string)
            for name in [
                image, image.replacing(".jpg", with: "-thumb.jpg"), image.replacing(".jpg", with: "-400.webp"),
            ] {
                #expect(try await market.get("/images/\(name)").status == .ok, "\(name)")
            }
        }
    }

    @Test func theImageOfAProductWithoutOneIsTheMarketsOwn() async throws {
        try await withImagesElsewhere { market in
            let fields: [String: String?] = [
                "title": "Nothing to see", "descriptions": "", "price": "1", "currency": "KRW", "stock": "1",
                "password": TestMarket.secret,
            ]
            try await market.item(fields, photos: [])
            let items = try JSON(await market.get("/items/1"))
            let link = items["items"][0]["thumbnails"][0].string
            #expect(link?.hasSuffix("/images/placeholder.png") == true)
            #expect(link?.hasPrefix("https://cdn.example") == false)
        }
    }

    @Test func pagesShowImagesFromThereAndMayDoSo() async throws {
        try await withImagesElsewhere { market in
            try await market.list()
            let browser = TestBrowser(market)
            for path in ["/", "/products/1"] {
                let page = try await browser.get(path)
                #expect(page.html.contains("src=\"\(Self.start)"), "\(path)")
                #expect(!page.html.contains("src=\"/images/"), "\(path)")
                // A bucket has the WebP sizes only once they were requested from the market.
                #expect(page.html.contains("srcset=\"/images/"), "\(path)")
                let policy = try #require(page.headers[.contentSecurityPolicy])
                #expect(policy.contains("img-src 'self' blob: data: \(Self.start);"), "\(path): \(policy)")
                #expect(policy.contains("connect-src 'self';"))
            }
            let product = try await browser.get("/products/1").html
            #expect(product.contains("\"image\":[\"\(Self.start)"), "the data for search engines")
            #expect(product.contains("href=\"\(Self.start)"), "the link to the large image")
            #expect(try await browser.get("/feed.atom").html.contains("img src=&quot;\(Self.start)"))
        }
    }

    @Test func aCDNThatAsksTheMarketHasTheWebPSizesToo() async throws {
        try await withImagesElsewhere(hasWebSizes: true) { market in
            try await market.list()
            let browser = TestBrowser(market)
            for path in ["/", "/products/1"] {
                let html = try await browser.get(path).html
                #expect(html.contains("srcset=\"\(Self.start)"), "\(path)")
                #expect(!html.contains("\"/images/"), "\(path)")
            }
        }
    }

    @Test func tagsNameTheLinksToo() async throws {
        let paths = ["/api/products", "/api/products/1", "/items/1", "/item/1"]
        let earlier = try await withMarket { market in
            try await market.list()
            var tags: [String: String] = [:]
            for path in paths { tags[path] = try await market.get(path).headers[.eTag] }
            return tags
        }
        try await withImagesElsewhere { market in
            try await market.list()
            for path in paths {
                let tag = try #require(earlier[path])
                #expect(try await market.get(path, [.ifNoneMatch: tag]).status == .ok, "\(path)")
            }
        }
    }
}
