import Logging
import MarketCore
import Synchronization

/// Checks readiness, and logs when it changes.
final class ReadinessCheck: Sendable {
    private let check: CheckReadiness
    private let failing = Mutex<Set<String>>([])

    init(_ check: CheckReadiness) {
        self.check = check
    }

    func callAsFunction() async -> CheckReadiness.Readiness {
        let readiness = await check()
        let parts = Set(readiness.failures.map(\.part))
        let before = failing.withLock { failing in
            defer { failing = parts }
            return failing
        }
        let logger = Logger(label: "openmarket")
        for (part, reason) in readiness.failures where !before.contains(part) {
            logger.error("not ready", metadata: ["part": "\(part)", "reason": "\(reason)"])
        }
        if parts.isEmpty, !before.isEmpty { logger.notice("ready again") }
        return readiness
    }
}

/// Whether the server is about to stop. It serves on while it drains, but tells load balancers to send no more requests.
public final class DrainState: Sendable {
    private let flag = Atomic<Bool>(false)

    public init() {}

    public var isDraining: Bool { flag.load(ordering: .acquiring) }

    /// Begins to drain, which has no end.
    public func begin() { flag.store(true, ordering: .releasing) }
}
