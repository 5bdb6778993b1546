import HTTPTypes
import MarketCore
import MarketServer
import NIOCore
import TestMarkets
import Testing

/// Printing price tags and notices with scripts off (UX.md, “On paper”).
struct PrintPagesTests {
    private func printed(_ page: TestBrowser.Page) -> [String] {
        page.html.matches(of: /<p class="where">([^<]*)<wbr>([^<]*)</).map { String($0.1 + $0.2) }
    }

    @Test func aPageHasATagForEachProductInTheChosenOrder() async throws {
        try await withMarket(baseURL: "https://market.example") { market in
            for _ in 1...3 { try await market.list() }
            let page = try await TestBrowser(market).get("/print?products=3,1,3,x,,2&kind=labels")
            #expect(page.status == 200)
            #expect(printed(page) == [3, 1, 2].map { "market.example/products/\($0)" })
            #expect(page.headers[.cacheControl] == "private, no-cache")
            let notices = try await TestBrowser(market).get("/print?products=2&kind=notices")
            #expect(notices.html.contains("class=\"leaflet\""))
            let other = try await TestBrowser(market).get("/print?products=2&kind=posters")
            #expect(other.html.contains("class=\"tag\""))
        }
    }

    @Test func productsThatAreGoneAreLeftOutWithASentence() async throws {
        try await withMarket(baseURL: "https://market.example") { market in
            for _ in 1...2 { try await market.list() }
            let token = try await market.send(.post, "/api/products/1/secret", #"{"secret":"correct horse"}"#)
            _ = try await market.send(.delete, "/api/products/1/\(String(buffer: token.body))")
            let browser = TestBrowser(market)
            let page = try await browser.get("/print?products=1,2,99&kind=labels")
            #expect(printed(page) == ["market.example/products/2"])
            #expect(page.html.contains("2 products are no longer there and were left out."))
            let none = try await browser.get("/print?products=1&kind=notices")
            #expect(none.status == 200 && none.html.contains("1 product is no longer there and was left out."))
            #expect(!none.html.contains("class=\"paper\""))
        }
    }

    @Test func atMost96ProductsArePrintedAtOnce() async throws {
        try await withBrowser { market, browser in
            try await market.list()
            let fitting = (1...96).map(String.init).joined(separator: ",")
            let sentence = "Only the first 96 products can be printed at once. The rest were left out."
            #expect(try await !browser.get("/print?products=\(fitting)&kind=labels").html.contains(sentence))
            let page = try await browser.get("/print?products=\(fitting),97,98&kind=labels")
            #expect(page.html.contains(sentence))
            #expect(page.html.contains("95 products are no longer there"))
        }
    }

    @Test func sellersChooseFromTheirOwnListings() async throws {
        try await withMarket { market in
            try await market.list(["name": "Somebody else’s"])
            let browser = TestBrowser(market)
            let empty = try await browser.get("/print").html
            #expect(empty.contains("href=\"/products/new\"") && !empty.contains("Choose what to print"))
            for name in ["Chair", "Table"] {
                let form = try await browser.get("/products/new")
                _ = try await browser.post("/products", form: .webListing(form, ["name": name, "seller": "Kim"]))
            }
            let choice = try await browser.get("/print")
            #expect(choice.html.contains("Choose what to print"))
            #expect(choice.html.contains("Chair") && choice.html.contains("Table"))
            #expect(!choice.html.contains("Somebody"))
            #expect(try await browser.get("/mine").html.contains("href=\"/print\">Print price tags and notices</a>"))
            // As the browser sends the checkboxes.
            let chosen = try await browser.get("/print?products=2&products=3&kind=notices")
            #expect(chosen.headers[.location] == "/print?products=2,3&kind=notices")
            let all = try await browser.get("/print?products=all&products=2&kind=labels")
            #expect(all.headers[.location] == "/print?products=3,2&kind=labels")
            let none = try await browser.get("/print?kind=labels")
            #expect(none.status == 200 && none.html.contains("Choose at least one listing."))
            #expect(try await !browser.get("/print").html.contains("Choose at least one listing."))
            #expect(try await browser.get("/print?page=9223372036854775807").status == 200)
        }
    }

    @Test func printingHasABudget() async throws {
        var limits = ServerLimits()
        limits.printing = ClientBudgetLimits(
            perAddress: Budget(perMinute: 1, burst: 2),
            total: Budget(perMinute: 60, burst: 60)
        )
        try await withMarket(limits: limits) { market in
            try await market.list()
            let browser = TestBrowser(market)
            for _ in 1...2 { #expect(try await browser.get("/print?products=1").status == 200) }
            let refused = try await browser.get("/print?products=1")
            #expect(refused.status == 429 && refused.headers[.retryAfter] == "60")
        }
    }
}
