import MarketCore
import MarketModels
import Testing

struct AttemptLimiterTests {
    private let clock = SteppedClock()
    private let one = Product.ID(rawValue: 1)
    private let two = Product.ID(rawValue: 2)

    private func limiter(
        perSource: Int = 10,
        perProduct: Int = 100,
        perAddress: Budget = Budget(perMinute: 10_000, burst: 10_000),
        total: Budget = Budget(perMinute: 10_000, burst: 10_000),
        capacity: Int = 10_000
    ) -> AttemptLimiter {
        var limits = AttemptLimiter.Limits()
        limits.perAddress = perAddress
        limits.total = total
        limits.capacity = capacity
        limits.perSource = perSource
        limits.perProduct = perProduct
        return AttemptLimiter(limits: limits, clock: clock)
    }

    @Test func sourceWaitsForTheRestOfItsMinute() {
        let limiter = limiter(perSource: 2)
        #expect(limiter.beginAttempt(for: one, from: .ipv4(1)) == nil)
        clock.advance(seconds: 20)
        #expect(limiter.beginAttempt(for: one, from: .ipv4(1)) == nil)
        #expect(limiter.beginAttempt(for: one, from: .ipv4(1)) == 40)
        clock.advance(seconds: 40)
        #expect(limiter.beginAttempt(for: one, from: .ipv4(1)) == nil)
    }

    @Test func rightAttemptsCostNothing() {
        let limiter = limiter(perSource: 1)
        for _ in 1...50 {
            #expect(limiter.beginAttempt(for: one, from: .ipv4(1)) == nil)
            limiter.cancelAttempt(for: one, from: .ipv4(1))
        }
    }

    /// All guesses are in flight before the first is found wrong.
    @Test func attemptsAtTheSameInstantCountBeforeTheyAreJudged() {
        let limiter = limiter(perSource: 3)
        let admitted = (1...10).count { _ in limiter.beginAttempt(for: one, from: .ipv4(1)) == nil }
        #expect(admitted == 3)
    }

    @Test func otherSourcesAndOtherProductsAreFree() {
        let limiter = limiter(perSource: 1)
        #expect(limiter.beginAttempt(for: one, from: .ipv4(1)) == nil)
        #expect(limiter.beginAttempt(for: one, from: .ipv4(2)) == nil)
        #expect(limiter.beginAttempt(for: two, from: .ipv4(1)) == nil)
        #expect(limiter.beginAttempt(for: one, from: .ipv4(1)) == 60)
    }

    @Test func guessingFromManyPlacesIsSlowedDownToo() {
        let limiter = limiter(perProduct: 50)
        for number in 0..<50 { #expect(limiter.beginAttempt(for: one, from: .ipv4(UInt32(number))) == nil) }
        #expect(limiter.beginAttempt(for: one, from: .ipv4(7)) == 60)
        #expect(limiter.beginAttempt(for: two, from: .ipv4(7)) == nil)
    }

    /// An owner who hasn't guessed must not be locked out by guesses of others.
    @Test func anAddressesFirstGuessInAMinuteIsAlwaysJudged() {
        let limiter = limiter(perProduct: 5, total: Budget(perMinute: 1, burst: 5))
        for number in 0..<12 { _ = limiter.beginAttempt(for: one, from: .ipv4(UInt32(number))) }
        #expect(limiter.beginAttempt(for: one, from: .ipv4(100)) == nil)
        #expect(limiter.beginAttempt(for: one, from: .ipv4(100)) != nil)
        clock.advance(seconds: 60)
        #expect(limiter.beginAttempt(for: one, from: .ipv4(100)) == nil)
    }

    @Test func anAddressThatWasRightIsOutsideTheCommonBounds() {
        let limiter = limiter(
            perProduct: 5,
            perAddress: Budget(perMinute: 1, burst: 3),
            total: Budget(perMinute: 1, burst: 5)
        )
        let owner = ClientAddress.ipv4(100)
        #expect(limiter.beginAttempt(for: one, from: owner) == nil)
        limiter.recordSuccess(for: one, from: owner)
        for number in 0..<12 { _ = limiter.beginAttempt(for: one, from: .ipv4(UInt32(number))) }
        for _ in 1...10 { #expect(limiter.beginAttempt(for: one, from: owner) == nil) }
        // Its own window applies to it as well.
        #expect(limiter.beginAttempt(for: one, from: owner) == 60)
        // A day later it is an address like any other.
        clock.advance(seconds: 86_400)
        for number in 0..<12 { _ = limiter.beginAttempt(for: one, from: .ipv4(UInt32(number))) }
        #expect(limiter.beginAttempt(for: one, from: owner) == nil)
        #expect(limiter.beginAttempt(for: one, from: owner) != nil)
    }

    @Test func anAddressHasABudgetForAllProductsTogether() {
        let limiter = limiter(perAddress: Budget(perMinute: 30, burst: 20))
        let refused = (1...50).count { limiter.beginAttempt(for: Product.ID(rawValue: $0), from: .ipv4(1)) != nil }
        #expect(refused == 30)
        #expect(limiter.beginAttempt(for: one, from: .ipv4(1)) == 2)
        #expect(limiter.beginAttempt(for: one, from: .ipv4(2)) == nil)
        clock.advance(seconds: 2)
        #expect(limiter.beginAttempt(for: one, from: .ipv4(1)) == nil)
    }

    /// With more addresses than are remembered, the oldest are forgotten and none is refused.
    @Test func fullTablesForgetTheOldest() {
        let limiter = limiter(perSource: 1, perProduct: 1_000_000, capacity: 100)
        for number in 0..<1000 { #expect(limiter.beginAttempt(for: one, from: .ipv4(UInt32(number))) == nil) }
        #expect(limiter.beginAttempt(for: one, from: .ipv4(999)) != nil)
        #expect(limiter.beginAttempt(for: one, from: .ipv4(0)) == nil)
    }
}
