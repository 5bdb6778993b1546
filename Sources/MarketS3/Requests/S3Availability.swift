internal import Synchronization

/// What is known about whether the store can be reached.
///
/// When several attempts in a row were not answered, it is regarded as gone. Requests then fail at once, instead of each
/// waiting for its time limit; now and then one of them tries whether the store is back.
final class S3Availability: Sendable {
    /// The number of unanswered attempts in a row after which the store is regarded as gone.
    static let tolerance = 2
    /// The time between two tries while the store is gone.
    static let retryInterval = Duration.milliseconds(250)

    private struct State {
        var failures = 0
        /// The moment of the next try; nil while the store isn't gone.
        var nextTry: ContinuousClock.Instant?
        var reason = ""
    }

    private let state = Mutex(State())
    private let report: @Sendable (S3ImageStore.Event) -> Void

    init(report: @escaping @Sendable (S3ImageStore.Event) -> Void) { self.report = report }

    /// Whether the store is regarded as gone.
    var isGone: Bool { state.withLock { $0.nextTry != nil } }

    /// Returns nil if a request may be sent now, or else why the store is regarded as gone.
    func refusal(at now: ContinuousClock.Instant = .now) -> String? {
        state.withLock { state in
            guard let next = state.nextTry else { return nil }
            guard now >= next else { return state.reason }
            state.nextTry = now + Self.retryInterval
            return nil
        }
    }

    /// Records that the store answered, whatever it said.
    func answered() {
        let wasGone = state.withLock { state in
            defer { state = State() }
            return state.nextTry != nil
        }
        if wasGone { report(.reachable) }
    }

    /// Records that no connection could be made, or that a request wasn't answered in time. A connection that the store
    /// has closed is none of that: it may have done so at any time.
    func failed(_ reason: String, at now: ContinuousClock.Instant = .now) {
        let isNews = state.withLock { state in
            state.failures += 1
            state.reason = reason
            guard state.failures >= Self.tolerance else { return false }
            defer { state.nextTry = now + Self.retryInterval }
            return state.nextTry == nil
        }
        if isNews { report(.unreachable(reason: reason)) }
    }
}
