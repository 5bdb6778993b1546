import Foundation
import HTTPTypes
import MarketCore
import MarketModels
import MarketServer
import MarketTexts
import ProductStoreContract
import TestMarkets
import Testing

@testable import MarketWeb

/// Switching the language of a page with a form that isn't sent yet.
struct FormLanguageTests {
    private static let korean = ("in-language", "ko")

    /// Opens a page in English, types something, and returns the page in Korean.
    private func switched(
        _ browser: TestBrowser,
        _ page: String,
        sentTo path: String? = nil,
        _ fields: [(String, String)],
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> TestBrowser.Page {
        let form = try await browser.get(page)
        #expect(form.html.contains("<html lang=\"en\""), "\(page)", sourceLocation: sourceLocation)
        // The button belongs to the form, and no other one would lose what was typed.
        let button = "form=\"typed\" formnovalidate name=\"in-language\" value=\"ko\""
        #expect(form.html.contains(button), "\(page)", sourceLocation: sourceLocation)
        #expect(form.html.components(separatedBy: "id=\"typed\"").count == 2, "\(page)", sourceLocation: sourceLocation)
        #expect(!form.html.contains("action=\"/language\""), "\(page)", sourceLocation: sourceLocation)
        // The first form of a page has the last two only if it is sent elsewhere.
        let names = ["csrf", "version"] + (path == nil ? [] : ["products", "back"])
        let own = names.compactMap { name in form.hidden(name).map { (name, $0) } }
        let again = try await browser.post(path ?? page, own + fields + [Self.korean])
        #expect(again.status == 200, "\(page)", sourceLocation: sourceLocation)
        #expect(again.html.contains("<html lang=\"ko\""), "\(page)", sourceLocation: sourceLocation)
        #expect(again.html.contains(button.replacing("ko", with: "en")), "\(page)", sourceLocation: sourceLocation)
        #expect(await browser.cookies["language"] == "ko", sourceLocation: sourceLocation)
        return again
    }

    @Test func reportKeepsWhatWasTyped() async throws {
        try await withMarket { market in
            try await market.list(["name": "Chair"], identifier: "a-seller-with-a-browser")
            let typed = [
                ("reason", "scam"), ("text", "Wants the money <first>"), ("name", "Kim"), ("mail", "kim@"),
                ("good_faith", "1"),
            ]
            for page in ["/products/1/report", "/sellers/1/report"] {
                let browser = TestBrowser(market)
                let again = try await switched(browser, page, typed)
                let shown = [
                    "Wants the money &lt;first", "value=\"Kim\"", "value=\"kim@\"", "value=\"scam\" required checked",
                ]
                for text in shown { #expect(again.html.contains(text), "\(page): \(text)") }
                // Nothing is wrong with what isn't sent yet.
                #expect(!again.html.contains("aria-invalid"))
                #expect(try await market.store.openReportCount() == 0)
                #expect(try await browser.get("/").html.contains("<html lang=\"ko\""))
            }
            // Another site can't choose the language, and an unknown one is none: the report is sent.
            let browser = TestBrowser(market)
            let path = "/products/1/report"
            let form = try await browser.get(path)
            #expect(try await browser.post(path, typed + [Self.korean]).status == 403)
            #expect(await browser.cookies["language"] == nil)
            let sent = [("csrf", form.hidden("csrf") ?? ""), ("reason", "scam"), ("in-language", "xx")]
            #expect(try await browser.post(path, sent).status == 303)
        }
    }

    /// With scripts, the browser keeps a draft. Without them, the form is sent with its pictures, and comes back.
    @Test func aListingKeepsItsTextsAndPictures() async throws {
        try await withBrowser { market, seller in
            let button =
                "<noscript><button type=\"submit\" form=\"listing-form\" formnovalidate name=\"in-language\" value=\"ko\""
            let form = try await seller.get("/products/new")
            #expect(form.html.contains(button) && form.html.contains("action=\"/language\""))
            let typed = ["name": "Chair <b>", "price": "?", "in-language": "ko"]
            let again = try await seller.post("/products", form: .webListing(form, typed))
            #expect(again.status == 200 && again.html.contains("<html lang=\"ko\""))
            #expect(again.html.contains("value=\"Chair &lt;b") && !again.html.contains("aria-invalid"))
            #expect(
                again.allHidden("kept").count == 1 && again.html.contains(button.replacing("\"ko\"", with: "\"en\""))
            )
            #expect(try await market.get("/api/products/1").status == .notFound)
            let listed = FormBody.webListing(again, ["name": "Chair"], kept: again.allHidden("kept"), photos: [])
            #expect(try await seller.post("/products", form: listed).status == 303)
            let edit = try await seller.get("/products/1/edit")
            let changed = ["name": "Table", "in-language": "en"]
            let edited = FormBody.webListing(edit, changed, kept: edit.allHidden("kept"), photos: ["blue"])
            let shown = try await seller.post("/products/1", form: edited)
            #expect(
                shown.status == 200 && shown.html.contains("<html lang=\"en\"")
                    && shown.html.contains("value=\"Table\"")
            )
            #expect(shown.allHidden("kept").count == 2)
            #expect(try JSON(try await market.get("/api/products/1"))["name"].string == "Chair")
            // Without the token, another site may have sent it, which can't choose the language, either.
            var foreign = FormBody()
            for field in [("name", "Lamp"), Self.korean] { foreign.add(field.0, field.1) }
            foreign.close()
            for path in ["/products", "/products/1"] {
                let other = TestBrowser(market)
                let refused = try await other.post(path, form: foreign)
                #expect(refused.status == 403 && refused.html.contains("<html lang=\"en\""))
                #expect(await other.cookies["language"] == nil)
            }
        }
    }

    /// Without scripts, a form whose ticket has expired asks for the password, next to the buttons that only show it again.
    @Test func aPasswordThatIsNotTypedYetIsNotWrong() async throws {
        try await withBrowser { market, browser in
            try await market.list()
            let csrf = try #require(try await browser.get("/products/new").hidden("csrf"))
            let wrong = InterfaceTexts(language: .english)[.wrongPassword]
            func send(_ secret: String, _ button: (String, String)?) async throws -> TestBrowser.Page {
                var form = FormBody()
                form.add("csrf", csrf)
                for (name, value) in [("name", "Table"), ("secret", secret)] + (button.map { [$0] } ?? []) {
                    form.add(name, value)
                }
                form.close()
                return try await browser.post("/products/1", form: form)
            }
            for button in [("in-language", "en"), ("remove", "1")] {
                let again = try await send("", button)
                #expect(again.status == 403 && !again.html.contains(wrong) && again.html.contains("value=\"Table\""))
                #expect(again.html.contains("name=\"secret\""))
                // One that was typed is checked.
                #expect(try await send("guess", button).html.contains(wrong))
                #expect(try await send(TestMarket.secret, button).hidden("ticket")?.isEmpty == false)
            }
            #expect(try await send("", nil).html.contains(wrong))
        }
    }

    @Test func sellersKeepTheirAnswerAndTheirNote() async throws {
        try await withBrowser { market, seller in
            let form = try await seller.get("/products/new")
            _ = try await seller.post("/products", form: .webListing(form, ["name": "Chair"]))
            let reserved = try await switched(
                seller,
                "/mine/reserve?products=1",
                sentTo: "/mine/reserve",
                [("day", "2021-12-31"), ("note", "For <Kim>")]
            )
            #expect(reserved.html.contains("value=\"2021-12-31\"") && reserved.html.contains("value=\"For &lt;Kim"))
            #expect(try await !seller.get("/mine?state=reserved").html.contains("id=\"p1\""))
            await seller.forget("language")
            let kim = TestBrowser(market)
            try await kim.signIn(as: "Kim", .moderator)
            let hide = [
                ("csrf", await kim.cookies["csrf"] ?? ""), ("products", "1"), ("do", "hide"), ("reason", "Whose?"),
            ]
            #expect(try await kim.post("/operator/listings", hide).status == 303)
            let manage = "/products/1/manage"
            let answered = try await switched(seller, manage, sentTo: "/products/1/answer", [("answer", "My <own>")])
            #expect(answered.html.contains("My &lt;own"))
            #expect(try await !seller.get(manage).html.contains("My &lt;own"))
            // A page without such a form has the other button.
            #expect(try await seller.get("/mine").html.contains("action=\"/language\""))
        }
    }

    @Test func operatorsKeepWhatTheyTyped() async throws {
        try await withMarket { market in
            try await market.list(["name": "Chair", "contact": "010-1234-5678"], identifier: "a-seller-with-a-browser")
            let report = "{\"reason\":\"scam\"}"
            #expect(try await market.send(.post, "/api/products/1/reports", report).status == .created)
            let reason = ("reason", "Shows a <home>")
            let listings = "/operator/listings"
            let forms: [(page: String, path: String?, fields: [(String, String)], kept: String)] = [
                ("/operator/reports/1", nil, [reason], "Shows a &lt;home"),
                ("/operator/listings/1", listings, [reason], "Shows a &lt;home"),
                (listings, nil, [reason, ("products", "1")], "Shows a &lt;home"),
                ("/operator/listings/1/erase", nil, [reason], "Shows a &lt;home"),
                ("/operator/listings/1/password", nil, [reason], "Shows a &lt;home"),
                ("/operator/sellers/1", nil, [reason, ("days", "7")], "value=\"7\" selected"),
                ("/operator/contacts", nil, [("contact", "<kim>"), reason], "value=\"&lt;kim"),
                ("/operator/invitations", nil, [("name", "<Shop>")], "value=\"&lt;Shop"),
                ("/operator/sessions", nil, [("name", "<Backup>")], "value=\"&lt;Backup"),
                (
                    "/operator/team", nil, [("name", "<Lee>"), ("role", "operator")],
                    "value=\"operator\" required checked"
                ),
                ("/operator/settings", nil, [("name.en", "<Yeonnam>")], "value=\"&lt;Yeonnam"),
                ("/operator/settings/terms-en", nil, [("text", "By <Kim>")], "By &lt;Kim"),
            ]
            let kim = TestBrowser(market)
            try await kim.signIn(as: "Kim", .operator)
            for (page, path, fields, kept) in forms {
                await kim.forget("language")
                let again = try await switched(kim, page, sentTo: path, fields)
                #expect(again.html.contains(kept), "\(page)")
                if fields.contains(where: { $0 == reason }) {
                    #expect(again.html.contains("Shows a &lt;home"), "\(page)")
                }
                #expect(!again.html.contains("class=\"notice error\""), "\(page)")
            }
            // Browsers send the settings in another way, because of the logo.
            var form = FormBody()
            for field in [("csrf", await kim.cookies["csrf"] ?? ""), ("name.en", "<Yeonnam>"), Self.korean] {
                form.add(field.0, field.1)
            }
            form.close()
            await kim.forget("language")
            let settings = try await kim.post("/operator/settings", form: form)
            #expect(settings.status == 200 && settings.html.contains("value=\"&lt;Yeonnam"))
            let done = Set(try await market.store.moderationLog(before: nil, limit: 9).map(\.action))
            #expect(done.isSubset(of: [.operatorAdded, .operatorLinkMade]))
            #expect(try await market.store.openReportCount() == 1 && market.store.profile == .empty)
            // A moderator sees no page of operators in another language, either.
            let lee = TestBrowser(market)
            try await lee.signIn(as: "Lee", .moderator)
            let csrf = await lee.cookies["csrf"] ?? ""
            for page in [
                "/operator/listings/1/erase", "/operator/listings/1/password", "/operator/team", "/operator/settings",
            ] {
                let refused = try await lee.post(page, [("csrf", csrf), reason, Self.korean])
                #expect(refused.status == 403 && !refused.html.contains("id=\"typed\""), "\(page)")
            }
        }
    }
}
