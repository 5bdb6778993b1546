import MarketCore
import MarketModels
import MarketServer
import ProductStoreContract
import Synchronization
import TestMarkets
import Testing

/// What the server does with listings while nobody asks.
struct ListingUpdateTests {
    @Test func runsAtOnceAndWheneverTheTimerWakesIt() async throws {
        try await withMarket { market in
            let (id, _) = try await reserveForADay(market)
            try await withRuns(market) { timer, reports in
                await timer.wakeTwice()
                #expect(reports.texts.withLock { $0 }.allSatisfy { $0 == "0" }, "nothing was due")
                market.clock.advance(seconds: 86_400)
                await timer.wakeTwice()
                #expect(reports.texts.withLock { $0.filter { $0 != "0" } } == ["1"])
                #expect(timer.durations == [AdvanceListings.interval])
            }
            try await expectState(.open, of: id, market)
            #expect(AdvanceListings.interval <= .seconds(60))
        }
    }

    @Test func aTimeThatIsWrongForAWhileEndsNothing() async throws {
        try await withMarket { market in
            let (id, reserved) = try await reserveForADay(market)
            try await withRuns(market) { timer, reports in
                await timer.wakeTwice()
                let before = market.clock.now
                market.clock.set(to: before.adding(days: 40))
                await timer.wakeTwice()
                market.clock.advance(seconds: 1800)
                await timer.wakeTwice()
                try await expectState(reserved, of: id, market)
                market.clock.set(to: before.adding(seconds: 1800))
                await timer.wakeTwice()
                market.clock.advance(seconds: 3600)
                await timer.wakeTwice()
                try await expectState(reserved, of: id, market)
                #expect(reports.texts.withLock { $0.filter { $0 != "0" } } == ["set by 3456000", "set by -3456000"])
                market.clock.advance(seconds: 86_400)
                await timer.wakeTwice()
                try await expectState(.open, of: id, market)
            }
        }
    }

    @Test func aTimeThatStaysIsReliedOnAfterAnHour() async throws {
        try await withMarket { market in
            let (id, reserved) = try await reserveForADay(market)
            try await withRuns(market) { timer, _ in
                await timer.wakeTwice()
                market.clock.set(to: market.clock.now.adding(days: 40))
                await timer.wakeTwice()
                market.clock.advance(seconds: 3599)
                await timer.wakeTwice()
                try await expectState(reserved, of: id, market)
                market.clock.advance(seconds: 1)
                await timer.wakeTwice()
                try await expectState(.open, of: id, market)
            }
        }
    }

    /// As after a start with a wrong clock: the time was never set while the process runs.
    @Test(arguments: [(days: 40, isWrong: true), (8, true), (-2, true), (6, false), (0, false)])
    func aStartThatDoesNotFollowOnWhatIsStoredEndsNothing(_ days: Int, _ isWrong: Bool) async throws {
        try await withMarket { market in
            let (id, reserved) = try await reserveForADay(market)
            let before = market.clock.now
            let start = before.adding(days: days)
            market.clock.advance(seconds: Int64(days) * 86_400)
            try await withRuns(market) { timer, reports in
                await timer.wakeTwice()
                #expect(try await market.services.settledTime.now() == (isWrong ? nil : start))
                if days > 1, !isWrong { return try await expectState(.open, of: id, market) }
                try await expectState(reserved, of: id, market)
                market.clock.advance(seconds: 1800)
                await timer.wakeTwice()
                try await expectState(reserved, of: id, market)
                // A time server puts it right.
                market.clock.set(to: before.adding(seconds: 1800))
                await timer.wakeTwice()
                market.clock.advance(seconds: 3600)
                await timer.wakeTwice()
                try await expectState(reserved, of: id, market)
                let set = isWrong ? ["set by \(days * 86_400)", "set by \(-days * 86_400)"] : []
                #expect(reports.texts.withLock { $0.filter { $0 != "0" } } == set)
                market.clock.advance(seconds: 86_400)
                await timer.wakeTwice()
                try await expectState(.open, of: id, market)
            }
        }
    }

    /// Where nothing has happened for long, the time is right nevertheless.
    @Test func aStartAfterAQuietTimeWaitsForAnHour() async throws {
        try await withMarket { market in
            let (id, reserved) = try await reserveForADay(market)
            market.clock.advance(seconds: 40 * 86_400)
            try await withRuns(market) { timer, _ in
                await timer.wakeTwice()
                market.clock.advance(seconds: 3599)
                await timer.wakeTwice()
                try await expectState(reserved, of: id, market)
                market.clock.advance(seconds: 1)
                await timer.wakeTwice()
                try await expectState(.open, of: id, market)
            }
        }
    }

    @Test func everythingThatIsDueIsChangedHoweverMuchItIs() async throws {
        try await withMarket { market in
            try await market.store.fill(count: 250)
            let reserved = ListingLifecycle(state: .reserved(until: TestClock.start))
            for product in try await market.store.page(ProductQuery(size: 250)).products {
                _ = try await market.store.replaceLifecycle(
                    LifecycleEdit(
                        id: product.id,
                        expectedVersion: product.version,
                        lifecycle: reserved,
                        changedAt: TestClock.start
                    )
                )
            }
            #expect(try await market.services.advanceListings() == 250)
            #expect(try await market.services.advanceListings() == 0)
        }
    }
}

/// Lists a product, and reserves it for a day.
private func reserveForADay(_ market: TestMarket) async throws -> (id: Product.ID, state: ListingState) {
    try await market.list()
    let id = Product.ID(rawValue: 1)
    let state = ListingState.reserved(until: TestClock.start.adding(days: 1))
    _ = try await market.store.replaceLifecycle(
        LifecycleEdit(
            id: id,
            expectedVersion: 1,
            lifecycle: ListingLifecycle(state: state),
            changedAt: TestClock.start
        )
    )
    return (id, state)
}

private func expectState(
    _ state: ListingState,
    of id: Product.ID,
    _ market: TestMarket,
    at location: SourceLocation = #_sourceLocation
) async throws {
    let found = try await market.store.asSeller(id)?.product.state
    #expect(found == state, sourceLocation: location)
}

/// What the runs of a test have reported.
private final class Reports: Sendable {
    let texts = Mutex<[String]>([])
}

/// Updates listings whenever the timer wakes, until the test has ended.
private func withRuns(
    _ market: TestMarket,
    _ test: (WakingTimer, Reports) async throws -> Void
) async throws {
    let timer = WakingTimer()
    let reports = Reports()
    try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask {
            await market.services.advanceListings.run(on: timer) { outcome in
                let text =
                    switch outcome {
                    case .changed(let count): "\(count)"
                    case .waits(let difference): "set by \(difference.components.seconds)"
                    case .failed(let error): "\(error)"
                    }
                reports.texts.withLock { $0.append(text) }
            }
        }
        defer { group.cancelAll() }
        try await test(timer, reports)
    }
}

/// A clock whose sleepers wake when the test says so.
private final class WakingTimer: Clock, Sendable {
    struct Instant: InstantProtocol {
        var offset = Swift.Duration.zero
        func advanced(by duration: Swift.Duration) -> Instant { Instant(offset: offset + duration) }
        func duration(to other: Instant) -> Swift.Duration { other.offset - offset }
        static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
    }

    private struct State {
        var sleeper: CheckedContinuation<Void, Never>?
        var waker: CheckedContinuation<CheckedContinuation<Void, Never>, Never>?
        var durations: Set<Swift.Duration> = []
        var isCancelled = false
    }

    private let state = Mutex(State())

    var now: Instant { Instant() }
    var minimumResolution: Swift.Duration { .zero }
    /// The durations for which it was asked to sleep.
    var durations: Set<Swift.Duration> { state.withLock { $0.durations } }

    func sleep(until deadline: Instant, tolerance: Swift.Duration?) async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { sleeper in
                let (waker, isCancelled) = state.withLock { state in
                    state.durations.insert(deadline.offset)
                    defer { state.waker = nil }
                    if state.waker == nil, !state.isCancelled { state.sleeper = sleeper }
                    return (state.waker, state.isCancelled)
                }
                if let waker { waker.resume(returning: sleeper) } else if isCancelled { sleeper.resume() }
            }
        } onCancel: {
            let sleeper = state.withLock { state in
                state.isCancelled = true
                defer { state.sleeper = nil }
                return state.sleeper
            }
            sleeper?.resume()
        }
    }

    /// Has one run after the other begin, so that the first has ended.
    func wakeTwice() async {
        await wake()
        await wake()
    }

    /// Waits until somebody sleeps, and wakes them.
    func wake() async {
        let sleeper = await withCheckedContinuation { waker in
            let sleeper = state.withLock { state in
                defer { state.sleeper = nil }
                if state.sleeper == nil { state.waker = waker }
                return state.sleeper
            }
            if let sleeper { waker.resume(returning: sleeper) }
        }
        sleeper.resume()
    }
}
