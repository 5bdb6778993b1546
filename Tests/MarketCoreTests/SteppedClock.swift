import MarketCore
import MarketModels
import Synchronization

/// Time that goes on when it is told to, and a time of day that can be set.
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
