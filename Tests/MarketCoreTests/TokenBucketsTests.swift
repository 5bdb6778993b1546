import MarketCore
import MarketModels
import Testing

/// What isn't in the contract of the ports.
struct TokenBucketsTests {
    /// With more clients than are remembered, the oldest are forgotten and none is refused.
    @Test func fullTablesForgetTheOldest() async throws {
        let buckets = InProcessTokenBuckets(clock: SteppedClock(), capacity: 100)
        let budget = Budget(perMinute: 1, burst: 1)
        func isTaken(_ number: Int) -> Bool {
            let outcome = buckets.take(Charge(ways: [[Charge.Bucket(.contacts, "\(number)", budget)]]))
            return if case .taken = outcome { true } else { false }
        }
        for number in 0..<1000 { #expect(isTaken(number)) }
        #expect(!isTaken(999))
        #expect(isTaken(0))
    }

    /// Other things that are remembered don't drop those of a client.
    @Test func tablesAreApart() async throws {
        let buckets = InProcessTokenBuckets(clock: SteppedClock(), capacity: 10)
        let guess = Charge(ways: [[Charge.Bucket(.guesses, "1", Budget(perMinute: 1, burst: 1))]])
        _ = buckets.take(guess)
        for number in 0..<100 {
            _ = buckets.take(Charge(ways: [[Charge.Bucket(.contacts, "\(number)", Budget(perMinute: 1, burst: 1))]]))
        }
        #expect(buckets.take(guess) == .refused(secondsToWait: 60))
    }
}
