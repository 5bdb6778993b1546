import Logging
import MarketCore
import ServiceLifecycle

/// Puts pictures that nobody uses into the trash, at the start and once a day, while the market is open.
struct PictureSweep: Service {
    private static let interval = Duration.seconds(86_400)

    let pictures: PictureShelf
    let clock: any WallClock
    let logger: Logger

    func run() async throws {
        try await cancelWhenGracefulShutdown {
            while !Task.isCancelled {
                await sweep()
                try? await Task.sleep(for: Self.interval)
            }
        }
    }

    private func sweep() async {
        do {
            let outcome = try await pictures.sweep(at: clock.now)
            let counts: Logger.Metadata = ["stored": "\(outcome.storedCount)", "unused": "\(outcome.unusedCount)"]
            if outcome.isStopped {
                logger.error(
                    """
                    too many pictures are used by no product, so none was taken away: is the database the right one? \
                    If it is, stop the server and run 'openmarket check --repair'
                    """,
                    metadata: counts
                )
            } else {
                logger.info("pictures looked through", metadata: counts)
            }
        } catch {
            logger.error("unused pictures could not be taken away", metadata: ["reason": "\(error)"])
        }
    }
}

/// Tries again to remove pictures that could not be removed.
struct PictureRemoval: Service {
    private static let interval = Duration.seconds(60)

    let pictures: PictureShelf

    func run() async throws {
        try await cancelWhenGracefulShutdown {
            while !Task.isCancelled {
                try? await Task.sleep(for: Self.interval)
                await pictures.retryRemovals()
            }
        }
    }
}
