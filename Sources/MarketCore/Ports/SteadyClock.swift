public import MarketModels

/// A clock for expiry times: the wall-clock time of its creation plus the monotonic time since then.
///
/// Adjusting the system clock while the market runs neither shortens nor extends any lifetime. Times stored by an
/// earlier run may lie in the future; their readers must bound them.
public struct SteadyClock: WallClock {
    private let start: Timestamp
    private let startedAt: Duration
    private let monotonic: any MonotonicClock

    public init(_ wall: any WallClock, _ monotonic: any MonotonicClock) {
        start = wall.now
        startedAt = monotonic.elapsed
        self.monotonic = monotonic
    }

    public var now: Timestamp {
        let passed = (monotonic.elapsed - startedAt).components
        return Timestamp(
            millisecondsSinceEpoch: start.millisecondsSinceEpoch + passed.seconds * 1000
                + passed.attoseconds / 1_000_000_000_000_000
        )
    }
}
