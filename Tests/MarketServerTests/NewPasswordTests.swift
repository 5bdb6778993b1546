import Foundation
import HTTPTypes
import MarketCore
import MarketServer
import MarketWeb
import NIOCore
import TestMarkets
import Testing

/// A new password in the web form, an old one wherever one is asked for, and the API as old apps use it (UX.md, “New
/// listing”).
struct NewPasswordTests {
    private static let tooShort = ["en": "The password needs at least 8 characters.", "ko": "비밀번호는 8자 이상으로 정해 주세요."]
    private static let tooCommon = [
        "en": "The password is one of the first that people guess. Choose another one.",
        "ko": "누구나 쉽게 맞힐 수 있는 비밀번호예요. 다른 비밀번호를 정해 주세요.",
    ]

    /// The message at the field, or nil if the page has none there.
    private func message(_ page: TestBrowser.Page) -> String? {
        let parts = page.html.components(separatedBy: "id=\"password-error\">")
        return parts.count == 2 ? String(parts[1].prefix { $0 != "<" }) : nil
    }

    @Test(arguments: [
        ("en", "1234567", tooShort), ("ko", "1", tooShort), ("ko", "열려라참깨요요", tooShort),
        ("en", "Password", tooCommon), ("ko", "ㅂㅈㄷㄱ1234", tooCommon), ("en", "dkssudgktpdy", tooCommon),
    ])
    func shortOrCommonOneIsRefusedAtItsFieldAndNothingIsLost(
        _ language: String,
        _ password: String,
        _ sentences: [String: String]
    ) async throws {
        try await withMarket { market in
            let browser = TestBrowser(market, language: language)
            let empty = try await browser.get("/products/new")
            let typed = ["name": "책상", "contact": "010-1234", "password": password]
            let refused = try await browser.post("/products", form: .webListing(empty, typed, photos: ["red", "blue"]))
            #expect(refused.status == 422)
            let sentence = try #require(sentences[language])
            #expect(message(refused) == sentence)
            for kept in ["value=\"책상\"", "value=\"12,000\"", "010-1234", "앉기 좋아요."] {
                #expect(refused.html.contains(kept), "\(kept)")
            }
            #expect(!refused.html.contains("value=\"\(password)\""))
            #expect(refused.hidden("key") == empty.hidden("key"))
            let told = try await browser.post(
                "/products",
                form: .webListing(empty, typed),
                [.accept: "application/json"]
            )
            #expect(told.status == 400)
            #expect(told.html.contains(#"{"name":"password""#) && told.html.contains(sentence))
            #expect(try JSON(await market.get("/api/products"))["total_count"].int == 0)
            let again = try await browser.post(
                "/products",
                form: .webListing(
                    refused,
                    ["name": "책상", "password": "두꺼비가 넘어가네"],
                    kept: refused.allHidden("kept"),
                    photos: []
                )
            )
            #expect(again.status == 303, "\(again.html)")
            #expect(try JSON(await market.get("/api/products/1"))["images"].array.count == 2)
        }
    }

    @Test(arguments: ["열려라참깨다섯번", "12345679", String(repeating: "a", count: 128)])
    func longEnoughOneIsTaken(_ password: String) async throws {
        try await withBrowser { market, browser in
            let empty = try await browser.get("/products/new")
            #expect(empty.html.contains("minlength=\"8\"") && empty.html.contains("At least 8 characters."))
            let listed = try await browser.post("/products", form: .webListing(empty, ["password": password]))
            #expect(listed.status == 303, "\(listed.html)")
            let edit = "{\"secret\":\"\(password)\"}"
            #expect(try await market.send(.patch, "/api/products/1", edit).status == .accepted)
        }
    }

    /// Old apps send what their users have always typed.
    @Test func apiTakesAnyPasswordAndEveryPageAsksForItAsBefore() async throws {
        try await withMarket { market in
            for secret in ["1", "1234", "password"] { try await market.list(["secret": secret]) }
            let item = try await market.send(
                .post,
                "/item",
                #"{"title":"의자","price":1,"currency":"KRW","stock":1,"password":"1","descriptions":""}"#
            )
            #expect(item.status == .ok, "\(String(buffer: item.body))")
            #expect(try await market.send(.patch, "/api/products/1", #"{"secret":"1","price":7}"#).status == .accepted)
            #expect(try await market.send(.patch, "/api/products/1", #"{"secret":"2"}"#).status == .forbidden)
            let browser = TestBrowser(market)
            func answer(_ path: String, _ password: String, _ more: [(String, String)] = []) async throws -> Int {
                let page = try await browser.get(path)
                #expect(page.html.contains("type=\"password\"") && !page.html.contains("minlength"), "\(path)")
                let fields = [("csrf", page.hidden("csrf") ?? ""), ("password", password)]
                return try await browser.post(path, fields + more).status
            }
            #expect(try await answer("/products/1/edit", "2") == 403)
            #expect(try await answer("/products/1/edit", "1") == 303)
            #expect(try await answer("/products/2/manage", "1234", [("do", "sell")]) == 303)
            #expect(try await answer("/products/3/delete", "password") == 200)
        }
    }

    /// A form that a server before this rule has listed, and whose answer was lost.
    @Test func repeatedFormIsAnsweredWithWhatItListedBefore() async throws {
        try await withBrowser { market, browser in
            let page = try await browser.get("/products/new")
            let seller = try #require(await browser.cookies["seller"])
            let key = try #require(page.hidden("key"))
            let listed = try await market.post(
                .listing(["descriptions": "앉기 좋아요.", "stock": 2, "secret": "1234"]),
                identifier: seller,
                headers: [.field("Idempotency-Key"): key]
            )
            #expect(listed.status == .created)
            let again = try await browser.post("/products", form: .webListing(page, ["password": "1234"]))
            #expect(again.headers[.location] == "/products/1", "\(again.html)")
            // Another password with the key is no repetition, as before.
            let other = try await browser.post("/products", form: .webListing(page, ["password": "12345"]))
            #expect(other.status == 409)
            #expect(try JSON(await market.get("/api/products"))["total_count"].int == 1)
        }
    }

    /// Whoever has forgotten it reads what still works, and whom to ask.
    @Test(arguments: [("ko", "비밀번호를 잊으셨나요?"), ("en", "Forgot it?")])
    func aForgottenOneHasAWayOn(_ language: String, _ sentence: String) async throws {
        try await withMarket { market in
            try await market.list()
            let seller = TestBrowser(market, language: language)
            let contacts =
                [
                    (nil, nil), ("help@market.example", "mailto:help@market.example"),
                    // Not every device can call.
                    ("010-1234-5678", " 010-1234-5678</a>"),
                ] as [(String?, String?)]
            for (contact, shown) in contacts {
                if let contact {
                    _ = await AdminService(services: market.services, webApp: Site())
                        .perform(.market(.set(field: "contact", language: nil, value: contact)))
                }
                for path in ["edit", "delete", "manage"] {
                    let page = try await seller.get("/products/1/\(path)")
                    let hint = try #require(page.html.firstMatch(of: /<p class="hint">([\s\S]*?)<\/p>/)?.1, "\(path)")
                    #expect(hint.contains(sentence), "\(path)")
                    #expect(shown.map { hint.contains($0) } ?? !hint.contains("<a "), "\(path)")
                    // Nobody is told to ask where the operator hasn't said where.
                    #expect(shown != nil || !hint.contains("문의"), "\(path)")
                }
            }
            // It stands below a wrong one, too, but not where none is asked for.
            let asked = try await seller.get("/products/1/edit")
            let fields = [("csrf", try #require(asked.hidden("csrf"))), ("password", "Not the one")]
            let refused = try await seller.post("/products/1/edit", fields)
            #expect(refused.status == 403 && refused.html.contains(sentence))
            let right = [fields[0], ("password", TestMarket.secret)]
            #expect(try await seller.post("/products/1/edit", right).status == 303)
            let known = try await seller.get("/products/1/delete").html
            #expect(known.contains("id=\"password-form\"") && !known.contains(sentence))
        }
    }
}
