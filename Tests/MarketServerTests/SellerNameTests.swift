import HTTPTypes
import MarketServer
import MarketWeb
import TestMarkets
import Testing

/// The name under which a browser lists (UX.md, “New listing”).
struct SellerNameTests {
    /// A browser lists under one name. Another one is refused where it was typed; the name in use is taken, also with spaces
    /// around it, and so is none.
    @Test(arguments: [
        ("en", "This browser sells as “Kim &lt;1&gt;”."), ("ko", "이 브라우저에서는 ‘Kim &lt;1&gt;’ 이름으로 판매하고 있어요."),
    ])
    func anotherNameOfTheSameSellerIsRefusedAtItsField(_ language: String, _ sentence: String) async throws {
        try await withMarket { market in
            let browser = TestBrowser(market, language: language)
            let first = try await browser.get("/products/new")
            #expect(try await browser.post("/products", form: .webListing(first, ["seller": "Kim <1>"])).status == 303)
            let refused = try await browser.post(
                "/products",
                form: .webListing(
                    try await browser.get("/products/new"),
                    ["name": "책상", "seller": "Lee", "price": "x"]
                )
            )
            #expect(refused.status == 422)
            #expect(refused.html.contains("id=\"seller-error\">\(sentence) "))
            // It is said with all else that is wrong, and nothing typed is lost.
            #expect(!refused.html.contains("id=\"price-error\"><"))
            #expect(refused.html.contains("value=\"Lee\"") && refused.html.contains("value=\"책상\""))
            let blank = try await browser.post(
                "/products",
                form: .webListing(refused, ["seller": "  "]),
                [.accept: "application/json"]
            )
            #expect(blank.status == 400 && blank.html.contains(#"{"name":"seller""#))
            #expect(try JSON(await market.get("/api/products"))["total_count"].int == 1)
            for (number, name) in [" Kim <1> ", ""].enumerated() {
                let form = try await browser.get("/products/new")
                let listed = try await browser.post("/products", form: .webListing(form, ["seller": name]))
                #expect(listed.headers[.location] == "/products/\(number + 2)")
            }
            // It is a rule for one browser: others are who they say.
            let other = TestBrowser(market)
            let form = try await other.get("/products/new")
            #expect(try await other.post("/products", form: .webListing(form, ["seller": "Lee"])).status == 303)
            #expect(try JSON(await market.get("/api/products/4"))["vendors"]["name"].string == "Lee")
        }
    }

    /// The form says that the name is required; without scripts, the market does. Programs needn't send one.
    @Test(
        arguments: [
            ("en", "", "Enter your name."), ("ko", "", "판매자 이름을 입력해 주세요."), ("en", " \u{3000}", ""),
        ]
    )
    func aNewSellerGivesAName(_ language: String, _ name: String, _ sentence: String) async throws {
        try await withMarket { market in
            let browser = TestBrowser(market, language: language)
            let form = try await browser.get("/products/new")
            let refused = try await browser.post("/products", form: .webListing(form, ["seller": name, "price": "x"]))
            #expect(refused.status == 422 && refused.html.contains("id=\"seller-error\">\(sentence)"))
            #expect(!refused.html.contains("id=\"seller-error\"><") && !refused.html.contains("id=\"price-error\"><"))
            #expect(try JSON(await market.get("/api/products"))["total_count"].int == 0)
            let kept = FormBody.webListing(refused, ["seller": "Kim"], kept: refused.allHidden("kept"), photos: [])
            #expect(try await browser.post("/products", form: kept).status == 303)
            #expect(try JSON(await market.get("/api/products/1"))["vendors"]["name"].string == "Kim")
            try await market.list(identifier: "an-old-app")
            #expect(try JSON(await market.get("/api/products/2"))["vendors"]["name"].string == "Vendor 2")
        }
    }

    /// Who doesn't know yet that an operator has given them another name reads it.
    @Test func formThatWasOpenedBeforeTheSellerWasRenamedSaysSo() async throws {
        try await withBrowser { market, browser in
            let first = try await browser.get("/products/new")
            #expect(try await browser.post("/products", form: .webListing(first, ["seller": "Kim"])).status == 303)
            let form = try await browser.get("/products/new")
            let admin = AdminService(services: market.services, webApp: Site())
            _ = await admin.perform(.renameVendor(1, name: "Kim’s shop"))
            let refused = try await browser.post("/products", form: .webListing(form, ["seller": "Kim"]))
            #expect(refused.status == 422 && refused.html.contains("This browser sells as “Kim’s shop”."))
            // What was listed before is found all the same.
            let again = try await browser.post("/products", form: .webListing(first, ["seller": "Kim"]))
            #expect(again.headers[.location] == "/products/1")
        }
    }
}
