import MarketAPI
import MarketCore

/// The answer to `/health/ready`.
struct ReadinessReport: Sendable {
    let readiness: CheckReadiness.Readiness
    let isDraining: Bool

    var isReady: Bool { readiness.isReady && !isDraining }

    var json: [UInt8] {
        func condition(_ failure: String?) -> String { failure == nil ? "ok" : "down" }
        let (seconds, attoseconds) = readiness.lag.components
        var json = JSONWriter(capacity: 192)
        json.beginObject()
        json.member("status", isDraining ? "draining" : readiness.isReady ? "ready" : "down")
        json.member("database", condition(readiness.databaseFailure))
        json.member("schema", condition(readiness.schemaFailure))
        json.member("changes", readiness.isLate ? "late" : "ok")
        json.member("images", condition(readiness.imagesFailure))
        json.member("lag_milliseconds", seconds * 1000 + attoseconds / 1_000_000_000_000_000)
        json.member("version", MarketVersion.text)
        json.endObject()
        return json.bytes
    }
}
