import CoreMetrics
import Foundation
import Logging
import MarketAPI
import MarketCore
import MarketImages
import MarketModels
import MarketSQLite
import MarketSecrets
import MarketServer
import NIOCore
import ServiceLifecycle
import UnixSignals

/// The composition root of `openmarket serve`: the only place that names a store.
struct MarketProcess {
    let settings: ServerSettings
    /// How long the end waits for a log that takes nothing.
    private static let flushSeconds = 2.0
    private let registry = PrometheusRegistry()

    init(settings: ServerSettings) {
        self.settings = settings
    }

    func run() async throws {
        LogOutput.ignoreBrokenPipes()
        defer {
            for output in [LogOutput.standardOutput, .standardError] { output.flush(seconds: Self.flushSeconds) }
        }
        let logger = try makeLogger()
        raiseFileLimit()
        let market = try await OpenedMarket(
            dataFolder: settings.dataFolder,
            registration: settings.registration,
            prices: settings.prices,
            attempts: settings.attempts,
            limits: settings.limits,
            integrity: .logging(to: logger)
        )
        market.store.whenLogIsLarge { byteCount in
            logger.warning(
                "the database's log is large, because something reads for long",
                metadata: ["file": "market.sqlite-wal", "bytes": "\(byteCount)"]
            )
        }
        for file in market.exposedFiles { say(file, logger) }
        do {
            try await serve(market, logger: logger)
        } catch {
            try? await market.store.close()
            throw explained(error)
        }
        do {
            try await market.store.close()
            logger.info("stopped")
        } catch {
            // What was answered is on disk; the next start tidies up.
            logger.warning("stopped, but the database was not tidied up", metadata: ["reason": "\(error)"])
        }
    }

    private func serve(_ market: OpenedMarket, logger: Logger) async throws {
        try await market.images.sweepTemporaryFiles()
        let certificates = try settings.tls.map { try CertificateFiles($0, logger: logger) }
        if settings.isDemo { try await DemoMarket(market: market, prices: settings.prices).fillIfEmpty() }
        let parts = ServerParts(
            services: market.services,
            spool: try UploadSpool(folder: settings.dataFolder + "/incoming"),
            limits: settings.limits,
            registry: registry,
            showsMetricsToAll: settings.showsMetricsToAll
        )
        // The library's own lines about listening and stopping are for nobody but its developers.
        var quiet = logger
        quiet.logLevel = .critical
        var services: [any Service] = [
            PictureSweep(pictures: market.services.pictures, clock: market.services.clock, logger: logger),
            PictureRemoval(pictures: market.services.pictures),
        ]
        services.append(SearchIndexing(store: market.store, logger: logger))
        services.append(IntegrityChecking(store: market.store, logger: logger))
        if let certificates { services.append(certificates) }
        services += try EntranceServices(settings: settings, parts: parts, certificates: certificates, logger: logger)
            .all()
        let socket = AdminSocket.path(in: settings.dataFolder)
        if AdminSocket.fits(socket) {
            services.append(
                AdminSocket.buildApplication(
                    at: socket,
                    administrator: Administrator(services: market.services),
                    parts: parts,
                    logger: quiet
                )
            )
        } else {
            logger.warning(
                "the data folder's path is too long for an admin socket: stop the server to run admin commands"
            )
        }
        var configuration = ServiceGroupConfiguration(
            services: services,
            gracefulShutdownSignals: [.sigterm, .sigint],
            logger: quiet
        )
        configuration.maximumGracefulShutdownDuration = .nanoseconds(ServerLimits().gracePeriod.nanoseconds)
        try await ServiceGroup(configuration: configuration).run()
        unlink(socket)
    }

    private func say(_ file: DataFolderLock.ExposedFile, _ logger: Logger) {
        if file.isMended {
            logger.warning(
                "others on this machine could read the market's data; not any more",
                metadata: ["path": "\(file.path)"]
            )
        } else {
            logger.error(
                "others on this machine can read the market's data, and this user can't change that: run chmod go= on it",
                metadata: ["path": "\(file.path)"]
            )
        }
    }

    private func makeLogger() throws -> Logger {
        guard let level = Logger.Level(rawValue: settings.logLevel.lowercased()) else {
            throw CommandFailure("'log-level' must be debug, info, notice, warning, or error.")
        }
        let format = settings.logFormat
        // For the metrics of libraries; ours name the registry themselves.
        MetricsSystem.bootstrap(registry)
        LoggingSystem.bootstrap { label in
            switch format {
            case .text: TextLogHandler(label: label)
            case .json: JSONLogHandler(label: label)
            }
        }
        var logger = Logger(label: "openmarket")
        logger.logLevel = level
        return logger
    }

    /// Each connection takes a descriptor, and the soft limit is often 1024.
    private func raiseFileLimit() {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return }
        limit.rlim_cur = limit.rlim_max
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    }

    private func explained(_ error: any Error) -> any Error {
        switch error {
        case StoreError.full, MarketError.storageFull:
            CommandFailure("The disk with \(settings.dataFolder) is full. Free up some space and start again.")
        case let error as StoreError:
            CommandFailure("The data folder \(settings.dataFolder) can't be used: \(error).")
        default: error
        }
    }
}

/// Puts what a new version's index does not know yet into it, while the market is open already.
private struct SearchIndexing: Service {
    let store: SQLiteProductStore
    let logger: Logger

    func run() async throws {
        do {
            let count = try await cancelWhenGracefulShutdown { try await store.takeUpSearchBacklog() }
            if count > 0 { logger.notice("search index updated", metadata: ["products": "\(count)"]) }
        } catch {
            logger.error("search index could not be updated", metadata: ["reason": "\(error)"])
        }
        try? await gracefulShutdown()
    }
}
