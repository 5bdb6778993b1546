import Logging
import MarketCore
import MarketModels
import MarketSQLite
import ServiceLifecycle

/// What a server does in the background, at its start and from then on.
struct BackgroundJobs {
    private static let day = Duration.seconds(86_400)

    let market: OpenedMarket
    /// Whether requests are being answered, to which the check of the database gives way.
    let isBusy: @Sendable () -> Bool
    let logger: Logger

    var services: [any Service] {
        let services = market.services
        var jobs: [any Service] = [
            // Harmless on several servers at once.
            RepeatedJob(every: Self.day, orElse: "old reports could not be removed", logger) {
                try await services.store.removeOldReports(at: settledTime())
            },
            imageCleanup,
            // What this process, or any, couldn't delete before: an earlier one may have ended before it could.
            RepeatedJob(every: .seconds(60), orElse: "images not removed", logger) {
                await services.imageLifecycle.retryRemovals()
            },
            draftRemoval,
            ListingUpdates(advanceListings: services.advanceListings, logger: logger),
            SearchIndexing(store: market.store, logger: logger),
            ImageCacheSweep(
                images: market.objectStore,
                shareImages: services.shareImages,
                store: market.store,
                logger: logger
            ),
        ]
        if let store = market.embeddedStore { jobs.append(databaseCheck(store)) }
        return jobs
    }

    /// Waits until the time of day is known.
    @Sendable private func settledTime() async throws -> Timestamp {
        while true {
            if let now = try await market.services.settledTime.now() { return now }
            try await Task.sleep(for: .seconds(600))
        }
    }

    /// Moves unused images to the trash, and removes old share images.
    private var imageCleanup: RepeatedJob {
        let (services, metrics) = (market.services, JobMetrics("clean-up-images"))
        // Images in an object store are cleaned up by one server for all, within a little less than its own next turn.
        let (jobs, turn) = (market.objectStore == nil ? nil : services.ports.jobs, Duration.seconds(82_800))
        // The next start cleans up what a stop has left.
        return RepeatedJob(every: Self.day, orElse: "image cleanup failed", logger) { [logger] in
            let now = try await settledTime()
            if try await jobs?.begin(.cleanUpImages, every: turn) ?? true {
                _ = try await metrics.measure(succeeds: { !$0.isStopped }) {
                    let outcome = try await services.imageLifecycle.cleanUp(at: now)
                    Self.log(outcome, logger)
                    return outcome
                }
            }
            try await services.shareImages.cleanUp(at: now)
        }
    }

    private static func log(_ outcome: ImageCleanupOutcome, _ logger: Logger) {
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
    }

    /// Removes the images of expired forms, on one server for the whole market. Forms do so, too, but there may be none for long.
    private var draftRemoval: RepeatedJob {
        let (services, metrics) = (market.services, JobMetrics("remove-drafts"))
        return RepeatedJob(every: .seconds(600), orElse: "old drafts not removed", at: .debug, logger) {
            // A little less than the interval, so that a server never skips its own turn.
            guard try await services.ports.jobs.begin(.removeDrafts, every: .seconds(570)) else { return }
            try await metrics.measure { await services.drafts.removeOld() }
        }
    }

    /// Checks the whole database once a week.
    private func databaseCheck(_ store: SQLiteProductStore) -> RepeatedJob {
        let metrics = JobMetrics("check-database")
        return RepeatedJob(every: Self.day * 7, orElse: "database check failed", logger) { [isBusy, logger] in
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
        }
    }
}

/// A service that does something at the start and then at intervals.
private struct RepeatedJob: Service {
    private let interval: Duration
    private let failure: Logger.Message
    private let level: Logger.Level
    private let logger: Logger
    private let work: @Sendable () async throws -> Void

    /// - Parameters:
    ///   - interval: the time from the end of one run to the beginning of the next.
    ///   - failure: what the log says if a run fails. The next one makes up for it.
    init(
        every interval: Duration,
        orElse failure: Logger.Message,
        at level: Logger.Level = .error,
        _ logger: Logger,
        _ work: @escaping @Sendable () async throws -> Void
    ) {
        self.interval = interval
        self.failure = failure
        self.level = level
        self.logger = logger
        self.work = work
    }

    func run() async throws {
        await cancelWhenGracefulShutdown {
            while !Task.isCancelled {
                do {
                    try await work()
                } catch {
                    // A stop is no failure.
                    if !Task.isCancelled {
                        logger.log(level: level, failure, metadata: ["reason": "\(error.explanation)"])
                    }
                }
                try? await Task.sleep(for: interval)
            }
        }
    }
}

/// A service that adds products to the search index after an update, while the market is already open. An index that was folded
/// by other tables of Unicode is made anew.
private struct SearchIndexing: Service {
    let store: any ProductStore
    let logger: Logger

    func run() async throws {
        do {
            let count = try await cancelWhenGracefulShutdown {
                try await store.renewSearchIndex(foldedAs: SearchFolding.version)
            }
            if count > 0 { logger.notice("search index updated", metadata: ["products": "\(count)"]) }
        } catch {
            // The next start continues what a stop has cancelled.
            if Task.isCancelled || Task.isShuttingDownGracefully { return }
            logger.error("search index could not be updated", metadata: ["reason": "\(error.explanation)"])
        }
        try? await gracefulShutdown()
    }
}
