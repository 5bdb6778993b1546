import MarketCore
import MarketModels
import Synchronization

/// A monotonic clock that the test advances, and a time of day that it can set.
final class SteppedClock: MonotonicClock, WallClock {
    private let time = Mutex((elapsed: Duration.seconds(1000), now: Timestamp(millisecondsSinceEpoch: 1_000_000)))

    var elapsed: Duration { time.withLock { $0.elapsed } }
    var now: Timestamp { time.withLock { $0.now } }

    func advance(seconds: Int64) {
        time.withLock { $0 = ($0.elapsed + .seconds(seconds), $0.now.adding(seconds: seconds)) }
    }

    func set(to moment: Timestamp) {
        time.withLock { $0.now = moment }
    }
}
