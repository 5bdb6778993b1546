import Foundation
import HTTPTypes
import MarketModels
import MarketServer
import MarketTexts
import MarketWeb
import TestMarkets
import Testing

/// The operator's pages.
struct TextPagesTests {
    private func withOperator(
        _ test: @escaping @Sendable (ProfileOperator, TestMarket) async throws -> Void
    ) async throws {
        try await withMarket { market in
            try await test(ProfileOperator(service: AdminService(services: market.services, webApp: Site())), market)
        }
    }

    @Test(arguments: MarketPage.Kind.allCases)
    func pagesAreSeenOncePublished(_ kind: MarketPage.Kind) async throws {
        try await withOperator { wonbi, market in
            let browser = TestBrowser(market)
            let path = "/pages/\(kind.rawValue)"
            let link = "<a href=\"\(path)\">"
            func isSeen() async throws -> Bool {
                let (page, list) = (try await browser.get(path), try await browser.get("/"))
                let map = try await browser.get("/sitemaps/1.xml")
                let isSeen = page.status == 200
                #expect(isSeen || page.status == 404)
                #expect(list.html.contains(link) == isSeen && map.html.contains("\(path)</loc>") == isSeen)
                return isSeen
            }
            #expect(try await !isSeen())
            try await wonbi.setPage(kind.rawValue, "# Hello\n\nBy *Wonbi*")
            #expect(try await !isSeen())
            try await wonbi.publish(kind.rawValue)
            #expect(try await isSeen())
            let page = try await browser.get(path)
            #expect(page.html.contains("<h2>Hello</h2>\n<p>By <em>Wonbi</em></p>"))
            #expect(page.html.contains("<link rel=\"canonical\" href=\"http://localhost\(path)\">"))
            #expect(!page.html.contains("noindex"))
            func lastChange() async throws -> String? {
                let map = try await browser.get("/sitemaps/1.xml").html
                let rest = map.components(separatedBy: "\(path)</loc><lastmod>").dropFirst().first
                return rest.map { String($0.prefix { $0 != "<" }) }
            }
            let written = try #require(try await lastChange())
            market.clock.advance(seconds: 86_400)
            // What nobody sees changes nothing.
            try await wonbi.setPage(kind.rawValue, "안녕", in: "ko")
            #expect(try await lastChange() == written)
            // Kept, and made anew.
            for _ in 1...3 { _ = try await browser.get(path) }
            try await wonbi.setPage(kind.rawValue, "By Kim")
            #expect(try await browser.get(path).html.contains("<p>By Kim</p>"))
            #expect(try #require(try await lastChange()) > written)
            try await wonbi.publish(kind.rawValue, false)
            #expect(try await !isSeen())
        }
    }

    @Test func pagesAreInTheLanguageOfTheReader() async throws {
        try await withOperator { wonbi, market in
            try await wonbi.setPage("terms", "약관", in: "ko")
            try await wonbi.setPage("terms", "Terms", in: "en")
            try await wonbi.publish("terms", in: "ko")
            let (korean, english) = (TestBrowser(market, language: "ko"), TestBrowser(market))
            // Better than nothing.
            #expect(try await english.get("/pages/terms").html.contains("lang=\"ko\" dir=\"auto\"><p>약관</p>"))
            try await wonbi.publish("terms")
            #expect(try await english.get("/pages/terms").html.contains("lang=\"en\" dir=\"auto\"><p>Terms</p>"))
            #expect(try await korean.get("/pages/terms").html.contains("lang=\"ko\" dir=\"auto\"><p>약관</p>"))
            #expect(try await korean.get("/").html.contains(">이용약관</a>"))
        }
    }

    @Test(arguments: ["/pages/faq", "/pages/", "/pages/imprint/x", "/pages/IMPRINT%00", "/pages/%2e%2e"])
    func otherPagesAreNone(_ path: String) async throws {
        try await withOperator { wonbi, market in
            try await wonbi.setPage("imprint", "x")
            try await wonbi.publish("imprint")
            #expect(try await TestBrowser(market).get(path).status == 404)
        }
    }

    @Test(arguments: Language.allCases, MarketPage.Kind.allCases)
    func templatesArePublishedOnceTheirGapsAreFilled(_ language: Language, _ kind: MarketPage.Kind) async throws {
        try await withOperator { wonbi, market in
            let template = PageTemplates(language: language)[kind]
            let gaps = MarketPage.gaps(in: template)
            try await wonbi.setPage(kind.rawValue, template, in: language.rawValue)
            let publish = MarketRequest.publishPage(kind: kind.rawValue, language: nil, isPublished: true)
            let refusal = try #require(await wonbi.refusal(publish))
            #expect(refusal.contains("has gaps") && refusal.contains(gaps[0]))
            let browser = TestBrowser(market, language: language.rawValue)
            #expect(try await browser.get("/pages/\(kind.rawValue)").status == 404)
            // The last gap counts as well.
            var text = template
            for gap in Set(gaps) {
                #expect(await wonbi.refusal(publish) != nil)
                text = text.replacing(gap, with: "원비 Wonbi")
                try await wonbi.setPage(kind.rawValue, text, in: language.rawValue)
            }
            try await wonbi.publish(kind.rawValue)
            let page = try await browser.get("/pages/\(kind.rawValue)")
            #expect(page.status == 200 && page.html.contains("원비 Wonbi"))
            let article = try #require(page.html.firstMatch(of: /<article(?s:.*)<\/article>/)).output
            #expect(!article.contains("[") && !article.contains("]"))
            // Nobody sees gaps later either.
            let set = MarketRequest.setPage(kind: kind.rawValue, language: language.rawValue, text: template)
            #expect(await wonbi.refusal(set)?.contains("has gaps") == true)
            #expect(try await browser.get("/pages/\(kind.rawValue)").html == page.html)
        }
    }

    @Test func markdownBringsNoScriptsAndNoPictures() async throws {
        try await withOperator { wonbi, market in
            let attack = """
                <script>alert(1)</script>

                x <img src=x onerror=alert(1)> ![y](https://other.example/y.png) \\[z]

                <a href="javascript:alert(1)">a</a> [b](javascript:alert(1)) [c](/products/1/delete) {{csrf}} {{{data}}}
                """
            try await wonbi.setPage("safety", attack)
            try await wonbi.publish("safety")
            let page = try await TestBrowser(market).get("/pages/safety").html
            let text = try #require(page.firstMatch(of: /<article[^>]*>(?<text>(?s:.*))<\/article>/)?.text)
            let shown = """
                <p>&lt;script&gt;alert(1)&lt;/script&gt;</p>
                <p>x &lt;img src=x onerror=alert(1)&gt;  [z]</p>
                <p>&lt;a href=&quot;javascript:alert(1)&quot;&gt;a&lt;/a&gt; b c {{csrf}} {{{data}}}</p>

                """
            #expect(text == shown)
        }
    }
}
