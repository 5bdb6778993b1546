import HTTPTypes
import MarketCore
import MarketModels
import MarketServer
import TestMarkets
import Testing

/// What caches may keep. The service worker goes by these headers, whatever the path.
struct KeptPagesTests {
    private func lister(_ market: TestMarket) async throws -> TestBrowser {
        let browser = TestBrowser(market)
        let form = try await browser.get("/products/new")
        let fields = ["name": "Chair", "seller": "Kim", "contact": "010-1234-5678"]
        try #require(try await browser.post("/products", form: .webListing(form, fields)).status == 303)
        return browser
    }

    /// Whether a cache may keep what a browser gets.
    private func isKept(_ path: String, _ browser: TestBrowser) async throws -> Bool {
        let page = try await browser.get(path)
        let control = try #require(page.headers[.cacheControl])
        return page.status == 200 && !control.contains("no-store")
    }

    @Test(arguments: [
        "/mine", "/Mine", "//mine", "/MINE?state=hidden", "/mine/reserve?products=1", "/products/1/manage",
        "/products/1/MANAGE", "/products//1/edit", "/products/1/delete", "/products/1/contact",
        "//Products/1/Contact", "/products/1/link", "/products/new", "/products/new?copy=1", "/move", "/link",
        "/receive",
    ])
    func pagesForOneBrowserAreNot(_ path: String) async throws {
        try await withMarket { market in
            for browser in [try await lister(market), TestBrowser(market)] {
                #expect(try await !isKept(path, browser))
            }
        }
    }

    /// Its seller sees it, and whoever sits at the same browser later mustn't.
    @Test func hiddenProductIsNot() async throws {
        try await withMarket { market in
            let browser = try await lister(market)
            // Nor is one that everybody sees, as its seller gets it.
            #expect(try await !isKept("/products/1", browser))
            #expect(try await isKept("/products/1", TestBrowser(market)))
            let desk = try await browser.get("/mine")
            let fields = ["csrf", "back"].map { ($0, desk.hidden($0) ?? "") }
            _ = try await browser.post("/mine", fields + [("one", "hide-1")])
            #expect(try await browser.get("/products/1").html.contains("Chair"))
            #expect(try await !isKept("/products/1", browser))
            #expect(try await !isKept("/products/1", TestBrowser(market)))
        }
    }

    @Test(arguments: [
        "/", "/?q=Chair", "/?fragment=1", "/products/1", "/Products/1", "/sellers/1", "/favorites", "/offline",
    ])
    func pagesForBrowsingAre(_ path: String) async throws {
        try await withMarket { market in
            let seller = try await lister(market)
            let isOwn = path.lowercased() == "/products/1"
            for browser in isOwn ? [TestBrowser(market)] : [seller, TestBrowser(market)] {
                #expect(try await isKept(path, browser))
            }
        }
    }
}
