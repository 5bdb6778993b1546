import Foundation
import HTTPTypes
import MarketAPI
import MarketModels
import MarketServer
import NIOCore
import TestMarkets
import Testing

@testable import MarketCore

/// UX.md, “What a listing is”: what the page says about the conditions of a list, with scripts off.
struct ListConditionPagesTests {
    private static let place = "%EB%A7%9D%EC%9B%90"

    private func fill(_ market: TestMarket) async throws {
        try await market.list([
            "name": "Film camera", "price": "10000", "stock": "3", "category": "cameras", "place": "망원2동",
        ])
        try await market.list(["name": "Film", "price": "9000", "stock": "3", "category": "cameras", "place": "부산"])
        try await market.list([
            "name": "Film book", "price": "20000", "stock": "3", "category": "books", "place": "서울 망원동",
        ])
    }

    @Test func placeIsFoundByAPart() async throws {
        try await withMarket { market in
            try await fill(market)
            let html = try await TestBrowser(market).get("/?place=\(Self.place)").html
            #expect(html.contains(">Film camera<") && html.contains(">Film book<") && !html.contains(">Film<"))
            // The search looks at places, too, and old editions' doesn't.
            let search = "film%20\(Self.place)"
            let found = try await TestBrowser(market).get("/?q=\(search)").html
            #expect(found.contains(">Film camera<") && !found.contains(">Film<"))
            #expect(try JSON(await market.get("/api/products?search_value=\(search)"))["total_count"].int == 2)
            #expect(try JSON(await market.get("/api/products?place=\(Self.place)"))["total_count"].int == 2)
        }
    }

    @Test func oldEditionsSearchNoPlaces() async throws {
        try await withMarket(proxies: .loopback, editionHosts: ["late": .openmarket]) { market in
            try await fill(market)
            let late: HTTPFields = [.field("X-Forwarded-Host"): "late"]
            let items = try await market.get("/api/products?search_value=\(Self.place)", late)
            #expect(try JSON(items)["totalCount"].int == 0)
        }
    }

    @Test func emptyListNamesTheConditionThatEmptiedIt() async throws {
        try await withMarket { market in
            try await fill(market)
            let browser = TestBrowser(market)
            let html = try await browser.get("/c/cameras?q=film&place=\(Self.place)&price_max=9500&in_stock=1").html
            #expect(html.contains("Remove one of these to see products."))
            // Without the place there is one; without the price, one; without another, none.
            #expect(html.contains("Remove 망원 (1 product)"))
            #expect(html.contains("Remove Up to ₩9,500 (1 product)"))
            for other in ["Remove “film” (", "Remove Cameras (", "Remove Available only ("] {
                #expect(!html.contains(other), "\(other)")
            }
            #expect(html.contains(#"href="/c/cameras?q=film&amp;in_stock=1&amp;place=\#(Self.place)""#))
            let korean = try await TestBrowser(market, language: "ko").get("/?q=film&place=%EB%8C%80%EA%B5%AC").html
            #expect(korean.contains("대구 조건 빼기 (상품 3개)"))
            // If two conditions are to blame, none of them is.
            let both = try await browser.get("/?q=nothing-like-it&place=%EB%8C%80%EA%B5%AC").html
            #expect(!both.contains("(3 products)") && both.contains("Try a different search"))
            let filled = try await browser.get("/?q=film").html
            #expect(!filled.contains("There are products without"))
        }
    }

    @Test func hiddenListingsAreNoRemedyAndNoSuggestion() async throws {
        try await withMarket { market in
            try await market.list(["name": "Film", "place": "비밀동"])
            let browser = TestBrowser(market)
            #expect(try await browser.get("/").html.contains(#"<option value="비밀동" label="1 product">"#))
            let hidden = #"{"secret":"\#(TestMarket.secret)","state":"hidden"}"#
            #expect(try await market.send(.put, "/api/products/1/state", hidden).status == .ok)
            #expect(!(try await browser.get("/").html.contains("비밀동")))
            let html = try await browser.get("/?q=film&place=%EB%8C%80%EA%B5%AC").html
            #expect(!html.contains("There are products without"))
        }
    }

    @Test func chipsCountWhatWasSearched() async throws {
        try await withMarket { market in
            try await fill(market)
            let browser = TestBrowser(market)
            func chip(_ html: String, _ name: String) -> String? {
                html.split(separator: #"<a class="chip""#).dropFirst().first { $0.contains(">\(name)") }
                    .map { String($0.prefix { $0 != "\n" }) }
            }
            let all = try await browser.get("/").html
            #expect(chip(all, "Electronics")?.contains("<small>2</small>") == true)
            let found = try await browser.get("/?place=\(Self.place)").html
            #expect(chip(found, "Electronics")?.contains("<small>1</small>") == true)
            #expect(chip(found, "Books")?.contains("<small>1</small>") == true)
            let camera = try await browser.get("/?q=camera").html
            #expect(chip(camera, "Electronics")?.contains("<small>1</small>") == true)
            #expect(chip(camera, "Books") == nil)
        }
    }

    @Test func aPriceRangeIsTakenInEitherOrder() async throws {
        try await withMarket { market in
            try await fill(market)
            let browser = TestBrowser(market)
            let html = try await browser.get("/?price_min=9500&price_max=9000&price_currency=KRW").html
            #expect(html.contains("₩9,000 – ₩9,500"))
            #expect(html.contains(">Film<") && !html.contains(">Film camera<"))
            // The panel has it the right way round.
            #expect(html.contains(#"name="price_min" value="9000""#))
            let ids = try JSON(await market.get("/api/products?price_min=9500&price_max=9000"))
            #expect(ids["total_count"].int == 1)
        }
    }

    @Test func amountThatCannotBeReadIsKeptAndSaid() async throws {
        try await withMarket { market in
            try await fill(market)
            let browser = TestBrowser(market)
            let html = try await browser.get("/?price_min=cheap&price_max=9500&price_currency=KRW").html
            #expect(html.contains(#"<details id="filter" class="filter" open>"#))
            #expect(html.contains(#"value="cheap""#) && html.contains(#"aria-describedby="price_min-error""#))
            #expect(html.contains("This isn’t an amount") && !html.contains(#"id="price_max-error""#))
            // The other price counts.
            #expect(html.contains(">Film<") && !html.contains(">Film camera<"))
            let dollars = try await browser.get("/?price_min=%3Cb%3E&price_currency=USD").html
            #expect(dollars.contains(#"value="&lt;b&gt;""#) && !dollars.contains("<b>\""))
            #expect(dollars.contains(#"<option value="USD" selected>"#))
            #expect(dollars.contains(">Film camera<"))
            let fine = try await browser.get("/?price_min=9500").html
            #expect(fine.contains(#"<details id="filter" class="filter">"#) && !fine.contains("price_min-error"))
        }
    }

    @Test func whatIsAvailableHasNothingSold() async throws {
        try await withMarket { market in
            try await fill(market)
            let sold = #"{"secret":"\#(TestMarket.secret)","state":"sold"}"#
            #expect(try await market.send(.put, "/api/products/3/state", sold).status == .ok)
            let browser = TestBrowser(market)
            let html = try await browser.get("/?in_stock=1&sold=1").html
            #expect(!html.contains(">Film book<") && html.contains(">Film<"))
            #expect(!html.contains(#"id="sold""#) && !html.contains("Include sold items"))
            #expect(!html.contains("sold=1"))
            #expect(try await browser.get("/?sold=1").html.contains(#"id="sold""#))
        }
    }

    @Test func whoTookAProductDownIsSaid() async throws {
        try await withMarket { market in
            try await fill(market)
            _ = try await market.services.deleteProduct.erase(Product.ID(rawValue: 1))
            let request = try await market.send(.post, "/api/products/2/secret", #"{"secret":"\#(TestMarket.secret)"}"#)
            let token = String(buffer: request.body)
            #expect(try await market.send(.delete, "/api/products/2/\(token)").status == .ok)
            for (id, language, words) in [
                (1, "ko", "마켓 운영자가 이 상품을 내렸어요."), (1, "en", "operator of this market has removed this listing."),
                // Also said of what its seller has hidden, and of what has expired.
                (2, "ko", "더 이상 볼 수 없는 상품이에요."), (2, "en", "This listing is no longer available."),
            ] {
                for path in ["/products/\(id)", "/products/\(id)/contact", "/products/\(id)/edit"] {
                    let page = try await TestBrowser(market, language: language).get(path)
                    #expect(page.status == 410 && page.html.contains(words), "\(path) \(language)")
                }
            }
            // For programs nothing changes.
            let bodies = [try await market.get("/api/products/1"), try await market.get("/api/products/2")]
            #expect(bodies.map(\.status) == [.notFound, .notFound])
            #expect(bodies[0].body == bodies[1].body)
        }
    }
}
