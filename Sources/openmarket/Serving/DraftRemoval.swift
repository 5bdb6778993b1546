import Logging
import MarketCore
import ServiceLifecycle

/// A service that removes the images of expired forms, on one server for the whole market. Forms do so, too, but
/// there may be none for long.
struct DraftRemoval: Service {
    private static let interval = Duration.seconds(600)
    /// A little less than the interval, so that a server never skips its own turn.
    private static let turn = Duration.seconds(570)

    let drafts: DraftImages
    let jobs: any OnceOnlyJobs
    let logger: Logger
    let metrics = JobMetrics(.removeDrafts)

    func run() async throws {
        await cancelWhenGracefulShutdown {
            while !Task.isCancelled {
                do {
                    if try await jobs.begin(.removeDrafts, every: Self.turn) {
                        try await metrics.measure { await drafts.removeOld() }
                    }
                } catch {
                    // The next one does it.
                    if !Task.isCancelled {
                        logger.debug("old drafts not removed", metadata: ["reason": "\(error.explanation)"])
                    }
                }
                try? await Task.sleep(for: Self.interval)
            }
        }
    }
}
