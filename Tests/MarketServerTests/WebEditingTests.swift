import Foundation
import HTTPTypes
import MarketCore
import MarketModels
import MarketServer
import NIOCore
import TestMarkets
import Testing

/// Editing and deleting through the pages, with scripts off (UX.md, “Editing”, “Deleting”).
struct WebEditingTests {
    /// Submits the password and returns the form.
    private func openForm(_ browser: TestBrowser) async throws -> TestBrowser.Page {
        let question = try await browser.get("/products/1/edit")
        let csrf = try #require(question.hidden("csrf"))
        let response = try await browser.post("/products/1/edit", [("csrf", csrf), ("password", TestMarket.secret)])
        #expect(response.status == 303)
        return try await browser.get(try #require(response.headers[.location]))
    }

    @Test func passwordComesFirst() async throws {
        try await withBrowser { market, browser in
            try await market.list()
            let question = try await browser.get("/products/1/edit")
            #expect(question.html.contains("type=\"password\""))
            #expect(question.hidden("ticket") == nil)
            let csrf = try #require(question.hidden("csrf"))
            for password in ["wrong", ""] {
                let wrong = try await browser.post("/products/1/edit", [("csrf", csrf), ("password", password)])
                #expect(wrong.status == 403)
                #expect(wrong.html.contains("aria-invalid=\"true\""))
            }
            let form = try await openForm(browser)
            #expect(form.hidden("ticket") != nil)
            #expect(form.hidden("version") == "1")
            #expect(form.allHidden("kept").count == 1)
        }
    }

    @Test func ticketOfAnotherProductOrAnotherDayOpensNothing() async throws {
        try await withMarket { market in
            try await market.list()
            try await market.list()
            let browser = TestBrowser(market)
            let form = try await openForm(browser)
            let ticket = try #require(form.hidden("ticket"))
            let other = try await browser.get("/products/2/edit?ticket=\(ticket)")
            #expect(other.hidden("ticket") == nil)
            market.clock.advance(seconds: 3601)
            let late = try await browser.post(
                "/products/1",
                form: .webListing(form, ["name": "x"], kept: ["1"], photos: [])
            )
            #expect(late.status == 403)
            #expect(try JSON(await market.get("/api/products/1"))["name"].string == "의자")
        }
    }

    @Test func onlyChangesAreSaved() async throws {
        try await withMarket { market in
            try await market.list(["contact": "010"], photos: ["red", "blue"])
            let browser = TestBrowser(market)
            let form = try await openForm(browser)
            let kept = form.allHidden("kept")
            let same = [
                "name": "의자", "price": "12000", "discount": "0", "stock": "0", "contact": "010",
                "descriptions": "나무 의자입니다.\r\n튼튼해요.",
            ]
            let nothing = try await browser.post("/products/1", form: .webListing(form, same, kept: kept, photos: []))
            #expect(nothing.status == 303, "\(nothing.html)")
            #expect(try JSON(await market.get("/api/products/1"))["version"].int == 1)
            let second = try await openForm(browser)
            let changes = same.merging(["price": "9,000"]) { $1 }
            let saved = try await browser.post(
                "/products/1",
                form: .webListing(second, changes, kept: kept, order: "k1,n0", photos: ["green"])
            )
            #expect(saved.status == 303)
            #expect(saved.headers[.location] == "/products/1")
            let product = try JSON(await market.get("/api/products/1"))
            #expect(product["version"].int == 2)
            #expect(product["price"].int == 9000)
            // The first image wasn't in the order that was sent, and comes last.
            #expect(product["images"].array.count == 3)
            #expect(product["images"][0]["id"].int == Int(kept[1]))
            #expect(product["images"][2]["id"].int == Int(kept[0]))
            let contact = try JSON(await market.get("/api/products/1/contact"))
            #expect(contact["contact"].string == "010")
        }
    }

    @Test func scriptsSendOnlyWhatWasChanged() async throws {
        try await withMarket { market in
            try await market.list(["contact": "010"])
            let browser = TestBrowser(market)
            let form = try await openForm(browser)
            var change = FormBody()
            for name in ["csrf", "ticket", "version", "kept"] { change.add(name, form.hidden(name) ?? "") }
            change.add("stock", "9")
            change.close()
            let json: HTTPFields = [.accept: "application/json"]
            let saved = try await browser.post("/products/1", form: change, json)
            #expect(saved.status == 200, "\(saved.html)")
            let product = try JSON(await market.get("/api/products/1"))
            #expect(product["stock"].int == 9)
            #expect(product["name"].string == "의자")
            #expect(try JSON(await market.get("/api/products/1/contact"))["contact"].string == "010")
            // Another client was faster.
            let second = try await openForm(browser)
            _ = try await market.send(.patch, "/api/products/1", #"{"secret":"correct horse","price":5}"#)
            var late = FormBody()
            for name in ["csrf", "ticket", "version", "kept"] { late.add(name, second.hidden(name) ?? "") }
            late.add("price", "7")
            late.close()
            let conflict = try await browser.post("/products/1", form: late, json)
            #expect(conflict.status == 409)
            #expect(conflict.html.contains(#""version":3"#))
            #expect(conflict.html.contains(#""newer":{"price":"Current: ₩5"}"#))
        }
    }

    /// Each is looked up before it is known who sends the form.
    @Test func formKeepsAtMostAsManyImagesAsOneWithFilesHasParts() async throws {
        try await withMarket { market in
            try await market.list()
            for count in [64, 65, 3000] {
                let sent = (1...count).map { ("kept", String($0)) }
                let page = try await TestBrowser(market).post("/products/1", sent)
                #expect(page.status == 403)
                #expect(page.allHidden("kept") == (1...64).map(String.init), "\(count)")
            }
        }
    }

    /// Kept images are counted: the form shows a single row of images, whichever of them are sent.
    /// What was deleted in another tab while its form was open, in the language that was chosen.
    @Test(arguments: [("en", "This listing is no longer available."), ("ko", "더 이상 볼 수 없는 상품이에요.")])
    func scriptsAreToldThatTheListingIsGone(_ language: String, _ sentence: String) async throws {
        try await withBrowser { market, browser in
            try await market.list()
            let form = try await openForm(browser)
            await browser.remember("language", language)
            let fields = [("csrf", form.hidden("csrf") ?? ""), ("password", TestMarket.secret)]
            let change = FormBody.webListing(form, ["name": "x"], kept: form.allHidden("kept"), photos: [])
            #expect(try await browser.post("/products/1/delete", fields).status == 200)
            let json: HTTPFields = [.accept: "application/json"]
            var answers = [try await browser.post("/products/1", form: change, json)]
            for act in ["edit", "delete", "manage"] {
                answers.append(try await browser.post("/products/1/\(act)", fields, json))
            }
            for answer in answers {
                #expect(answer.status == 410 && answer.headers[.contentType] == "application/json")
                #expect(answer.html.contains("\"message\":\"\(sentence)\""), "\(answer.html)")
            }
            // Without scripts, it is a page.
            let page = try await browser.post("/products/1", form: change)
            #expect(page.status == 410 && page.html.contains("<h1") && page.html.contains(sentence))
        }
    }

    /// Not in the language of the browser's system.
    @Test func scriptsAreToldInTheLanguageThatWasChosen() async throws {
        try await withBrowser { market, browser in
            try await market.list()
            let csrf = try #require(try await browser.get("/products/1/delete").hidden("csrf"))
            await browser.remember("language", "ko")
            for act in ["edit", "delete", "manage"] {
                let fields = [("csrf", csrf), ("password", "wrong")]
                let wrong = try await browser.post("/products/1/\(act)", fields, [.accept: "application/json"])
                #expect(wrong.status == 403 && wrong.html.contains("\"code\":\"wrong_secret\""))
                #expect(wrong.html.contains("비밀번호"), "\(wrong.html)")
            }
        }
    }

    @Test func scriptsAreToldWhichImageOfTheFormCannotBeTaken() async throws {
        try await withBrowser { market, browser in
            try await market.list()
            let form = try await openForm(browser)
            for (order, number) in [("k0,n0,n1", 3), ("n0,n1,k0", 2)] {
                var change = FormBody()
                for name in ["csrf", "ticket", "version", "kept"] { change.add(name, form.hidden(name) ?? "") }
                change.add("order", order)
                change.add("images", file: "red.jpg", Photos.bytes("red"))
                change.add("images", file: "notes.txt", Array("no picture".utf8))
                change.close()
                let refused = try await browser.post("/products/1", form: change, [.accept: "application/json"])
                #expect(refused.status == 400)
                #expect(refused.html.contains(#""name":"images","reason":"Picture \#(number) "#), "\(refused.html)")
                #expect(refused.html.contains(#""index":\#(number - 1)}"#), "\(refused.html)")
            }
        }
    }

    @Test func whatIsWrongIsSaidBesideTheField() async throws {
        try await withBrowser { market, browser in
            try await market.list()
            let form = try await openForm(browser)
            let refused = try await browser.post(
                "/products/1",
                form: .webListing(
                    form,
                    ["name": "책상", "price": "", "stock": "1.5"],
                    kept: form.allHidden("kept"),
                    photos: []
                )
            )
            #expect(refused.status == 422)
            #expect(refused.html.contains("책상"))
            #expect(refused.html.contains("id=\"price-error\""))
            #expect(refused.hidden("ticket") == form.hidden("ticket"))
            let noImage = try await browser.post("/products/1", form: .webListing(form, photos: []))
            #expect(noImage.status == 422)
        }
    }

    @Test func saveNeverOverwritesWhatIsNewerAndAnotherButtonDoes() async throws {
        try await withBrowser { market, browser in
            try await market.list()
            let form = try await openForm(browser)
            let other = #"{"secret":"correct horse","name":"다른 이름","stock":7}"#
            #expect(try await market.send(.patch, "/api/products/1", other).status == .accepted)
            let kept = form.allHidden("kept")
            let mine = Self.same.merging(["name": "내 이름"]) { $1 }
            let conflict = try await browser.post("/products/1", form: .webListing(form, mine, kept: kept, photos: []))
            #expect(conflict.status == 409)
            #expect(conflict.html.contains("id=\"name-newer\">Current: 다른 이름</p>"))
            #expect(conflict.html.contains("value=\"내 이름\""))
            // An untouched field takes the newer value, without a question about it.
            #expect(conflict.html.contains("name=\"stock\" value=\"7\""))
            #expect(!conflict.html.contains("stock-newer\">Current"))
            // A second tap on the button asks again.
            let again = mine.merging(["stock": "7"]) { $1 }
            let second = try await browser.post(
                "/products/1",
                form: .webListing(conflict, again, kept: kept, photos: [])
            )
            #expect(second.status == 409)
            #expect(try JSON(await market.get("/api/products/1"))["name"].string == "다른 이름")
            let version = try #require(second.hidden("overwrite"))
            let saved = try await browser.post(
                "/products/1",
                form: .webListing(second, again.merging(["overwrite": version]) { $1 }, kept: kept, photos: [])
            )
            #expect(saved.status == 303, "\(saved.html)")
            let product = try JSON(await market.get("/api/products/1"))
            #expect(product["name"].string == "내 이름" && product["stock"].int == 7)
        }
    }

    @Test func overwritingWhatIsStillNewerAsksAgain() async throws {
        try await withBrowser { market, browser in
            try await market.list()
            let form = try await openForm(browser)
            let mine = Self.same.merging(["name": "내 이름"]) { $1 }
            for name in ["하나", "둘"] {
                _ = try await market.send(.patch, "/api/products/1", #"{"secret":"correct horse","name":"\#(name)"}"#)
                let conflict = try await browser.post(
                    "/products/1",
                    form: .webListing(
                        form,
                        // The version that was seen before the second change.
                        mine.merging(["overwrite": "2"]) { $1 },
                        kept: form.allHidden("kept"),
                        photos: []
                    )
                )
                if name == "하나" {
                    #expect(conflict.status == 303)
                    _ = try await openForm(browser)
                } else {
                    #expect(conflict.status == 409)
                }
            }
        }
    }

    @Test func whatWasNotTouchedTakesTheNewerValueWithoutAQuestion() async throws {
        try await withMarket { market in
            try await market.list(photos: ["red", "blue"])
            let browser = TestBrowser(market)
            let form = try await openForm(browser)
            let other = #"{"secret":"correct horse","price":9000,"descriptions":"새 설명"}"#
            _ = try await market.send(.patch, "/api/products/1", other)
            let mine = Self.same.merging(["name": "내 이름", "contact": ""]) { $1 }
            let saved = try await browser.post(
                "/products/1",
                form: .webListing(form, mine, kept: form.allHidden("kept"), photos: [])
            )
            #expect(saved.status == 303, "\(saved.html)")
            let product = try JSON(await market.get("/api/products/1"))
            #expect(product["name"].string == "내 이름" && product["price"].int == 9000)
            #expect(product["description"].string == "새 설명" && product["images"].array.count == 2)
        }
    }

    @Test func amountInACurrencyThatSomebodyElseHasChangedIsAskedAbout() async throws {
        try await withBrowser { market, browser in
            try await market.list()
            let form = try await openForm(browser)
            _ = try await market.send(.patch, "/api/products/1", #"{"secret":"correct horse","currency":"USD"}"#)
            let mine = Self.same.merging(["price": "13000", "contact": ""]) { $1 }
            let conflict = try await browser.post(
                "/products/1",
                form: .webListing(form, mine, kept: form.allHidden("kept"), photos: [])
            )
            #expect(conflict.status == 409)
            #expect(try JSON(await market.get("/api/products/1"))["price"].int == 12000)
        }
    }

    @Test func expiredTicketAsksForThePasswordInPlaceAndThenSaves() async throws {
        try await withBrowser { market, browser in
            try await market.list()
            let form = try await openForm(browser)
            market.clock.advance(seconds: 3601)
            let kept = form.allHidden("kept")
            let mine = Self.same.merging(["name": "내 이름", "contact": ""]) { $1 }
            let asked = try await browser.post(
                "/products/1",
                form: .webListing(form, mine, kept: kept, photos: ["green"])
            )
            #expect(asked.status == 403)
            #expect(asked.html.contains("name=\"secret\"") && asked.html.contains("value=\"내 이름\""))
            #expect(asked.html.contains("<p id=\"form-error\""))
            let tokens = asked.allHidden("kept")
            #expect(tokens.count == 2)
            let wrong = try await browser.post(
                "/products/1",
                form: .webListing(asked, mine.merging(["secret": "wrong"]) { $1 }, kept: tokens, photos: [])
            )
            #expect(wrong.status == 403)
            #expect(wrong.html.contains("aria-invalid=\"true\""))
            let right = mine.merging(["secret": TestMarket.secret]) { $1 }
            let saved = try await browser.post(
                "/products/1",
                form: .webListing(wrong, right, kept: wrong.allHidden("kept"), photos: [])
            )
            #expect(saved.status == 303, "\(saved.html)")
            let product = try JSON(await market.get("/api/products/1"))
            #expect(product["name"].string == "내 이름" && product["images"].array.count == 2)
        }
    }

    @Test func formWithoutItsTokenComesBackWhole() async throws {
        try await withBrowser { market, browser in
            try await market.list()
            let form = try await openForm(browser)
            await browser.forget("csrf")
            let mine = Self.same.merging(["name": "내 이름", "contact": ""]) { $1 }
            let again = try await browser.post(
                "/products/1",
                form: .webListing(form, mine, kept: form.allHidden("kept"), photos: [])
            )
            #expect(again.status == 403)
            #expect(again.html.contains("value=\"내 이름\""))
            let saved = try await browser.post(
                "/products/1",
                form: .webListing(again, mine, kept: again.allHidden("kept"), photos: [])
            )
            #expect(saved.status == 303)
        }
    }

    @Test func longDescriptionOfTheAPIIsSavedAgain() async throws {
        try await withMarket { market in
            let long = String(repeating: "가나다라\n", count: 2000)
            try await market.list(["descriptions": long])
            let browser = TestBrowser(market)
            let form = try await openForm(browser)
            let changed = Self.same.merging(["descriptions": "마" + long.dropFirst(), "contact": ""]) { $1 }
            let saved = try await browser.post(
                "/products/1",
                form: .webListing(form, changed, kept: form.allHidden("kept"), photos: [])
            )
            #expect(saved.status == 303, "\(saved.html.prefix(3000))")
            let product = try JSON(await market.get("/api/products/1"))
            #expect(product["description"].string?.unicodeScalars.count == 10_000)
        }
    }

    /// The values of the form when nothing was changed.
    private static let same = [
        "name": "의자", "price": "12000", "discount": "0", "stock": "0", "contact": "",
        "descriptions": "나무 의자입니다.\r\n튼튼해요.",
    ]

    @Test func newSecretVoidsTickets() async throws {
        try await withBrowser { market, browser in
            try await market.list()
            let form = try await openForm(browser)
            try await market.services.adminOperations.setSecret("another one", of: .init(rawValue: 1))
            let late = try await browser.post(
                "/products/1",
                form: .webListing(form, ["name": "x"], kept: form.allHidden("kept"), photos: [])
            )
            #expect(late.status == 403)
        }
    }

    @Test func deletionAsksForThePasswordAndLeavesAFriendlyPage() async throws {
        try await withBrowser { market, browser in
            try await market.list()
            let question = try await browser.get("/products/1/delete")
            let csrf = try #require(question.hidden("csrf"))
            let wrong = try await browser.post("/products/1/delete", [("csrf", csrf), ("password", "wrong")])
            #expect(wrong.status == 403)
            let forged = try await browser.post("/products/1/delete", [("password", TestMarket.secret)])
            #expect(forged.status == 403)
            let right = try await browser.post("/products/1/delete", [("csrf", csrf), ("password", TestMarket.secret)])
            #expect(right.status == 200)
            #expect(right.html.contains("의자"))
            for path in ["/products/1", "/products/1/edit", "/products/1/contact"] {
                let gone = try await browser.get(path)
                #expect(gone.status == 410, "\(path)")
            }
            let list = try await browser.get("/")
            #expect(!list.html.contains("data-id=\"1\""))
        }
    }

    @Test func guessingIsSlowedDownAndSaysForHowLong() async throws {
        var limits = ServerLimits()
        limits.guesses.perSource = 2
        try await withMarket(limits: limits) { market in
            try await market.list()
            let browser = TestBrowser(market)
            let csrf = try #require(try await browser.get("/products/1/delete").hidden("csrf"))
            var page: TestBrowser.Page?
            for _ in 1...3 {
                page = try await browser.post("/products/1/delete", [("csrf", csrf), ("password", "guess")])
            }
            #expect(page?.status == 429)
            #expect(page?.headers[.field("Retry-After")] == "60")
            #expect(page?.html.contains("60") == true)
        }
    }
}
