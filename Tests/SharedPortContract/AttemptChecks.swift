import ContractFrame
import MarketCore
import MarketModels

extension SharedPortCheck {
    static var attempts: [SharedPortCheck] {
        [
            SharedPortCheck("sourceWaitsForTheRestOfItsMinute", sourceWaitsForTheRestOfItsMinute),
            SharedPortCheck("rightAttemptsCostNothing", rightAttemptsCostNothing),
            SharedPortCheck("attemptsAtOnceCountBeforeTheyAreJudged", attemptsAtOnceCountBeforeTheyAreJudged),
            SharedPortCheck("otherSourcesAndProductsAreFree", otherSourcesAndProductsAreFree),
            SharedPortCheck("guessesFromManyPlacesAreLimited", guessesFromManyPlacesAreLimited),
            SharedPortCheck("firstGuessInAMinuteIsJudged", firstGuessInAMinuteIsJudged),
            SharedPortCheck("whoWasRightIsOutsideTheCommonLimits", whoWasRightIsOutsideTheCommonLimits),
            SharedPortCheck("addressHasABudgetForAllProducts", addressHasABudgetForAllProducts),
        ]
    }

    private static var one: Product.ID { Product.ID(rawValue: 1) }
    private static var two: Product.ID { Product.ID(rawValue: 2) }

    private static func limits(
        perSource: Int = 10,
        perProduct: Int = 100,
        perAddress: Budget = Budget(perMinute: 10_000, burst: 10_000),
        total: Budget = Budget(perMinute: 10_000, burst: 10_000)
    ) -> AttemptLimiter.Limits {
        var limits = AttemptLimiter.Limits()
        limits.perSource = perSource
        limits.perProduct = perProduct
        limits.perAddress = perAddress
        limits.total = total
        return limits
    }

    private static func sourceWaitsForTheRestOfItsMinute(_ ports: any SharedPorts, _ clock: PortClock) async throws {
        let limiter = ports.attempts(limits(perSource: 2))
        try expect(try await limiter.beginAttempt(for: one, from: .ipv4(1)), is: nil, "the first attempt")
        clock.advance(seconds: 20)
        try expect(try await limiter.beginAttempt(for: one, from: .ipv4(1)), is: nil, "the second attempt")
        try expect(try await limiter.beginAttempt(for: one, from: .ipv4(1)), is: 40, "the wait of the third one")
        clock.advance(seconds: 40)
        try expect(try await limiter.beginAttempt(for: one, from: .ipv4(1)), is: nil, "an attempt a minute later")
    }

    private static func rightAttemptsCostNothing(_ ports: any SharedPorts, _ clock: PortClock) async throws {
        let limiter = ports.attempts(limits(perSource: 1))
        for number in 1...20 {
            try expect(try await limiter.beginAttempt(for: one, from: .ipv4(1)), is: nil, "attempt \(number)")
            try await limiter.cancelAttempt(for: one, from: .ipv4(1))
        }
    }

    private static func attemptsAtOnceCountBeforeTheyAreJudged(
        _ ports: any SharedPorts,
        _ clock: PortClock
    ) async throws {
        let limiter = ports.attempts(limits(perSource: 3))
        let admitted = try await withThrowingTaskGroup(of: Bool.self) { group in
            for _ in 1...30 {
                group.addTask { try await limiter.beginAttempt(for: one, from: .ipv4(1)) == nil }
            }
            return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        try expect(admitted, is: 3, "the number of attempts")
    }

    private static func otherSourcesAndProductsAreFree(_ ports: any SharedPorts, _ clock: PortClock) async throws {
        let limiter = ports.attempts(limits(perSource: 1))
        try expect(try await limiter.beginAttempt(for: one, from: .ipv4(1)), is: nil, "an attempt")
        try expect(try await limiter.beginAttempt(for: one, from: .ipv4(2)), is: nil, "another client's")
        try expect(try await limiter.beginAttempt(for: two, from: .ipv4(1)), is: nil, "one on another product")
        try expect(try await limiter.beginAttempt(for: one, from: .ipv4(1)), is: 60, "the wait of a second one")
    }

    private static func guessesFromManyPlacesAreLimited(_ ports: any SharedPorts, _ clock: PortClock) async throws {
        let limiter = ports.attempts(limits(perProduct: 20))
        for number in 0..<20 {
            let wait = try await limiter.beginAttempt(for: one, from: .ipv4(UInt32(number)))
            try expect(wait, is: nil, "the first attempt of client \(number)")
        }
        try expect(try await limiter.beginAttempt(for: one, from: .ipv4(7)), is: 60, "the wait of a second one")
        try expect(try await limiter.beginAttempt(for: two, from: .ipv4(7)), is: nil, "one on another product")
    }

    /// An owner who hasn't guessed must not be locked out by guesses of others.
    private static func firstGuessInAMinuteIsJudged(_ ports: any SharedPorts, _ clock: PortClock) async throws {
        let limiter = ports.attempts(limits(perProduct: 5, total: Budget(perMinute: 1, burst: 5)))
        for number in 0..<12 { _ = try await limiter.beginAttempt(for: one, from: .ipv4(UInt32(number))) }
        try expect(try await limiter.beginAttempt(for: one, from: .ipv4(100)), is: nil, "the first attempt")
        let second = try await limiter.beginAttempt(for: one, from: .ipv4(100))
        try expect(second == nil, is: false, "that the second one is admitted")
        clock.advance(seconds: 60)
        try expect(try await limiter.beginAttempt(for: one, from: .ipv4(100)), is: nil, "one a minute later")
    }

    private static func whoWasRightIsOutsideTheCommonLimits(
        _ ports: any SharedPorts,
        _ clock: PortClock
    ) async throws {
        let limiter = ports.attempts(
            limits(perProduct: 5, perAddress: Budget(perMinute: 1, burst: 3), total: Budget(perMinute: 1, burst: 5))
        )
        let owner = ClientAddress.ipv4(100)
        try expect(try await limiter.beginAttempt(for: one, from: owner), is: nil, "the owner's attempt")
        try await limiter.recordSuccess(for: one, from: owner)
        for number in 0..<12 { _ = try await limiter.beginAttempt(for: one, from: .ipv4(UInt32(number))) }
        for number in 1...10 {
            try expect(try await limiter.beginAttempt(for: one, from: owner), is: nil, "the owner's typo \(number)")
        }
        try expect(try await limiter.beginAttempt(for: one, from: owner), is: 60, "the wait of one more")
        // A day later it is an address like any other.
        clock.advance(seconds: 86_400)
        for number in 0..<12 { _ = try await limiter.beginAttempt(for: one, from: .ipv4(UInt32(number))) }
        try expect(try await limiter.beginAttempt(for: one, from: owner), is: nil, "the first attempt of a day later")
        let second = try await limiter.beginAttempt(for: one, from: owner)
        try expect(second == nil, is: false, "that the second one is admitted")
    }

    private static func addressHasABudgetForAllProducts(_ ports: any SharedPorts, _ clock: PortClock) async throws {
        let limiter = ports.attempts(limits(perAddress: Budget(perMinute: 30, burst: 20)))
        var refused = 0
        for number in 1...50 {
            let wait = try await limiter.beginAttempt(for: Product.ID(rawValue: Int64(number)), from: .ipv4(1))
            if wait != nil { refused += 1 }
        }
        try expect(refused, is: 30, "the number of refused attempts")
        try expect(try await limiter.beginAttempt(for: one, from: .ipv4(1)), is: 2, "the wait")
        try expect(try await limiter.beginAttempt(for: one, from: .ipv4(2)), is: nil, "another client's attempt")
        clock.advance(seconds: 2)
        try expect(try await limiter.beginAttempt(for: one, from: .ipv4(1)), is: nil, "an attempt after the wait")
    }
}
