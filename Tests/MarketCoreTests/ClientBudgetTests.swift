import MarketCore
import Testing

struct ClientBudgetTests {
    private let clock = SteppedClock()

    private func budget(_ perAddress: Budget, total: Budget) -> InProcessClientBudget {
        InProcessClientBudget(limits: ClientBudgetLimits(perAddress: perAddress, total: total), clock: clock)
    }

    @Test func aBurstIsGivenAtOnceAndTheRestAsTimeGoesBy() {
        let budget = budget(Budget(perMinute: 30, burst: 5), total: Budget(perMinute: 1000, burst: 1000))
        for _ in 1...5 { #expect(budget.consume(for: .ipv4(1)) == nil) }
        #expect(budget.consume(for: .ipv4(1)) == 2)
        clock.advance(seconds: 2)
        #expect(budget.consume(for: .ipv4(1)) == nil)
        #expect(budget.consume(for: .ipv4(1)) == 2)
        clock.advance(seconds: 3600)
        for _ in 1...5 { #expect(budget.consume(for: .ipv4(1)) == nil) }
        #expect(budget.consume(for: .ipv4(1)) == 2)
    }

    @Test func oneAddressLeavesOthersTheirOwn() {
        let budget = budget(Budget(perMinute: 30, burst: 5), total: Budget(perMinute: 1000, burst: 1000))
        while budget.consume(for: .ipv4(1)) == nil {}
        #expect(budget.consume(for: .ipv4(2)) == nil)
        // A host in the same network counts as the same client.
        let (one, two) = (ClientAddress.ipv6(network: 1), ClientAddress.ipv6(network: 1))
        while budget.consume(for: one) == nil {}
        #expect(budget.consume(for: two) != nil)
    }

    @Test func allTogetherHaveABudgetToo() {
        let budget = budget(Budget(perMinute: 60, burst: 60), total: Budget(perMinute: 60, burst: 10))
        for number in 1...10 { #expect(budget.consume(for: .ipv4(UInt32(number))) == nil) }
        #expect(budget.consume(for: .ipv4(100)) == 1)
        clock.advance(seconds: 1)
        #expect(budget.consume(for: .ipv4(100)) == nil)
    }
}
