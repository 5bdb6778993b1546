import HTTPTypes
import Hummingbird
import Logging
import MarketAPI
import MarketCore
import MarketModels

/// What is there for those who run the market and for those who write programs for it.
struct OperationsController: Sendable {
    private let health: RecentValue<CheckHealth.Health>
    private let report: RecentValue<String>
    /// Whether metrics are for everybody, not only for this machine.
    private let showsMetricsToAll: Bool

    init(parts: ServerParts, showsMetricsToAll: Bool) {
        health = parts.recentHealth
        report = parts.recentReport
        self.showsMetricsToAll = showsMetricsToAll
    }

    func addRoutes(to router: some RouterMethods<MarketRequestContext>) {
        router.get(.pattern(.healthChecker), use: healthChecker)
        addMonitoringRoutes(to: router)
        router.get(.pattern(.document)) { request, _ in ServerFile.document.response(to: request) }
        router.get(.pattern(.documentation)) { request, _ in ServerFile.documentation.response(to: request) }
    }

    func addMonitoringRoutes(to router: some RouterMethods<MarketRequestContext>) {
        router.get(.pattern(.health), use: checkHealth)
        router.get(.pattern(.metrics), use: metrics)
    }

    /// The body is `"OK"` with the JSON quotes (API.md, “training”).
    @Sendable private func healthChecker(_ request: Request, _: MarketRequestContext) -> Response {
        .uncached(Array("\"OK\"".utf8), to: request)
    }

    /// 503 when a part is down; why is in the log.
    @Sendable private func checkHealth(_ request: Request, _: MarketRequestContext) async -> Response {
        let health = await health.get()
        var json = JSONWriter(capacity: 128)
        json.beginObject()
        json.member("status", health.all.rawValue)
        json.member("database", health.database.rawValue)
        json.member("images", health.images.rawValue)
        json.member("revision", health.revision.rawValue)
        json.member("version", MarketVersion.text)
        json.endObject()
        return health.isWell ? .uncached(json.bytes, to: request) : .json(json.bytes, status: .serviceUnavailable)
    }

    /// To others than this machine there is no such path, unless the operator wants it.
    @Sendable private func metrics(
        _ request: Request,
        context: MarketRequestContext
    ) async throws(RequestError) -> Response {
        guard showsMetricsToAll || isLocal(request, context) else { throw .unknownPath }
        return .uncached(Array(await report.get().utf8), type: PrometheusText.contentType, to: request)
    }

    private func isLocal(_ request: Request, _ context: MarketRequestContext) -> Bool {
        context.clientAddress.isLoopback && request.headers[.forwardedByUntrusted] == nil
    }
}

/// The version of this program.
public enum MarketVersion {
    public static let text = "0.1.0"
}
