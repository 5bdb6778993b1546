import Logging
import MarketCore
import MarketS3
import ServiceLifecycle

/// A service that removes images from this machine's folder which no product shows any more, because another server may have
/// removed them: at once when an operator has erased a product, else within minutes. One that is about to be shown is fetched
/// again.
struct ImageCacheSweep: Service {
    /// The longest time for which an image that another server has removed is still found here, apart from the sweep itself.
    private static let interval = Duration.seconds(300)
    /// How often the service looks whether a product may have been erased.
    private static let shortInterval = Duration.seconds(1)
    /// The number of images that are looked up at once.
    private static let batch = 1000

    let images: S3ImageStore
    let store: any ImageReferences & CategoryStore
    let logger: Logger
    let metrics = JobMetrics(.sweepImageCache)

    func run() async throws {
        await cancelWhenGracefulShutdown {
            while !Task.isCancelled {
                await wait()
                do {
                    try await metrics.measure { try await sweep() }
                } catch {
                    // The next one does it.
                    if !Task.isCancelled {
                        logger.debug("image cache not swept", metadata: ["reason": "\(error.explanation)"])
                    }
                }
            }
        }
    }

    /// Waits for the interval, or until a product may have been erased, which changes the revision of the site.
    private func wait() async {
        let known = store.siteRevision
        let end = ContinuousClock.now.advanced(by: Self.interval)
        while !Task.isCancelled, ContinuousClock.now < end, store.siteRevision == known {
            try? await Task.sleep(for: Self.shortInterval)
        }
    }

    private func sweep() async throws {
        var rest = images.cachedNames
        while !rest.isEmpty, !Task.isCancelled {
            let part = Set(rest.prefix(Self.batch))
            rest.subtract(part)
            await images.removeFromCache(try await store.unusedImages(among: part))
        }
    }
}
