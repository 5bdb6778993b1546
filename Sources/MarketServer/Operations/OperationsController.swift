import HTTPTypes
import Hummingbird
import Logging
import MarketAPI
import MarketCore
import MarketModels

/// What is there for those who run the market and for those who write programs for it.
struct OperationsController: Sendable {
    let health: CheckHealth
    let report: MetricsReport

    func addRoutes(to router: some RouterMethods<MarketRequestContext>) {
        router.get(.pattern(.healthChecker), use: healthChecker)
        router.get(.pattern(.health), use: checkHealth)
        router.get(.pattern(.metrics), use: metrics)
        router.get(.pattern(.document)) { request, _ in ServerFile.document.response(to: request) }
        router.get(.pattern(.documentation)) { request, _ in ServerFile.documentation.response(to: request) }
    }

    /// The body is `"OK"` with the JSON quotes (API.md, “training”).
    @Sendable private func healthChecker(_ request: Request, _: MarketRequestContext) -> Response {
        .uncached(Array("\"OK\"".utf8), to: request)
    }

    /// 503 when a part is down; why is in the log.
    @Sendable private func checkHealth(_ request: Request, context: MarketRequestContext) async -> Response {
        let health = await health()
        for (part, failure) in [("database", health.databaseFailure), ("images", health.imagesFailure)] {
            if let failure { context.logger.error("down", metadata: ["part": "\(part)", "reason": "\(failure)"]) }
        }
        func word(_ isWell: Bool) -> String { isWell ? "ok" : "down" }
        var json = JSONWriter(capacity: 128)
        json.beginObject()
        json.member("status", word(health.isWell))
        json.member("database", word(health.databaseFailure == nil))
        json.member("images", word(health.imagesFailure == nil))
        json.member("revision", health.revision.rawValue)
        json.member("version", MarketVersion.text)
        json.endObject()
        return health.isWell ? .uncached(json.bytes, to: request) : .json(json.bytes, status: .serviceUnavailable)
    }

    @Sendable private func metrics(_ request: Request, _: MarketRequestContext) async -> Response {
        .uncached(Array(await report.text().utf8), type: PrometheusText.contentType, to: request)
    }
}

/// The version of this program.
public enum MarketVersion {
    public static let text = "0.1.0"
}
