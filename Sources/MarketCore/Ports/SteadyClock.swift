public import MarketModels

/// The time of day when it was made, and from there on the time that really goes by: for what expires.
///
/// When the machine's clock is set while the market runs, nothing expires early and nothing lives longer for it. What
/// was stored by an earlier run can lie in the future then; whoever reads it has to bound that.
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
