import Foundation
import HTTPTypes
import MarketCore
import MarketModels
import MarketServer
import MarketTexts
import MarketWeb
import NIOCore
import TestMarkets
import Testing

/// What makes the market its operator's own, wherever it is shown.
struct ProfileTests {
    private func withOperator(
        registration: MarketProfile.Registration = .open,
        _ test: @escaping @Sendable (ProfileOperator, TestMarket) async throws -> Void
    ) async throws {
        try await withMarket(registration: registration) { market in
            try await test(ProfileOperator(service: AdminService(services: market.services, webApp: Site())), market)
        }
    }

    // MARK: Names

    @Test func nameIsShownWhereverTheMarketIsNamed() async throws {
        try await withOperator { wonbi, market in
            try await market.list(["name": "의자"])
            try await wonbi.set("name", "연남 장터", in: "ko")
            try await wonbi.set("name", "Yeonnam", in: "en")
            try await wonbi.set("tagline", "우리 동네", in: "ko")
            for (language, name) in [("ko", "연남 장터"), ("en", "Yeonnam")] {
                let browser = TestBrowser(market, language: language)
                let list = try await browser.get("/").html
                #expect(list.contains("<title>\(name)</title>"))
                #expect(list.contains("<span dir=\"auto\">\(name)</span></a></h1>"))
                #expect(list.contains("title=\"\(name)\" href=\"/feed.atom\""))
                #expect(list.contains("property=\"og:title\" content=\"\(name)\""))
                let product = try await browser.get("/products/1").html
                #expect(product.contains("<title>의자 · \(name)</title>"))
                #expect(product.contains("property=\"og:site_name\" content=\"\(name)\""))
                #expect(try await browser.get("/feed.atom").html.contains("<title>\(name)</title>"))
                #expect(try await browser.get("/sellers/1/feed.atom").html.contains(" · \(name)</title>"))
                let sheet = try await browser.get("/print?products=1&kind=notices").html
                #expect(sheet.contains(" · \(name)</title>") && sheet.contains("</bdi> · <bdi>\(name)</bdi></p>"))
                #expect(try await browser.get("/products/1/report").html.contains(" · \(name)</title>"))
                #expect(try await browser.get("/offline").html.contains(" · \(name)</title>"))
                #expect(try await browser.get("/nowhere").html.contains(" · \(name)</title>"))
                for path in ["/", "/products/1", "/offline"] {
                    let html = try await browser.get(path).html
                    #expect(!html.contains("Open Market") && !html.contains("오픈 마켓"), "\(path)")
                    #expect(html.contains("우리 동네") == (language == "ko"), "\(path)")
                }
            }
        }
    }

    @Test func cachedPagesAreMadeAnewAndProductsOfTheAPIAreNot() async throws {
        try await withOperator { wonbi, market in
            try await market.list(["name": "의자"])
            let browser = TestBrowser(market)
            let paths = ["/", "/products/1", "/sellers/1", "/feed.atom", "/products/1/others"]
            for _ in 1...3 { for path in paths { _ = try await browser.get(path) } }
            let before = try await market.get("/api/products/1")
            try await wonbi.set("name", "Yeonnam", in: "en")
            for path in paths.dropLast() { #expect(try await browser.get(path).html.contains("Yeonnam"), "\(path)") }
            let after = try await market.get("/api/products/1")
            #expect(after.headers == before.headers && after.body == before.body)
            let tag = try #require(before.headers[.eTag])
            #expect(try await market.get("/api/products/1", [.ifNoneMatch: tag]).status == .notModified)
            try await wonbi.unset("name", in: "en")
            for path in paths.dropLast() {
                #expect(try await browser.get(path).html.contains("Open Market"), "\(path)")
            }
        }
    }

    @Test func hostileNamesStayTexts() async throws {
        try await withOperator { wonbi, market in
            try await market.list(["name": "의자"])
            let name = "</title><b onload='x'>\"{{lang}}&\u{301}"
            try await wonbi.set("name", name, in: "en")
            try await wonbi.set("tagline", "<script>alert(1)</script>{{{csrf}}}", in: "en")
            try await wonbi.set("links", "<i>{{name}}</i>=https://a.example/?a='&b=(c)", in: "en")
            let escaped = "&lt;/title&gt;&lt;b onload=&#39;x&#39;&gt;&quot;{{lang}}&amp;\u{301}"
            for path in ["/", "/products/1", "/offline", "/feed.atom", "/print?products=1", "/products/new"] {
                let page = try await TestBrowser(market).get(path)
                #expect(page.html.contains(escaped), "\(path)")
                for markup in ["<b onload", "<script>alert", "<i>{{"] {
                    #expect(!page.html.contains(markup), "\(path)")
                }
            }
            let manifest = try await TestBrowser(market).get("/manifest.webmanifest?language=en")
            #expect(JSON(try JSONSerialization.jsonObject(with: Data(manifest.html.utf8)))["name"].string == name)
            for bad in [
                "a\u{202E}b", "a\u{301}\u{302}\u{303}\u{304}\u{305}\u{306}", String(repeating: "가", count: 10_000),
            ] {
                #expect(
                    await wonbi.refusal(.set(field: "name", language: "en", value: bad))?.hasPrefix("'name.en' must")
                        == true
                )
            }
            #expect(try await TestBrowser(market).get("/").html.contains(escaped))
        }
    }

    @Test func manifestHasNameAndIconsWhereverItIs() async throws {
        try await withOperator { wonbi, market in
            let browser = TestBrowser(market, language: "ko")
            let common = try await browser.get("/").html
            #expect(common.contains("href=\"/assets/") && !common.contains("href=\"/manifest.webmanifest"))
            try await wonbi.set("name", "연남 장터", in: "ko")
            let html = try await browser.get("/").html
            let address = try #require(html.firstMatch(of: /rel="manifest" href="([^"]*)"/)?.1)
            // Without cookies, as browsers ask for it.
            let response = try await market.client.execute(
                uri: String(address),
                method: .get,
                headers: [.acceptLanguage: "en"],
                body: nil
            )
            #expect(response.headers[.contentType] == "application/manifest+json")
            let manifest = try JSON(response)
            #expect(manifest["name"].string == "연남 장터" && manifest["short_name"].string == "연남 장터")
            #expect(manifest["lang"].string == "ko" && manifest["start_url"].string == "/")
            let icons = manifest["icons"].array + manifest["shortcuts"].array.flatMap { $0["icons"].array }
            #expect(icons.count == 5)
            for icon in icons {
                let path = try #require(icon["src"].string)
                #expect(try await browser.get(path).status == 200, "\(path)")
            }
        }
    }

    @Test func shareImagesAreDrawnAnewWithTheName() async throws {
        try await withOperator { wonbi, market in
            try await market.list(["name": "의자"])
            let browser = TestBrowser(market)
            func image() async throws -> String {
                let html = try await browser.get("/products/1").html
                return String(
                    try #require(html.firstMatch(of: /og:image" content="[^"]*?(\/images\/share\/[^"]*)"/)?.1)
                )
            }
            let before = try await image()
            func bytes(_ path: String) async throws -> [UInt8] {
                let response = try await market.client.execute(uri: path, method: .get, headers: [:], body: nil)
                #expect(response.status == .ok)
                return Array(response.body.readableBytesView)
            }
            let drawn = try await bytes(before)
            try await wonbi.set("name", "Yeonnam", in: "en")
            let after = try await image()
            #expect(after != before)
            #expect(try await bytes(after) != drawn)
            // Messengers that have the earlier address are led to the new one.
            #expect(try await browser.get(before).headers[.location] == after)
        }
    }

    // MARK: Contact, language, links

    @Test func peopleAreToldToAskOnlyWhereTheyCan() async throws {
        try await withOperator(registration: .closed) { wonbi, market in
            func sentence(_ language: String = "en") async throws -> String {
                let response = try await market.post(.listing([:]), headers: [.acceptLanguage: language])
                #expect(response.status == .forbidden)
                return try #require(try JSON(response)["message"].string)
            }
            #expect(try await sentence() == "This market doesn’t accept new sellers right now.")
            #expect(try await sentence("ko") == "이 마켓은 지금 새 판매자를 받지 않아요.")
            try await wonbi.set("contact", "help@market.example")
            #expect(try await sentence().hasSuffix(" Ask the market’s operator: help@market.example"))
            #expect(try await sentence("ko").hasSuffix(" 운영자에게 문의해 주세요: help@market.example"))
            let html = try await TestBrowser(market).get("/").html
            #expect(html.contains("<a href=\"mailto:help@market.example\">Contact</a>"))
            try await wonbi.set("contact", "https://open.kakao.com/o/abc")
            #expect(try await TestBrowser(market).get("/").html.contains("<a href=\"https://open.kakao.com/o/abc\">"))
            // A number is read as well, since not every device can call.
            try await wonbi.set("contact", "010-1234-5678")
            #expect(try await sentence("ko").hasSuffix(" 운영자에게 문의해 주세요: 010-1234-5678"))
            let page = try await TestBrowser(market, language: "ko").get("/mine").html
            #expect(page.contains("<a class=\"button\" href=\"tel:01012345678\">운영자에게 문의 010-1234-5678</a>"))
            #expect(page.contains("<a href=\"tel:01012345678\">운영자에게 문의 010-1234-5678</a>"))
            try await wonbi.unset("contact")
            #expect(try await sentence() == "This market doesn’t accept new sellers right now.")
            #expect(try await !TestBrowser(market).get("/").html.contains(">Contact</a>"))
        }
    }

    @Test(arguments: [("en", "Let the market’s operator know"), ("ko", "운영자에게 알려 주세요")])
    func whatOnlyTheOperatorCanHelpWithSaysWhere(_ language: String, _ tell: String) async throws {
        try await withOperator { wonbi, market in
            func sentences() async throws -> (api: String, page: String) {
                let headers: HTTPFields = [.acceptLanguage: language, .field("Sec-Fetch-Site"): "cross-site"]
                var forPeople = headers
                forPeople[.accept] = "text/html"
                let client = market.client
                let api = try await client.execute(uri: "/api/products", method: .post, headers: headers, body: nil)
                let page = try await client.execute(uri: "/products", method: .post, headers: forPeople, body: nil)
                #expect(api.status == .forbidden && page.status == .forbidden)
                return (try #require(try JSON(api)["message"].string), String(buffer: page.body))
            }
            var said = try await sentences()
            #expect(said.api.hasSuffix("\(tell).") && said.page.contains("\(tell)."))
            try await wonbi.set("contact", "help@market.example")
            said = try await sentences()
            #expect(said.api.hasSuffix("\(tell): help@market.example"))
            #expect(said.page.contains("\(tell): help@market.example"))
        }
    }

    @Test func blockedSellersAreToldWhomToAsk() async throws {
        try await withOperator { wonbi, market in
            try await market.list()
            _ = await wonbi.service.perform(.setBlocked(vendor: 1, isBlocked: true, reason: "why"))
            try await wonbi.set("contact", "help@market.example")
            let edit = try await market.send(.patch, "/api/products/1", #"{"secret":"correct horse","stock":5}"#)
            #expect(edit.status == .forbidden)
            #expect(try JSON(edit)["message"].string?.hasSuffix(": help@market.example") == true)
        }
    }

    @Test func languageIsForThoseWhoNameNone() async throws {
        try await withOperator { wonbi, market in
            func language(_ headers: HTTPFields = [:]) async throws -> String? {
                try await market.client.execute(uri: "/", method: .get, headers: headers, body: nil)
                    .headers[.contentLanguage]
            }
            #expect(try await language() == "en")
            try await wonbi.set("language", "ko")
            #expect(try await language() == "ko")
            #expect(try await language([.acceptLanguage: "en"]) == "en")
            #expect(try await language([.acceptLanguage: "fr"]) == "en")
            #expect(try await language([.cookie: "language=en"]) == "en")
            // Errors of the API stay as they were.
            #expect(try await market.get("/api/products/99").headers[.contentLanguage] == "en")
            try await wonbi.unset("language")
            #expect(try await language() == "en")
        }
    }

    @Test(arguments: [("Asia/Seoul", Language.korean), ("Europe/Berlin", .english)])
    func timeZoneSaysTheLanguage(_ zone: String, _ language: Language) throws {
        let settings = try ServerSettings(reading: SettingSources([["time-zone": .single(zone)]]))
        #expect(settings.language == language)
    }

    @Test func formsBeginWithTheCurrency() async throws {
        try await withOperator { wonbi, market in
            let browser = TestBrowser(market)
            let option = /<option value="([A-Z]{3})"/
            func first() async throws -> Substring? {
                try await browser.get("/products/new").html.firstMatch(of: option)?.1
            }
            let refused = try await market.post(.listing(["currency": "CHF"]))
            #expect(refused.status == .badRequest)
            #expect(try await first() == "KRW")
            try await wonbi.set("currency", "chf")
            #expect(try await first() == "CHF")
            let read = try JSON(await market.get("/api/categories"))["currencies"].array.compactMap(\.string)
            #expect(read == ["CHF"] + Currency.usual.map(\.rawValue))
            try await market.list(["currency": "CHF", "name": "의자"])
            let edit = #"{"secret":"correct horse","currency":"CHF","price":5}"#
            #expect(try await market.send(.patch, "/api/products/1", edit).status == .accepted)
            // Lists of the API are ordered and filtered as before.
            let filtered = try await market.get("/api/products?price_max=5&currency=all")
            #expect(filtered.status == .ok)
            try await wonbi.unset("currency")
            #expect(try await first() == "KRW")
            #expect(try await market.post(.listing(["currency": "CHF"])).status == .badRequest)
        }
    }

    @Test func linksAreAtTheEndOfPages() async throws {
        try await withOperator { wonbi, market in
            try await wonbi.set("links", "FAQ=https://a.example/?a=1&b=2", in: "ko")
            let html = try await TestBrowser(market).get("/").html
            #expect(html.contains("<a href=\"https://a.example/?a=1&amp;b=2\" dir=\"auto\">FAQ</a>"))
        }
    }

    // MARK: Color

    @Test func colorIsTheOnlyStyleThatThePolicyAdds() async throws {
        try await withOperator { wonbi, market in
            let browser = TestBrowser(market)
            let usual = try await browser.get("/")
            #expect(usual.html.matches(of: /<style/).count == 1)
            try await wonbi.set("accent", "#0b57d0")
            for path in ["/", "/products/new", "/nowhere"] {
                let page = try await browser.get(path)
                #expect(page.html.contains("<style>:root{--accent:#0b57d0}@media"), "\(path)")
                let policy = try #require(page.headers[.contentSecurityPolicy])
                #expect(policy.matches(of: /'sha256-[^']*'/).count == 2 && !policy.contains("unsafe"))
            }
            try await wonbi.set("accent-dark", "#8ab4f8")
            #expect(try await browser.get("/").html.contains("[data-theme=dark]{--accent:#8ab4f8;"))
            let refusal = await wonbi.refusal(.set(field: "accent", language: nil, value: "#ffff00"))
            #expect(refusal?.contains("the nearest color that has it is #") == true)
            try await wonbi.unset("accent")
            try await wonbi.unset("accent-dark")
            #expect(try await browser.get("/").headers == usual.headers)
        }
    }

    // MARK: Commands

    @Test func requestsThatAreNoneAreRefused() async throws {
        try await withOperator { wonbi, _ in
            let refusals: [(MarketRequest, String)] = [
                (.set(field: "colour", language: nil, value: "x"), "There's no value 'colour'."),
                (.set(field: "name", language: nil, value: "x"), "'name' has a value in each language."),
                (.set(field: "contact", language: "ko", value: "a@b.example"), "'contact' has one value"),
                (.set(field: "name", language: "fr", value: "x"), "'fr' is no language"),
                (.unset(field: "name", language: nil), "'name' has a value in each language."),
                (.setPage(kind: "faq", language: "ko", text: "x"), "There's no page 'faq'."),
                (.setPage(kind: "terms", language: "fr", text: "x"), "'fr' is no language"),
                (.setPage(kind: "terms", language: "ko", text: " "), "A page must be a text of 1 to 20000"),
                (.showPage(kind: "terms", language: "ko"), "The page terms has no text in 'ko'."),
                (.removePage(kind: "terms", language: "ko"), "The page terms has no text in 'ko'."),
                (.publishPage(kind: "terms", language: nil, isPublished: true), "The page terms has no text"),
            ]
            for (request, sentence) in refusals {
                #expect(await wonbi.refusal(request)?.hasPrefix(sentence) == true, "\(request)")
            }
            #expect(try await wonbi.row(.show).values.allSatisfy { $0.value == nil })
            // What isn't there can be removed.
            try await wonbi.unset("contact")
        }
    }

    @Test func settingsWinAndSaySo() async throws {
        try await withOperator { wonbi, market in
            try await wonbi.set("name", "장터", in: "ko")
            let sources = SettingSources([
                ["market-name-ko": .single("설정, 장터"), "market-contact": .single("a@b.example")]
            ])
            let settings = try ServerSettings(reading: sources)
            try await market.services.editProfile.define(settings.profile)
            let browser = TestBrowser(market, language: "ko")
            #expect(try await browser.get("/").html.contains("<title>설정, 장터</title>"))
            let refusal = await wonbi.refusal(.set(field: "name", language: "ko", value: "다른"))
            #expect(
                refusal?.hasPrefix("This market's settings define 'name.ko'. Change 'market-name-ko' there") == true
            )
            #expect(await wonbi.refusal(.unset(field: "contact", language: nil))?.contains("'market-contact'") == true)
            let row = try await wonbi.row(.show)
            #expect(row.values.filter(\.isDefinedBySettings).map(\.name) == ["name", "contact"])
            try await wonbi.set("name", "Market", in: "en")
            try await market.services.editProfile.define([:])
            try await wonbi.set("name", "다른", in: "ko")
        }
    }

    @Test func settingsAreCheckedLikeCommands() throws {
        for (name, value, rule) in [
            ("market-accent", "#ffff00", "contrast of 4.5:1 on light pages"),
            ("market-language", "fr", "must be ko or en"),
            ("market-links-en", "FAQ", "must be links such as FAQ=https"),
        ] {
            do throws(ServerSettings.Problem) {
                _ = try ServerSettings(reading: SettingSources([[name: .single(value)]]))
                Issue.record("\(name) took \(value)")
            } catch {
                #expect(error.description.hasPrefix("'\(name)' ") && error.description.contains(rule), "\(error)")
            }
        }
        let links = SettingSources([["market-links-en": .list(["FAQ=https://a.example", "Blog=https://b.example"])]])
        #expect(
            try ServerSettings(reading: links).profile.first?.value == "FAQ=https://a.example\nBlog=https://b.example"
        )
    }
}

/// An operator who makes a market their own.
struct ProfileOperator: Sendable {
    let service: AdminService

    func refusal(_ request: MarketRequest) async -> String? {
        if case .refused(let sentence) = await service.perform(.market(request)) { sentence } else { nil }
    }

    @discardableResult
    func row(_ request: MarketRequest) async throws -> AdminResponse.MarketRow {
        let response = await service.perform(.market(request))
        guard case .market(let row) = response else { throw Failure(response: response) }
        return row
    }

    func set(_ field: String, _ value: String, in language: String? = nil) async throws {
        try await row(.set(field: field, language: language, value: value))
    }

    func unset(_ field: String, in language: String? = nil) async throws {
        try await row(.unset(field: field, language: language))
    }

    func setPage(_ kind: String, _ text: String, in language: String = "en") async throws {
        let response = await service.perform(.market(.setPage(kind: kind, language: language, text: text)))
        guard case .done = response else { throw Failure(response: response) }
    }

    func publish(_ kind: String, _ isPublished: Bool = true, in language: String? = nil) async throws {
        try await row(.publishPage(kind: kind, language: language, isPublished: isPublished))
    }

    struct Failure: Error {
        let response: AdminResponse
    }
}
