import HTTPTypes
import Hummingbird
import Logging
import MarketAPI
import MarketCore
import MarketModels

/// The routes for operators and for developers of clients.
struct OperationsController: Sendable {
    let dependencies: ServerDependencies
    /// Whether metrics are available to everyone, not only to this machine.
    let showsMetricsToAll: Bool

    func addRoutes(to router: some RouterMethods<MarketRequestContext>, responder: CachingResponder) {
        router.get(.pattern(.healthChecker), use: healthChecker)
        addMonitoringRoutes(to: router)
        for (pattern, file) in [(RoutePattern.document, ServerFile.document), (.documentation, .documentation)] {
            let meters = dependencies.metrics.hotMeters(for: pattern.rawValue)
            let store = dependencies.services.store
            router.get(.pattern(pattern)) { request, _ in
                try await responder.respond(to: request, target: pattern.rawValue) { origin, _ in
                    file.content(origin: origin, revision: store.revision, meters: meters)
                }
            }
        }
    }

    func addMonitoringRoutes(to router: some RouterMethods<MarketRequestContext>) {
        router.get(.pattern(.health), use: checkHealth)
        router.get(.pattern(.liveness), use: checkLiveness)
        router.get(.pattern(.readiness), use: checkReadiness)
        router.get(.pattern(.metrics), use: metrics)
    }

    /// The body is `"OK"` with the JSON quotes (API.md, “training”).
    @Sendable private func healthChecker(_ request: Request, _: MarketRequestContext) -> Response {
        .uncached(Array("\"OK\"".utf8), to: request)
    }

    /// Responds with 503 if a component is down; the reason is in the log.
    @Sendable private func checkHealth(_ request: Request, _: MarketRequestContext) async -> Response {
        let health = await dependencies.recentHealth.get { await self.health() }
        let json = JSONWriter.object { json in
            json.member("status", health.all.rawValue)
            json.member("database", health.database.rawValue)
            json.member("images", health.images.rawValue)
            if let check = health.databaseCheck { json.member("database_check", check.rawValue) }
            if let sandbox = health.sandbox { json.member("sandbox", sandbox.rawValue) }
            json.member("revision", health.revision.rawValue)
            json.member("version", MarketVersion.text)
        }
        return health.isWell ? .uncached(json, to: request) : .json(json, status: .serviceUnavailable)
    }

    private func health() async -> CheckHealth.Health {
        let health = await dependencies.services.checkHealth()
        let logger = Logger(label: "openmarket")
        for (part, failure) in [("database", health.databaseFailure), ("images", health.imagesFailure)] {
            if let failure { logger.error("down", metadata: ["part": "\(part)", "reason": "\(failure)"]) }
        }
        return health
    }

    /// Answers as long as the process can answer at all. It asks no other part, so that an outage elsewhere makes nobody
    /// restart the server.
    @Sendable private func checkLiveness(_ request: Request, _: MarketRequestContext) -> Response {
        let json = JSONWriter.object { json in
            json.member("status", "ok")
            json.member("version", MarketVersion.text)
        }
        return .uncached(json, to: request)
    }

    /// Responds with 503 if no requests should be sent here, and at once when the server begins to drain.
    @Sendable private func checkReadiness(_ request: Request, _: MarketRequestContext) async -> Response {
        let readiness = await dependencies.recentReadiness.get { await dependencies.readiness() }
        let isDraining = dependencies.drain.isDraining
        func condition(_ failure: String?) -> String { failure == nil ? "ok" : "down" }
        let json = JSONWriter.object { json in
            json.member("status", isDraining ? "draining" : readiness.isReady ? "ready" : "down")
            json.member("database", condition(readiness.databaseFailure))
            json.member("schema", condition(readiness.schemaFailure))
            json.member("changes", readiness.isLate ? "late" : "ok")
            json.member("images", condition(readiness.imagesFailure))
            json.member("lag_milliseconds", readiness.lag.inMilliseconds)
            json.member("version", MarketVersion.text)
        }
        let isReady = readiness.isReady && !isDraining
        return isReady ? .uncached(json, to: request) : .json(json, status: .serviceUnavailable)
    }

    /// Responds with 404 to other machines, unless the operator has made the metrics public.
    @Sendable private func metrics(
        _ request: Request,
        context: MarketRequestContext
    ) async throws(RequestError) -> Response {
        guard showsMetricsToAll || isLocal(request, context) else { throw .unknownPath }
        let report = await dependencies.recentReport.get { await MetricsReport(dependencies: dependencies).text() }
        return .uncached(Array(report.utf8), type: PrometheusText.contentType, to: request)
    }

    private func isLocal(_ request: Request, _ context: MarketRequestContext) -> Bool {
        context.clientAddress.isLoopback && request.headers[.forwardedForUnknown] == nil
    }
}

public enum MarketVersion {
    public static let text = "0.2.0"
}
