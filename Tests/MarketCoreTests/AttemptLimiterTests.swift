import MarketCore
import MarketModels
import Synchronization
import Testing

struct AttemptLimiterTests {
    private final class Clock: WallClock {
        private let time = Mutex(Timestamp(millisecondsSinceEpoch: 1_000_000))
        var now: Timestamp { time.withLock { $0 } }
        func advance(seconds: Int64) { time.withLock { $0 = $0.adding(seconds: seconds) } }
    }

    private let clock = Clock()
    private let one = Product.ID(rawValue: 1)
    private let two = Product.ID(rawValue: 2)

    private func limiter(perSource: Int, perProduct: Int = 100) -> AttemptLimiter {
        var limits = AttemptLimiter.Limits()
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
            limiter.takeBackAttempt(for: one, from: .ipv4(1))
        }
    }

    /// Guesses that are all under way before the first is found wrong.
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
        let limiter = limiter(perSource: 10, perProduct: 50)
        for number in 0..<50 { #expect(limiter.beginAttempt(for: one, from: .ipv4(UInt32(number))) == nil) }
        #expect(limiter.beginAttempt(for: one, from: .ipv4(1000)) == 60)
        #expect(limiter.beginAttempt(for: two, from: .ipv4(1000)) == nil)
    }
}
