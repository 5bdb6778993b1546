import ContractFrame
import MarketCore
import MarketModels

extension SharedPortCheck {
    static var attempts: [SharedPortCheck] {
        [
            SharedPortCheck("sourceWaitsForItsNextAttempt", sourceWaitsForItsNextAttempt),
            SharedPortCheck("attemptsWithoutResultCostNothing", attemptsWithoutResultCostNothing),
            SharedPortCheck("attemptsAtOnceCountBeforeTheyAreJudged", attemptsAtOnceCountBeforeTheyAreJudged),
            SharedPortCheck("otherSourcesAndProductsAreFree", otherSourcesAndProductsAreFree),
            SharedPortCheck("networkHasFourTimesAsManyAttempts", networkHasFourTimesAsManyAttempts),
            SharedPortCheck("guessesFromManyPlacesAreLimited", guessesFromManyPlacesAreLimited),
            SharedPortCheck(
                "aNewNetworkIsLetThroughAndItsNeighbourIsNotNew",
                aNewNetworkIsLetThroughAndItsNeighbourIsNotNew
            ),
            SharedPortCheck("whoWasRightIsNotLimitedByOthers", whoWasRightIsNotLimitedByOthers),
            SharedPortCheck("browserOfTheSellerHasALimitOfItsOwn", browserOfTheSellerHasALimitOfItsOwn),
            SharedPortCheck("addressWithManyGuessesIsCheckedSlowly", addressWithManyGuessesIsCheckedSlowly),
        ]
    }

    private static var one: Product.ID { Product.ID(rawValue: 1) }
    private static var two: Product.ID { Product.ID(rawValue: 2) }

    private static func limiter(
        _ ports: any SharedPorts,
        perSource: Int = 10,
        perProduct: Int = 100,
        perAddress: Budget = Budget(perMinute: 10_000, burst: 10_000),
        total: Budget = Budget(perMinute: 10_000, burst: 10_000)
    ) -> AttemptLimiter {
        var limits = AttemptLimiter.Limits()
        limits.perSource = perSource
        limits.perProduct = perProduct
        limits.perAddress = perAddress
        limits.total = total
        return AttemptLimiter(limits, in: ports.buckets)
    }

    /// A client of a /24 network of its own.
    private static func client(_ number: UInt32, host: UInt32 = 1) -> ClientAddress { .ipv4(number << 8 | host) }

    /// Begins an attempt, which counts as a wrong one, and says what came of it.
    private static func outcome(
        _ limiter: AttemptLimiter,
        _ product: Product.ID,
        _ client: ClientAddress,
        seller: BrowserDigest? = nil
    ) async throws -> String {
        switch try await limiter.begin(for: product, from: client, seller: seller) {
        case .refused(let seconds): "wait \(seconds)"
        case .admitted(let attempt): attempt.slowSeconds.map { "slow \($0)" } ?? "checked"
        }
    }

    private static func sourceWaitsForItsNextAttempt(_ ports: any SharedPorts, _ clock: PortClock) async throws {
        let limiter = limiter(ports, perSource: 2)
        try expect(try await outcome(limiter, one, client(1)), is: "checked", "the first attempt")
        clock.advance(seconds: 20)
        try expect(try await outcome(limiter, one, client(1)), is: "checked", "the second attempt")
        try expect(try await outcome(limiter, one, client(1)), is: "wait 40", "the third one")
        clock.advance(seconds: 40)
        try expect(try await outcome(limiter, one, client(1)), is: "checked", "an attempt after the wait")
    }

    private static func attemptsWithoutResultCostNothing(_ ports: any SharedPorts, _ clock: PortClock) async throws {
        let limiter = limiter(ports, perSource: 1)
        for number in 1...20 {
            guard case .admitted(let attempt) = try await limiter.begin(for: one, from: client(1)) else {
                throw UnmetRequirement(description: "attempt \(number) is refused")
            }
            try await limiter.cancel(attempt)
        }
    }

    private static func attemptsAtOnceCountBeforeTheyAreJudged(
        _ ports: any SharedPorts,
        _ clock: PortClock
    ) async throws {
        let limiter = limiter(ports, perSource: 3)
        let admitted = try await withThrowingTaskGroup(of: Bool.self) { group in
            for _ in 1...30 {
                group.addTask { try await outcome(limiter, one, client(1)) == "checked" }
            }
            return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        try expect(admitted, is: 3, "the number of attempts")
    }

    private static func otherSourcesAndProductsAreFree(_ ports: any SharedPorts, _ clock: PortClock) async throws {
        let limiter = limiter(ports, perSource: 1)
        try expect(try await outcome(limiter, one, client(1)), is: "checked", "an attempt")
        try expect(try await outcome(limiter, one, client(1, host: 2)), is: "checked", "a neighbour's")
        try expect(try await outcome(limiter, two, client(1)), is: "checked", "one on another product")
        try expect(try await outcome(limiter, one, client(1)), is: "wait 60", "a second one")
    }

    /// Addresses of one network don't multiply attempts.
    private static func networkHasFourTimesAsManyAttempts(_ ports: any SharedPorts, _ clock: PortClock) async throws {
        let limiter = limiter(ports, perSource: 5)
        var checked = (v4: 0, v6: 0)
        for number in 0..<100 {
            if try await outcome(limiter, one, client(1, host: UInt32(number))) == "checked" { checked.v4 += 1 }
            // Each in a /56 of its own, in one /48.
            let address = ClientAddress.ipv6(network: 0x2001_0db8_0001_0000 | UInt64(number) << 8)
            if try await outcome(limiter, one, address) == "checked" { checked.v6 += 1 }
        }
        try expect(checked.v4, is: 20, "the number of attempts of a /24")
        try expect(checked.v6, is: 20, "the number of attempts of a /48")
    }

    private static func guessesFromManyPlacesAreLimited(_ ports: any SharedPorts, _ clock: PortClock) async throws {
        let limiter = limiter(ports, perProduct: 20)
        for number in 0..<20 {
            try expect(try await outcome(limiter, one, client(UInt32(number))), is: "checked", "client \(number)")
        }
        // A person who mistypes isn't locked out by others.
        for number in 1...5 { try expect(try await outcome(limiter, one, client(7)), is: "checked", "typo \(number)") }
        try expect(try await outcome(limiter, one, client(7)), is: "wait 60", "another one")
        try expect(try await outcome(limiter, two, client(7)), is: "checked", "one on another product")
    }

    private static func aNewNetworkIsLetThroughAndItsNeighbourIsNotNew(
        _ ports: any SharedPorts,
        _ clock: PortClock
    ) async throws {
        let limiter = limiter(ports, perProduct: 1)
        try expect(try await outcome(limiter, one, client(1)), is: "checked", "the only attempt for all")
        for number in 0..<100 {
            let scattered = client(UInt32(100 + number))
            try expect(try await outcome(limiter, one, scattered), is: "checked", "network \(number)")
        }
        for host in 1...5 {
            try expect(try await outcome(limiter, one, client(50, host: UInt32(host))), is: "checked", "host \(host)")
        }
        let neighbour = try await outcome(limiter, one, client(50, host: 99))
        try expect(neighbour == "checked", is: false, "that a sixth host of the network is checked")
    }

    private static func whoWasRightIsNotLimitedByOthers(_ ports: any SharedPorts, _ clock: PortClock) async throws {
        let limiter = limiter(ports, perProduct: 5)
        let owner = client(100)
        guard case .admitted(let attempt) = try await limiter.begin(for: one, from: owner) else {
            throw UnmetRequirement(description: "the owner's attempt is refused")
        }
        try await limiter.succeed(attempt, for: one, from: owner)
        for number in 0..<12 { _ = try await outcome(limiter, one, client(UInt32(number))) }
        for number in 1...10 {
            try expect(try await outcome(limiter, one, owner), is: "checked", "the owner's typo \(number)")
        }
        try expect(try await outcome(limiter, one, owner), is: "wait 60", "one more")
        // A day later it is an address like any other.
        clock.advance(seconds: 86_400)
        for number in 0..<12 { _ = try await outcome(limiter, one, client(UInt32(number))) }
        for number in 1...5 {
            try expect(try await outcome(limiter, one, owner), is: "checked", "\(number) of a day later")
        }
        try expect(try await outcome(limiter, one, owner) == "checked", is: false, "that a sixth one is checked")
    }

    private static func browserOfTheSellerHasALimitOfItsOwn(_ ports: any SharedPorts, _ clock: PortClock) async throws {
        let limiter = limiter(ports, perSource: 3, perProduct: 1)
        // Neighbours behind the same address.
        for _ in 1...20 { _ = try await outcome(limiter, one, client(1)) }
        let browser = BrowserDigest(rawValue: "browser")
        for number in 1...3 {
            let attempt = try await outcome(limiter, one, client(1), seller: browser)
            try expect(attempt, is: "checked", "the seller's attempt \(number)")
        }
        try expect(try await outcome(limiter, one, client(1), seller: browser), is: "wait 60", "one more")
        let other = try await outcome(limiter, two, client(1), seller: browser)
        try expect(other, is: "checked", "one on another product")
    }

    private static func addressWithManyGuessesIsCheckedSlowly(_ ports: any SharedPorts, _ clock: PortClock) async throws
    {
        let limiter = limiter(ports, perAddress: Budget(perMinute: 30, burst: 20))
        var outcomes: [String: Int] = [:]
        for number in 1...50 {
            outcomes[try await outcome(limiter, Product.ID(rawValue: Int64(number)), client(1)), default: 0] += 1
        }
        try expect(outcomes, is: ["checked": 20, "slow 2": 30], "what came of 50 attempts")
        try expect(try await outcome(limiter, one, client(1, host: 2)), is: "checked", "a neighbour's attempt")
        clock.advance(seconds: 2)
        try expect(try await outcome(limiter, one, client(1)), is: "checked", "an attempt after the wait")
        // The limit of the product stays.
        for _ in 1...8 { _ = try await outcome(limiter, one, client(1)) }
        try expect(try await outcome(limiter, one, client(1)), is: "wait 58", "the eleventh on a product")
    }
}
