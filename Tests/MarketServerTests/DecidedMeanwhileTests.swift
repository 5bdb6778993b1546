import HTTPTypes
import MarketCore
import MarketModels
import MarketServer
import MarketWeb
import ProductStoreContract
import TestMarkets
import Testing

/// Two operators have the same listing open, and one decides without having seen what the other has decided (UX.md, “Operators”).
struct DecidedMeanwhileTests {
    private struct Desk {
        let browser: TestBrowser
        let csrf: String

        init(_ market: TestMarket, _ name: String, _ language: String) async throws {
            browser = TestBrowser(market, language: language)
            try await browser.signIn(as: name, .moderator)
            csrf = try #require(await browser.cookies["csrf"])
        }

        /// Returns what a page says of the listings that can be chosen on it.
        func chosen(on path: String) async throws -> [String] { Self.chosen(try await browser.get(path)) }

        static func chosen(_ page: TestBrowser.Page) -> [String] {
            page.html.matches(of: /name="products" value="([^"]+)"/).map { String($0.1) }
        }

        func act(_ act: String, _ chosen: [String], _ reason: String, back: String) async throws -> TestBrowser.Page {
            let fields = [("csrf", csrf), ("do", act), ("reason", reason), ("back", back)]
            return try await browser.post("/operator/listings", fields + chosen.map { ("products", $0) })
        }
    }

    /// What Kim does first, while Lee hasn’t looked; what Kim does meanwhile; and what Lee does then, with the page of before.
    private static let orders: [(before: [String], meanwhile: String, then: String)] = [
        ([], "hide", "remove"), ([], "hide", "ask"), ([], "ask", "hide"), ([], "remove", "hide"), ([], "lock", "hide"),
        (["hide"], "give-back", "remove"), (["hide"], "give-back", "hide"), (["hide"], "remove", "give-back"),
        (["hide", "lock"], "give-back", "remove"), (["hide"], "ask", "give-back"), (["lock"], "unlock", "lock"),
        (["lock"], "hide", "unlock"),
    ]

    @Test(arguments: [("ko", "바뀌어서 그대로 두었어요: ‘Chair’."), ("en", "left as it is: “Chair”. Look again.")])
    func nobodyDecidesOverWhatTheyHaveNotSeen(_ language: String, _ sentence: String) async throws {
        for (before, meanwhile, then) in Self.orders {
            try await withMarket { market in
                try await market.list(["name": "Chair"])
                let (kim, lee) = (try await Desk(market, "Kim", language), try await Desk(market, "Lee", language))
                let (page, list) = ("/operator/listings/1", "/operator/listings")
                for act in before {
                    #expect(try await kim.act(act, kim.chosen(on: page), "First", back: page).status == 303)
                    market.clock.advance(seconds: 1)
                }
                let seen = try await lee.chosen(on: list)
                #expect(try await seen == lee.chosen(on: page))
                #expect(try await kim.act(meanwhile, seen, "By Kim", back: page).status == 303)
                let log = try await market.store.moderationLog(before: nil, limit: 99)
                let what = "\(before), \(meanwhile), \(then)"
                let refused = try await lee.act(then, seen, "By Lee", back: page)
                #expect(refused.status == 422 && refused.html.contains(sentence), "\(what)")
                // The page comes back with what was typed and what is there now, for another tap.
                #expect(refused.html.contains("By Lee</textarea>"), "\(what)")
                #expect(try await Desk.chosen(refused) == lee.chosen(on: list), "\(what)")
                // A second tap of Kim’s finds the first one’s done.
                #expect(try await kim.act(meanwhile, seen, "By Kim", back: page).status == 303, "\(what)")
                #expect(try await market.store.moderationLog(before: nil, limit: 99) == log, "\(what)")
            }
        }
    }

    @Test func nobodyHidesAReportedListingOverAnotherDecision() async throws {
        try await withMarket { market in
            try await market.list(["name": "Chair"])
            let report = try await market.send(.post, "/api/products/1/reports", "{\"reason\":\"scam\"}")
            #expect(report.status == .created)
            let (kim, lee) = (try await Desk(market, "Kim", "en"), try await Desk(market, "Lee", "en"))
            let (page, listing) = ("/operator/reports/1", "/operator/listings/1")
            func hide(_ shown: TestBrowser.Page) async throws -> TestBrowser.Page {
                let seen = ("seen", try #require(shown.hidden("seen")))
                return try await lee.browser.post(
                    page,
                    [("csrf", lee.csrf), seen, ("do", "hide"), ("reason", "By Lee"), ("reports", "1")]
                )
            }
            let old = try await lee.browser.get(page)
            #expect(try await kim.act("ask", kim.chosen(on: listing), "The size", back: listing).status == 303)
            let refused = try await hide(old)
            #expect(refused.status == 422 && refused.html.contains("left as it is: “Chair”. Look again."))
            #expect(refused.html.contains("By Lee</textarea>"))
            #expect(try await market.store.hold(of: Product.ID(rawValue: 1))?.kind == .changeAsked)
            #expect(try await market.store.openReportCount() == 1)
            // Now it has been seen, and a second tap finds it done.
            for _ in 1...2 { #expect(try await hide(refused).status == 303) }
            #expect(try await market.store.hold(of: Product.ID(rawValue: 1))?.kind == .hidden)
            #expect(try await market.store.openReportCount() == 0)
        }
    }

    @Test func nobodyBlocksOrUnblocksOverAnotherDecision() async throws {
        try await withMarket { market in
            try await market.list(["name": "Chair"], identifier: "a-seller-with-a-browser")
            let (kim, lee) = (try await Desk(market, "Kim", "en"), try await Desk(market, "Lee", "en"))
            let page = "/operator/sellers/1"
            func act(
                _ desk: Desk,
                _ act: String,
                _ shown: TestBrowser.Page,
                days: String = "",
                reason: String = "Spam"
            ) async throws -> TestBrowser.Page {
                let seen = ("seen", try #require(shown.hidden("seen")))
                let fields = [("csrf", desk.csrf), seen, ("do", act), ("days", days), ("reason", reason)]
                return try await desk.browser.post(page, fields)
            }
            func block() async throws -> Vendor? { try await market.store.vendor(Vendor.ID(rawValue: 1)) }
            let free = try await lee.browser.get(page)
            #expect(try await act(kim, "block", free, days: "7").status == 303)
            let week = try await block()
            market.clock.advance(seconds: 1)
            // Kim's second tap finds the first one's done, and Lee is told.
            #expect(try await act(kim, "block", free, days: "7").status == 303)
            let refused = try await act(lee, "block", free, reason: "Copies")
            #expect(refused.status == 422 && refused.html.contains("left as it is: “Vendor 1”. Look again."))
            #expect(refused.html.contains("Copies</textarea>") && refused.html.contains("value=\"unblock\""))
            // Nor is Kim's week what Lee means for good or for a day, if only the reason is the same.
            for days in ["", "1"] { #expect(try await act(lee, "block", free, days: days).status == 422) }
            #expect(try await block() == week)
            // Kim blocks for good, and Lee takes back only what they have seen.
            let blocked = try await kim.browser.get(page)
            #expect(try await act(kim, "unblock", blocked).status == 303)
            #expect(try await act(kim, "block", kim.browser.get(page)).status == 303)
            let lasting = try await act(lee, "unblock", refused)
            let byKim = try await block()
            #expect(lasting.status == 422 && byKim?.isBlocked == true && byKim?.blockEndsAt == nil)
            // Another reason is another decision, also for as long.
            #expect(try await act(kim, "unblock", kim.browser.get(page)).status == 303)
            #expect(try await act(kim, "block", kim.browser.get(page), reason: "Stolen").status == 303)
            let stolen = try await act(lee, "unblock", lasting)
            #expect(stolen.status == 422)
            #expect(try await block() == byKim)
            for _ in 1...2 { #expect(try await act(lee, "unblock", stolen).status == 303) }
            #expect(try await block()?.isBlocked == false)
            // Nor does anybody block again whom somebody has just unblocked.
            #expect(try await act(kim, "block", free).status == 422)
            #expect(try await block()?.isBlocked == false)
        }
    }

    /// A form that was written by hand, or by a page of an older version, doesn't say which block its operator has seen.
    @Test func aFormThatHasSeenNoBlockChangesNone() async throws {
        try await withMarket { market in
            try await market.list(["name": "Chair"], identifier: "a-seller-with-a-browser")
            let lee = try await Desk(market, "Lee", "en")
            let page = "/operator/sellers/1"
            func act(_ act: String, days: String = "", seen: String? = nil) async throws -> TestBrowser.Page {
                let fields = [("csrf", lee.csrf), ("do", act), ("days", days), ("reason", "Spam")]
                return try await lee.browser.post(page, fields + [seen].compactMap(\.self).map { ("seen", $0) })
            }
            #expect(try await act("block").status == 303)
            let blocked = try await market.store.vendor(Vendor.ID(rawValue: 1))
            for seen in [nil, "", "free", "-1"] {
                for (button, days) in [("unblock", ""), ("block", "1")] {
                    let refused = try await act(button, days: days, seen: seen)
                    #expect(refused.status == 422 && refused.html.contains("left as it is: “Vendor 1”. Look again."))
                }
            }
            #expect(try await market.store.vendor(Vendor.ID(rawValue: 1)) == blocked && blocked?.isBlocked == true)
            let seen = try #require(try await lee.browser.get(page).hidden("seen"))
            #expect(try await act("unblock", seen: seen).status == 303)
            #expect(try await market.store.vendor(Vendor.ID(rawValue: 1))?.isBlocked == false)
        }
    }

    /// Whoever has seen the decision of another one may decide otherwise, and the others that were chosen change nevertheless.
    @Test func whoHasSeenItDecides() async throws {
        try await withMarket { market in
            for number in 1...2 { try await market.list(["name": "Chair \(number)"]) }
            let (kim, lee) = (try await Desk(market, "Kim", "en"), try await Desk(market, "Lee", "en"))
            let list = "/operator/listings"
            let seen = try await lee.chosen(on: list)
            market.clock.advance(seconds: 1)
            #expect(try await kim.act("ask", kim.chosen(on: "\(list)/1"), "The size", back: list).status == 303)
            let partly = try await lee.act("remove", seen, "Copies", back: list)
            #expect(partly.status == 422 && partly.html.contains("as it is: “Chair 1”. Look"))
            #expect(try await market.store.hold(of: Product.ID(rawValue: 1))?.kind == .changeAsked)
            #expect(try await market.store.hold(of: Product.ID(rawValue: 2))?.kind == .removed)
            let now = Desk.chosen(partly).filter { $0.hasPrefix("1.") }
            #expect(try await lee.act("remove", now, "Copies", back: list).status == 303)
            #expect(try await market.store.hold(of: Product.ID(rawValue: 1))?.kind == .removed)
        }
    }
}
