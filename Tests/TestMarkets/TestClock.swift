import MarketCore
package import MarketModels
import Synchronization

/// A wall clock that stands still until the test advances it, and an independent monotonic clock.
///
/// The monotonic clock begins in 2100, as PostgreSQL counts: what tests limit or hold isn't over for the cleanup, which goes by the
/// server's clock and runs every minute.
package final class TestClock: WallClock, MonotonicClock {
    /// 2022-01-24T09:30:15Z, when the first apps were written.
    package static let start = Timestamp(millisecondsSinceEpoch: 1_643_016_615_000)

    private struct Time {
        var wall = start
        var elapsed = Duration.seconds(4_102_444_800)
    }

    private let time = Mutex(Time())

    package init() {}

    package var now: Timestamp { time.withLock { $0.wall } }

    package var elapsed: Duration { time.withLock { $0.elapsed } }

    package func advance(seconds: Int64) {
        time.withLock { time in
            time.wall = time.wall.adding(seconds: seconds)
            time.elapsed += .seconds(seconds)
        }
    }

    /// Sets the time of day, as an administrator or a time server does.
    package func set(to moment: Timestamp) {
        time.withLock { $0.wall = moment }
    }
}
