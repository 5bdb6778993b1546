import HTTPTypes
import MarketCore
import MarketModels
import MarketServer
import NIOCore
import ProductStoreContract
import TestMarkets
import Testing

/// Contacts that no listing may have (Moderating.md).
struct BlockedContactTests {
    private func desk(_ market: TestMarket) async throws -> (TestBrowser, csrf: String) {
        let browser = TestBrowser(market)
        try await browser.signIn(as: "Kim", .moderator)
        return (browser, try #require(await browser.cookies["csrf"]))
    }

    @Test func itIsBlockedFromAListingAndFromItsPage() async throws {
        try await withMarket { market in
            try await market.list(["name": "Chair", "contact": "010-1234-5678"])
            try await market.list(["name": "Table", "contact": "+82 10 1234 5678"])
            try await market.list(["name": "Lamp", "contact": "kim@example.com"])
            try await market.list(["name": "Desk"])
            let (desk, csrf) = try await desk(market)
            #expect(try await desk.get("/operator/listings/1").html.contains("block-contact"))
            #expect(try await desk.get("/operator/listings/4").html.contains("block-contact") == false)
            func send(_ path: String, _ fields: (String, String)...) async throws -> TestBrowser.Page {
                try await desk.post(path, [("csrf", csrf)] + fields)
            }
            let block = ("do", "block-contact")
            let silent = try await send("/operator/listings", ("products", "1"), block, ("reason", ""))
            #expect(silent.status == 422)
            #expect(try await market.get("/api/products/1").status == .ok)
            let none = try await send("/operator/listings", ("products", "4"), block, ("reason", "Spam"))
            #expect(none.status == 422 && none.html.contains("have no contact"))
            #expect(try await send("/operator/listings", ("products", "1"), block, ("reason", "Spam")).status == 303)
            for (id, status) in [(1, 404), (2, 404), (3, 200), (4, 200)] {
                #expect(try await market.get("/api/products/\(id)").status.code == status)
            }
            let typed = try await send(
                "/operator/contacts",
                ("do", "block"),
                ("contact", "Kim@example.com"),
                ("reason", "")
            )
            #expect(typed.status == 422 && typed.html.contains("value=\"Kim@example.com\""))
            let mail = try await send(
                "/operator/contacts",
                ("do", "block"),
                ("contact", "Kim@example.com"),
                ("reason", "Too")
            )
            #expect(mail.status == 303)
            #expect(try await market.get("/api/products/3").status == .notFound)
            let page = try await desk.get("/operator/contacts").html
            for text in ["01012345678", "kim@example.com", "Spam", "Kim"] { #expect(page.contains(text)) }
            #expect(try await desk.get("/operator/listings/1").html.contains("Contact blocked"))
            let back = try await send(
                "/operator/contacts",
                ("do", "unblock"),
                ("contact", "tel:01012345678"),
                ("reason", "A mistake")
            )
            #expect(back.status == 303)
            for id in [1, 2] { #expect(try await market.get("/api/products/\(id)").status == .ok) }
            #expect(try await desk.get("/operator/contacts").html.contains("01012345678") == false)
            let log = try await desk.get("/operator/log").html
            #expect(log.contains("Contact unblocked") && log.contains("01012345678"))
            #expect(try await send("/operator/contacts", ("do", "nothing"), ("reason", "x")).status == 303)
        }
    }

    @Test(arguments: [("ko", "쓸 수 없는 연락처"), ("en", "can’t be used in this market")])
    func nobodyListsOrEditsWithIt(_ language: String, _ sentence: String) async throws {
        try await withMarket { market in
            try await market.list(["name": "Chair"])
            let isChanged = try await market.services.moderateListings.setBlocked(
                true,
                contact: "010-1234-5678",
                reason: "Spam",
                by: OperatorAuthenticator.commandLine
            )
            #expect(isChanged)
            let listed = try await market.post(
                .listing(["contact": "010 1234 5678"]),
                headers: [.acceptLanguage: language]
            )
            #expect(listed.status == .badRequest)
            let error = try JSON(listed)
            #expect(error["code"].string == "invalid_fields" && error["fields"][0]["name"].string == "contact")
            #expect(String(buffer: listed.body).contains(sentence))
            let change = "{\"contact\":\"+82 10-1234-5678\",\"secret\":\"\(TestMarket.secret)\"}"
            #expect(try await market.send(.patch, "/api/products/1", change).status == .badRequest)
            let other = "{\"contact\":\"010-1234-5679\",\"secret\":\"\(TestMarket.secret)\"}"
            #expect(try await market.send(.patch, "/api/products/1", other).status == .accepted)
            let browser = TestBrowser(market, language: language)
            let form = FormBody.webListing(
                try await browser.get("/products/new"),
                ["name": "Lamp", "contact": "010-1234-5678"]
            )
            let page = try await browser.post("/products", form: form)
            #expect(page.status == 422 && page.html.contains(sentence) && page.html.contains("Lamp"))
            #expect(try JSON(await market.get("/api/products"))["pages"].array.count == 1)
        }
    }

    @Test func itsSellerReadsWhy() async throws {
        try await withMarket { market in
            let browser = TestBrowser(market)
            let form = FormBody.webListing(try await browser.get("/products/new"), ["contact": "010-1234-5678"])
            #expect(try await browser.post("/products", form: form).status == 303)
            _ = try await market.services.moderateListings.setBlocked(
                true,
                contact: "01012345678",
                reason: "Known <scam>",
                by: OperatorAuthenticator.commandLine
            )
            for path in ["/products/1", "/products/1/manage"] {
                let page = try await browser.get(path).html
                #expect(page.contains("has blocked your contact") && page.contains("Known &lt;scam"), "\(path)")
            }
            #expect(try await TestBrowser(market).get("/products/1").status != 200)
        }
    }
}
