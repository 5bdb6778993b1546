import Foundation
import HTTPTypes
import MarketCore
import MarketModels
import MarketServer
import ProductStoreContract
import TestMarkets
import Testing

/// An operator gives a listing a new password (UX.md, “Operators”).
struct OperatorPasswordTests {
    private static let path = "/operator/listings/1/password"
    private static let id = Product.ID(rawValue: 1)

    private func opens(_ password: String, _ market: TestMarket, _ id: Product.ID = Self.id) async throws -> Bool {
        do {
            _ = try await market.services.deleteProduct.token(for: id, secret: password, from: .unknown)
            return true
        } catch MarketError.wrongSecret {
            return false
        }
    }

    /// Returns the password that a page shows.
    private func shown(_ page: TestBrowser.Page) -> String? {
        page.html.firstMatch(of: /<span dir="ltr">([0-9a-f]{16})</)
            .map { String($0.1) }
    }

    private func heading(_ page: TestBrowser.Page) -> String? {
        page.html.firstMatch(of: /<h1[^>]*>([^<]*)</).map { String($0.1) }
    }

    /// What the form sends if everything is filled in.
    private func form(_ page: TestBrowser.Page) throws -> [(String, String)] {
        [
            ("csrf", try #require(page.hidden("csrf"))), ("key", try #require(page.hidden("key"))),
            ("reason", "Has called"), ("sure", "1"),
        ]
    }

    private func replacements(_ market: TestMarket) async throws -> [ModerationEntry] {
        try await market.store.moderationLog(before: nil, limit: 99).filter { $0.action == .secretReplaced }
    }

    @Test(arguments: [
        ("en", "Give a new password", "Confirm that", "New password given"),
        ("ko", "새 비밀번호 만들기", "확인해 주세요", "비밀번호를 새로 만듦"),
    ])
    func anOperatorIsAskedTwiceAndSeesItOnce(
        _ language: String,
        _ button: String,
        _ unsure: String,
        _ entry: String
    ) async throws {
        try await withMarket { market in
            for name in ["Chair", "Table"] { try await market.list(["name": name]) }
            let kim = TestBrowser(market, language: language)
            try await kim.signIn(as: "Kim", .operator)
            let listing = try await kim.get("/operator/listings/1").html
            #expect(listing.contains("href=\"\(Self.path)\">\(button)"))
            let asked = try await kim.get(Self.path)
            #expect(asked.status == 200 && asked.html.contains("Chair") && shown(asked) == nil)
            let sure = try form(asked)
            for missing in ["reason", "sure"] {
                let refused = try await kim.post(Self.path, sure.filter { $0.0 != missing })
                #expect(refused.status == 422 && shown(refused) == nil, "\(missing)")
                if missing == "sure" { #expect(refused.html.contains(unsure)) }
            }
            // Sure of another one, with the key of another one, or with none.
            let other = try #require(try await kim.get("/operator/listings/2/password").hidden("key"))
            for (field, value) in [("sure", "2"), ("key", other), ("key", ""), ("key", "x.y")] {
                let refused = try await kim.post(Self.path, sure.map { $0.0 == field ? (field, value) : $0 })
                #expect(refused.status == 422 && shown(refused) == nil, "\(field) \(value)")
            }
            #expect(try await opens(TestMarket.secret, market))
            #expect(try await replacements(market).isEmpty)

            let done = try await kim.post(Self.path, sure)
            let password = try #require(shown(done))
            // It is no question any more.
            #expect(heading(asked)?.hasSuffix("?") == true && heading(done)?.hasSuffix("?") == false)
            #expect(done.status == 200 && done.headers[.location] == nil && done.hidden("key") == nil)
            #expect(done.headers[.cacheControl]?.contains("no-store") == true)
            #expect(try await opens(password, market))
            #expect(try await !opens(TestMarket.secret, market))
            #expect(try await opens(TestMarket.secret, market, Product.ID(rawValue: 2)))
            #expect(try await !kim.get(Self.path).html.contains(password))
            let log = try await kim.get("/operator/log").html
            #expect(log.contains(entry) && log.contains("Has called") && !log.contains(password))
            #expect(try await replacements(market).map(\.actor) == [.operator("Kim", key: nil)])
        }
    }

    @Test func twoTapsGiveOnePassword() async throws {
        try await withMarket { market in
            try await market.list(["name": "Chair"])
            let kim = TestBrowser(market)
            try await kim.signIn(as: "Kim", .operator)
            let (sure, later) = (try form(try await kim.get(Self.path)), try form(try await kim.get(Self.path)))
            async let first = kim.post(Self.path, sure)
            async let second = kim.post(Self.path, sure)
            let passwords = try await [shown(first), shown(second), shown(kim.post(Self.path, sure))]
            let password = try #require(passwords[0])
            #expect(passwords == [password, password, password])
            #expect(try await replacements(market).count == 1)
            #expect(try await opens(password, market))

            // A form from before changes nothing, and what its page says then does.
            let refused = try await kim.post(Self.path, later)
            #expect(refused.status == 422 && refused.html.contains("The password was changed meanwhile."))
            #expect(try await opens(password, market))
            let newer = try #require(shown(try await kim.post(Self.path, form(refused))))
            #expect(newer != password)
            #expect(try await !opens(password, market))
            // Nor does sending the first one again, as by a reload.
            #expect(try await kim.post(Self.path, sure).status == 422)
            #expect(try await opens(newer, market))
            #expect(try await replacements(market).count == 2)
        }
    }

    @Test func moderatorsAndOldSessionsGiveNone() async throws {
        try await withMarket { market in
            try await market.list(["name": "Chair"])
            let (kim, lee, stranger) = (TestBrowser(market), TestBrowser(market), TestBrowser(market))
            try await kim.signIn(as: "Kim", .operator)
            try await lee.signIn(as: "Lee", .moderator)
            let sure = try form(try await kim.get(Self.path))
            #expect(try await !lee.get("/operator/listings/1").html.contains(Self.path))
            for browser in [lee, stranger] { #expect(try await browser.get(Self.path).status == 403) }
            #expect(try await kim.get("/operator/listings/99/password").status == 404)
            let csrf = try #require(await lee.cookies["csrf"])
            let refused = try await lee.post(Self.path, sure.map { $0.0 == "csrf" ? ("csrf", csrf) : $0 })
            #expect(refused.status == 403 && refused.html.contains("not moderators") && shown(refused) == nil)
            market.clock.advance(seconds: 3600)
            let late = try await kim.post(Self.path, sure)
            #expect(late.status == 403 && late.html.contains("sign in again") && shown(late) == nil)
            #expect(try await kim.get(Self.path).status == 403)
            #expect(try await opens(TestMarket.secret, market))
            #expect(try await replacements(market).isEmpty)
        }
    }

    /// What the old password has opened is closed.
    @Test func theSellersTicketAndRightEnd() async throws {
        try await withBrowser { market, seller in
            let new = FormBody.webListing(
                try await seller.get("/products/new"),
                ["name": "Chair", "password": "old password"]
            )
            #expect(try await seller.post("/products", form: new).status == 303)
            let edit = "/products/1/edit"
            #expect(try await seller.get(edit).html.contains("value=\"Chair\""))
            let kim = TestBrowser(market)
            try await kim.signIn(as: "Kim", .operator)
            #expect(shown(try await kim.post(Self.path, form(try await kim.get(Self.path)))) != nil)
            #expect(try await !seller.get(edit).html.contains("value=\"Chair\""))
        }
    }
}
