import CoreMetrics
import Foundation
import Instrumentation
import Logging
import MarketAPI
import MarketCommands
import MarketCore
import MarketImages
import MarketModels
import MarketSQLite
import MarketServer
import MarketWeb
import NIOCore
import ServiceLifecycle
import UnixSignals

/// The composition root of `openmarket serve`.
struct MarketProcess {
    let settings: ServerSettings
    /// The time in seconds that the process waits at its end for a blocked log.
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
        let logger = makeLogger()
        let traceLog = try openTraceLog()
        defer { traceLog?.forceFlush() }
        raiseFileLimit()
        let market = try await OpenedMarket(
            lock: try await lockFolder(),
            database: settings.database,
            directDatabase: settings.directDatabase,
            objects: settings.images,
            cacheByteCount: settings.imageCacheMegabytes << 20,
            policy: settings.policy,
            language: settings.language,
            limits: settings.limits,
            integrity: .logging(to: logger),
            migrates: true
        )
        market.embeddedStore?.whenLogIsLarge { byteCount in
            logger.warning(
                "the write-ahead log is large because of a long-running read",
                metadata: ["file": "market.sqlite-wal", "bytes": "\(byteCount)"]
            )
        }
        for file in market.exposedFiles { logExposedFile(file, logger) }
        await define("categories", logger) { try await market.services.store.setCategories(settings.categories) }
        await define("profile", logger) { try await market.services.editProfile.define(settings.profile) }
        do {
            try await serve(market, logger: logger)
        } catch {
            try? await market.close()
            throw explained(error)
        }
        do {
            try await market.close()
            logger.info("stopped")
        } catch {
            // Confirmed changes are on disk; the next start cleans up.
            logger.warning(
                "stopped, but the database could not be closed cleanly",
                metadata: ["reason": "\(error.explanation)"]
            )
        }
    }

    private func lockFolder() async throws -> DataFolderLock {
        if settings.database != nil {
            try await PostgresMarket.refuseOtherSchema(address: settings.database, direct: settings.directDatabase)
        }
        if let misuse = BackupManifest.misuse(of: settings.dataFolder) { throw misuse }
        try DataFolderLock.refuseOtherFiles(in: settings.dataFolder)
        return try DataFolderLock(folder: settings.dataFolder)
    }

    private func serve(_ market: OpenedMarket, logger: Logger) async throws {
        try await defineLogo(market, logger)
        try await market.folderImages.removeTemporaryFiles()
        if settings.sendsPasswordsOpenly {
            logger.warning(
                "passwords are sent unencrypted: put Caddy in front, which adds HTTPS, and name it with --trusted-proxy",
                metadata: ["host": "\(settings.host)"]
            )
        } else if settings.isBehindUnknownProxy {
            logger.warning(
                "all clients count as one, because no proxy is trusted: name the one that adds HTTPS with --trusted-proxy"
            )
        }
        await market.processor.startWorker()
        if settings.isDemo { try await DemoMarket(market: market, prices: settings.prices).fillIfEmpty() }
        let webApp = Site(iosApp: settings.iosApp)
        let dependencies = ServerDependencies(
            services: market.services,
            webApp: webApp,
            spool: try UploadSpool(folder: settings.dataFolder + "/incoming"),
            limits: settings.limits,
            registry: registry,
            showsMetricsToAll: settings.showsMetricsToAll,
            isTraced: settings.traceLog != nil
        )
        // Hummingbird's messages about listening and stopping don't help operators.
        var quiet = logger
        quiet.logLevel = .critical
        var services = BackgroundJobs(market: market, isBusy: { dependencies.isBusy }, logger: logger).services
        let listeners = ListenerServices(
            settings: settings,
            dependencies: dependencies,
            firstLink: await firstLink(market),
            logger: logger
        )
        services += try listeners.all()
        let origin = listeners.origin
        if let manager = ServiceManager() {
            services.append(
                ReadinessNotice(
                    manager: manager,
                    opening: listeners.opening,
                    check: market.services.checkReadiness
                )
            )
        }
        let socket = AdminSocket.path(in: settings.dataFolder)
        if AdminSocket.fits(socket) {
            let application = AdminSocket.buildApplication(
                at: socket,
                adminService: AdminService(
                    services: market.services,
                    webApp: webApp,
                    origin: origin(),
                    logger: logger
                ),
                dependencies: dependencies,
                logger: quiet
            )
            services.append(AdminListener(application: application, logger: logger))
        } else {
            AdminListener.warn(because: "the data folder's path is too long", logger)
        }
        let drainTime = Duration.seconds(settings.drainSeconds)
        // The last one, because it is the first that is told to stop.
        services.append(Draining(state: dependencies.drain, time: drainTime, logger: logger))
        var configuration = ServiceGroupConfiguration(
            services: services,
            gracefulShutdownSignals: StopSignals.all(),
            logger: quiet
        )
        configuration.maximumGracefulShutdownDuration =
            drainTime + .nanoseconds(ServerLimits().gracePeriod.nanoseconds)
        try await ServiceGroup(configuration: configuration).run()
        unlink(socket)
    }

    /// Makes a link to sign in as the first operator, for a terminal. A journal keeps what is written to it, and gets none.
    private func firstLink(_ market: OpenedMarket) async -> String? {
        guard isatty(STDOUT_FILENO) == 1 else { return nil }
        return try? await market.services.operatorAuthenticator.makeFirstLink()
    }

    /// Applies what the settings say of the market itself. One whose database takes no writes opens with what it has.
    private func define(_ part: String, _ logger: Logger, _ apply: () async throws -> Void) async {
        do {
            try await apply()
        } catch {
            logger.error(
                "the \(part) of the settings can't be applied",
                metadata: ["reason": "\(error.explanation)"]
            )
        }
    }

    /// Makes the picture that the settings name the market's logo. One that is no picture ends the start.
    private func defineLogo(_ market: OpenedMarket, _ logger: Logger) async throws {
        let editLogo = market.services.editLogo
        guard let path = settings.logo else { return await define("logo", logger) { try await editLogo.define(nil) } }
        let status = try? FileManager.default.attributesOfItem(atPath: path)
        guard let byteCount = status?[.size] as? Int, FileManager.default.isReadableFile(atPath: path) else {
            throw CommandFailure("'market-logo' is \(path), which can't be read.\(Privileges.adviceOnReading(path))")
        }
        var problem: EditLogo.Problem?
        await define("logo", logger) {
            do {
                try await editLogo.define(UploadedImage(path: path, byteCount: byteCount))
            } catch let found as EditLogo.Problem {
                problem = found
            }
        }
        if let problem { throw CommandFailure("'market-logo' is \(path), which can't be the logo. \(problem)") }
    }

    private func logExposedFile(_ file: DataFolderLock.ExposedFile, _ logger: Logger) {
        if file.isSecured {
            logger.warning(
                "corrected file modes: other users could read the market's data",
                metadata: ["path": "\(file.path)"]
            )
        } else {
            logger.error(
                "others on this machine can read the market's data, and this user can't change that: run chmod go= on it",
                metadata: ["path": "\(file.path)"]
            )
        }
    }

    private func makeLogger() -> Logger {
        let level = settings.logLevel
        let format = settings.logFormat
        let nodeName = settings.nodeName
        let isTraced = settings.traceLog != nil
        // For the metrics of libraries; our own metrics name the registry explicitly.
        MetricsSystem.bootstrap(registry)
        LoggingSystem.bootstrap { label in
            var handler = LineLogHandler(label: label, format: format)
            // Of all loggers, wherever they are made.
            handler.logLevel = level
            if isTraced { handler.metadataProvider = .trace }
            if let nodeName { handler[metadataKey: "node"] = "\(nodeName)" }
            return handler
        }
        return Logger(label: "openmarket")
    }

    /// Has spans of requests written to the file of the settings.
    private func openTraceLog() throws -> TraceLog? {
        guard let path = settings.traceLog else { return nil }
        let descriptor = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw CommandFailure(
                "Can't write to \(path), the file of 'trace-log': \(String(cString: strerror(errno)))."
            )
        }
        let log = TraceLog(
            output: LogOutput(descriptor: descriptor),
            interval: settings.traceInterval,
            nodeName: settings.nodeName
        )
        InstrumentationSystem.bootstrap(log)
        return log
    }

    /// Raises the soft limit of file descriptors, which is often 1024. Each connection needs one.
    private func raiseFileLimit() {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return }
        limit.rlim_cur = limit.rlim_max
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    }

    private func explained(_ error: any Error) -> any Error {
        switch error {
        case MarketError.storageFull:
            CommandFailure("The disk with \(settings.dataFolder) is full. Free up some space and start again.")
        case let error as MarketError:
            CommandFailure("The data folder \(settings.dataFolder) can't be used: \(error.explanation).")
        default: error
        }
    }
}
