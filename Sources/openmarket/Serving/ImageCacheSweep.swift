import Logging
import MarketCore
import MarketS3
import ServiceLifecycle

/// A service that removes images from this machine's folder which no product shows any more, because another server may have
/// removed them. One that is about to be shown is fetched again.
struct ImageCacheSweep: Service {
    /// The longest time for which an image that another server has removed is still found here, apart from the sweep itself.
    private static let interval = Duration.seconds(300)
    /// The number of images that are looked up at once.
    private static let batch = 1000

    let images: S3ImageStore
    let references: any ImageReferences
    let logger: Logger
    let metrics = JobMetrics(.sweepImageCache)

    func run() async throws {
        await cancelWhenGracefulShutdown {
            while !Task.isCancelled {
                try? await Task.sleep(for: Self.interval)
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

    private func sweep() async throws {
        var rest = images.cachedNames
        while !rest.isEmpty, !Task.isCancelled {
            let part = Set(rest.prefix(Self.batch))
            rest.subtract(part)
            await images.removeFromCache(try await references.unusedImages(among: part))
        }
    }
}
