import HTTPTypes
import MarketCore
import MarketServer
import TestMarkets
import Testing

/// The bytes of images that one client may store.
struct StoredImagesTests {
    /// Returns limits with which an address can store a few small images.
    private func limits() -> ServerLimits {
        var limits = ServerLimits()
        limits.storedBytes.perAddress = Budget(perMinute: 60_000, burst: 20_000)
        return limits
    }

    /// Lists with one photo until that is refused.
    ///
    /// - Returns: how many were listed, and the last response.
    private func list(_ market: TestMarket, from client: String) async throws -> (count: Int, TestResponse) {
        let headers: HTTPFields = [.field("X-Forwarded-For"): client]
        for count in 0..<1000 {
            let response = try await market.post(.listing(), headers: headers)
            if response.status != .created { return (count, response) }
        }
        Issue.record("there is no limit")
        throw CancellationError()
    }

    @Test func anAddressAndItsNetworkStoreOnlySoMuch() async throws {
        try await withMarket(limits: limits(), proxies: .loopback) { market in
            let (first, refused) = try await list(market, from: "203.0.113.1")
            #expect(first > 0)
            #expect(refused.status == .tooManyRequests)
            #expect(refused.headers[.field("Retry-After")] != nil)
            let second = try await list(market, from: "203.0.113.2").count
            #expect(second == first || second == first + 1)
            for host in 3...4 { _ = try await list(market, from: "203.0.113.\(host)") }
            // Their network has stored four times as much as one address may.
            #expect(try await list(market, from: "203.0.113.5").count <= 1)
            #expect(try await list(market, from: "198.51.100.1").count == first)
            market.clock.advance(seconds: 60)
            #expect(try await list(market, from: "203.0.113.5").count == first)
        }
    }

    @Test func whatIsNotStoredIsNotPaidFor() async throws {
        try await withMarket(limits: limits(), proxies: .loopback) { market in
            let most = try await list(market, from: "198.51.100.1").count
            var form = FormBody()
            form.add("params", #"{"name":"n","descriptions":"","price":1,"currency":"KRW","secret":"s"}"#)
            form.add("images", file: "red.jpg", Photos.bytes("red"))
            form.add("images", file: "cut.jpg", Array(Photos.bytes("red").prefix(500)))
            form.close()
            for _ in 0...most {
                let refused = try await market.post(form, headers: [.field("X-Forwarded-For"): "203.0.113.1"])
                #expect(refused.status == .badRequest)
            }
            #expect(try await list(market, from: "203.0.113.1").count == most)
        }
    }

    @Test func imagesOfRefusedFormsArePaidFor() async throws {
        try await withMarket(limits: limits()) { market in
            let browser = TestBrowser(market)
            let page = try await browser.get("/products/new")
            var kept = 0
            for _ in 0..<1000 {
                let refused = try await browser.post("/products", form: .webListing(page, ["name": ""]))
                #expect(refused.status == 422)
                if refused.allHidden("kept").isEmpty { break }
                kept += 1
            }
            #expect((1..<1000).contains(kept), "\(kept)")
        }
    }
}
