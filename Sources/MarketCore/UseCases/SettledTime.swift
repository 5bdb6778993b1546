public import MarketModels

/// The time of day for what can't be taken back once its time has come: listings expire, holds and blocks end, and what was
/// removed, and old reports, are deleted.
///
/// It isn't known within an hour after it was set, nor after a start at a time that doesn't follow on what is stored. A machine
/// that starts years ahead would otherwise end everything before a time server has put it right.
public actor SettledTime {
    private let store: any ProductStore
    private let clock: any WallClock
    private var detector: ClockChangeDetector
    private var hasComparedWithStored = false
    private var change: Duration?

    init(store: any ProductStore, clock: any WallClock, monotonicClock: any MonotonicClock) {
        self.store = store
        self.clock = clock
        detector = ClockChangeDetector(clock, monotonicClock)
    }

    /// Returns the time, or nil while it isn't known.
    public func now() async throws(MarketError) -> Timestamp? {
        if !hasComparedWithStored {
            let newest = try await store.newestTime()
            if !hasComparedWithStored, let newest { change = detector.compare(withStored: newest) }
            hasComparedWithStored = true
        }
        change = detector.compare() ?? change
        return detector.isSettled ? clock.now : nil
    }

    /// Returns, once, by how much the time was set, or is later than what is stored; negative if it is earlier.
    func takeChange() -> Duration? {
        defer { change = nil }
        return change
    }
}
