import Logging
import MarketCore
import ServiceLifecycle

/// A service that moves unused images to the trash, and removes old share images and reports, at the start and once a day.
struct ImageCleanup: Service {
    private static let interval = Duration.seconds(86_400)
    /// The time within which one server cleans up for all: a little less than the time between two of its cleanups.
    private static let turn = Duration.seconds(82_800)

    let images: ImageLifecycle
    let shareImages: ShareImages
    let reports: ModerateListings
    let clock: any WallClock
    /// What tells which server cleans up images that all servers share; nil if they are this server's.
    let jobs: (any OnceOnlyJobs)?
    let logger: Logger
    let metrics = JobMetrics(.cleanUpImages)

    func run() async throws {
        await cancelWhenGracefulShutdown {
            while !Task.isCancelled {
                await cleanUp()
                try? await Task.sleep(for: Self.interval)
            }
        }
    }

    private func cleanUp() async {
        do {
            // Harmless on several servers at once.
            try await reports.removeOld()
        } catch {
            if !Task.isCancelled {
                logger.error("old reports could not be removed", metadata: ["reason": "\(error.explanation)"])
            }
        }
        do {
            if try await jobs?.begin(.cleanUpImages, every: Self.turn) ?? true {
                _ = try await metrics.measure(succeeds: { !$0.isStopped }) { try await cleanUpImages() }
            }
            try await shareImages.cleanUp(at: clock.now)
        } catch {
            // The next start cleans up what a stop has left.
            if Task.isCancelled { return }
            logger.error("image cleanup failed", metadata: ["reason": "\(error.explanation)"])
        }
    }

    private func cleanUpImages() async throws -> ImageCleanupOutcome {
        let outcome = try await images.cleanUp(at: clock.now)
        let counts: Logger.Metadata = ["stored": "\(outcome.storedCount)", "unused": "\(outcome.unusedCount)"]
        if outcome.isStopped {
            logger.error(
                """
                too many unused images, so none was deleted: is the database the right one? \
                If it is, stop the server and run 'openmarket check --repair'
                """,
                metadata: counts
            )
        } else {
            logger.info("image cleanup finished", metadata: counts)
        }
        return outcome
    }
}

/// A service that deletes images at the start and every minute that this process, or any, couldn't delete before.
struct ImageRemovalRetry: Service {
    private static let interval = Duration.seconds(60)

    let images: ImageLifecycle

    func run() async throws {
        await cancelWhenGracefulShutdown {
            // At once, because an earlier process may have ended before it could.
            while !Task.isCancelled {
                await images.retryRemovals()
                try? await Task.sleep(for: Self.interval)
            }
        }
    }
}
