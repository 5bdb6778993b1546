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
            try await market.list()
            let id = Product.ID(rawValue: 1)
            let end = TestClock.start.adding(days: 1)
            _ = try await market.store.replaceLifecycle(
                LifecycleEdit(
                    id: id,
                    expectedVersion: 1,
                    lifecycle: ListingLifecycle(state: .reserved(until: end)),
                    changedAt: TestClock.start
                )
            )
            let timer = WakingTimer()
            let reports = Mutex<[Int]>([])
            let task = Task {
                await market.services.advanceListings.run(on: timer) { result in
                    reports.withLock { $0.append((try? result.get()) ?? -1) }
                }
            }
            await timer.wake()
            await timer.wake()
            #expect(reports.withLock { $0 }.allSatisfy { $0 == 0 }, "nothing was due")
            market.clock.advance(seconds: 86_400)
            await timer.wake()
            await timer.wake()
            #expect(reports.withLock { $0.filter { $0 != 0 } } == [1])
            task.cancel()
            await task.value
            guard let product = try await market.store.asSeller(id)?.product else {
                Issue.record("the product is there")
                return
            }
            #expect(product.state == .open)
            #expect(timer.durations == [AdvanceListings.interval])
            #expect(AdvanceListings.interval <= .seconds(60))
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
