import Logging
import MarketAPI
import MarketCore
import Synchronization

/// The answer to `/health/ready`.
struct ReadinessReport: Sendable {
    let readiness: CheckReadiness.Readiness
    let isDraining: Bool

    var isReady: Bool { readiness.isReady && !isDraining }

    var json: [UInt8] {
        func condition(_ failure: String?) -> String { failure == nil ? "ok" : "down" }
        let (seconds, attoseconds) = readiness.lag.components
        var json = JSONWriter(capacity: 192)
        json.beginObject()
        json.member("status", isDraining ? "draining" : readiness.isReady ? "ready" : "down")
        json.member("database", condition(readiness.databaseFailure))
        json.member("schema", condition(readiness.schemaFailure))
        json.member("changes", readiness.isLate ? "late" : "ok")
        json.member("images", condition(readiness.imagesFailure))
        json.member("lag_milliseconds", seconds * 1000 + attoseconds / 1_000_000_000_000_000)
        json.member("version", MarketVersion.text)
        json.endObject()
        return json.bytes
    }
}

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
