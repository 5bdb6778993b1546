import HTTPTypes
import MarketCore
import MarketModels
import MarketServer
import MarketTexts
import TestMarkets
import Testing

/// The days on pages are those of the market's time zone: in Seoul, between midnight and nine in the morning, it is the day
/// before in UTC.
struct CalendarDayPagesTests {
    private let texts = ProductTexts(language: .korean)
    private let moderator = OperatorAuthenticator.commandLine
    private let chair = Product.ID(rawValue: 1)

    /// Opens a market in which a browser has listed a chair at half past midnight on February 1 in Seoul.
    private func withChair(
        _ test: @escaping @Sendable (TestMarket, _ seller: TestBrowser, _ now: Timestamp) async throws -> Void
    ) async throws {
        try await withMarket { market in
            let now = Timestamp(millisecondsSinceEpoch: 1_643_643_000_000)
            // Passed, not set: what ends doesn't follow a clock that is set.
            market.clock.advance(seconds: (now.millisecondsSinceEpoch - TestClock.start.millisecondsSinceEpoch) / 1000)
            let seller = TestBrowser(market, language: "ko")
            let form = try await seller.get("/products/new")
            try #require(try await seller.post("/products", form: .webListing(form, ["seller": "Kim"])).status == 303)
            try await test(market, seller, now)
        }
    }

    /// Expects that a page has the day of a moment in Seoul, and not that in UTC.
    private func expect(
        _ moment: Timestamp,
        on path: String,
        _ browser: TestBrowser,
        _ location: SourceLocation = #_sourceLocation
    ) async throws {
        let utc = try #require(MarketCalendar(timeZone: "UTC"))
        let html = try await browser.get(path).html
        #expect(html.contains(texts.day(moment, in: .seoul)), "\(path)", sourceLocation: location)
        #expect(!html.contains(texts.day(moment, in: utc)), "\(path)", sourceLocation: location)
    }

    @Test func everybodySeesTheDayInSeoul() async throws {
        try await withChair { market, seller, now in
            try await expect(now, on: "/products/1", TestBrowser(market, language: "ko"))
            #expect(try await TestBrowser(market, language: "ko").get("/sellers/1").html.contains("2022년 2월부터"))
            try await expect(now, on: "/mine", seller)
        }
    }

    @Test func whoHasReportedSeesTheDayInSeoul() async throws {
        try await withChair { market, _, now in
            let reporter = TestBrowser(market, language: "ko")
            let form = try await reporter.get("/products/1/report")
            let fields = [("csrf", try #require(form.hidden("csrf"))), ("reason", "scam"), ("text", "It is a stool")]
            let sent = try await reporter.post("/products/1/report", fields)
            let receipt = try #require(sent.headers[.location])
            try await expect(now, on: receipt, reporter)
            market.clock.advance(seconds: 2 * 86_400)
            try await market.services.moderateListings.decideReports(
                about: .product(chair),
                .dismissed,
                reason: "It is a chair",
                by: moderator
            )
            try await expect(market.clock.now, on: receipt, reporter)
        }
    }

    @Test func theEndOfABlockOrARemovalIsTheDayInSeoul() async throws {
        try await withChair { market, seller, now in
            try await market.services.moderateListings.perform(.remove, on: chair, reason: "A copy", by: moderator)
            let deletion = now.adding(days: ListingHold.daysOfRemoval)
            for path in ["/products/1", "/products/1/manage"] { try await expect(deletion, on: path, seller) }
            try await market.services.moderateListings.perform(.giveBack, on: chair, reason: "No copy", by: moderator)
            _ = try await market.services.moderateListings.setBlocked(
                true,
                days: 7,
                vendor: Vendor.ID(rawValue: 1),
                reason: "Sells nothing",
                by: moderator
            )
            let end = now.adding(days: 7)
            for path in ["/mine", "/products/new", "/products/1/manage"] { try await expect(end, on: path, seller) }
            let desk = TestBrowser(market, language: "ko")
            try await desk.signIn(as: "Lee", .moderator)
            try await expect(end, on: "/operator/sellers/1", desk)
        }
    }

    @Test func operatorsSeeTheDayInSeoul() async throws {
        try await withChair { market, _, now in
            let desk = TestBrowser(market, language: "ko")
            try await desk.signIn(as: "Lee", .operator)
            #expect(try await market.send(.post, "/api/products/1/reports", #"{"reason":"scam"}"#).status == .created)
            try await market.services.moderateListings.decideReports(
                about: .product(chair),
                .dismissed,
                reason: "It is a chair",
                by: moderator
            )
            for path in ["listings/1", "sellers/1", "reports/1", "sessions", "team"] {
                try await expect(now, on: "/operator/\(path)", desk)
            }
            let link = try await market.services.inviteSellers.invite("Park", by: moderator).token
            let end = now.adding(days: Invitation.days)
            try await expect(end, on: "/operator/invitations", desk)
            let invited = TestBrowser(market, language: "ko")
            _ = try await invited.open("/receive?token=\(link)")
            try await expect(end, on: "/receive", invited)
        }
    }
}
