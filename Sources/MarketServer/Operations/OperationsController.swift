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
    @Sendable private func healthChecker(_: Request, _: MarketRequestContext) -> Response {
        .json(Array("\"OK\"".utf8), status: .ok)
    }

    /// 503 when a part is down; why is in the log.
    @Sendable private func checkHealth(_: Request, context: MarketRequestContext) async -> Response {
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
        return .json(json.bytes, status: health.isWell ? .ok : .serviceUnavailable)
    }

    @Sendable private func metrics(_: Request, _: MarketRequestContext) async -> Response {
        Response(
            status: .ok,
            headers: [.contentType: PrometheusText.contentType, .cacheControl: "no-store"],
            body: ResponseBody(byteBuffer: ByteBuffer(string: await report.text()))
        )
    }
}

/// The version of this program.
public enum MarketVersion {
    public static let text = "0.1.0"
}
