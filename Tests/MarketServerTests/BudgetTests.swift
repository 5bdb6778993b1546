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

    /// Those who have used up what all may do together have their shares left; somebody new is let through.
    @Test func nobodyUsesUpWhatOthersNeed() async throws {
        let limits = Self.limits(Budget(perMinute: 5, burst: 5), total: Budget(perMinute: 5, burst: 10))
        try await withMarket(limits: limits, proxies: .loopback) { market in
            var statuses: [Int: Int] = [:]
            for number in 1...4 {
                for _ in 1...5 {
                    let response = try await market.post(.listing(), headers: Self.from("198.51.\(number).1"))
                    statuses[response.status.code, default: 0] += 1
                }
            }
            #expect(statuses == [201: 12, 429: 8])
            #expect(try await market.post(.listing(), headers: Self.from("203.0.113.9")).status == .created)
            #expect(try await market.post(.listing(), headers: Self.from("203.0.113.10")).status == .tooManyRequests)
            #expect(try await market.post(.listing(), headers: Self.from("2001:db8:1:2::3")).status == .created)
            let fresh = try await market.post(.listing(), headers: Self.from("2001:db8:1:4200::3"))
            #expect(fresh.status == .tooManyRequests, "a fresh network of a busy one isn't new")
            #expect(try await market.post(.listing(), headers: Self.from("2001:db8:2::3")).status == .created)
        }
    }

    /// Refused requests cost nothing, neither the one who sends them nor others.
    @Test func requestsThatDoNothingCostNothing() async throws {
        var limits = Self.limits(Budget(perMinute: 1, burst: 2), total: Budget(perMinute: 1, burst: 4))
        limits.contacts = limits.listings
        try await withMarket(limits: limits, proxies: .loopback) { market in
            try await market.list(["contact": "010"])
            let guest = Self.from("198.51.100.1")
            for _ in 1...20 {
                #expect(try await market.send(.post, "/api/products", "", guest).status == .badRequest)
                #expect(try await market.send(.post, "/item", "", guest).status == .badRequest)
                #expect(try await market.get("/api/products/99/contact", guest).status == .notFound)
                #expect(try await market.get("/products/99/contact", guest).status == .notFound)
            }
            for _ in 1...2 {
                #expect(try await market.post(.listing(), headers: guest).status == .created)
                #expect(try await market.get("/api/products/1/contact", guest).status == .ok)
            }
            #expect(try await market.post(.listing(), headers: guest).status == .tooManyRequests)
            #expect(try await market.get("/api/products/1/contact", guest).status == .tooManyRequests)
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
        var limits = ServerLimits()
        limits.guesses.perAddress = Budget(perMinute: 6, burst: 3)
        try await withMarket(limits: limits, proxies: .loopback) { market in
            let guesser = Self.from("198.51.100.1")
            for _ in 1...5 { try await market.list() }
            var statuses: [Int] = []
            for id in 1...5 {
                let response = try await market.send(.patch, "/api/products/\(id)", #"{"secret":"1234"}"#, guesser)
                statuses.append(response.status.code)
                if statuses.last == 429 { #expect(response.headers[.field("Retry-After")] == "10") }
            }
            #expect(statuses == [403, 403, 403, 429, 429])
            // What is right is never refused for what was wrong elsewhere.
            let own = try await market.send(.patch, "/api/products/4", #"{"secret":"correct horse"}"#, guesser)
            #expect(own.status == .accepted)
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
    @Test func theDefaultsLetOneAddressListAThousandAtOnce() async throws {
        let clock = StandingClock()
        let budget = ClientBudget(.listings, ServerLimits().listings, in: InProcessTokenBuckets(clock: clock))
        for _ in 1...1000 { _ = try await budget.take(for: .ipv4(1)) }
        #expect(try await budget.secondsToWait(for: .ipv4(1)) == 1)
        #expect(try await budget.secondsToWait(for: .ipv4(2)) == nil)
    }

    private struct StandingClock: MonotonicClock {
        var elapsed: Duration { .zero }
    }
}
