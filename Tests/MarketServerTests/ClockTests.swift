import HTTPTypes
import MarketCore
import MarketModels
import MarketServer
import NIOCore
import TestMarkets
import Testing

/// The machine's clock is set while the market runs: nothing stays locked, ends early or lasts forever.
struct ClockTests {
    /// Back by an hour, to 1969, ahead to 2100.
    private static let moments = [1_643_013_015_000, -86_400_000, 4_102_444_800_000] as [Int64]

    @Test(arguments: moments) func guessersWaitNoLongerThanAMinute(_ moment: Int64) async throws {
        var limits = ServerLimits()
        limits.guesses.perSource = 1
        try await withMarket(limits: limits) { market in
            try await market.list()
            let path = "/api/products/1"
            #expect(try await market.send(.patch, path, #"{"secret":"wrong"}"#).status == .forbidden)
            market.clock.set(to: Timestamp(millisecondsSinceEpoch: moment))
            let refused = try await market.send(.patch, path, #"{"secret":"wrong, too"}"#)
            #expect(refused.headers[.field("Retry-After")] == "60")
            market.clock.advance(seconds: 60)
            #expect(try await market.send(.patch, path, #"{"secret":"wrong, too"}"#).status == .forbidden)
        }
    }

    @Test(arguments: moments) func contactsAreShownAgainAfterAMinute(_ moment: Int64) async throws {
        try await withMarket { market in
            try await market.list(["contact": "010"])
            let path = "/api/products/1/contact"
            while try await market.get(path).status == .ok {}
            market.clock.set(to: Timestamp(millisecondsSinceEpoch: moment))
            #expect(try await market.get(path).status == .tooManyRequests)
            market.clock.advance(seconds: 60)
            #expect(try await market.get(path).status == .ok)
        }
    }

    @Test(arguments: moments) func tokensAndIdempotencyRecordsLiveAsLongAsTheyShould(_ moment: Int64) async throws {
        try await withMarket { market in
            let key: HTTPFields = [.field("Idempotency-Key"): "key"]
            #expect(try await market.post(.listing(), headers: key).status == .created)
            try await market.list()
            var tokens: [String] = []
            for id in 1...2 {
                let path = "/api/products/\(id)/secret"
                let token = try await market.send(.post, path, #"{"secret":"correct horse"}"#)
                tokens.append(String(buffer: token.body))
            }
            market.clock.set(to: Timestamp(millisecondsSinceEpoch: moment))
            #expect(try await market.get("/api/products").status == .ok)
            let repeated = try await market.post(.listing(), headers: key)
            #expect(repeated.headers[.field("Idempotent-Replayed")] == "true")
            market.clock.advance(seconds: 3599)
            #expect(try await market.send(.delete, "/api/products/1/\(tokens[0])").status == .ok)
            market.clock.advance(seconds: 1)
            #expect(try await market.send(.delete, "/api/products/2/\(tokens[1])").status == .badRequest)
            market.clock.advance(seconds: 86_400)
            let late = try await market.post(.listing(), headers: key)
            #expect(late.status == .created)
            #expect(late.headers[.field("Idempotent-Replayed")] == nil)
        }
    }

    @Test(arguments: moments) func ticketsLiveForAnHour(_ moment: Int64) async throws {
        try await withMarket { market in
            try await market.list()
            let id = Product.ID(rawValue: 1)
            let services = market.services
            let ticket = try await services.tickets.issue(for: id, secret: TestMarket.secret, from: .unknown).ticket
            market.clock.set(to: Timestamp(millisecondsSinceEpoch: moment))
            market.clock.advance(seconds: 3599)
            #expect(try await services.authenticator.ticket(ticket, for: id) != nil)
            market.clock.advance(seconds: 1)
            #expect(try await services.authenticator.ticket(ticket, for: id) == nil)
        }
    }
}
