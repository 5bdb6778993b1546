import HTTPTypes
import MarketCore
import MarketModels
import MarketSecrets
import MarketServer
import TestMarkets
import Testing

/// Attacks on secrets: guessing must not lock out those who know the secret.
struct GuessingTests {
    private static let path = "/api/products/1"

    private static func from(_ address: String) -> HTTPFields { [.field("X-Forwarded-For"): address] }

    /// Twelve addresses with a wrong guess a second each, and the owner, who edits from time to time.
    @Test func manyGuessersDoNotLockOutTheOwner() async throws {
        try await withMarket(proxies: .loopback) { market in
            try await market.list()
            var statuses: [Int: Int] = [:]
            for second in 0..<90 {
                for guesser in 1...12 {
                    let guess = #"{"secret":"guess \(second)"}"#
                    let response = try await market.send(.patch, Self.path, guess, Self.from("198.51.100.\(guesser)"))
                    statuses[response.status.code, default: 0] += 1
                }
                if second % 3 == 1 {
                    let edit = #"{"secret":"correct horse","stock":\#(second)}"#
                    let response = try await market.send(.patch, Self.path, edit, Self.from("203.0.113.9"))
                    #expect(response.status == .accepted, "in second \(second)")
                }
                market.clock.advance(seconds: 1)
            }
            // The guessers were throttled all the same.
            #expect(Set(statuses.keys) == [403, 429])
            #expect(statuses[403, default: 0] < 12 * 25)
        }
    }

    @Test func aPasswordThatIsTooLongCostsAnAttempt() async throws {
        try await withMarket { market in
            try await market.list()
            let long = String(repeating: "x", count: 129)
            for _ in 1...10 {
                let response = try await market.send(.patch, Self.path, #"{"secret":"\#(long)"}"#)
                #expect(response.status == .forbidden)
            }
            let refused = try await market.send(.patch, Self.path, #"{"secret":"\#(long)"}"#)
            #expect(refused.status == .tooManyRequests)
            #expect(refused.headers[.field("Retry-After")] == "60")
        }
    }

    @Test func aSecretIsTheSameComposedAndDecomposed() async throws {
        let composed = "caf\u{E9} \u{AC00}\u{B098}\u{B2E4}"
        let decomposed = "cafe\u{301} \u{1100}\u{1161}\u{1102}\u{1161}\u{1103}\u{1161}"
        try await withMarket { market in
            try await market.list(["secret": decomposed])
            try await market.list(["secret": composed])
            for (id, secret) in [(1, composed), (1, decomposed), (2, composed), (2, decomposed)] {
                let response = try await market.send(.patch, "/api/products/\(id)", #"{"secret":"\#(secret)"}"#)
                #expect(response.status == .accepted, "\(id)")
            }
            // Stored before secrets were normalized.
            let old = try await Argon2SecretHasher(cost: .minimal).hash(decomposed)
            _ = try await market.store.setSecretHash(old, of: Product.ID(rawValue: 1))
            let response = try await market.send(.patch, Self.path, #"{"secret":"\#(decomposed)"}"#)
            #expect(response.status == .accepted)
        }
    }
}
