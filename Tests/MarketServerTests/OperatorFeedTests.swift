import Foundation
import HTTPTypes
import MarketCore
import MarketModels
import MarketServer
import ProductStoreContract
import TestMarkets
import Testing

/// The feed of an operator who isn't looking (UX.md, “Operators”).
struct OperatorFeedTests {
    private static let commandLine = OperatorAuthenticator.commandLine

    private func feed(_ name: String, _ market: TestMarket) async throws -> String {
        "/operator/feed.atom?token="
            + (try await market.services.operatorAuthenticator.makeFeed(for: name, by: Self.commandLine))
    }

    private func report(_ id: Int, _ market: TestMarket, _ text: String = "") async throws {
        let body = """
            {"reason":"scam","text":"\(text)","name":"Reporter","mail":"reporter@market.example"}
            """
        #expect(try await market.send(.post, "/api/products/\(id)/reports", body).status == .created)
    }

    private func titles(_ feed: TestBrowser.Page) -> [String] {
        feed.html.matches(of: /<title>([^<]*)<\/title>/).dropFirst().map { String($0.1) }
    }

    @Test(arguments: [
        ("ko", "운영자가 확인할 일", "수정·답변됨", "사기"), ("en", "Waiting for an operator", "Changed or answered", "scam"),
    ])
    func itShowsWhatWaitsAndNothingPrivate(
        _ language: String,
        _ title: String,
        _ changed: String,
        _ reason: String
    ) async throws {
        try await withMarket { market in
            try await market.list(["name": "Chair <1>", "contact": "010-1234-5678", "descriptions": "About it"])
            try await market.list(["name": "Table"])
            let browser = TestBrowser(market, language: language == "ko" ? "en" : "ko")
            try await browser.signIn(as: "Kim", .moderator)
            let address = try await feed("Kim", market) + "&language=\(language)"
            #expect(titles(try await browser.get(address)).isEmpty)
            try await report(1, market, "What I wrote")
            market.clock.advance(seconds: 60)
            let moderate = market.services.moderateListings
            let table = Product.ID(rawValue: 2)
            try await moderate.perform(.ask, on: table, reason: "The size", by: Self.commandLine)
            market.clock.advance(seconds: 60)
            // Of a reader without cookies.
            let reader = TestBrowser(market)
            #expect(titles(try await reader.get(address)).count == 1)
            let edit = "{\"name\":\"Table of 90 cm\",\"secret\":\"\(TestMarket.secret)\"}"
            #expect(try await market.send(.patch, "/api/products/2", edit).status == .accepted)
            let page = try await reader.get(address)
            #expect(page.status == 200 && page.headers[.contentType] == "application/atom+xml; charset=utf-8")
            #expect(page.html.contains("<title>\(title)") && page.html.contains("xml:lang=\"\(language)\""))
            let shown = titles(page)
            #expect(shown.count == 2 && shown.first == "\(changed) · Table of 90 cm")
            #expect(shown.last?.contains(reason) == true && shown.last?.contains("· Chair &lt;1") == true, "\(shown)")
            for path in ["/operator/reports/1", "/operator/listings/2"] {
                #expect(page.html.contains("\(path)\""), "\(path)")
            }
            let token = try #require(address.firstMatch(of: /token=([0-9a-f]{32})/)?.1)
            let hidden = [
                "What I wrote", "Reporter", "reporter@", "010-1234", "About it", "The size", TestMarket.secret,
                String(token),
            ]
            for text in hidden { #expect(!page.html.contains(text), "\(text)") }
            // What is decided waits no more.
            let first = try #require(try await market.store.reports(isOpen: true, after: nil, limit: 1).first)
            _ = try await moderate.decide(first.id, .dismissed, reason: "Fine", hides: false, by: Self.commandLine)
            try await moderate.perform(.giveBack, on: table, reason: "Good", by: Self.commandLine)
            #expect(titles(try await reader.get(address)).isEmpty)
        }
    }

    @Test func onlyItsAddressReadsIt() async throws {
        try await withMarket { market in
            try await market.list(["name": "Chair"])
            try await report(1, market)
            let (kim, lee) = (TestBrowser(market), TestBrowser(market))
            let session = try await kim.signIn(as: "Kim", .operator)
            try await lee.signIn(as: "Lee", .moderator)
            let (first, second) = (try await feed("Kim", market), try await feed("Kim", market))
            let others = try await feed("Lee", market)
            let path = "/operator/feed.atom"
            for wrong in [
                path, path + "?token=", path + "?token=x", path + "?token=" + session,
                path + "?token=" + String(repeating: "0", count: 32), first,
            ] {
                // A session is none, and neither is what was replaced.
                for browser in [kim, TestBrowser(market)] {
                    let page = try await browser.get(wrong)
                    #expect(page.status == 404 && !page.html.contains("Chair"), "\(wrong)")
                }
            }
            let reader = TestBrowser(market)
            for right in [
                second, others, second.uppercased().replacing("/OPERATOR/FEED.ATOM?TOKEN", with: "\(path)?token"),
            ] {
                #expect(titles(try await reader.get(right)).count == 1, "\(right)")
            }
            // It is no session either.
            await reader.remember("operator", String(second.suffix(32)))
            #expect(try await reader.get("/operator").status == 403)
            try await market.services.manageOperators.remove("Lee", by: OperatorAuthenticator.recentCommandLine)
            #expect(try await reader.get(others).status == 404)
            #expect(try await market.services.manageOperators.endFeed(of: "Kim", by: Self.commandLine))
            #expect(try await reader.get(second).status == 404)
        }
    }

    @Test func itIsMadeReplacedAndEndedOnThePage() async throws {
        try await withMarket { market in
            let (kim, lee) = (TestBrowser(market), TestBrowser(market))
            try await kim.signIn(as: "Kim", .operator)
            try await lee.signIn(as: "Lee", .moderator)
            let first = try await kim.get("/operator/sessions")
            #expect(first.html.contains("Create an address") && !first.html.contains("value=\"end-feed\""))
            let csrf = try #require(first.hidden("csrf"))
            func press(_ action: String) async throws -> TestBrowser.Page {
                try await kim.post("/operator/sessions", [("csrf", csrf), ("do", action)])
            }
            func address(_ page: TestBrowser.Page) throws -> String {
                String(try #require(page.html.firstMatch(of: /\/operator\/feed\.atom\?token=[0-9a-f]{32}/)?.0))
            }
            let made = try await press("feed")
            let one = try address(made)
            #expect(made.status == 200 && made.headers[.field("Referrer-Policy")] == "no-referrer")
            #expect(made.headers[.cacheControl] == "private, no-store" && made.html.contains("language=en"))
            let later = try await kim.get("/operator/sessions")
            #expect(later.html.contains("Replace the address") && !later.html.contains("feed.atom?token"))
            // Everybody has a feed of their own.
            #expect(try await lee.get("/operator/sessions").html.contains("Create an address"))
            let two = try address(try await press("feed"))
            let reader = TestBrowser(market)
            #expect(try await reader.get(one).status == 404)
            #expect(try await reader.get(two).status == 200)
            #expect(try await press("end-feed").status == 303)
            #expect(try await press("end-feed").status == 303)
            #expect(try await reader.get(two).status == 404)
            #expect(try await kim.get("/operator").status == 200)
            // Nobody makes or ends that of somebody else.
            let session = try #require(await kim.cookies["operator"])
            let found = try await market.services.operatorAuthenticator.session(session, from: .unknown)
            let proof = try #require(found)
            await #expect(throws: MarketError.operators(.notPermitted)) {
                _ = try await market.services.operatorAuthenticator.makeFeed(for: "Lee", by: proof)
            }
            await #expect(throws: MarketError.operators(.notPermitted)) {
                _ = try await market.services.manageOperators.endFeed(of: "Lee", by: proof)
            }
        }
    }

    @Test func aReaderAsksWhetherItHasChanged() async throws {
        try await withMarket { market in
            try await market.list(["name": "Chair"])
            try await TestBrowser(market).signIn(as: "Kim", .moderator)
            let address = try await feed("Kim", market)
            let reader = TestBrowser(market)
            // An empty one stays the same, too.
            for isEmpty in [true, false] {
                if !isEmpty { try await report(1, market) }
                let page = try await reader.get(address)
                let tag = try #require(page.headers[.eTag])
                #expect(page.headers[.cacheControl] == "private, no-cache")
                #expect(page.headers[.field("Referrer-Policy")] == "no-referrer")
                #expect(page.headers[.field("X-Robots-Tag")] == "noindex" && page.headers[values: .setCookie].isEmpty)
                market.clock.advance(seconds: 60)
                let known = try await reader.get(address, [.ifNoneMatch: tag])
                #expect(known.status == 304 && known.html.isEmpty, "\(isEmpty)")
                #expect(known.headers[.cacheControl] == "private, no-cache")
            }
        }
    }

    @Test func wrongAddressesAreLimitedAndTheRightOneIsNot() async throws {
        var limits = ServerLimits()
        limits.operatorGuesses = ClientBudgetLimits(perAddress: Budget(perMinute: 3, burst: 3))
        try await withMarket(limits: limits) { market in
            try await TestBrowser(market).signIn(as: "Kim", .moderator)
            let address = try await feed("Kim", market)
            let reader = TestBrowser(market)
            for number in 0..<3 {
                let wrong = "/operator/feed.atom?token=" + String(repeating: "\(number)", count: 32)
                #expect(try await reader.get(wrong).status == 404)
            }
            #expect(
                try await reader.get("/operator/feed.atom?token=" + String(repeating: "9", count: 32)).status == 429
            )
            for _ in 0..<9 { #expect(try await reader.get(address).status == 200) }
        }
    }
}
