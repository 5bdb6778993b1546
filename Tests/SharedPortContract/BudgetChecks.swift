import ContractFrame
import MarketCore

extension SharedPortCheck {
    static var budgets: [SharedPortCheck] {
        [
            SharedPortCheck("burstIsGivenAtOnceAndTheRestInTime", burstIsGivenAtOnceAndTheRestInTime),
            SharedPortCheck("oneClientLeavesOthersTheirOwn", oneClientLeavesOthersTheirOwn),
            SharedPortCheck("allClientsHaveABudgetTogether", allClientsHaveABudgetTogether),
            SharedPortCheck("budgetIsNotExceededAtOnce", budgetIsNotExceededAtOnce),
            SharedPortCheck("budgetsOfOtherThingsAreApart", budgetsOfOtherThingsAreApart),
        ]
    }

    private static var wide: Budget { Budget(perMinute: 1000, burst: 1000) }

    private static func burstIsGivenAtOnceAndTheRestInTime(_ ports: any SharedPorts, _ clock: PortClock) async throws {
        let limits = ClientBudgetLimits(perAddress: Budget(perMinute: 30, burst: 5), total: wide)
        let budget = ports.budget(.listings, limits)
        for number in 1...5 { try expect(try await budget.consume(for: .ipv4(1)), is: nil, "request \(number)") }
        try expect(try await budget.consume(for: .ipv4(1)), is: 2, "the wait")
        clock.advance(seconds: 2)
        try expect(try await budget.consume(for: .ipv4(1)), is: nil, "a request after the wait")
        try expect(try await budget.consume(for: .ipv4(1)), is: 2, "the next wait")
        clock.advance(seconds: 3600)
        for number in 1...5 { try expect(try await budget.consume(for: .ipv4(1)), is: nil, "request \(number)") }
        try expect(try await budget.consume(for: .ipv4(1)), is: 2, "the wait after an hour")
    }

    private static func oneClientLeavesOthersTheirOwn(_ ports: any SharedPorts, _ clock: PortClock) async throws {
        let limits = ClientBudgetLimits(perAddress: Budget(perMinute: 30, burst: 5), total: wide)
        let budget = ports.budget(.listings, limits)
        for _ in 1...6 { _ = try await budget.consume(for: .ipv4(1)) }
        try expect(try await budget.consume(for: .ipv4(1)) == nil, is: false, "that the client has any left")
        try expect(try await budget.consume(for: .ipv4(2)), is: nil, "another client's request")
        for _ in 1...6 { _ = try await budget.consume(for: .ipv6(network: 1)) }
        try expect(try await budget.consume(for: .ipv6(network: 2)), is: nil, "another network's request")
    }

    private static func allClientsHaveABudgetTogether(_ ports: any SharedPorts, _ clock: PortClock) async throws {
        let limits = ClientBudgetLimits(
            perAddress: Budget(perMinute: 60, burst: 60),
            total: Budget(perMinute: 60, burst: 10)
        )
        let budget = ports.budget(.listings, limits)
        for number in 1...10 {
            try expect(try await budget.consume(for: .ipv4(UInt32(number))), is: nil, "client \(number)'s request")
        }
        try expect(try await budget.consume(for: .ipv4(100)), is: 1, "the wait of one more client")
        clock.advance(seconds: 1)
        try expect(try await budget.consume(for: .ipv4(100)), is: nil, "its request after the wait")
    }

    private static func budgetIsNotExceededAtOnce(_ ports: any SharedPorts, _ clock: PortClock) async throws {
        let limits = ClientBudgetLimits(perAddress: wide, total: Budget(perMinute: 1, burst: 20))
        let budget = ports.budget(.contacts, limits)
        let count = try await withThrowingTaskGroup(of: Bool.self) { group in
            for number in 1...60 {
                group.addTask { try await budget.consume(for: .ipv4(UInt32(number % 4))) == nil }
            }
            return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        try expect(count, is: 20, "the number of requests")
    }

    private static func budgetsOfOtherThingsAreApart(_ ports: any SharedPorts, _ clock: PortClock) async throws {
        let limits = ClientBudgetLimits(perAddress: Budget(perMinute: 1, burst: 1), total: wide)
        let budgets = BudgetName.allCases.map { ports.budget($0, limits) }
        for budget in budgets { try expect(try await budget.consume(for: .ipv4(1)), is: nil, "the first request") }
        for budget in budgets { try expect(try await budget.consume(for: .ipv4(1)), is: 60, "the wait") }
    }
}
