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

    /// It isn't hashed, so it costs neither the client nor its neighbours an attempt.
    @Test func whatCannotBeAPasswordCostsNothing() async throws {
        try await withMarket { market in
            try await market.list()
            let long = String(repeating: "x", count: 129)
            for _ in 1...70 {
                let response = try await market.send(.patch, Self.path, #"{"secret":"\#(long)"}"#)
                #expect(response.status == .forbidden)
            }
            let right = try await market.send(.patch, Self.path, #"{"secret":"correct horse"}"#)
            #expect(right.status == .accepted)
        }
    }

    /// A thousand networks guess at one product. The owner, whom nobody knows yet, mistypes and then is right.
    @Test func scatteredGuessersAreBoundedAndDoNotLockOutTheOwner() async throws {
        try await withMarket(proxies: .loopback) { market in
            try await market.list()
            var checked = 0
            for round in 1...8 {
                for network in 1...100 {
                    let guess = #"{"secret":"guess \#(round)"}"#
                    let from = Self.from("10.\(network).\(round).7")
                    if try await market.send(.patch, Self.path, guess, from).status == .forbidden { checked += 1 }
                }
            }
            #expect(checked == 800, "each network is new once")
            // The same networks again: what all may do together is used up, and each has a few attempts an hour.
            var again = 0
            for round in 1...8 {
                let guess = #"{"secret":"another \#(round)"}"#
                if try await market.send(.patch, Self.path, guess, Self.from("10.1.1.7")).status == .forbidden {
                    again += 1
                }
            }
            #expect(again <= 5)
            let owner = Self.from("203.0.113.9")
            #expect(
                try await market.send(.patch, Self.path, #"{"secret":"correct hrose"}"#, owner).status == .forbidden
            )
            #expect(try await market.send(.patch, Self.path, #"{"secret":"correct horse"}"#, owner).status == .accepted)
        }
    }

    /// Neighbours behind the owner's address use up whatever that address may do.
    @Test func neighboursBehindOneAddressDoNotLockOutTheOwner() async throws {
        try await withMarket(proxies: .loopback) { market in
            for _ in 1...2 { try await market.list() }
            let address = Self.from("203.0.113.9")
            let right = #"{"secret":"correct horse"}"#
            #expect(try await market.send(.patch, Self.path, right, address).status == .accepted)
            var last: Int?
            for number in 1...60 {
                for id in 1...2 {
                    let guess = #"{"secret":"guess \#(number)"}"#
                    last = try await market.send(.patch, "/api/products/\(id)", guess, address).status.code
                }
            }
            #expect(last == 429)
            #expect(try await market.send(.patch, Self.path, right, address).status == .accepted)
        }
    }

    /// An app that has just listed has no right and no ticket, and neighbours behind the same address guess.
    @Test func whoHasJustListedIsNotLockedOutByNeighbours() async throws {
        try await withMarket(proxies: .loopback) { market in
            let headers = Self.from("203.0.113.9")
            #expect(try await market.post(.listing(), headers: headers).status == .created)
            var last = HTTPResponse.Status.ok
            for number in 1...11 {
                last = try await market.send(.patch, Self.path, #"{"secret":"guess \#(number)"}"#, headers).status
            }
            #expect(last == .tooManyRequests)
            let edit = #"{"secret":"correct horse","stock":3}"#
            #expect(try await market.send(.patch, Self.path, edit, headers).status == .accepted)
            // From elsewhere it is as good as any.
            #expect(try await market.send(.patch, Self.path, edit, Self.from("203.0.113.10")).status == .accepted)
        }
    }

    /// A browser that holds the right isn't its neighbour.
    @Test func browserWithTheRightHasAttemptsOfItsOwn() async throws {
        try await withBrowser { market, browser in
            let form = try await browser.get("/products/new")
            #expect(try await browser.post("/products", form: .webListing(form)).status == 303)
            for number in 1...30 {
                _ = try await market.send(.patch, Self.path, #"{"secret":"guess \#(number)"}"#)
            }
            let refused = try await market.send(.patch, Self.path, #"{"secret":"one more"}"#)
            #expect(refused.status == .tooManyRequests)
            let csrf = try #require(try await browser.get("/products/1/edit").hidden("csrf"))
            let mistyped = try await browser.post("/products/1/edit", [("csrf", csrf), ("password", "wrong one")])
            #expect(mistyped.status == 403)
            let stranger = TestBrowser(market)
            let other = try #require(try await stranger.get("/products/1/edit").hidden("csrf"))
            let guess = try await stranger.post("/products/1/edit", [("csrf", other), ("password", "wrong one")])
            #expect(guess.status == 429)
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
