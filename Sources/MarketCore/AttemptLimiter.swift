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
        let source: ClientAddress?
    }

    private struct Window {
        let startedAt: Timestamp
        var failures: Int

        func isOver(at now: Timestamp) -> Bool { end <= now }

        func secondsLeft(at now: Timestamp) -> Int {
            Int((end.millisecondsSinceEpoch - now.millisecondsSinceEpoch + 999) / 1000)
        }

        private var end: Timestamp { startedAt.adding(seconds: AttemptLimiter.windowSeconds) }
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

    /// Asks leave for an attempt, and counts it as a wrong one until ``takeBackAttempt(for:from:)``:
    /// many attempts at the same instant count as many.
    ///
    /// - Returns: how many seconds to wait, or nil if the attempt may be made.
    public func beginAttempt(for product: Product.ID, from source: ClientAddress) -> Int? {
        let now = clock.now
        return windows.withLock { windows in
            if windows.count > Self.sweepThreshold { windows = windows.filter { !$0.value.isOver(at: now) } }
            let bounds = bounds(product, source)
            let waits = bounds.compactMap { key, limit -> Int? in
                guard let window = windows[key], !window.isOver(at: now), window.failures >= limit else { return nil }
                return window.secondsLeft(at: now)
            }
            if let longest = waits.max() { return longest }
            for (key, _) in bounds {
                var window =
                    windows[key].flatMap { $0.isOver(at: now) ? nil : $0 } ?? Window(startedAt: now, failures: 0)
                window.failures += 1
                windows[key] = window
            }
            return nil
        }
    }

    /// The attempt was right, or came to nothing.
    public func takeBackAttempt(for product: Product.ID, from source: ClientAddress) {
        windows.withLock { windows in
            for (key, _) in bounds(product, source) {
                guard let window = windows[key] else { continue }
                windows[key]?.failures = max(0, window.failures - 1)
            }
        }
    }

    private func bounds(_ product: Product.ID, _ source: ClientAddress) -> [(Key, limit: Int)] {
        [
            (Key(product: product, source: source), limits.perSource),
            (Key(product: product, source: nil), limits.perProduct),
        ]
    }
}
