import MarketCore
import MarketModels
import SharedPortContract
import TestMarkets
import Testing

@testable import MarketPostgres

@Suite("What the processes of a market share", .timeLimit(.minutes(5)))
struct SharedPortTests {
    @Test(arguments: SharedPortCheck.all)
    func keepsTheContract(_ check: SharedPortCheck) async throws {
        try await withStores { first, _ in
            try await check.run { PostgresPorts(store: first, clock: $0) }
        }
    }

    /// Guesses through two processes count together, without a clock of tests.
    @Test func guessesCountTogether() async throws {
        try await withStores { first, second in
            var limits = AttemptLimiter.Limits()
            // The next one in half a minute, which the attempts don't take on any machine.
            limits.perSource = 2
            let limiters = [first, second].map { AttemptLimiter(limits, in: PostgresPorts(store: $0).buckets) }
            let product = Product.ID(rawValue: 1)
            let admitted = try await withThrowingTaskGroup(of: Bool.self) { group in
                for number in 0..<40 {
                    group.addTask { try await limiters[number % 2].secondsToWait(product) == nil }
                }
                return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
            }
            #expect(admitted == 2)
            let wait = try await limiters[0].secondsToWait(product)
            #expect((1...60).contains(wait ?? 0))
        }
    }

    /// A process that ends in the middle of a request, or of a job, doesn't block the others for ever.
    @Test func whatAProcessHeldIsFreeAfterAWhile() async throws {
        try await withStores { first, second in
            let clock = TestClock()
            let (one, other) = (PostgresPorts(store: first, clock: clock), PostgresPorts(store: second, clock: clock))
            let key = try #require(IdempotencyKey("key", of: nil))
            let lost = try #require(try await one.requestsInFlight.begin(key))
            #expect(try await other.requestsInFlight.begin(key) == nil)
            clock.advance(seconds: 4)
            try await one.requestsInFlight.renew(lost)
            clock.advance(seconds: 4)
            #expect(try await other.requestsInFlight.begin(key) == nil)
            clock.advance(seconds: 2)
            let taken = try #require(try await other.requestsInFlight.begin(key))
            // The hold that was lost doesn't end the other one's.
            await one.requestsInFlight.end(lost)
            #expect(try await one.requestsInFlight.begin(key) == nil)
            await other.requestsInFlight.end(taken)
            #expect(try await one.requestsInFlight.begin(key) != nil)

            #expect(try await one.jobs.begin(.advanceListings, every: .seconds(25)))
            #expect(try await !other.jobs.begin(.advanceListings, every: .seconds(25)))
            clock.advance(seconds: 40)
            #expect(try await other.jobs.begin(.advanceListings, every: .seconds(25)))
            #expect(try await !one.jobs.begin(.advanceListings, every: .seconds(25)))
        }
    }

    /// The clock of the server is set back by a day, and nothing is limited or held until it has caught up.
    @Test func clockThatIsSetBackBlocksNobody() async throws {
        try await withStores { first, second in
            let clock = TestClock()
            let (one, other) = (PostgresPorts(store: first, clock: clock), PostgresPorts(store: second, clock: clock))
            var limits = AttemptLimiter.Limits()
            limits.perSource = 1
            let limiter = AttemptLimiter(limits, in: one.buckets)
            let product = Product.ID(rawValue: 1)
            #expect(try await limiter.secondsToWait(product) == nil)
            #expect(try await limiter.secondsToWait(product) == 60)
            let budgetLimits = ClientBudgetLimits(
                perAddress: Budget(perMinute: 60, burst: 1),
                total: Budget(perMinute: 60, burst: 100)
            )
            let budget = ClientBudget(.listings, budgetLimits, in: one.buckets)
            _ = try await budget.take(for: .ipv4(1))
            #expect(try await budget.secondsToWait(for: .ipv4(1)) == 1)
            let key = try #require(IdempotencyKey("key", of: nil))
            _ = try #require(try await one.requestsInFlight.begin(key))
            #expect(try await one.jobs.begin(.advanceListings, every: .seconds(25)))
            clock.advance(seconds: -86_400)
            #expect(try await limiter.secondsToWait(product) == nil)
            #expect(try await limiter.secondsToWait(product) == 60)
            #expect(try await budget.secondsToWait(for: .ipv4(1)) == nil)
            _ = try await budget.take(for: .ipv4(1))
            #expect(try await budget.secondsToWait(for: .ipv4(1)) == 1)
            clock.advance(seconds: 1)
            #expect(try await budget.secondsToWait(for: .ipv4(1)) == nil)
            #expect(try await other.requestsInFlight.begin(key) != nil)
            #expect(try await other.jobs.begin(.advanceListings, every: .seconds(25)))
        }
    }

    @Test func allProcessesSignWithOneKey() async throws {
        try await withStores { first, second in
            let keys = try await withThrowingTaskGroup(of: [UInt8].self) { group in
                for number in 0..<10 {
                    let store = number % 2 == 0 ? first : second
                    group.addTask { try await store.signingKey(orSet: Array(repeating: UInt8(number), count: 32)) }
                }
                return try await group.reduce(into: Set()) { $0.insert($1) }
            }
            #expect(keys.count == 1)
            #expect(keys.first?.count == 32)
        }
    }

    @Test func expiredEntriesAreRemoved() async throws {
        try await withStores { first, _ in
            let past = TestClock()
            past.advance(seconds: -4_000_000_000)
            // What holds for some seconds only must last until the cleanup, however long this takes.
            let (old, now) = (PostgresPorts(store: first, clock: past), PostgresPorts(store: first, clock: TestClock()))
            for (ports, client) in [(old, ClientAddress.ipv4(1)), (now, .ipv4(2))] {
                let budget = Budget(perMinute: 1, burst: 10)
                let known = Charge.Bucket(.guessesOfSellers, "\(client)", budget, mustExist: true)
                try await ports.buckets.open(known, for: .seconds(86_400))
                _ = try await ports.buckets.take(Charge(ways: [[Charge.Bucket(.listings, "\(client)", budget)]]))
                _ = try await ports.requestsInFlight.begin(try #require(IdempotencyKey("key \(client)", of: nil)))
            }
            let connection = try PostgresConnection(first.settings)
            let tables = ["token_bucket", "request_in_flight"]
            func counts() throws -> [Int64?] {
                try tables.map { table in
                    try connection.firstRow("SELECT count(*) FROM \(table)", prepared: false) { try $0.count(0) }
                }
            }
            #expect(try counts() == [4, 2])
            try SharedStateCleanup(connection: connection).removeOld()
            #expect(try counts() == [2, 1])
        }
    }

    /// The cleanup goes by the server's clock, and a busy machine's tests take longer than the minute after which it runs.
    @Test func whatTestsLimitOutlivesTheCleanup() async throws {
        try await withStores { first, _ in
            var limits = AttemptLimiter.Limits()
            limits.perSource = 1
            let limiter = AttemptLimiter(limits, in: PostgresPorts(store: first, clock: TestClock()).buckets)
            let product = Product.ID(rawValue: 1)
            #expect(try await limiter.secondsToWait(product) == nil)
            try SharedStateCleanup(connection: PostgresConnection(first.settings)).removeOld()
            #expect(try await limiter.secondsToWait(product) == 60)
        }
    }
}

extension AttemptLimiter {
    /// Begins an attempt of a client.
    ///
    /// - Returns: the number of seconds to wait, or nil if it is admitted.
    fileprivate func secondsToWait(_ product: Product.ID) async throws -> Int? {
        if case .refused(let seconds) = try await begin(for: product, from: .ipv4(1)) { seconds } else { nil }
    }
}
