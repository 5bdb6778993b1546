import HTTPTypes
import MarketCore
import MarketModels
import MarketServer
import TestMarkets
import Testing

/// Limits on posting without an account.
struct BudgetTests {
    private static func from(_ address: String) -> HTTPFields { [.field("X-Forwarded-For"): address] }

    private static func limits(_ perAddress: Budget, total: Budget = Budget(perMinute: 1000, burst: 1000))
        -> ServerLimits
    {
        var limits = ServerLimits()
        limits.listings = ClientBudgetLimits(perAddress: perAddress, total: total)
        return limits
    }

    @Test func oneAddressListsAsMuchAsItsBudgetAllows() async throws {
        let limits = Self.limits(Budget(perMinute: 12, burst: 3))
        try await withMarket(limits: limits, proxies: .loopback) { market in
            let guest = Self.from("198.51.100.1")
            for _ in 1...2 { #expect(try await market.post(.listing(), headers: guest).status == .created) }
            #expect(try await market.send(.post, "/item", form: .item(), guest).status == .ok)
            let refusals = [
                try await market.post(.listing(), headers: guest),
                try await market.send(.post, "/item", form: .item(), guest),
            ]
            for refused in refusals {
                #expect(refused.status == .tooManyRequests)
                #expect(refused.headers[.field("Retry-After")] == "5")
                #expect(try JSON(refused)["code"].string == "too_many_attempts")
            }
            let other = try await market.post(.listing(), headers: Self.from("198.51.100.2"))
            #expect(other.status == .created)
            market.clock.advance(seconds: 5)
            #expect(try await market.post(.listing(), headers: guest).status == .created)
            #expect(try JSON(await market.get("/api/products"))["total_count"].int == 5)
        }
    }

    @Test func allAddressesTogetherHaveABudgetToo() async throws {
        let limits = Self.limits(Budget(perMinute: 100, burst: 100), total: Budget(perMinute: 60, burst: 4))
        try await withMarket(limits: limits, proxies: .loopback) { market in
            for host in 1...4 {
                let response = try await market.post(.listing(), headers: Self.from("198.51.100.\(host)"))
                #expect(response.status == .created)
            }
            let refused = try await market.post(.listing(), headers: Self.from("198.51.100.9"))
            #expect(refused.status == .tooManyRequests)
            #expect(refused.headers[.field("Retry-After")] == "1")
        }
    }

    /// No typed text is lost, and the page says how long to wait.
    @Test func theFormComesBackWithWhatWasTyped() async throws {
        try await withMarket(limits: Self.limits(Budget(perMinute: 2, burst: 1))) { market in
            let browser = TestBrowser(market)
            let first = try await browser.get("/products/new")
            #expect(try await browser.post("/products", form: .webListing(first)).status == 303)
            let second = try await browser.get("/products/new")
            let form = FormBody.webListing(second, ["name": "두 번째 의자"])
            let refused = try await browser.post("/products", form: form)
            #expect(refused.status == 429)
            #expect(refused.headers[.field("Retry-After")] == "30")
            #expect(refused.html.contains("두 번째 의자"))
            #expect(refused.html.contains("30 seconds"))
            #expect(refused.allHidden("kept").count == 1)
            let script = try await browser.post("/products", form: form, [.accept: "application/json"])
            #expect(script.status == 429)
            #expect(script.html.contains("30 seconds"))
        }
    }

    @Test func guessesForAllProductsTogetherHaveABudget() async throws {
        var attempts = AttemptLimiter.Limits()
        attempts.perAddress = Budget(perMinute: 6, burst: 3)
        try await withMarket(attempts: attempts, proxies: .loopback) { market in
            let guesser = Self.from("198.51.100.1")
            for _ in 1...5 { try await market.list() }
            var statuses: [Int] = []
            for id in 1...5 {
                let response = try await market.send(.patch, "/api/products/\(id)", #"{"secret":"1234"}"#, guesser)
                statuses.append(response.status.code)
                if statuses.last == 429 { #expect(response.headers[.field("Retry-After")] == "10") }
            }
            #expect(statuses == [403, 403, 403, 429, 429])
            let owner = try await market.send(
                .patch,
                "/api/products/5",
                #"{"secret":"correct horse"}"#,
                Self.from("198.51.100.2")
            )
            #expect(owner.status == .accepted)
        }
    }

    /// A new shop: no lower limit prevents it.
    @Test func theDefaultsLetOneAddressListAThousandAtOnce() {
        let clock = StandingClock()
        let budget = InProcessClientBudget(limits: ServerLimits().listings, clock: clock)
        for _ in 1...1000 { #expect(budget.consume(for: .ipv4(1)) == nil) }
        #expect(budget.consume(for: .ipv4(1)) == 1)
        #expect(budget.consume(for: .ipv4(2)) == nil)
    }

    private struct StandingClock: MonotonicClock {
        var elapsed: Duration { .zero }
    }
}
