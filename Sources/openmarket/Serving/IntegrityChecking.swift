import Logging
import MarketCore
import MarketSQLite
import ServiceLifecycle

/// A service that checks the whole database in the background, at the start and once a week.
struct IntegrityChecking: Service {
    private static let interval = Duration.seconds(7 * 86_400)

    let store: SQLiteProductStore
    /// Whether requests are being answered, to which the check gives way.
    let isBusy: @Sendable () -> Bool
    let logger: Logger
    let metrics = JobMetrics(.checkDatabase)

    func run() async throws {
        await cancelWhenGracefulShutdown {
            while !Task.isCancelled {
                await check()
                try? await Task.sleep(for: Self.interval)
            }
        }
    }

    private func check() async {
        do {
            let outcome = try await metrics.measure { try await store.checkWhole(givingWayWhile: isBusy) }
            for finding in outcome.findings {
                logger.error("database damaged", metadata: ["found": "\(finding.text)"])
            }
            for step in outcome.unfinished {
                logger.notice(
                    "database check incomplete because of concurrent writes",
                    metadata: ["left": "\(step)"]
                )
            }
            if outcome.findings.isEmpty {
                logger.info("database check finished", metadata: ["products": "\(outcome.productCount)"])
            }
        } catch {
            if !Task.isCancelled {
                logger.error("database check failed", metadata: ["reason": "\(error.explanation)"])
            }
        }
    }
}

extension IntegrityMonitor {
    /// Creates a monitor that logs what is damaged and what to do about it.
    static func logging(to logger: Logger) -> IntegrityMonitor {
        IntegrityMonitor { part, reason in
            switch part {
            case .database:
                logger.critical(
                    """
                    THE DATABASE IS DAMAGED. What can be read is still shown; where what people have stored is damaged, \
                    nothing is written any more. Stop the server and run 'openmarket check --repair'; what that can't \
                    repair comes back with 'openmarket restore'
                    """,
                    metadata: ["reason": "\(reason)"]
                )
            case .images:
                logger.critical(
                    """
                    AN IMAGE IS DAMAGED OR MISSING and not shown. Put its file back from a backup; 'openmarket check' \
                    lists all such images
                    """,
                    metadata: ["reason": "\(reason)"]
                )
            }
        }
    }
}
