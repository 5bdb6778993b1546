internal import MarketModels

/// The use case of changing the states of listings with the passing of time: reservations end, sold products leave the
/// lists, lifetimes end, and reductions of prices aren't shown any more. Until it has run, a product keeps its state, so
/// that no read depends on the time.
public struct AdvanceListings: Sendable {
    /// The interval at which to run it. A state changes at most a minute late, even if a run takes a while.
    public static let interval = Duration.seconds(30)
    /// The time for which other processes leave it to one that has begun. It is shorter than the interval, so that a
    /// process never skips its own turn.
    private static let turn = Duration.seconds(25)
    /// The number of products that are changed in one commit, so that other writes don't wait long: with SQLite, 20 that are
    /// hidden take 30 to 130 ms, most of it in the search index (`Benchmarks/operators.py`).
    static let step = 20

    let store: any ProductStore
    let clock: any WallClock
    let settledTime: SettledTime
    let rules: LifecycleRules
    /// Decides which node of the market does it.
    let jobs: any OnceOnlyJobs

    /// What came of one run.
    public enum Outcome: Sendable {
        /// So many products were changed.
        case changed(Int)
        /// The time of day was set by so much, or differs by it from what is stored, and nothing is changed for an hour.
        case waits(clockWasSetBy: Duration)
        case failed(MarketError)
    }

    /// Changes everything that is due, in steps.
    ///
    /// - Returns: the number of products that were changed.
    @discardableResult
    public func callAsFunction() async throws(MarketError) -> Int {
        // The same moment for all steps, so that the number of steps is bounded.
        let now = clock.now
        var count = 0
        while !Task.isCancelled {
            let changed = try await store.advanceLifecycles(to: now, by: rules, limit: Self.step)
            count += changed
            if changed < Self.step { break }
            await Task.yield()
        }
        return count
    }

    /// Runs at once and then at the interval, until the task is cancelled, unless another process does, or the time of day isn't
    /// known (``SettledTime``): an ended hold or a deleted listing doesn't come back when the time is right again.
    ///
    /// - Parameters:
    ///   - timer: the clock that wakes it. Tests supply their own.
    ///   - report: called after each run of this process, and each time that the time of day was set.
    public func run(
        on timer: any Clock<Duration> = ContinuousClock(),
        report: @Sendable (Outcome) -> Void
    ) async {
        while !Task.isCancelled {
            do throws(MarketError) {
                let isSettled = try await settledTime.now() != nil
                if let difference = await settledTime.takeChange() { report(.waits(clockWasSetBy: difference)) }
                if isSettled, try await jobs.begin(.advanceListings, every: Self.turn) {
                    report(.changed(try await self()))
                }
            } catch {
                report(.failed(error))
            }
            try? await timer.sleep(for: Self.interval)
        }
    }
}
