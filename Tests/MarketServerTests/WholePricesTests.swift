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

    private static func pricing(_ market: TestMarket) async throws -> [Int64] {
        let (product, _) = try await market.services.showProduct(Product.ID(rawValue: 1))
        return [product.listing.pricing.priceMinorUnits, product.listing.pricing.discountMinorUnits]
    }

    /// Some twenty apps read integers, on each listener.
    @Test(arguments: [nil, .training, .openmarket] as [Edition?])
    func whatIsThereIsSentInWholeUnits(_ edition: Edition?) async throws {
        try await withMarket(edition: edition, prices: .whole) { market in
            try await market.addGuestProduct(currency: .usd, price: 1950, discount: 25)
            let response = try await market.get("/api/products/1")
            let checked = try await market.send(.patch, "/api/products/1", #"{"secret":"correct horse"}"#)
            let bodies = [response, checked, try await market.get("/api/products")]
            for body in bodies.map({ String(buffer: $0.body) }) {
                for price in [#""price":20,"#, #""bargain_price":19,"#, #""discounted_price":1,"#] {
                    #expect(body.contains(price), "\(body)")
                }
            }
            #expect(try JSON(await market.get("/item/1"))["price"].int == 20)
            #expect(try await Self.pricing(market) == [1950, 25])
        }
    }

    @Test func tagsFollowTheFlag() async throws {
        func tag(_ prices: PricePolicy) async throws -> String? {
            try await withMarket(prices: prices) { market in
                try await market.addGuestProduct(currency: .usd, price: 1999)
                return try await market.get("/api/products/1").headers[.eTag]
            }
        }
        let (whole, exact) = (try await tag(.whole), try await tag(.exact))
        #expect(whole != nil && whole != exact)
    }

    /// What was sent in whole units comes back with every edit of an old app, and means no change.
    @Test(arguments: [nil, .training, .openmarket] as [Edition?])
    func untouchedPricesStay(_ edition: Edition?) async throws {
        try await withMarket(edition: edition, prices: .whole) { market in
            try await market.addGuestProduct(currency: .usd, price: 1950, discount: 25)
            for change in [
                #""name":"탁자""#, #""stock":2"#,
                #""name":"탁자","price":20,"discounted_price":1,"currency":"USD","stock":3"#,
                #""price":"20","discounted_price":"1""#, #""price":20.0"#,
            ] {
                let edit = "{\"secret\":\"correct horse\",\(change)}"
                let response = try await market.send(.patch, "/api/products/1", edit)
                #expect(response.status == .accepted, "\(change)")
                #expect(try JSON(response)["price"].int == 20 && JSON(response)["bargain_price"].int == 19)
                #expect(try await Self.pricing(market) == [1950, 25], "\(change)")
            }
            let item = #"{"password":"correct horse","price":20,"discounted_price":19,"title":"의자"}"#
            #expect(try await market.send(.patch, "/item/1", item).status == .ok)
            #expect(try await Self.pricing(market) == [1950, 25])
        }
    }

    @Test(
        arguments: [
            (#""price":21,"discounted_price":1"#, [2100, 100]), (#""price":20,"discounted_price":0"#, [2000, 0]),
            (#""price":20,"discounted_price":1,"currency":"KRW""#, [20, 1]),
        ] as [(String, [Int64])]
    )
    func pricesThatAreChangedAreStored(_ change: String, _ expected: [Int64]) async throws {
        try await withMarket(prices: .whole) { market in
            try await market.addGuestProduct(currency: .usd, price: 1950, discount: 25)
            let edit = "{\"secret\":\"correct horse\",\(change)}"
            #expect(try await market.send(.patch, "/api/products/1", edit).status == .accepted)
            #expect(try await Self.pricing(market) == expected)
        }
    }

    /// Pages and edit forms keep the stored price, and a form that is sent as it was shown changes nothing of it.
    @Test func pagesShowTheStoredPriceAndFormsKeepIt() async throws {
        try await withMarket(prices: .whole) { market in
            try await market.addGuestProduct(currency: .usd, price: 1999)
            let browser = TestBrowser(market, language: "en")
            #expect(try await browser.get("/products/1").html.contains("$19.99"))
            let question = try await browser.get("/products/1/edit")
            let password = [("csrf", try #require(question.hidden("csrf"))), ("password", TestMarket.secret)]
            let proven = try await browser.post("/products/1/edit", password)
            let form = try await browser.get(try #require(proven.headers[.location]))
            #expect(form.hidden("was-price") == "19.99")
            let values = ["name": "탁자", "price": "19.99", "currency": "USD", "stock": "1", "descriptions": ""]
            let saved = try await browser.post("/products/1", form: .webListing(form, values, photos: []))
            #expect(saved.status == 303, "\(saved.html)")
            #expect(try await Self.pricing(market) == [1999, 0])
            #expect(try JSON(await market.get("/api/products/1"))["name"].string == "탁자")
        }
    }

    @Test func hostsAreSentWholeUnitsToo() async throws {
        try await withMarket(editionHosts: ["old.example": .training], prices: .whole) { market in
            try await market.addGuestProduct(currency: .usd, price: 1999)
            for host in ["old.example", "market.example"] {
                let connection = try RawConnection(port: market.port)
                await connection.send("GET /api/products/1 HTTP/1.1\r\nHost: \(host)\r\n\r\n")
                let response = try #require(await connection.readAnswer())
                #expect(response.body.contains("\"price\":20,"), "\(response.body)")
            }
        }
    }
}
