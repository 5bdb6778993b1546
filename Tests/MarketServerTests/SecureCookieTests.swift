import HTTPTypes
import MarketCore
import MarketModels
import MarketServer
import TestMarkets
import Testing

/// The cookies that say who somebody is. Over https no other host of the same site can set them.
struct SecureCookieTests {
    private static let secure = "https://market.example"

    private func list(_ browser: TestBrowser, _ name: String) async throws -> TestBrowser.Page {
        let form = try await browser.get("/products/new")
        return try await browser.post("/products", form: .webListing(form, ["name": name]))
    }

    private func cookies(_ page: TestBrowser.Page) -> [String: String] {
        Dictionary(
            page.headers[values: .setCookie].map { field in (String(field.prefix { $0 != "=" }), field) }
        ) { first, _ in first }
    }

    @Test func overHTTPSTheyHaveThePrefixAndBelongToTheHost() async throws {
        try await withMarket(baseURL: Self.secure) { market in
            let browser = TestBrowser(market)
            let form = cookies(try await browser.get("/products/new"))
            #expect(Set(form.keys) == ["__Host-csrf", "__Host-seller", "__Host-rights"])
            var listed = cookies(try await list(browser, "Chair"))
            // Only which sentence the product's page says once.
            #expect(listed.removeValue(forKey: "done")?.hasPrefix("done=listed-1") == true)
            #expect(Set(listed.keys) == ["__Host-ticket-1"])
            for (name, field) in form.merging(listed, uniquingKeysWith: { $1 }) {
                let parts = Set(field.split(separator: ";").map { $0.drop { $0 == " " }.lowercased() })
                #expect(parts.isSuperset(of: ["secure", "httponly", "path=/"]), "\(name)")
                #expect(!parts.contains { $0.hasPrefix("domain") }, "\(name)")
            }
            #expect(try await browser.get("/products/1/edit").hidden("ticket") != nil)
            #expect(try await browser.get("/mine").html.contains("Chair"))
        }
    }

    @Test(arguments: [nil, "http://localhost:8080"])
    func overHTTPTheyKeepTheirNames(_ baseURL: String?) async throws {
        try await withMarket(baseURL: baseURL) { market in
            let browser = TestBrowser(market)
            let form = cookies(try await browser.get("/products/new"))
            #expect(Set(form.keys) == ["csrf", "seller", "rights"])
            let ticket = try #require(cookies(try await list(browser, "Chair"))["ticket"])
            #expect(ticket.contains("Path=/products/1"))
        }
    }

    /// A sibling host can set cookies without the prefix for the whole site.
    @Test func overHTTPSOthersAreNotRead() async throws {
        try await withMarket(baseURL: Self.secure) { market in
            let seller = TestBrowser(market)
            _ = try await list(seller, "Chair")
            let (ticket, csrf) = (await seller.cookies["__Host-ticket-1"], String(repeating: "a", count: 32))
            for names in [
                ["csrf", "seller", "rights", "ticket", "ticket-1"],
                ["__host-csrf", "__Host-ticket", "__Host-ticket-01"],
            ] {
                let other = TestBrowser(market)
                for name in names {
                    let own =
                        name.lowercased().hasSuffix("csrf")
                        ? csrf : name.contains("ticket") ? ticket : await seller.cookies["__Host-\(name)"]
                    await other.remember(name, try #require(own))
                }
                #expect(try await other.get("/products/1/edit").hidden("ticket") == nil)
                #expect(try await !other.get("/mine").html.contains("Chair"))
                await other.forget("__Host-csrf")
                #expect(try await other.post("/mine", [("csrf", csrf), ("one", "sell-1")]).status == 403)
            }
        }
    }

    @Test func whoHasOnlyOldOnesIsToldOnceHowListingsComeBack() async throws {
        try await withMarket(baseURL: Self.secure) { market in
            for name in ["seller", "rights"] {
                let browser = TestBrowser(market)
                await browser.remember(name, String(repeating: "b", count: 32))
                let first = try await browser.get("/mine")
                #expect(first.html.contains("To get them back, enter their password"))
                #expect(cookies(first)[name]?.contains("Max-Age=0") == true)
                #expect(try await !browser.get("/mine").html.contains("To get them back"))
            }
            // The opposites: nobody new, and nobody whose listings are there.
            let new = TestBrowser(market)
            #expect(try await !new.get("/mine").html.contains("To get them back"))
            _ = try await list(new, "Chair")
            await new.remember("seller", String(repeating: "b", count: 32))
            #expect(try await !new.get("/mine").html.contains("To get them back"))
        }
        try await withBrowser { market, browser in
            _ = try await list(browser, "Chair")
            #expect(try await !browser.get("/mine").html.contains("To get them back"))
        }
    }

    @Test func eightTicketsAtMostAndThoseThatExpireFirstEnd() async throws {
        try await withMarket(baseURL: Self.secure) { market in
            let browser = TestBrowser(market)
            for number in 1...10 {
                _ = try await list(browser, "Chair \(number)")
                market.clock.advance(seconds: 60)
            }
            let tickets = await browser.cookies.filter { $0.key.hasPrefix("__Host-ticket-") && !$0.value.isEmpty }
            #expect(Set(tickets.keys) == Set((3...10).map { "__Host-ticket-\($0)" }))
            #expect(try await browser.get("/products/10/edit").hidden("ticket") != nil)
            #expect(try await browser.get("/products/3/edit").hidden("ticket") != nil)
            #expect(try await browser.get("/products/2/edit").hidden("ticket") == nil)
            // One again is the newest.
            let csrf = try #require(try await browser.get("/products/3/manage").hidden("csrf"))
            _ = try await browser.post("/products/3/edit", [("csrf", csrf), ("password", TestMarket.secret)])
            _ = try await list(browser, "Chair 11")
            #expect(try await browser.get("/products/4/edit").hidden("ticket") == nil)
            #expect(try await browser.get("/products/3/edit").hidden("ticket") != nil)
        }
    }
}
