import Foundation
import HTTPTypes
import MarketAPI
import MarketCore
import MarketModels
import MarketServer
import NIOCore
import TestMarkets
import Testing

/// The order by the last move to the top, and sold products on request, in the API and on pages with scripts off.
struct ListingOrderTests {
    private func names(_ market: TestMarket, _ query: String) async throws -> [String] {
        try JSON(await market.get("/api/products?\(query)"))["pages"].array.compactMap(\.["name"].string)
    }

    private func ids(_ html: String) -> [String] {
        html.components(separatedBy: "data-id=\"").dropFirst().map { String($0.prefix { $0 != "\"" }) }
    }

    private func bump(_ market: TestMarket, _ id: Int) async throws {
        let body = #"{"secret":"\#(TestMarket.secret)"}"#
        try #require(try await market.send(.post, "/api/products/\(id)/bump", body).status == .ok)
    }

    private func sell(_ market: TestMarket, _ id: Int) async throws {
        let body = #"{"secret":"\#(TestMarket.secret)","state":"sold"}"#
        try #require(try await market.send(.put, "/api/products/\(id)/state", body).status == .ok)
    }

    @Test func bumpedOrderIsGivenOnlyWhenAskedFor() async throws {
        try await withMarket { market in
            for name in ["A", "B", "C", "D"] {
                try await market.list(["name": name, "stock": 2])
                market.clock.advance(seconds: 60)
            }
            market.clock.advance(seconds: 8 * 86_400)
            try await bump(market, 2)
            market.clock.advance(seconds: 60)
            try await bump(market, 1)
            #expect(try await names(market, "") == ["D", "C", "B", "A"])
            #expect(try await names(market, "sort=newest") == ["D", "C", "B", "A"])
            #expect(try await names(market, "sort=bumped") == ["A", "B", "D", "C"])
            #expect(try await names(market, "sort=bumped&in_stock=1") == ["A", "B", "D", "C"])
            let first = try JSON(await market.get("/api/products?sort=bumped&items_per_page=2"))
            let cursor = try #require(first["next_cursor"].string)
            #expect(try await names(market, "sort=bumped&cursor=\(cursor)") == ["D", "C"])
            #expect(try await market.get("/api/products?cursor=\(cursor)").status == .badRequest)
            let page = try await TestBrowser(market).get("/?sort=bumped").html
            #expect(ids(page) == ["1", "2", "4", "3"])
            #expect(page.contains("<option value=\"bumped\" selected>Recently moved up</option>"))
            #expect(try await ids(TestBrowser(market).get("/").html) == ["4", "3", "2", "1"])
        }
    }

    @Test(arguments: [Edition.training, .openmarket])
    func oldEditionsHaveNeitherOrderNorSoldProducts(_ edition: Edition) async throws {
        try await withMarket(edition: edition) { market in
            for name in ["A", "B"] { try await market.list(["name": name]) }
            let plain = try await market.get("/api/products")
            let asked = try await market.get("/api/products?sort=bumped&sold=1")
            #expect(plain.body == asked.body)
        }
    }

    @Test func soldProductsAreFoundOnRequest() async throws {
        try await withMarket { market in
            for name in ["Chair A", "Chair B", "Chair C"] {
                try await market.list(["name": name, "condition": "good", "stock": 2])
            }
            try await sell(market, 2)
            let body = #"{"secret":"\#(TestMarket.secret)","state":"hidden"}"#
            try #require(try await market.send(.put, "/api/products/3/state", body).status == .ok)
            market.clock.advance(seconds: 15 * 86_400)
            try await market.services.advanceListings()
            #expect(try await names(market, "") == ["Chair A"])
            #expect(try await names(market, "sold=1") == ["Chair B", "Chair A"])
            for query in ["search_value=chair", "condition=good", "price_min=1", "sort=price_asc", "sort=bumped"] {
                #expect(try await names(market, query) == ["Chair A"], "\(query)")
                #expect(try await Set(names(market, "\(query)&sold=1")) == ["Chair A", "Chair B"], "\(query)")
                let total = try JSON(await market.get("/api/products?\(query)&sold=1"))["total_count"].int
                #expect(total == 2, "\(query)")
            }
            #expect(try await names(market, "in_stock=1&sold=1") == ["Chair A"])
            #expect(try await market.get("/api/products?sold=maybe").status == .badRequest)
            let browser = TestBrowser(market)
            #expect(try await ids(browser.get("/?q=chair").html) == ["1"])
            let page = try await browser.get("/?q=chair&sold=1").html
            #expect(ids(page) == ["2", "1"])
            #expect(page.contains("name=\"sold\" value=\"1\" checked"))
            #expect(page.contains("href=\"/?q=chair\""))
            #expect(page.contains("href=\"/products/2?from=q%3Dchair%26sold%3D1\""))
        }
    }
}
