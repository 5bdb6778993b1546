import HTTPTypes
import MarketAPI
import MarketServer
import NIOCore
import TestMarkets
import Testing

/// Dates, character by character: each edition's apps parse exactly one format (API.md, “training”, “openmarket” and
/// “items”).
struct DateTests {
    private static func dates(in response: TestResponse) -> [String] {
        String(buffer: response.body).matches(of: /"(?:created_at|issued_at)":"([^"]*)"/).map { String($0.1) }
    }

    @Test(
        arguments: zip(
            [nil, .training, .openmarket] as [Edition?],
            ["2022-01-24T00:00:00.00", "2022-01-24T00:00:00.00", "2022-01-24T00:00:00"]
        )
    )
    func everyDateIsMidnightInTheEditionsOwnText(_ edition: Edition?, _ date: String) async throws {
        try await withMarket(edition: edition) { market in
            let listed = try await market.post(.listing(photos: ["red", "green"]))
            // The product, its two images and its vendor.
            #expect(Self.dates(in: listed) == Array(repeating: date, count: 2 + 2 + 2))
            let detail = try await market.get("/api/products/1")
            #expect(Self.dates(in: detail) == Array(repeating: date, count: 6))
            let list = try await market.get("/api/products")
            #expect(Self.dates(in: list) == [date, date])
        }
    }

    @Test func dayIsTheOneInUTC() async throws {
        try await withMarket { market in
            // One second before midnight, and midnight UTC: in Seoul it is morning both times.
            market.clock.advance(seconds: 52_184)
            let before = try await market.list()
            market.clock.advance(seconds: 1)
            let after = try await market.list()
            #expect(before["created_at"].string == "2022-01-24T00:00:00.00")
            #expect(before["registered_at"].string == "2022-01-24T23:59:59Z")
            #expect(after["created_at"].string == "2022-01-25T00:00:00.00")
            #expect(after["registered_at"].string == "2022-01-25T00:00:00Z")
        }
    }
}
