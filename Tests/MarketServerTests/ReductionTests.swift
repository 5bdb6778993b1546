import Foundation
import HTTPTypes
import MarketAPI
import MarketCore
import MarketModels
import MarketServer
import NIOCore
import TestMarkets
import Testing

/// API.md, “Reduced prices”: what the API and pages without scripts say about a price that was reduced.
struct ReductionTests {
    private static let sentence = "Reduced · lowest in the 30 days before: ₩12,000"

    /// Lists a product for 12,000 won and lowers its price after so many days.
    private func reduce(_ market: TestMarket, to price: Int = 9000, afterDays days: Int64 = 7) async throws {
        let id = try await market.list(["price": 12_000, "stock": 3])["id"].int
        market.clock.advance(seconds: days * 86_400)
        try await edit(market, ["price": price], of: try #require(id))
    }

    private func edit(_ market: TestMarket, _ fields: [String: Any], of id: Int = 1) async throws {
        var fields = fields
        fields["secret"] = TestMarket.secret
        let body = String(decoding: try JSONSerialization.data(withJSONObject: fields), as: UTF8.self)
        try #require(try await market.send(.patch, "/api/products/\(id)", body).status.kind == .successful)
    }

    private func setState(_ market: TestMarket, _ state: String) async throws {
        let body = #"{"secret":"\#(TestMarket.secret)","state":"\#(state)"}"#
        try #require(try await market.send(.put, "/api/products/1/state", body).status == .ok)
    }

    /// The product in its list and by itself.
    private func sent(_ market: TestMarket) async throws -> [JSON] {
        [
            try JSON(await market.get("/api/products"))["pages"][0], try JSON(await market.get("/api/products/1")),
            try JSON(await market.get("/api/products?sort=price_asc"))["pages"][0],
        ]
    }

    @Test func reducedPriceIsSentWithTheLowestOfTheDaysBefore() async throws {
        try await withMarket { market in
            try await reduce(market)
            for product in try await sent(market) {
                #expect(product["bargain_price"].int == 9000)
                #expect(product["reduced_from"].int == 12_000)
                #expect(product["reduced_at"].string == "2022-01-31T09:30:15Z")
            }
            // Nobody sets it.
            try await edit(market, ["stock": 5, "reduced_from": 99_000, "reduced_at": "2022-01-01T00:00:00Z"])
            #expect(try await sent(market).map { $0["reduced_from"].int } == [12_000, 12_000, 12_000])
            try await edit(market, ["price": 10_000])
            for product in try await sent(market) {
                #expect(!product.keys.contains("reduced_from") && !product.keys.contains("reduced_at"))
            }
        }
    }

    @Test func priceThatHadNotStoodIsNotCalledReduced() async throws {
        try await withMarket { market in
            try await reduce(market, afterDays: 6)
            for product in try await sent(market) {
                #expect(!product.keys.contains("reduced_from") && !product.keys.contains("reduced_at"))
            }
            let browser = TestBrowser(market)
            #expect(try await !browser.get("/").html.contains("Reduced"))
            #expect(try await !browser.get("/products/1").html.contains("Reduced"))
        }
    }

    /// The price that the buyer pays counts, whether it comes from a price or from a discount.
    @Test func discountIsComparedWithWhatWasPaidBefore() async throws {
        try await withMarket { market in
            try await reduce(market, to: 12_000)
            try await edit(market, ["price": 30_000, "discounted_price": 18_000])
            #expect(try await sent(market).map { $0["reduced_from"].int } == [nil, nil, nil], "12,000 as before")
            try await edit(market, ["discounted_price": 20_000])
            #expect(try await sent(market).map { $0["reduced_from"].int } == [12_000, 12_000, 12_000])
        }
    }

    @Test func oldEditionsSeeNothingOfIt() async throws {
        try await withMarket(proxies: .loopback, editionHosts: ["late": .openmarket, "early": .training]) { market in
            try await reduce(market)
            let late: HTTPFields = [.field("X-Forwarded-Host"): "late"]
            let early: HTTPFields = [.field("X-Forwarded-Host"): "early"]
            let requests: [(path: String, headers: HTTPFields)] = [
                ("/api/products", early), ("/api/products/1", early), ("/api/products", late),
                ("/api/products/1", late), ("/items/1", [:]), ("/item/1", [:]),
            ]
            var reduced: [ByteBuffer] = []
            for (path, headers) in requests { reduced.append(try await market.get(path, headers).body) }
            #expect(reduced.allSatisfy { String(buffer: $0).contains("9000") })
            #expect(!reduced.contains { String(buffer: $0).contains("reduced") })
            // The same product without a reduction is answered byte for byte.
            market.clock.advance(seconds: 30 * 86_400)
            #expect(try await market.services.advanceListings() == 1)
            for (request, body) in zip(requests, reduced) {
                #expect(try await market.get(request.path, request.headers).body == body, "\(request)")
            }
        }
    }

    @Test func reductionEndsAfterThirtyDaysAndWithItEveryCachedResponse() async throws {
        try await withMarket { market in
            try await reduce(market)
            let paths = ["/api/products", "/api/products/1", "/api/products?sort=price_asc"]
            var before: [TestResponse] = []
            for path in paths {
                before.append(try await market.get(path))
                #expect(try await market.get(path).body == before.last?.body, "from the cache")
            }
            let version = try JSON(before[1])["version"].int
            let browser = TestBrowser(market)
            #expect(try await browser.get("/products/1").html.contains(Self.sentence))
            #expect(try await browser.get("/").html.contains(Self.sentence))
            market.clock.advance(seconds: 30 * 86_400 - 1)
            #expect(try await market.services.advanceListings() == 0)
            market.clock.advance(seconds: 1)
            #expect(try await market.services.advanceListings() == 1)
            for (path, old) in zip(paths, before) {
                let new = try await market.get(path, [.ifNoneMatch: old.headers[.eTag] ?? ""])
                #expect(new.status == .ok, "\(path) has changed")
                #expect(!String(buffer: new.body).contains("reduced"))
            }
            #expect(try JSON(await market.get("/api/products/1"))["version"].int == version.map { $0 + 1 })
            #expect(try await !browser.get("/products/1").html.contains("Reduced"))
            #expect(try await !browser.get("/").html.contains("Reduced"))
        }
    }

    @Test func onlyWhatIsForSaleIsCalledReduced() async throws {
        try await withMarket { market in
            try await reduce(market)
            let browser = TestBrowser(market)
            for (state, isShown) in [("reserved", true), ("sold", false), ("open", true)] {
                try await setState(market, state)
                for product in try await sent(market) {
                    #expect(product["reduced_from"].int == (isShown ? 12_000 : nil), "\(state)")
                }
                for path in ["/", "/products/1"] {
                    #expect(try await browser.get(path).html.contains(Self.sentence) == isShown, "\(state): \(path)")
                }
            }
        }
    }

    @Test func pagesSayItOnRowsCardsAndTheProductsPage() async throws {
        try await withMarket { market in
            try await reduce(market)
            for (language, sentence) in [("en", Self.sentence), ("ko", "가격 인하 · 이전 30일 최저가 12,000원")] {
                let browser = TestBrowser(market, language: language)
                await browser.remember("favorites", "1-12000-KRW")
                for view in ["list", "grid"] {
                    await browser.remember("view", view)
                    for path in ["/", "/?sort=bumped", "/products/1", "/sellers/1", "/favorites"] {
                        let html = try await browser.get(path).html
                        #expect(html.components(separatedBy: sentence).count == 2, "\(language), \(view): \(path)")
                    }
                }
            }
        }
    }
}
