import Foundation
import HTTPTypes
import MarketCore
import MarketModels
import MarketWeb
import ProductStoreContract
import TestMarkets
import Testing

@testable import MarketServer

/// A market whose sellers are invited, in browsers without scripts (UX.md, “Operators”).
struct InvitationPagesTests {
    private static let proof = OperatorAuthenticator.commandLine

    /// Presses the button of a page with a link.
    private func accept(_ page: TestBrowser.Page, _ browser: TestBrowser) async throws -> TestBrowser.Page {
        var fields: [(String, String)] = []
        for name in ["csrf", "token", "replaces"] { if let value = page.hidden(name) { fields.append((name, value)) } }
        return try await browser.post("/receive", fields)
    }

    private func link(of name: String, _ market: TestMarket) async throws -> String {
        "/receive?token=\(try await market.services.inviteSellers.invite(name, by: Self.proof).token)"
    }

    private func list(_ browser: TestBrowser, _ name: String) async throws -> TestBrowser.Page {
        let form = try await browser.get("/products/new")
        return try await browser.post("/products", form: .webListing(form, ["name": name]))
    }

    // MARK: Who isn't invited

    @Test(
        arguments: [
            ("ko", "운영자가 초대한 판매자만"), ("en", "Only sellers the operator has invited"),
        ]
    )
    func whoIsNotInvitedSeesNoWayToSell(_ language: String, _ sentence: String) async throws {
        try await withMarket(registration: .closed) { market in
            let contact = MarketRequest.set(field: "contact", language: nil, value: "help@market.example")
            _ = await AdminService(services: market.services, webApp: Site()).perform(.market(contact))
            let stranger = TestBrowser(market, language: language)
            for path in ["/", "/mine", "/print"] {
                let page = try await stranger.get(path)
                #expect(!page.html.contains("/products/new"), "\(path)")
                #expect(page.html.contains(sentence) && page.html.contains("mailto:help@market.example"), "\(path)")
            }
            let form = try await stranger.get("/products/new")
            #expect(form.status == 403 && form.html.contains(sentence) && form.html.contains("mailto:"))
            #expect(!form.html.contains("mistake"), "nothing was removed")
            #expect(await stranger.cookies["seller"] == nil)
            #expect(try await stranger.post("/share-target", []).headers[.location] == "/products/new")
            let manifest = try #require(
                try await stranger.get("/").html.firstMatch(of: /rel="manifest" href="([^"]+)"/)?.1
            )
            let installed = try await stranger.get(String(manifest).replacing("&amp;", with: "&")).html
            #expect(installed.contains("/mine") && !installed.contains("/products/new"))
            #expect(!installed.contains("share_target"))
            // Lists with something in them, and a list that finds nothing, have no button either.
            let identifier = try #require(VendorIdentifier(TestMarket.identifier))
            let added = try await market.services.adminOperations.addVendor(
                name: "Kim",
                identifier: identifier,
                id: nil
            )
            let vendor = try #require(added).vendor
            try await market.list()
            for path in ["/", "/?q=nothing", "/sellers/\(vendor.id.rawValue)", "/products/1", "/favorites"] {
                #expect(try await !stranger.get(path).html.contains("/products/new"), "\(path)")
            }
        }
    }

    @Test func whoIsNotInvitedListsNothing() async throws {
        try await withMarket(registration: .closed) { market in
            let stranger = TestBrowser(market)
            let csrf = try #require(try await stranger.get("/move").hidden("csrf"))
            let page = TestBrowser.Page(status: 200, html: "name=\"csrf\" value=\"\(csrf)\"", headers: [:])
            let refused = try await stranger.post("/products", form: .webListing(page))
            #expect(refused.status == 403 && refused.html.contains("doesn’t accept new sellers"))
            #expect(try await market.post(.listing([:])).status == .forbidden)
        }
    }

    @Test func inAnOpenMarketEverybodySeesAsBefore() async throws {
        try await withMarket { market in
            let stranger = TestBrowser(market)
            for path in ["/", "/mine", "/print"] {
                let page = try await stranger.get(path)
                #expect(page.html.contains("/products/new") && !page.html.contains("invited"), "\(path)")
            }
            #expect(try await stranger.get("/products/new").status == 200)
            #expect(try await stranger.get("/manifest.webmanifest").html.contains("/products/new"))
        }
    }

    // MARK: Who is

    @Test(arguments: [("ko", "초대", "‘김씨 가게’"), ("en", "Invitations", "“김씨 가게”")])
    func aModeratorInvitesASellerWhoThenLists(_ language: String, _ title: String, _ name: String) async throws {
        try await withMarket(registration: .closed) { market in
            let kim = TestBrowser(market, language: language)
            try await kim.signIn(as: "Kim", .moderator)
            let empty = try await kim.get("/operator/invitations")
            #expect(empty.html.contains("<h1 class=\"title\" dir=\"auto\">\(title)"))
            let csrf = try #require(empty.hidden("csrf"))
            let made = try await kim.post(
                "/operator/invitations",
                [("csrf", csrf), ("do", "invite"), ("name", "김씨 가게")]
            )
            let token = try #require(made.html.firstMatch(of: /\/receive\?token=([0-9a-f]{32})</)?.1)
            #expect(made.html.contains("<svg class=\"code\"") && made.html.contains("7"))
            #expect(made.headers[.cacheControl] == "private, no-store")
            // It is shown once.
            #expect(try await !kim.get("/operator/invitations").html.contains(token))

            let seller = TestBrowser(market, language: language)
            for _ in 1...3 { #expect(try await TestBrowser(market).open("/receive?token=\(token)").status == 200) }
            let question = try await seller.open("/receive?token=\(token)")
            #expect(question.html.contains(name))
            #expect(await seller.cookies["seller"] == nil)
            let accepted = try await accept(question, seller)
            #expect(accepted.status == 303 && accepted.headers[.location] == "/mine")
            for path in ["/", "/mine", "/print"] {
                #expect(try await seller.get(path).html.contains("/products/new"), "\(path)")
            }
            #expect(try await list(seller, "Chair").status == 303)
            let product = try JSON(try await market.get("/api/products/1"))
            #expect(product["vendors"]["name"].string == "김씨 가게")
            #expect(try await seller.get("/mine").html.contains("Chair"))
            let log = try await kim.get("/operator/log").html
            #expect(log.contains(language == "ko" ? "초대 수락" : "Invitation accepted"))
            let rows = try await kim.get("/operator/invitations").html
            #expect(rows.contains("김씨 가게") && rows.contains(language == "ko" ? "수락함" : "Accepted"))
        }
    }

    /// Two taps send the same form twice, and the browser shows the answer to the second one.
    @Test func aSecondTapInvitesNobodyElse() async throws {
        try await withMarket(registration: .closed) { market in
            let kim = TestBrowser(market)
            try await kim.signIn(as: "Kim", .moderator)
            let page = try await kim.get("/operator/invitations")
            let fields = try ["csrf", "key"].map { ($0, try #require(page.hidden($0))) } + [("do", "invite")]
            @Sendable func tap(_ name: String, _ fields: [(String, String)]) async throws -> String {
                let made = try await kim.post("/operator/invitations", fields + [("name", name)])
                #expect(made.status == 200 && made.hidden("key") != page.hidden("key"))
                return String(try #require(made.html.firstMatch(of: /\/receive\?token=([0-9a-f]{32})</)?.1))
            }
            func count() async throws -> Int {
                try await market.services.inviteSellers.invitations(for: Self.proof).count
            }
            async let first = tap("Wonbi", fields)
            async let second = tap("Wonbi", fields)
            let tokens = try await [first, second, tap("Wonbi", fields)]
            #expect(Set(tokens).count == 1)
            #expect(try await count() == 1)
            let invited = try await market.store.moderationLog(before: nil, limit: 9).filter { $0.action == .invited }
            #expect(invited.count == 1)
            // Another name, another form and one without a key are others'.
            let others = [try await tap("Yagom", fields), try await tap("Wonbi", fields.filter { $0.0 != "key" })]
            let next = try await kim.get("/operator/invitations")
            let newForm = fields.map { ($0.0, next.hidden($0.0) ?? $0.1) }
            let all = tokens + others + [try await tap("Wonbi", newForm)]
            #expect(Set(all).count == 4)
            #expect(try await count() == 4)
            #expect(Set(try await market.store.vendors().map(\.vendor.id)).count == 4)
            // The link lets one in, as always. Once it is used, the form invites somebody else.
            let seller = TestBrowser(market)
            let link = "/receive?token=\(tokens[0])"
            #expect(try await accept(try await seller.open(link), seller).status == 303)
            #expect(try await tap("Wonbi", fields) != tokens[0])
            #expect(try await count() == 5)
        }
    }

    @Test func ofTwoBrowsersOnlyTheFirstIsInvited() async throws {
        try await withMarket(registration: .closed) { market in
            let link = try await link(of: "Kim", market)
            let (one, other) = (TestBrowser(market), TestBrowser(market))
            let (first, second) = (try await one.open(link), try await other.open(link))
            #expect(try await accept(first, one).status == 303)
            #expect(try await accept(second, other).status == 410)
            #expect(await other.cookies["seller"] == nil)
            #expect(try await TestBrowser(market).open(link).status == 410)
            #expect(try await list(other, "Chair").status == 403)
        }
    }

    @Test func aLostAnswerIsRepeatedByTheSameBrowser() async throws {
        try await withMarket(registration: .closed) { market in
            let seller = TestBrowser(market)
            let question = try await seller.open(try await link(of: "Kim", market))
            var form = FormBody()
            for name in ["csrf", "token"] { form.add(name, try #require(question.hidden(name))) }
            form.close()
            try await seller.postInVain("/receive", form: form)
            #expect(await seller.cookies["seller"] == nil)
            #expect(try await accept(question, seller).headers[.location] == "/mine")
            let key = await seller.cookies["rights"]
            // The second of two taps, when the first was answered.
            let again = try await accept(question, seller)
            #expect(again.status == 200 && again.html.contains("This browser already belongs to this seller."))
            #expect(await seller.cookies["rights"] == key)
            #expect(try await list(seller, "Chair").status == 303)
        }
    }

    @Test func whoSellsAlreadyIsWarnedAndKeepsTheRights() async throws {
        try await withMarket { market in
            let seller = TestBrowser(market)
            let form = try await seller.get("/products/new")
            _ = try await seller.post("/products", form: .webListing(form, ["seller": "Lee"]))
            let key = await seller.cookies["rights"]
            let link = try await link(of: "Kim", market)
            let question = try await seller.open(link)
            #expect(question.html.contains("“Lee” (1 product)"))
            var fields: [(String, String)] = []
            for name in ["csrf", "token"] { fields.append((name, try #require(question.hidden(name)))) }
            // Without having seen the warning, nothing is replaced.
            #expect(try await seller.post("/receive", fields).status == 200)
            #expect(try await accept(question, seller).status == 303)
            #expect(await seller.cookies["rights"] == key)
            #expect(try await seller.get("/products/1/manage").html.contains("/products/1/link"))
        }
    }

    @Test(arguments: [("ko", "이제 ‘Kim’ 이름으로 판매할 수 있어요."), ("en", "You can now sell as “Kim”.")])
    func acceptingIsConfirmedOnce(_ language: String, _ sentence: String) async throws {
        try await withMarket(registration: .closed) { market in
            let seller = TestBrowser(market, language: language)
            #expect(try await !seller.get("/mine").html.contains(sentence))
            #expect(try await accept(try await seller.open(try await link(of: "Kim", market)), seller).status == 303)
            #expect(try await seller.get("/mine").html.contains(sentence))
            #expect(try await !seller.get("/mine").html.contains(sentence))
            // What a browser says by itself names nobody.
            let stranger = TestBrowser(market, language: language)
            await stranger.remember("done", "joined")
            #expect(try await !stranger.get("/mine").html.contains("Kim"))
            // Whoever was blocked meanwhile can't sell.
            let blocked = TestBrowser(market, language: language)
            let link = try await link(of: "Lee", market)
            #expect(try await accept(try await blocked.open(link), blocked).status == 303)
            _ = try await market.store.setBlocked(true, vendor: Vendor.ID(rawValue: 2))
            #expect(try await !blocked.get("/mine").html.contains(sentence.replacing("Kim", with: "Lee")))
        }
    }

    @Test func aRevokedOrOldInvitationIsGone() async throws {
        try await withMarket(registration: .closed) { market in
            let kim = TestBrowser(market)
            try await kim.signIn(as: "Kim", .moderator)
            let csrf = try #require(await kim.cookies["csrf"])
            func send(_ fields: (String, String)...) async throws -> TestBrowser.Page {
                try await kim.post("/operator/invitations", [("csrf", csrf)] + fields)
            }
            let seller = TestBrowser(market)
            let question = try await seller.open(try await link(of: "Lee", market))
            #expect(try await send(("do", "revoke"), ("invitation", "1")).status == 303)
            #expect(try await accept(question, seller).status == 410)
            #expect(await seller.cookies["seller"] == nil)
            // A second tap finds it done.
            #expect(try await send(("do", "revoke"), ("invitation", "1")).status == 303)
            #expect(
                try await market.store.moderationLog(before: nil, limit: 2).map(\.action) == [
                    .invitationRevoked, .invited,
                ]
            )
            for wrong in ["99", "0", "-1", "9223372036854775807", "x"] {
                #expect(try await send(("do", "revoke"), ("invitation", wrong)).status == 422, "\(wrong)")
            }
            #expect(try await kim.get("/operator/invitations").html.contains("Revoked"))
            // A number is meant for a seller who is there, or for the guests.
            for name in ["", " ", "Guest", "0", " 17 ", "a\u{202E}b", String(repeating: "x", count: 101)] {
                let refused = try await send(("do", "invite"), ("name", name))
                #expect(refused.status == 422 && refused.html.contains("1 to 100 characters"), "\(name)")
            }
            // Another one for the same seller, which ends by itself.
            let again = try await send(("do", "again"), ("vendor", "1"))
            let token = try #require(again.html.firstMatch(of: /\/receive\?token=([0-9a-f]{32})</)?.1)
            #expect(try await seller.open("/receive?token=\(token)").status == 200)
            market.clock.advance(seconds: 7 * 86_400)
            #expect(try await seller.open("/receive?token=\(token)").status == 410)
            #expect(try await market.services.inviteSellers.invitations(for: Self.proof).count == 2)
        }
    }

    @Test func onlyOperatorsAndModeratorsInvite() async throws {
        try await withMarket(registration: .closed) { market in
            let stranger = TestBrowser(market)
            #expect(try await stranger.get("/operator/invitations").status == 403)
            let csrf = try #require(try await stranger.get("/move").hidden("csrf"))
            let fields = [("csrf", csrf), ("do", "invite"), ("name", "Kim")]
            #expect(try await stranger.post("/operator/invitations", fields).status == 403)
            let `operator` = TestBrowser(market)
            try await `operator`.signIn(as: "Lee", .operator)
            #expect(try await `operator`.get("/operator/invitations").status == 200)
            #expect(try await `operator`.post("/operator/invitations", Array(fields.dropFirst())).status == 403)
            #expect(try await market.services.inviteSellers.invitations(for: Self.proof).isEmpty)
        }
    }

    @Test func guessesAreLimitedAndTheRightLinkIsNot() async throws {
        var limits = ServerLimits()
        limits.operatorGuesses = ClientBudgetLimits(perAddress: Budget(perMinute: 3, burst: 3))
        try await withMarket(limits: limits) { market in
            let link = try await link(of: "Kim", market)
            let guesser = TestBrowser(market)
            for number in 0..<3 {
                let wrong = "/receive?token=\(String(repeating: "\(number)", count: 32))"
                #expect(try await guesser.open(wrong).status == 410)
            }
            #expect(try await guesser.open("/receive?token=\(String(repeating: "a", count: 32))").status == 429)
            let seller = TestBrowser(market)
            #expect(try await accept(try await seller.open(link), seller).status == 303)
        }
    }

    @Test func aBlockedSellerListsNothingWithAnInvitation() async throws {
        try await withMarket(registration: .closed) { market in
            let seller = TestBrowser(market)
            #expect(try await accept(try await seller.open(try await link(of: "Kim", market)), seller).status == 303)
            let form = FormBody.webListing(try await seller.get("/products/new"), ["name": "Chair"])
            _ = try await market.store.setBlocked(true, vendor: Vendor.ID(rawValue: 1))
            #expect(try await seller.post("/products", form: form).status == 403)
            #expect(try await seller.get("/products/new").status == 403)
        }
    }

    // MARK: Commands

    @Test func commandsInviteListAndRevoke() async throws {
        try await withMarket(registration: .closed) { market in
            let admin = AdminService(services: market.services, webApp: Site(), origin: "https://market.example")
            let invited = await admin.perform(.invitations(.inviteSeller(name: "Kim")))
            guard case .link(let sentence, let address, hasCode: true) = invited,
                case .invitations(let made) = await admin.perform(.invitations(.listInvitations)),
                let row = made.first
            else {
                return #expect(Bool(false), "\(invited)")
            }
            #expect(row.state == "open" && row.name == "Kim" && row.by == nil && made.count == 1)
            #expect(sentence.contains("lists as vendor \(row.vendor), Kim,"))
            #expect(address.hasPrefix("https://market.example/receive?token="))
            let seller = TestBrowser(market)
            let path = address.replacing("https://market.example", with: "")
            let question = try await seller.open(path)
            #expect(try await accept(question, seller).status == 303)
            #expect(try await list(seller, "Chair").status == 303)
            guard case .link = await admin.perform(.invitations(.inviteVendor(row.vendor))) else {
                return #expect(Bool(false))
            }
            for id in [0, 4711] as [Int64] {
                guard case .refused = await admin.perform(.invitations(.inviteVendor(id))) else {
                    return #expect(Bool(false), "\(id)")
                }
            }
            let revoked = await admin.perform(.invitations(.revokeInvitation(2)))
            #expect(revoked == .done(["Invitation 2 can't be used any more."]))
            for id in [1, 2, 3] as [Int64] {
                guard case .refused(let sentence) = await admin.perform(.invitations(.revokeInvitation(id))) else {
                    return #expect(Bool(false), "\(id)")
                }
                // The third one has never been.
                #expect(sentence.contains("There is no such invitation, or it"), "\(sentence)")
            }
            guard case .invitations(let rows) = await admin.perform(.invitations(.listInvitations)) else {
                return #expect(Bool(false))
            }
            #expect(rows.map(\.state) == ["revoked", "accepted"])
            for name in ["guest", "0", "7"] {
                guard case .refused = await admin.perform(.invitations(.inviteSeller(name: name))) else {
                    return #expect(Bool(false), "\(name)")
                }
            }
            guard case .refused = await admin.perform(.invitations(.inviteVendor(0))) else {
                return #expect(Bool(false))
            }
        }
    }
}
