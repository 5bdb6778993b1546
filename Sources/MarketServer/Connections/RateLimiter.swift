import MarketCore
import MarketModels
import Synchronization

/// Counts what each source does in a minute.
final class RateLimiter: Sendable {
    private struct Window {
        let startedAt: Timestamp
        var count: Int
    }

    private static let windowSeconds: Int64 = 60
    private static let sweepThreshold = 10_000

    private let perMinute: Int
    private let clock: any WallClock
    private let windows = Mutex<[ClientAddress: Window]>([:])

    init(perMinute: Int, clock: any WallClock) {
        self.perMinute = perMinute
        self.clock = clock
    }

    /// Counts one more, unless there were too many already.
    ///
    /// - Returns: how long to wait, or nil if it may be done.
    func secondsToWait(countingFor source: ClientAddress) -> Int? {
        let now = clock.now
        return windows.withLock { windows in
            if windows.count > Self.sweepThreshold {
                windows = windows.filter { $0.value.startedAt.adding(seconds: Self.windowSeconds) > now }
            }
            guard var window = windows[source], window.startedAt.adding(seconds: Self.windowSeconds) > now else {
                windows[source] = Window(startedAt: now, count: 1)
                return nil
            }
            guard window.count < perMinute else {
                let end = window.startedAt.adding(seconds: Self.windowSeconds)
                return Int((end.millisecondsSinceEpoch - now.millisecondsSinceEpoch + 999) / 1000)
            }
            window.count += 1
            windows[source] = window
            return nil
        }
    }
}
