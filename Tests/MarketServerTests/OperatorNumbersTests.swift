import MarketCore
import MarketModels
import MarketServer
import TestMarkets
import Testing

/// What the operators' first page says about the server (UX.md, “Operators”).
struct OperatorNumbersTests {
    @Test(arguments: [
        ("ko", "측정 중", "남은 공간"), ("en", "Being measured", " free"),
    ])
    func theFirstPageSaysWhatIsStoredAndAsked(
        _ language: String,
        _ measuring: String,
        _ free: String
    ) async throws {
        try await withMarket { market in
            try await market.list(photos: ["red"])
            let browser = TestBrowser(market, language: language)
            try await browser.signIn(as: "Lee", .moderator)
            // Nobody waits for it.
            let first = try await browser.get("/operator").html
            #expect(first.contains(measuring) && !first.contains(free))
            try await wait { try await !browser.get("/operator").html.contains(measuring) }
            let before = try await browser.get("/operator").html
            #expect(before.contains(free))
            for number in 1...3 { _ = try await market.get("/api/products/\(number)") }
            let after = try await browser.get("/operator").html
            let counts = try [before, after].map { page in
                let found =
                    page.firstMatch(of: #/이 서버가 받은 요청</dt><dd>[^<]*부터 (\d+)건/#)
                    ?? page.firstMatch(of: #/Requests to this server</dt><dd>(\d+) since /#)
                return Int(try #require(found?.1)) ?? 0
            }
            // With the page that said so.
            #expect(counts[1] - counts[0] == 4)
            #expect(!(try await TestBrowser(market, language: language).get("/operator").html.contains(free)))
        }
    }
}
