import Foundation
import HTTPTypes
import MarketServer
import NIOCore
import TestMarkets
import Testing

/// Limits on the size of requests (API.md, “Rules for every edition” and “Limits”).
struct LimitTests {
    /// Returns an object of this size with some fields and a long, unused text.
    private static func object(_ fields: String, byteCount: Int) -> String {
        let start = "{\(fields),\"unknown\":\""
        let end = "\"}"
        return start + String(repeating: "A", count: byteCount - start.utf8.count - end.utf8.count) + end
    }

    @Test func jsonOf32MBIsReadAndMoreIs413() async throws {
        try await withMarket { market in
            try await market.list()
            for (byteCount, status) in [(32_000_001, 413), (32_000_000, 202)] {
                let body = Self.object(#""secret":"correct horse","stock":7"#, byteCount: byteCount)
                let response = try await market.send(.patch, "/api/products/1", body)
                #expect(response.status.code == status)
            }
        }
    }

    @Test func boundOfJSONHoldsWhereverJSONIsTaken() async throws {
        var limits = ServerLimits()
        limits.jsonByteCount = 100_000
        try await withMarket(limits: limits) { market in
            try await market.list()
            try await market.item()
            let product = #""name":"n","descriptions":"","price":1,"currency":"KRW","secret":"s""#
            let item = #""title":"n","price":1,"currency":"KRW","password":"p""#
            let places: [(HTTPRequest.Method, String, String, Int)] = [
                (.patch, "/api/products/1", #""secret":"correct horse""#, 202),
                (.post, "/api/products/1/secret", #""secret":"correct horse""#, 200),
                (.post, "/api/products/1/archived", #""secret":"correct horse""#, 200),
                (.post, "/item", item, 200), (.patch, "/item/2", #""password":"correct horse""#, 200),
                (.delete, "/item/2", #""password":"correct horse""#, 200),
            ]
            for (method, path, fields, status) in places {
                let tooMuch = try await market.send(method, path, Self.object(fields, byteCount: 100_001))
                #expect(tooMuch.status.code == 413, "\(method) \(path)")
                #expect(try JSON(tooMuch)["code"].string == "body_too_large")
                let enough = try await market.send(method, path, Self.object(fields, byteCount: 100_000))
                #expect(enough.status.code == status, "\(method) \(path)")
            }
            for (byteCount, status) in [(100_001, 413), (100_000, 201)] {
                let response = try await market.post(.listing(raw: Self.object(product, byteCount: byteCount)))
                #expect(response.status.code == status)
            }
        }
    }

    /// The real servers accepted more than they documented: names of three characters, texts of ten, photos of 300 KB.
    @Test func documentedLengthsAreNotEnforced() async throws {
        try await withMarket { market in
            let photo = Photos.bytes("red") + [UInt8](repeating: 0, count: 400_000)
            for (name, description) in [("의", ""), (String(repeating: "긴", count: 200), "짧다")] {
                var form = FormBody()
                form.add(
                    "params",
                    #"{"name":"\#(name)","descriptions":"\#(description)","price":1,"currency":"KRW","secret":"s"}"#
                )
                form.add("images", file: "large.jpg", photo)
                form.close()
                let response = try await market.post(form)
                #expect(response.status == .created, "\(String(buffer: response.body))")
            }
            let long = try await market.list(["descriptions": String(repeating: "글", count: 10_000)])
            #expect(long["description"].string?.count == 10_000)
        }
    }

    @Test func discountAndStockAreZeroWhereNoneIsGiven() async throws {
        try await withMarket { market in
            let product = try await market.list(["price": 500])
            #expect(product["discounted_price"].int == 0)
            #expect(product["bargain_price"].int == 500)
            #expect(product["stock"].int == 0)
            let item = try await market.item(["stock": nil], photos: [])
            #expect(item["stock"].int == 0)
            #expect(!item.keys.contains("discounted_price"))
        }
    }

    @Test func discountMayBeAllOfThePrice() async throws {
        try await withMarket { market in
            let product = try await market.list(["price": 500, "discounted_price": 500])
            #expect(product["bargain_price"].int == 0)
        }
    }
}
