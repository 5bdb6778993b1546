import HTTPTypes
import MarketCore
import MarketModels
import MarketServer
import NIOCore
import TestMarkets
import Testing

/// The contact for its seller, who also edits what others don't see (API.md, “Extensions”).
struct SellerContactTests {
    private static let path = "/api/products/1/contact"
    private static let secret = #"{"secret":"correct horse"}"#

    private func put(_ state: String, _ market: TestMarket) async throws {
        let body = #"{"secret":"correct horse","state":"\#(state)"}"#
        let response = try await market.send(.put, "/api/products/1/state", body)
        try #require(response.status == .ok, "\(state)")
    }

    @Test func itIsShownInEveryState() async throws {
        try await withMarket(lifecycles: LifecycleRules(lifetimeDays: 30)) { market in
            try await market.list(["contact": "010"])
            for state in ["open", "reserved", "sold", "hidden", "expired"] {
                if state == "expired" {
                    try await put("open", market)
                    market.clock.advance(seconds: 31 * 86_400)
                    #expect(try await market.services.advanceListings() == 1)
                } else {
                    try await put(state, market)
                }
                let response = try await market.send(.post, Self.path, Self.secret)
                #expect(response.status == .ok, "\(state)")
                #expect(response.headers[.cacheControl] == "no-store")
                #expect(try JSON(response)["contact"].string == "010", "\(state)")
                let isForOthers = try await market.get(Self.path).status == .ok
                #expect(isForOthers == (state == "open"), "\(state)")
            }
        }
    }

    @Test func oneThatIsTakenOutOfAHiddenListingIsGone() async throws {
        try await withMarket { market in
            try await market.list(["contact": "010"])
            try await put("hidden", market)
            let edit = try await market.send(.patch, "/api/products/1", #"{"secret":"correct horse","contact":""}"#)
            #expect(edit.status == .accepted)
            // The secret may be a bare JSON string, as for a delete token.
            #expect(try JSON(await market.send(.post, Self.path, #""correct horse""#))["contact"].isNull)
            try await put("open", market)
            #expect(try JSON(await market.get(Self.path))["contact"].isNull)
        }
    }

    @Test func nobodyElseIsShownIt() async throws {
        try await withMarket { market in
            try await market.list(["contact": "010"])
            try await market.list(["contact": "011", "secret": "another"])
            let issued = try JSON(await market.send(.post, "/api/products/1/rights", Self.secret))
            let right = try #require(issued["right"].string)
            let bearer: HTTPFields = [.authorization: "Bearer \(right)"]
            let calls: [(body: String, headers: HTTPFields, status: Int, code: String)] = [
                (#"{"secret":"wrong"}"#, [:], 403, "wrong_secret"),
                (#"{"secret":"another"}"#, [:], 403, "wrong_secret"),
                (#"{"secret":"\#(right)"}"#, bearer, 403, "wrong_secret"),
                ("{}", bearer, 400, "invalid_fields"), ("{}", [:], 400, "invalid_fields"),
            ]
            for state in ["open", "hidden"] {
                try await put(state, market)
                for call in calls {
                    let response = try await market.send(.post, Self.path, call.body, call.headers)
                    #expect(response.status.code == call.status, "\(state): \(call.body)")
                    #expect(try JSON(response)["code"].string == call.code, "\(state): \(call.body)")
                    #expect(!String(buffer: response.body).contains("010"))
                }
            }
            #expect(try await market.send(.post, "/api/products/3/contact", Self.secret).status == .notFound)
        }
    }

    @Test func guessesAreCountedWithThoseAtOtherRoutes() async throws {
        var limits = ServerLimits()
        limits.guesses.perAddress = Budget(perMinute: 6, burst: 3)
        try await withMarket(limits: limits) { market in
            try await market.list(["contact": "010"])
            var statuses: [Int] = []
            for path in ["/api/products/1/secret", Self.path, Self.path, Self.path, "/api/products/1/secret"] {
                statuses.append(try await market.send(.post, path, #"{"secret":"1234"}"#).status.code)
            }
            #expect(statuses == [403, 403, 403, 429, 429])
            #expect(try await market.send(.post, Self.path, Self.secret).status == .ok)
        }
    }

    @Test func itCostsNothingOfTheBudgetOfThoseWhoAsk() async throws {
        var limits = ServerLimits()
        limits.contacts.perAddress = Budget(perMinute: 1, burst: 1)
        try await withMarket(limits: limits) { market in
            try await market.list(["contact": "010"])
            for _ in 1...3 { #expect(try await market.send(.post, Self.path, Self.secret).status == .ok) }
            #expect(try await market.get(Self.path).status == .ok)
            #expect(try await market.get(Self.path).status == .tooManyRequests)
            #expect(try await market.send(.post, Self.path, Self.secret).status == .ok)
        }
    }
}
