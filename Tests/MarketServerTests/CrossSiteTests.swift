import HTTPTypes
import MarketAPI
import MarketCore
import MarketModels
import NIOCore
import TestMarkets
import Testing

@testable import MarketServer
@testable import MarketWeb

/// Writes that a browser sends for another site, and all those that aren't.
struct CrossSiteTests {
    private static let site = HTTPField.Name.field("Sec-Fetch-Site")
    /// What every test form carries: a token that a sibling domain can plant as a cookie of the common domain.
    private static let token = String(repeating: "0", count: 32)
    private static let forms = WebRoutePattern.allCases.filter { DeclaredRoute.page($0).methods.contains(.post) }
    private static let withoutToken: Set<WebRoutePattern> = [.view, .language, .theme, .favorites, .shareTarget]

    /// A seller's browser with a listing, whose form token somebody else has planted.
    private func browser(_ market: TestMarket) async throws -> TestBrowser {
        let browser = TestBrowser(market)
        await browser.remember("csrf", Self.token)
        let form = try await browser.get("/products/new")
        let sent = try await browser.post("/products", form: .webListing(form, ["contact": "010-1234-5678"]))
        try #require(sent.status == 303, "\(sent.html)")
        return browser
    }

    private func path(_ pattern: WebRoutePattern) -> String {
        pattern.rawValue.replacing("{id}", with: "1").replacing("{page}", with: "imprint-en")
    }

    private func state(_ market: TestMarket) async throws -> ListingState.Kind? {
        guard case .found(let product, _) = try await market.store.product(Product.ID(rawValue: 1)) else { return nil }
        return product.state.kind
    }

    private func sell(_ browser: TestBrowser, _ headers: HTTPFields) async throws -> TestBrowser.Page {
        try await browser.post("/mine", [("csrf", Self.token), ("one", "sell-1")], headers)
    }

    @Test func thereAreTwentySevenFormsWithAToken() {
        #expect(Set(Self.forms).subtracting(Self.withoutToken).count == 27)
    }

    @Test(arguments: ["same-site", "cross-site", "same-origin, cross-site", "same-origin, none", "SAME-ORIGIN", ""])
    func formWithAPlantedTokenIsRefused(site: String) async throws {
        try await withMarket { market in
            let browser = try await browser(market)
            let fields = [("csrf", Self.token), ("one", "sell-1"), ("password", TestMarket.secret)]
            for form in Self.forms {
                let page = try await browser.post(path(form), fields, [Self.site: site])
                #expect(page.status == 403, "\(form)")
                #expect(page.html.contains("another site") && page.html.contains("“Host”"), "\(form)")
                #expect(!page.html.contains("010-1234-5678"), "\(form)")
            }
            #expect(try await state(market) == .open)
        }
    }

    @Test func originDecidesOnlyWhereNothingElseDoes() async throws {
        try await withMarket { market in
            let browser = try await browser(market)
            let foreign: HTTPFields = [.origin: "https://evil.example", Self.site: "same-origin"]
            #expect(try await sell(browser, foreign).status == 303)
            #expect(try await state(market) == .sold)
        }
        try await withMarket { market in
            let browser = try await browser(market)
            let own: HTTPFields = [.origin: "http://localhost:\(market.port)", Self.site: "same-site"]
            for headers in [own, [.origin: "https://evil.example"]] {
                #expect(try await sell(browser, headers).status == 403)
            }
            #expect(try await state(market) == .open)
        }
    }

    @Test func whoeverUsesTheMarketItselfNoticesNothing() async throws {
        let accepted: [HTTPFields] = [[Self.site: "same-origin"], [Self.site: "none"], [:]]
        for headers in accepted {
            try await withMarket { market in
                let browser = try await browser(market)
                #expect(try await sell(browser, headers).status == 303)
                #expect(try await state(market) == .sold)
                #expect(try await market.send(.post, "/api/products", "{}", headers).status == .badRequest)
                for form in Self.withoutToken {
                    #expect(try await browser.post(path(form), [], headers).status == 303, "\(form)")
                }
            }
        }
    }

    /// Links from other sites lead to every page, and nobody reads what they lead to.
    @Test func readingIsForEverybody() async throws {
        try await withMarket { market in
            let browser = try await browser(market)
            let headers: HTTPFields = [.origin: "https://evil.example", Self.site: "cross-site"]
            for path in ["/", "/products/1", "/mine"] { #expect(try await browser.get(path, headers).status == 200) }
            #expect(try await market.get("/api/products", headers).status == .ok)
            #expect(try await market.send(.head, "/api/products/1", nil, headers).status == .ok)
        }
    }

    /// Whoever opens a link in a mail while a form is open in another tab sends the form: the link brings no other token.
    @Test func aLinkFromAnotherSiteLeavesFormsInOtherTabsTheirToken() async throws {
        try await withBrowser { _, browser in
            let form = try await browser.get("/products/new")
            let cookie = try #require(form.headers[values: .setCookie].first { $0.hasPrefix("csrf=") })
            #expect(cookie.contains("HttpOnly") && cookie.contains("SameSite=Lax"))
            let opened = try await browser.get("/products/new", [Self.site: "cross-site"])
            #expect(!opened.headers[values: .setCookie].contains { $0.hasPrefix("csrf=") })
            #expect(opened.status == 200 && opened.hidden("csrf") == form.hidden("csrf"))
        }
    }

    /// A page that sends no referrer has no origin to name, nor has a document in a sandbox of somebody else's page.
    @Test func originThatSaysNothingLeavesItToTheToken() async throws {
        try await withMarket { market in
            let browser = try await browser(market)
            let headers: HTTPFields = [.origin: "null"]
            let unproved = try await browser.post("/mine", [("one", "sell-1")], headers)
            #expect(unproved.status == 403 && unproved.html.contains("expired"))
            #expect(try await sell(browser, headers).status == 303)
            #expect(try await state(market) == .sold)
            let refused = try await market.send(.post, "/api/products", "{}", headers)
            #expect(refused.status == .forbidden)
            #expect(try JSON(refused)["code"].string == "cross_site")
        }
    }

    // MARK: The API

    /// Every method of every route that isn't only read, as programs see the refusal.
    @Test func noRouteOfTheAPIIsWrittenFromAnotherSite() async throws {
        try await withMarket { market in
            try await market.list()
            for pattern in RoutePattern.allCases {
                let path = pattern.rawValue.replacing(/\{[a-z]+\}/, with: "1")
                for method in pattern.methods where method != .get {
                    for headers in [[Self.site: "cross-site"], [.origin: "https://evil.example"]] as [HTTPFields] {
                        let response = try await market.send(method, path, #"{"secret":"correct horse"}"#, headers)
                        #expect(response.status == .forbidden, "\(method) \(path)")
                        let error = try JSON(response)
                        #expect(error["code"].string == "cross_site" && error["error"].bool == true)
                        #expect(error["message"].string?.contains("Host") == true)
                    }
                }
            }
            #expect(try JSON(await market.get("/api/products/1"))["stock"].int == 0)
        }
    }

    /// A page of another site can have its visitors send this without asking the server first.
    @Test func visitorsOfAnotherSiteListNothing() async throws {
        let body = #"{"title":"a","descriptions":"a","price":1,"currency":"KRW","stock":1,"password":"correct horse"}"#
        try await withMarket { market in
            for path in ["/api/products", "/item"] {
                let headers: HTTPFields = [.contentType: "text/plain", .origin: "https://evil.example"]
                let response = try await market.send(.post, path, body, headers)
                #expect(response.status == .forbidden)
            }
            #expect(try JSON(await market.get("/api/products"))["total_count"].int == 0)
            #expect(try await market.send(.post, "/item", body, [.contentType: "text/plain"]).status == .ok)
        }
    }

    @Test(arguments: [Edition.items, .training, .openmarket])
    func everyEditionRefuses(edition: Edition) async throws {
        try await withMarket(edition: edition) { market in
            let path = edition == .items ? "/item" : "/api/products"
            for language in ["en", "ko"] {
                let headers: HTTPFields = [Self.site: "same-site", .acceptLanguage: language]
                let response = try await market.send(.post, path, "{}", headers)
                #expect(response.status == .forbidden && response.headers[.contentLanguage] == language)
                #expect(try JSON(response)["reason"].string?.contains("Host") == true)
            }
            #expect(try await market.send(.post, path, "{}").status == .badRequest)
        }
    }

    @Test func bodyIsNotAwaited() async throws {
        try await withMarket { market in
            let connection = try RawConnection(port: market.port)
            await connection.send(
                """
                POST /api/products HTTP/1.1\r\nHost: localhost\r\nSec-Fetch-Site: cross-site\r\n\
                Content-Length: 1000000\r\n\r\n
                """
            )
            #expect(await connection.readAnswer()?.status == 403)
        }
    }

    // MARK: Origins

    private func policy(proxies: TrustedProxies = .none) throws -> OriginPolicy {
        OriginPolicy(
            fixed: Origin(baseURL: "https://Market.example/"),
            proxies: proxies,
            fallback: try #require(Origin(scheme: "http", authority: "localhost:8080")),
            editionHosts: ["items.example": .items, "old.example:9000": .training]
        )
    }

    private func request(_ host: String, forwarded: String? = nil) -> HTTPRequest {
        var request = HTTPRequest(method: .post, scheme: "http", authority: host, path: "/")
        request.headerFields[.xForwardedHost] = forwarded
        return request
    }

    @Test(arguments: [
        // The host of the request, whatever scheme a proxy was asked with.
        ("shop.example", "http://shop.example"), ("shop.example", "https://shop.example"),
        ("shop.example", "https://shop.example:443"), ("shop.example:80", "http://shop.example"),
        ("shop.example:8080", "http://shop.example:8080"), ("SHOP.example", "https://shop.EXAMPLE"),
        ("[::1]:8080", "http://[::1]:8080"), ("[::1]", "http://[::1]:80"), ("127.0.0.1:8080", "http://127.0.0.1:8080"),
        // The base URL and the hosts of editions, also if a proxy names a host of its own.
        ("10.0.0.5:8080", "https://market.example"), ("10.0.0.5:8080", "http://market.example"),
        ("10.0.0.5:8080", "https://items.example"), ("10.0.0.5:8080", "https://items.example:443"),
        ("10.0.0.5:8080", "http://old.example:9000"), ("10.0.0.5:8080", "https://market.example."),
        ("shop.example.", "https://shop.example."), ("shop.example.:80", "http://shop.example."),
    ])
    func ownOrigins(host: String, origin: String) throws {
        let policy = try policy()
        #expect(policy.isOwn(origin, of: request(host)))
    }

    @Test(arguments: [
        ("shop.example", "https://evil.example"), ("shop.example", "https://sub.shop.example"),
        ("shop.example", "https://shop.example.:8443"), ("shop.example", "https://shop.example.."),
        ("shop.example", "https://shop.example:8443"), ("shop.example:8443", "https://shop.example"),
        ("shop.example:80", "https://shop.example"), ("shop.example", "https://shop.example.evil.example"),
        ("10.0.0.5", "https://market.example:8443"), ("10.0.0.5", "https://old.example"),
        ("10.0.0.5", "https://items.example:8443"), ("10.0.0.5", "https://market.example/shop"),
        // None of these is the origin of a page.
        ("shop.example", "shop.example"), ("shop.example", "//shop.example"), ("shop.example", ""),
        ("shop.example", "https://"), ("", "https://"), ("shop.example", "app://shop.example"),
        ("shop.example", "https://shop.example, https://evil.example"), ("shop.example", "https://a@shop.example"),
        ("shop.example", "https://evil.example https://shop.example"), ("shop.example", "https://shop.example:"),
        ("shop.example", "null"),
    ])
    func foreignOrigins(host: String, origin: String) throws {
        let policy = try policy()
        #expect(!policy.isOwn(origin, of: request(host)))
    }

    @Test func forwardedHostCountsBehindATrustedProxyOnly() throws {
        let forwarded = request("10.0.0.5:8080", forwarded: "shop.example, 10.0.0.7")
        let (trusting, other) = try (policy(proxies: .loopback), policy())
        #expect(trusting.isOwn("https://shop.example", of: forwarded))
        #expect(trusting.isOwn("http://10.0.0.5:8080", of: forwarded))
        #expect(!trusting.isOwn("https://evil.example", of: forwarded))
        #expect(!other.isOwn("https://shop.example", of: forwarded))
    }

    @Test(arguments: [(TrustedProxies.loopback, 303), (.none, 403)])
    func formPassesThroughAProxyThatNamesTheHost(proxies: TrustedProxies, status: Int) async throws {
        try await withMarket(proxies: proxies) { market in
            let browser = try await browser(market)
            let headers: HTTPFields = [.origin: "https://shop.example", .field("X-Forwarded-Host"): "shop.example"]
            #expect(try await sell(browser, headers).status == status)
        }
    }
}
