import Logging
import MarketCore
import ServiceLifecycle
import Synchronization

/// A service that ends reservations and lifetimes, and takes sold products out of the lists, when they are due.
struct ListingUpdates: Service {
    let advanceListings: AdvanceListings
    let logger: Logger
    let metrics = JobMetrics("advance-listings")

    func run() async throws {
        // While the disk is full, every run fails. One message says so.
        let hasFailed = Mutex(false)
        await cancelWhenGracefulShutdown {
            await advanceListings.run { outcome in
                switch outcome {
                case .waits(let difference):
                    logger.warning(
                        "the time of day was set, or isn't near what was stored last: nothing ends or is deleted for an hour",
                        metadata: ["by": "\(difference.components.seconds) s"]
                    )
                case .changed(let count):
                    hasFailed.withLock { $0 = false }
                    metrics.ended(isDone: true)
                    guard count > 0 else { return }
                    logger.info("listings updated", metadata: ["products": "\(count)"])
                case .failed(let error):
                    metrics.ended(isDone: false)
                    guard
                        hasFailed.withLock({ hasFailed in
                            defer { hasFailed = true }
                            return !hasFailed
                        })
                    else { return }
                    logger.error("listings could not be updated", metadata: ["reason": "\(error.explanation)"])
                }
            }
        }
    }
}
