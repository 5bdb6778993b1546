import Logging
import MarketCore
import MarketModels
import MarketS3
import ServiceLifecycle

/// A service that removes images from this machine's folder which no product shows any more, because another server may have
/// removed them, and the share images of products that aren't shown: at once when an operator has erased a product, else within
/// minutes. One that is about to be shown is fetched or drawn again.
struct ImageCacheSweep: Service {
    /// The longest time for which an image that another server has removed is still found here, apart from the sweep itself.
    private static let interval = Duration.seconds(300)
    /// How often the service looks whether a product may have been erased.
    private static let shortInterval = Duration.seconds(1)
    /// The number of images that are looked up at once.
    private static let batch = 1000

    /// The images, if they are in an object store.
    let images: S3ImageStore?
    let shareImages: ShareImages
    let store: any ProductStore
    let logger: Logger
    let metrics = JobMetrics("sweep-image-cache")

    func run() async throws {
        await cancelWhenGracefulShutdown {
            // At once, because another server may have erased a product while this one was stopped.
            while !Task.isCancelled {
                // What is erased during a sweep is found by the next one.
                let known = store.siteRevision
                do {
                    try await metrics.measure { try await sweep() }
                } catch {
                    // The next one does it.
                    if !Task.isCancelled {
                        logger.debug("image cache not swept", metadata: ["reason": "\(error.explanation)"])
                    }
                }
                await wait(after: known)
            }
        }
    }

    /// Waits for the interval, or until a product may have been erased since a revision: that changes the revision of the site.
    private func wait(after known: Revision) async {
        let end = ContinuousClock.now.advanced(by: Self.interval)
        while !Task.isCancelled, ContinuousClock.now < end {
            try? await Task.sleep(for: Self.shortInterval)
            if store.siteRevision != known { return }
        }
    }

    private func sweep() async throws {
        var rest = images?.cachedNames ?? []
        while !rest.isEmpty, !Task.isCancelled {
            let part = Set(rest.prefix(Self.batch))
            rest.subtract(part)
            await images?.removeFromCache(try await store.unusedImages(among: part))
        }
        try await shareImages.sweep()
    }
}
