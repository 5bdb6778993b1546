import Foundation
import HTTPTypes
import MarketAPI
import MarketCore
import MarketModels
import MarketServer
import NIOCore
import TestMarkets
import Testing

/// `--whole-prices` (API.md, “Rules for every edition”): for apps that read prices as integers.
struct WholePricesTests {
    private static func field(_ response: TestResponse) throws -> String? {
        try JSON(response)["fields"][0]["name"].string
    }

    @Test(arguments: [nil, .training, .openmarket] as [Edition?])
    func fractionsAreRefusedInListings(_ edition: Edition?) async throws {
        try await withMarket(edition: edition, prices: .whole) { market in
            let price = try await market.post(.listing(["price": "19.99", "currency": "USD"]))
            #expect(price.status == .badRequest)
            #expect(try Self.field(price) == "price")
            let discount = try await market.post(.listing(["price": 20, "discounted_price": 0.5, "currency": "USD"]))
            #expect(discount.status == .badRequest)
            #expect(try Self.field(discount) == "discounted_price")
            let list = try JSON(await market.get("/api/products"))
            #expect(list["pages"].array.isEmpty)
        }
    }

    @Test(arguments: [nil, .training, .openmarket] as [Edition?])
    func wholePricesAreTaken(_ edition: Edition?) async throws {
        try await withMarket(edition: edition, prices: .whole) { market in
            let dollars = try await market.list(["price": "20.00", "discounted_price": 5, "currency": "USD"])
            #expect(dollars["price"].int == 20)
            #expect(dollars["bargain_price"].int == 15)
            let won = try await market.list(["price": 12000])
            #expect(won["price"].int == 12000)
        }
    }

    @Test func fractionsAreRefusedInEdits() async throws {
        try await withMarket(prices: .whole) { market in
            try await market.list(["price": 20, "currency": "USD"])
            for (change, field) in [
                (#""price":19.99"#, "price"), (#""discounted_price":"0.01""#, "discounted_price"),
                (#""price":"10.5","currency":"USD""#, "price"),
            ] {
                let edit = "{\"secret\":\"correct horse\",\(change)}"
                let response = try await market.send(.patch, "/api/products/1", edit)
                #expect(response.status == .badRequest, "\(change)")
                #expect(try Self.field(response) == field)
            }
            let whole = try await market.send(
                .patch,
                "/api/products/1",
                #"{"secret":"correct horse","price":"19.00","discounted_price":4,"stock":1}"#
            )
            #expect(whole.status == .accepted)
            #expect(try JSON(whole)["bargain_price"].int == 15)
        }
    }

    @Test func fractionsAreRefusedInItems() async throws {
        try await withMarket(prices: .whole) { market in
            let dollars: [String: String?] = ["price": "20", "currency": "USD"]
            let fraction = FormBody.item(["price": "19.5", "currency": "USD"], photos: [])
            let listed = try await market.send(.post, "/item", form: fraction)
            #expect(listed.status == .badRequest)
            #expect(try Self.field(listed) == "price")
            let item = try await market.item(dollars, photos: [])
            #expect(item["price"].int == 20)
            for (change, field) in [
                (#""price":"19.5""#, "price"), (#""discounted_price":18.25"#, "discounted_price"),
            ] {
                let edit = "{\"password\":\"correct horse\",\(change)}"
                let response = try await market.send(.patch, "/item/1", edit)
                #expect(response.status == .badRequest, "\(change)")
                #expect(try Self.field(response) == field)
            }
            let whole = try await market.send(
                .patch,
                "/item/1",
                #"{"password":"correct horse","price":"19.00","discounted_price":"18"}"#
            )
            #expect(whole.status == .ok)
            #expect(try JSON(whole)["discounted_price"].int == 18)
        }
    }

    @Test func withoutTheFlagFractionsAreTaken() async throws {
        try await withMarket { market in
            let product = try await market.list(["price": "19.99", "currency": "USD"])
            #expect(product["price"].double == 19.99)
        }
    }

    /// Products listed before the flag was set, on each listener.
    @Test(arguments: [nil, .training, .openmarket] as [Edition?])
    func whatIsThereIsSentRoundedToOldEditions(_ edition: Edition?) async throws {
        try await withMarket(edition: edition, prices: .whole) { market in
            let pricing = try #require(Pricing(currency: .usd, priceMinorUnits: 1950, discountMinorUnits: 25))
            let guest = Vendor.guestID
            _ = try await market.store.add(
                NewProduct(
                    seller: .vendor(guest),
                    listing: Listing(name: "의자", description: "", pricing: pricing, stock: 1),
                    contact: nil,
                    secretHash: SecretHash(rawValue: "$hash"),
                    images: [],
                    registeredAt: market.clock.now
                )
            )
            let detail = try JSON(await market.get("/api/products/1"))
            let list = try JSON(await market.get("/api/products"))["pages"][0]
            for product in [detail, list] {
                #expect(product["price"].double == (edition == nil ? 19.5 : 20))
                #expect(product["bargain_price"].double == (edition == nil ? 19.25 : 19))
                #expect(product["discounted_price"].double == (edition == nil ? 0.25 : 1))
            }
            #expect(try JSON(await market.get("/item/1"))["price"].int == 20)
        }
    }

    @Test func hostsOfOldEditionsAreSentWholeUnitsToo() async throws {
        try await withMarket(editionHosts: ["old.example": .training], prices: .whole) { market in
            let pricing = try #require(Pricing(currency: .usd, priceMinorUnits: 1999, discountMinorUnits: 0))
            _ = try await market.store.add(
                NewProduct(
                    seller: .vendor(Vendor.guestID),
                    listing: Listing(name: "의자", description: "", pricing: pricing, stock: 1),
                    contact: nil,
                    secretHash: SecretHash(rawValue: "$hash"),
                    images: [],
                    registeredAt: market.clock.now
                )
            )
            for (host, price) in [("old.example", 20.0), ("market.example", 19.99)] {
                let connection = try RawConnection(port: market.port)
                await connection.send("GET /api/products/1 HTTP/1.1\r\nHost: \(host)\r\n\r\n")
                let response = try #require(await connection.readAnswer())
                #expect(response.body.contains("\"price\":\(price == 20 ? "20" : "19.99"),"), "\(response.body)")
            }
        }
    }
}
