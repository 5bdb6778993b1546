internal import Foundation
public import MarketModels
internal import Synchronization

/// A clock that tells the time of day. Tests supply their own.
public protocol WallClock: Sendable {
    var now: Timestamp { get }
}

public struct SystemWallClock: WallClock {
    public init() {}

    public var now: Timestamp {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Timestamp(millisecondsSinceEpoch: Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000)
    }
}

/// A clock that never goes back and isn't affected by adjustments of the system clock. Tests supply their own.
public protocol MonotonicClock: Sendable {
    /// The time since a reference point that is fixed while the process runs.
    var elapsed: Duration { get }
}

/// The time since the machine was started, including the time in which it was suspended where the system counts that.
public struct SystemMonotonicClock: MonotonicClock {
    public init() {}

    public var elapsed: Duration {
        var time = timespec()
        #if os(Linux)
        clock_gettime(CLOCK_BOOTTIME, &time)
        #else
        clock_gettime(CLOCK_MONOTONIC, &time)
        #endif
        return .seconds(Int64(time.tv_sec)) + .nanoseconds(Int64(time.tv_nsec))
    }
}

/// A clock for expiry times: the wall-clock time of its creation plus the monotonic time since then.
///
/// Setting the system clock while the market runs extends no lifetime, and ends none within an hour. If nobody has set it again
/// by then, and it is later, the clock follows, as it would by a restart: a machine without a clock of its own starts in the past
/// and is corrected for good. Stored times may lie in the future; their readers must bound them.
public final class SteadyClock: WallClock {
    /// The number of seconds by which a stored time may be later than a reader's: a machine that loses the time while it is
    /// off starts with that of some hours ago. What is later was stored while a clock was ahead.
    package static let tolerance: Int64 = 86_400

    private struct Reference {
        let start: Timestamp
        let startedAt: Duration
        var detector: ClockChangeDetector
        /// Whether the system clock was set since then.
        var isOld = false

        init(_ wall: any WallClock, _ monotonic: any MonotonicClock, noEarlierThan earliest: Timestamp? = nil) {
            start = max(wall.now, earliest ?? wall.now)
            startedAt = monotonic.elapsed
            detector = ClockChangeDetector(wall, monotonic)
        }

        func now(at elapsed: Duration) -> Timestamp {
            Timestamp(millisecondsSinceEpoch: start.millisecondsSinceEpoch + (elapsed - startedAt).inMilliseconds)
        }
    }

    private let wall: any WallClock
    private let monotonic: any MonotonicClock
    private let reference: Mutex<Reference>

    public init(_ wall: any WallClock, _ monotonic: any MonotonicClock) {
        self.wall = wall
        self.monotonic = monotonic
        reference = Mutex(Reference(wall, monotonic))
    }

    public var now: Timestamp {
        reference.withLock { reference in
            if reference.detector.compare() != nil { reference.isOld = true }
            let steady = reference.now(at: monotonic.elapsed)
            guard reference.isOld, reference.detector.isSettled else { return steady }
            reference = Reference(wall, monotonic, noEarlierThan: steady)
            return reference.start
        }
    }
}

/// Tells whether the time of day was set while the process runs.
///
/// A machine without a clock of its own, or with a wrong answer from a time server, may be weeks off for a minute. What is
/// done then because its time seems to have come can't be taken back, so it waits until nobody has set the time for an hour.
struct ClockChangeDetector {
    /// The difference between the two clocks, from one comparison to the next, that doesn't count.
    static let tolerance = Duration.seconds(60)
    /// How long a time that was set isn't relied on.
    static let settlingTime = Duration.seconds(3600)
    /// How long after the newest of what is stored a process may begin without waiting, in seconds. Where it is quiet for longer,
    /// waiting does no harm.
    private static let quietTime: Int64 = 7 * 86_400

    private let wall: any WallClock
    private let monotonic: any MonotonicClock
    private var last: (wall: Timestamp, elapsed: Duration)
    private var changedAt: Duration?

    init(_ wall: any WallClock, _ monotonic: any MonotonicClock) {
        self.wall = wall
        self.monotonic = monotonic
        last = (wall.now, monotonic.elapsed)
    }

    /// Whether the time of day can be relied on, as far as the comparisons so far tell.
    var isSettled: Bool {
        guard let changedAt else { return true }
        return last.elapsed - changedAt >= Self.settlingTime
    }

    /// Compares the clocks.
    ///
    /// - Returns: By how much the time of day was set since the last comparison, negative if it was set back; nil if it wasn't.
    mutating func compare() -> Duration? {
        let now = (wall: wall.now, elapsed: monotonic.elapsed)
        defer { last = now }
        let passed = Duration.milliseconds(now.wall.millisecondsSinceEpoch - last.wall.millisecondsSinceEpoch)
        let difference = passed - (now.elapsed - last.elapsed)
        guard difference > Self.tolerance || difference < .zero - Self.tolerance else { return nil }
        changedAt = now.elapsed
        return difference
    }

    /// Compares the time of day with the newest that is stored, when the process begins.
    ///
    /// - Returns: by how much it is later, negative if it is earlier; nil if it may well be right.
    mutating func compare(withStored newest: Timestamp) -> Duration? {
        let now = wall.now
        let range = newest.adding(seconds: -SteadyClock.tolerance)...newest.adding(seconds: Self.quietTime)
        guard !range.contains(now) else { return nil }
        changedAt = monotonic.elapsed
        return .milliseconds(now.millisecondsSinceEpoch - newest.millisecondsSinceEpoch)
    }
}
