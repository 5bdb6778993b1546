public import MarketModels
import Synchronization

/// Counts wrong secrets, so that nobody can try them all.
///
/// For each product a source may be wrong a few times a minute, and all sources together some times more: somebody who
/// guesses from many places can't go on, and somebody who guesses from one place locks nobody else out.
public final class AttemptLimiter: Sendable {
    public struct Limits: Hashable, Sendable {
        /// Wrong secrets a minute for one product from one source.
        public var perSource = 10
        /// Wrong secrets a minute for one product from everywhere.
        public var perProduct = 100

        public init() {}
    }

    private struct Key: Hashable {
        let product: Product.ID
        /// Nil counts all sources.
        let source: String?
    }

    private struct Window {
        var startedAt: Timestamp
        var failures: Int
    }

    /// How many windows are remembered before those that are over are dropped.
    private static let sweepThreshold = 10_000
    private static let windowSeconds: Int64 = 60

    private let limits: Limits
    private let clock: any WallClock
    private let windows = Mutex<[Key: Window]>([:])

    public init(limits: Limits = Limits(), clock: any WallClock) {
        self.limits = limits
        self.clock = clock
    }

    /// How long to wait before the next attempt, or nil if one may be made now.
    public func secondsToWait(for product: Product.ID, from source: String) -> Int? {
        let now = clock.now
        return windows.withLock { windows in
            let waits = [
                (Key(product: product, source: source), limits.perSource),
                (Key(product: product, source: nil), limits.perProduct),
            ]
            .compactMap { key, limit -> Int64? in
                guard let window = windows[key], window.failures >= limit else { return nil }
                let end = window.startedAt.adding(seconds: Self.windowSeconds)
                return end > now ? (end.millisecondsSinceEpoch - now.millisecondsSinceEpoch + 999) / 1000 : nil
            }
            return waits.max().map { Int($0) }
        }
    }

    public func countFailure(for product: Product.ID, from source: String) {
        let now = clock.now
        windows.withLock { windows in
            if windows.count > Self.sweepThreshold {
                windows = windows.filter { $0.value.startedAt.adding(seconds: Self.windowSeconds) > now }
            }
            for key in [Key(product: product, source: source), Key(product: product, source: nil)] {
                if let window = windows[key], window.startedAt.adding(seconds: Self.windowSeconds) > now {
                    windows[key] = Window(startedAt: window.startedAt, failures: window.failures + 1)
                } else {
                    windows[key] = Window(startedAt: now, failures: 1)
                }
            }
        }
    }
}
