import Logging
import MarketCore
import ServiceLifecycle

/// A service that moves unused images to the trash and removes old share images, at the start and once a day.
struct ImageCleanup: Service {
    private static let interval = Duration.seconds(86_400)

    let images: ImageLifecycle
    let shareImages: ShareImages
    let clock: any WallClock
    let logger: Logger

    func run() async throws {
        try await cancelWhenGracefulShutdown {
            while !Task.isCancelled {
                await cleanUp()
                try? await Task.sleep(for: Self.interval)
            }
        }
    }

    private func cleanUp() async {
        do {
            let outcome = try await images.cleanUp(at: clock.now)
            let counts: Logger.Metadata = ["stored": "\(outcome.storedCount)", "unused": "\(outcome.unusedCount)"]
            if outcome.isStopped {
                logger.error(
                    """
                    too many unused pictures, so none was deleted: is the database the right one? \
                    If it is, stop the server and run 'openmarket check --repair'
                    """,
                    metadata: counts
                )
            } else {
                logger.info("picture cleanup finished", metadata: counts)
            }
            try await shareImages.cleanUp(at: clock.now)
        } catch {
            // The next start cleans up what a stop has left.
            if Task.isCancelled { return }
            logger.error("picture cleanup failed", metadata: ["reason": "\(error)"])
        }
    }
}

/// A service that retries deleting images after a failure.
struct ImageRemovalRetry: Service {
    private static let interval = Duration.seconds(60)

    let images: ImageLifecycle

    func run() async throws {
        try await cancelWhenGracefulShutdown {
            while !Task.isCancelled {
                try? await Task.sleep(for: Self.interval)
                await images.retryRemovals()
            }
        }
    }
}
