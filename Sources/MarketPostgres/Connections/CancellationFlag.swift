internal import MarketCore
internal import Synchronization

/// Whether the task that waits for a connection's work was cancelled.
final class CancellationFlag: Sendable {
    let reachLimit: ReachLimit?
    private let state = Atomic<Bool>(false)

    init(reachLimit: ReachLimit? = nil) {
        self.reachLimit = reachLimit
    }

    func cancel() { state.store(true, ordering: .releasing) }

    var isCancelled: Bool { state.load(ordering: .acquiring) }
}

/// How long an operation waits for a server that may be out of reach. As long as the log of changes is read in time, it
/// may take the time of its statement.
struct ReachLimit: Sendable {
    let mirror: ChangeMirror
    private let end: ContinuousClock.Instant

    init(_ mirror: ChangeMirror, _ time: Duration) {
        self.mirror = mirror
        end = .now + time
    }

    /// - Throws: ``MarketError/unreachable(reason:)`` when it isn't worth waiting any longer.
    func check() throws {
        if ContinuousClock.now >= end, !mirror.isCurrent {
            throw MarketError.unreachable(reason: "the server doesn't answer")
        }
    }
}
