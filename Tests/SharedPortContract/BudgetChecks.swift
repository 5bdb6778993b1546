import ContractFrame
import MarketCore

extension SharedPortCheck {
    static var budgets: [SharedPortCheck] {
        [
            SharedPortCheck("burstIsGivenAtOnceAndTheRestInTime", burstIsGivenAtOnceAndTheRestInTime),
            SharedPortCheck("questionTakesNothing", questionTakesNothing),
            SharedPortCheck("whatFailedIsGivenBack", whatFailedIsGivenBack),
            SharedPortCheck("moreThanOneIsTakenAndGivenBackTogether", moreThanOneIsTakenAndGivenBackTogether),
            SharedPortCheck("oneClientLeavesOthersTheirOwn", oneClientLeavesOthersTheirOwn),
            SharedPortCheck("networkHasFourTimesAsMuch", networkHasFourTimesAsMuch),
            SharedPortCheck("whoeverIsNewIsLetThrough", whoeverIsNewIsLetThrough),
            SharedPortCheck("hourIsBoundedByNetwork", hourIsBoundedByNetwork),
            SharedPortCheck("budgetIsNotExceededAtOnce", budgetIsNotExceededAtOnce),
            SharedPortCheck("budgetsOfOtherThingsAreApart", budgetsOfOtherThingsAreApart),
            SharedPortCheck("openedBucketEnds", openedBucketEnds),
        ]
    }

    private static var wide: Budget { Budget(perMinute: 1000, burst: 1000) }

    private static func budget(
        _ ports: any SharedPorts,
        _ perAddress: Budget,
        total: Budget = Budget(perMinute: 1000, burst: 1000),
        minutesPerHour: Int? = nil,
        kind: Charge.Kind = .listings
    ) -> ClientBudget {
        let limits = ClientBudgetLimits(perAddress: perAddress, total: total, minutesPerHour: minutesPerHour)
        return ClientBudget(kind, limits, in: ports.buckets)
    }

    private static func client(_ number: UInt32, host: UInt32 = 1) -> ClientAddress { .ipv4(number << 8 | host) }

    /// Takes a token.
    ///
    /// - Returns: the number of seconds to wait, or nil.
    private static func take(_ budget: ClientBudget, _ client: ClientAddress) async throws -> Int? {
        switch try await budget.take(for: client) {
        case .taken: nil
        case .refused(let seconds): seconds
        }
    }

    private static func burstIsGivenAtOnceAndTheRestInTime(_ ports: any SharedPorts, _ clock: PortClock) async throws {
        let budget = budget(ports, Budget(perMinute: 30, burst: 5))
        for number in 1...5 { try expect(try await take(budget, client(1)), is: nil, "request \(number)") }
        try expect(try await take(budget, client(1)), is: 2, "the wait")
        clock.advance(seconds: 2)
        try expect(try await take(budget, client(1)), is: nil, "a request after the wait")
        try expect(try await take(budget, client(1)), is: 2, "the next wait")
        clock.advance(seconds: 3600)
        for number in 1...5 { try expect(try await take(budget, client(1)), is: nil, "request \(number)") }
        try expect(try await take(budget, client(1)), is: 2, "the wait after an hour")
    }

    private static func questionTakesNothing(_ ports: any SharedPorts, _ clock: PortClock) async throws {
        let budget = budget(ports, Budget(perMinute: 30, burst: 1))
        for _ in 1...20 { try expect(try await budget.secondsToWait(for: client(1)), is: nil, "the answer") }
        try expect(try await take(budget, client(1)), is: nil, "the request")
        try expect(try await budget.secondsToWait(for: client(1)), is: 2, "the answer after it")
    }

    private static func whatFailedIsGivenBack(_ ports: any SharedPorts, _ clock: PortClock) async throws {
        let budget = budget(ports, Budget(perMinute: 1, burst: 2), total: Budget(perMinute: 1, burst: 2))
        for _ in 1...20 {
            do {
                try await budget.spending(for: client(1)) { () throws(MarketError) in throw .unknownProduct }
                throw UnmetRequirement(description: "the error of the work isn't thrown")
            } catch MarketError.unknownProduct {}
        }
        for number in 1...2 { try expect(try await take(budget, client(1)), is: nil, "request \(number)") }
        try expect(try await take(budget, client(1)), is: 60, "the wait")
    }

    private static func moreThanOneIsTakenAndGivenBackTogether(
        _ ports: any SharedPorts,
        _ clock: PortClock
    ) async throws {
        let limits = ClientBudgetLimits(perAddress: Budget(perMinute: 60, burst: 2_500_000_000))
        let budget = ClientBudget(.storedBytes, limits, in: ports.buckets)
        guard case .taken(let receipt) = try await budget.take(2_499_999_990, for: client(1)) else {
            throw UnmetRequirement(description: "what is there can't be taken")
        }
        guard case .refused(let seconds) = try await budget.take(15, for: client(1)) else {
            throw UnmetRequirement(description: "more can be taken than is there")
        }
        try expect(seconds, is: 5, "the wait for 15 where 10 are left")
        try expect(try await take(budget, client(1)), is: nil, "one where 10 are left")
        try await budget.giveBack(receipt)
        guard case .taken = try await budget.take(2_499_999_999, for: client(1)) else {
            throw UnmetRequirement(description: "what was given back can't be taken")
        }
        try expect(try await take(budget, client(1)), is: 1, "the wait for one more")
    }

    private static func oneClientLeavesOthersTheirOwn(_ ports: any SharedPorts, _ clock: PortClock) async throws {
        let budget = budget(ports, Budget(perMinute: 30, burst: 5))
        for _ in 1...6 { _ = try await take(budget, client(1)) }
        try expect(try await take(budget, client(1)) == nil, is: false, "that the client has any left")
        try expect(try await take(budget, client(1, host: 2)), is: nil, "a neighbour's request")
        for _ in 1...6 { _ = try await take(budget, .ipv6(network: 1)) }
        try expect(try await take(budget, .ipv6(network: 2)), is: nil, "another network's request")
    }

    private static func networkHasFourTimesAsMuch(_ ports: any SharedPorts, _ clock: PortClock) async throws {
        let budget = budget(ports, Budget(perMinute: 1, burst: 5))
        var taken = (v4: 0, v6: 0)
        for number in 0..<100 {
            if try await take(budget, client(1, host: UInt32(number))) == nil { taken.v4 += 1 }
            let address = ClientAddress.ipv6(network: 0x2001_0db8_0001_0000 | UInt64(number) << 8)
            if try await take(budget, address) == nil { taken.v6 += 1 }
        }
        try expect(taken.v4, is: 20, "the requests of a /24")
        try expect(taken.v6, is: 20, "the requests of a /48")
    }

    /// Nobody can use up what others need, however many addresses they have.
    private static func whoeverIsNewIsLetThrough(_ ports: any SharedPorts, _ clock: PortClock) async throws {
        let budget = budget(ports, Budget(perMinute: 5, burst: 5), total: Budget(perMinute: 5, burst: 10))
        for number in 1...40 { for _ in 1...5 { _ = try await take(budget, client(UInt32(number))) } }
        try expect(try await take(budget, client(7)) == nil, is: false, "that a greedy client has any left")
        try expect(try await take(budget, client(100)), is: nil, "the first request of somebody new")
        let neighbour = try await take(budget, client(100, host: 2))
        try expect(neighbour == nil, is: false, "that a neighbour is new, too")
        let site = UInt64(0x2001_0db8_0001_0000)
        try expect(try await take(budget, .ipv6(network: site)), is: nil, "the first request of a new /48")
        let fresh = try await take(budget, .ipv6(network: site | 0x4200))
        try expect(fresh == nil, is: false, "that a fresh /56 of it is new")
        // In time, everybody has a share.
        clock.advance(seconds: 60)
        try expect(try await take(budget, client(100, host: 2)), is: nil, "the neighbour's request a minute later")
    }

    private static func hourIsBoundedByNetwork(_ ports: any SharedPorts, _ clock: PortClock) async throws {
        let budget = budget(ports, Budget(perMinute: 10, burst: 10), minutesPerHour: 2)
        var taken = 0
        for minute in 0..<10 {
            for host in 1...10 where try await take(budget, client(1, host: UInt32(10 * minute + host))) == nil {
                taken += 1
            }
        }
        try expect(taken, is: 20, "the requests of a network")
        try expect(try await take(budget, client(2)), is: nil, "another network's request")
    }

    private static func budgetIsNotExceededAtOnce(_ ports: any SharedPorts, _ clock: PortClock) async throws {
        let budget = budget(ports, Budget(perMinute: 1, burst: 20), kind: .contacts)
        let count = try await withThrowingTaskGroup(of: Bool.self) { group in
            for _ in 1...60 { group.addTask { try await take(budget, client(1)) == nil } }
            return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        try expect(count, is: 20, "the number of requests")
    }

    private static func budgetsOfOtherThingsAreApart(_ ports: any SharedPorts, _ clock: PortClock) async throws {
        let budgets = Charge.Kind.allCases.map { budget(ports, Budget(perMinute: 1, burst: 1), kind: $0) }
        for budget in budgets { try expect(try await take(budget, client(1)), is: nil, "the first request") }
        for budget in budgets { try expect(try await take(budget, client(1)), is: 60, "the wait") }
    }

    private static func openedBucketEnds(_ ports: any SharedPorts, _ clock: PortClock) async throws {
        let bucket = Charge.Bucket(.guessesOfSellers, "one", Budget(perHour: 1, burst: 3), mustExist: true)
        let charge = Charge(ways: [[bucket]])
        func isTaken() async throws -> Bool {
            if case .taken = try await ports.buckets.take(charge) { true } else { false }
        }
        try expect(try await isTaken(), is: false, "that a bucket is there that wasn't opened")
        try await ports.buckets.open(bucket, for: .seconds(100))
        clock.advance(seconds: 99)
        try expect(try await isTaken(), is: true, "that the opened one has a token")
        clock.advance(seconds: 1)
        try expect(try await isTaken(), is: false, "that it is still there after its time")
    }
}
