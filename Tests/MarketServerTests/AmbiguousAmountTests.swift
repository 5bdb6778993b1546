import Foundation
import HTTPTypes
import MarketServer
import NIOCore
import TestMarkets
import Testing

/// Amounts that can be read in two ways, where a person types them and where an app sends them as text.
struct AmbiguousAmountTests {
    @Test(
        arguments: ["price", "discounted_price", "discountedPrice", "stock"],
        ["12.000", " 1.234 ", "Optional(1.500)"]
    )
    func ambiguousTextIsRefusedByTheAPI(_ key: String, _ text: String) async throws {
        try await withMarket { market in
            let response = try await market.post(.listing(["price": 20_000 as Any].merging([key: text]) { $1 }))
            #expect(response.status == .badRequest)
            #expect(try JSON(response)["message"].string?.contains("like 12000,") == true)
            try await market.list()
            let change = try await market.send(
                .patch,
                "/api/products/1",
                #"{"secret":"correct horse","\#(key)":"\#(text)"}"#
            )
            #expect(change.status == .badRequest)
        }
    }

    @Test(arguments: ["price", "discounted_price", "discountedPrice", "stock"])
    func ambiguousTextIsRefusedInItems(_ key: String) async throws {
        try await withMarket { market in
            let response = try await market.send(
                .post,
                "/item",
                form: .item(["price": "20000"].merging([key: "12.000"]) { $1 })
            )
            #expect(response.status == .badRequest)
            #expect(try JSON(response)["reason"].string?.contains("like 12000,") == true)
        }
    }

    @Test func numbersWithThreeDecimalsAreStillAccepted() async throws {
        try await withMarket { market in
            let won = try await market.post(
                .listing(raw: #"{"name":"a","price":12.000,"stock":"3.0","currency":"KRW","secret":"correct horse"}"#)
            )
            #expect(try JSON(won)["price"].int == 12)
            let text = try await market.list(["price": "12000.000", "discounted_price": "0.000"])
            #expect(text["price"].int == 12000)
        }
        try await withBrowser { market, browser in
            for (typed, price) in [("5만원", "50,000"), ("1만 5천", "15,000"), ("12.000", nil)] as [(String, String?)] {
                let page = try await browser.get("/products/new")
                let answer = try await browser.post("/products", form: .webListing(page, ["price": typed]))
                if let price {
                    let shown = try await browser.get(answer.headers[.location] ?? "")
                    #expect(shown.html.contains(price))
                } else {
                    #expect(answer.html.contains("can be read in two ways"))
                }
            }
            let found = try JSON(await market.get("/api/products?price_min=1%EB%A7%8C5%EC%B2%9C&price_max=5%EB%A7%8C"))
            #expect(found["total_count"].int == 2)
            #expect(try await market.get("/api/products?price_min=12.000").status == .badRequest)
        }
    }

    /// Apps that keep 19.99 as a `Double` send it so, also with an edit that leaves the price as it is.
    @Test func binaryFractionIsTheAmountThatWasTyped() async throws {
        let (full, off) = ("19.989999999999998", "8.6999999999999993")
        try await withMarket { market in
            let parameters =
                #"{"name":"a","price":\#(full),"discounted_price":\#(off),"currency":"USD","secret":"correct horse"}"#
            #expect(try await market.post(.listing(raw: parameters)).status == .created)
            let edit =
                #"{"secret":"correct horse","price":\#(full),"discounted_price":"\#(off)","stock":2.9999999999999996}"#
            let edited = try await market.send(.patch, "/api/products/1", edit)
            #expect(try JSON(edited)["stock"].int == 3)
            let text = String(buffer: edited.body)
            #expect(text.contains(#""price":19.99,"#) && text.contains(#""bargain_price":11.29,"#), "\(text)")
            _ = try await market.item(["price": full, "discounted_price": off, "currency": "USD"])
            let shown = String(buffer: try await market.get("/api/products/2").body)
            #expect(shown.contains(#""price":19.99,"#) && shown.contains(#""bargain_price":8.7,"#), "\(shown)")
            for price in ["19.999", "19.9899999", "0.12345678901234567"] {
                let refused = #"{"secret":"correct horse","price":\#(price)}"#
                #expect(try await market.send(.patch, "/api/products/1", refused).status == .badRequest)
            }
        }
    }
}
