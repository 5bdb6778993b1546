import MarketCore
package import MarketModels
import Synchronization

/// A clock that stands still until it is told to go on.
package final class TestClock: WallClock {
    /// 2022-01-24T09:30:15Z, when the first apps were written.
    package static let start = Timestamp(millisecondsSinceEpoch: 1_643_016_615_000)

    private let time = Mutex(start)

    package init() {}

    package var now: Timestamp { time.withLock { $0 } }

    package func advance(seconds: Int64) {
        time.withLock { $0 = $0.adding(seconds: seconds) }
    }
}
