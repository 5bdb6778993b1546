import Foundation
import HTTPTypes
import MarketCore
import MarketModels
import MarketServer
import NIOCore
import TestMarkets
import Testing

/// Two browsers edit the same product, with scripts off.
struct WebConflictTests {
    private static let before = [
        "name": "의자", "price": "12,000", "discount": "0", "stock": "3", "contact": "", "place": "망원동",
        "condition": "good", "descriptions": "나무 의자입니다.",
    ]

    private func openForm(_ browser: TestBrowser) async throws -> TestBrowser.Page {
        let csrf = try #require(try await browser.get("/products/1/edit").hidden("csrf"))
        _ = try await browser.post("/products/1/edit", [("csrf", csrf), ("password", TestMarket.secret)])
        return try await browser.get("/products/1/edit")
    }

    private func withTwoForms(
        photos: [String] = ["red", "blue"],
        language: String = "ko",
        _ test: @escaping @Sendable (TestMarket, [(TestBrowser, TestBrowser.Page)]) async throws -> Void
    ) async throws {
        try await withMarket { market in
            try await market.list(
                ["stock": 3, "place": "망원동", "condition": "good", "descriptions": "나무 의자입니다."],
                photos: photos
            )
            var forms: [(TestBrowser, TestBrowser.Page)] = []
            for _ in 1...2 {
                let browser = TestBrowser(market, language: language)
                forms.append((browser, try await openForm(browser)))
            }
            try await test(market, forms)
        }
    }

    /// Presses the main button: the first that sends the form with a name and a value, or without.
    private func pressMain(
        _ browser: TestBrowser,
        _ page: TestBrowser.Page,
        _ texts: [String: String],
        kept: [String]? = nil,
        photos: [String] = []
    ) async throws -> TestBrowser.Page {
        var texts = Self.before.merging(texts) { $1 }
        let button = page.html.components(separatedBy: "<button").first { $0.contains("id=\"submit\"") } ?? ""
        if button.prefix(while: { $0 != ">" }).contains("name=\"overwrite\"") {
            texts["overwrite"] = page.hidden("overwrite")
        }
        return try await browser.post(
            "/products/1",
            form: .webListing(page, texts, kept: kept ?? page.allHidden("kept"), photos: photos)
        )
    }

    @Test func mainButtonAfterAConflictSavesAndAmountsAreSaidAsElsewhere() async throws {
        try await withTwoForms { market, forms in
            let theirs = ["price": "9,900", "discount": "900", "stock": "7", "place": "합정동", "condition": "new"]
            let first = try await pressMain(forms[0].0, forms[0].1, theirs)
            #expect(first.status == 303, "\(first.html)")
            let mine = ["price": "11000", "discount": "1000", "stock": "5", "place": "서울", "condition": "fair"]
            let (browser, form) = forms[1]
            let conflict = try await pressMain(browser, form, mine)
            #expect(conflict.status == 409)
            for text in [
                "<td dir=\"auto\">9,900원</td><td dir=\"auto\">11,000원</td>",
                "<td dir=\"auto\">900원</td><td dir=\"auto\">1,000원</td>",
                "<td dir=\"auto\">합정동</td><td dir=\"auto\">서울</td>",
                "현재 내용: 9,900원</p>", "<td dir=\"auto\">새 상품</td><td dir=\"auto\">사용감 있음</td>",
            ] { #expect(conflict.html.contains(text), "\(text): \(conflict.html)") }
            #expect(!conflict.html.contains("<td dir=\"auto\">9900</td>"))
            // Nothing was lost, and nothing has to be typed again.
            #expect(conflict.html.contains("value=\"11000\"") || conflict.html.contains("value=\"11,000\""))
            let saved = try await pressMain(browser, conflict, mine)
            #expect(saved.status == 303, "\(saved.html)")
            let product = try JSON(await market.get("/api/products/1"))
            #expect(product["price"].int == 11000 && product["discounted_price"].int == 1000)
            #expect(product["stock"].int == 5 && product["place"].string == "서울")
            #expect(product["images"].array.count == 2)
        }
    }

    @Test func thirdEditInBetweenIsAConflictAgainWithoutLoss() async throws {
        try await withTwoForms(language: "en") { market, forms in
            let (browser, form) = forms[1]
            _ = try await pressMain(forms[0].0, forms[0].1, ["price": "9900"])
            let mine = ["price": "11000", "name": "책상"]
            let conflict = try await pressMain(browser, form, mine)
            #expect(
                conflict.status == 409
                    && conflict.html.contains("<td dir=\"auto\">₩9,900</td><td dir=\"auto\">₩11,000</td>")
            )
            _ = try await market.send(.patch, "/api/products/1", #"{"secret":"correct horse","price":8800,"stock":1}"#)
            // What wasn't touched is what the form showed.
            let again = try await pressMain(browser, conflict, mine)
            #expect(
                again.status == 409 && again.html.contains("<td dir=\"auto\">₩8,800</td><td dir=\"auto\">₩11,000</td>"),
                "\(again.html)"
            )
            #expect(try JSON(await market.get("/api/products/1"))["price"].int == 8800)
            #expect(again.html.contains("value=\"책상\""))
            let saved = try await pressMain(browser, again, mine.merging(["stock": "1"]) { $1 })
            #expect(saved.status == 303, "\(saved.html)")
            let product = try JSON(await market.get("/api/products/1"))
            #expect(product["price"].int == 11000 && product["name"].string == "책상" && product["stock"].int == 1)
        }
    }

    @Test func imagesOfBothSidesAreCountedAndTheMainButtonKeepsMine() async throws {
        try await withTwoForms { market, forms in
            let (browser, form) = forms[1]
            let kept = form.allHidden("kept")
            #expect(kept.count == 2)
            // The first browser removes a photo that the second keeps.
            #expect(try await pressMain(forms[0].0, forms[0].1, [:], kept: [kept[0]]).status == 303)
            let conflict = try await pressMain(browser, form, [:], kept: [kept[1], kept[0]], photos: ["green"])
            #expect(conflict.status == 409, "\(conflict.status)")
            let tokens = conflict.allHidden("kept")
            let saved = try await pressMain(browser, conflict, [:], kept: tokens)
            #expect(saved.status == 303, "\(saved.html)")
            // The removed photo is gone; the kept one and the new one are there.
            #expect(try JSON(await market.get("/api/products/1"))["images"].array.count == 2)
        }
    }

    @Test func currenciesAreNamedInAConflict() async throws {
        try await withTwoForms(language: "en") { market, forms in
            _ = try await pressMain(forms[0].0, forms[0].1, ["currency": "USD", "price": "9.90"])
            let (browser, form) = forms[1]
            let conflict = try await pressMain(browser, form, ["price": "11000"])
            #expect(conflict.status == 409 && conflict.html.contains("<td dir=\"auto\">$9.90</td>"), "\(conflict.html)")
            #expect(!conflict.html.contains("<td dir=\"auto\">9.90</td>"))
        }
    }
}
