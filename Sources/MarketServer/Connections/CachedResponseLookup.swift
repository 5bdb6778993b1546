import HTTPTypes
import MarketCore
import MarketModels
import NIOCore

/// The lookup of a ``CachedResponseHandler``, which finds cached, valid responses to simple requests.
struct CachedResponseLookup: Sendable {
    struct Match: Sendable {
        let head: HTTPResponse
        /// The response body; nil for 304.
        let body: ByteBuffer?
        let meter: RequestMetrics.Meter
        let beganAt: ContinuousClock.Instant
        /// Whether the client asked to close the connection after the response.
        let closesConnection: Bool
    }

    let cache: ResponseCache
    let origins: OriginPolicy
    let store: any RevisionSource
    let clock: any WallClock

    var now: Timestamp { clock.now }

    /// Returns the response to a request if it is cached and valid.
    func match(for request: HTTPRequest) -> Match? {
        guard request.method == .get, let target = request.path, request.authority != nil else { return nil }
        var negotiation = ContentNegotiation()
        var closesConnection = false
        for field in request.headerFields {
            switch field.name {
            case .connection:
                guard let closes = Self.closes(field.value) else { return nil }
                closesConnection = closesConnection || closes
            // GET requests with a body, and requests with a second `Host`, are left to the router.
            case .contentLength, .transferEncoding, .expect, .upgrade, .host: return nil
            default: negotiation.read(field)
            }
        }
        // The router waits for a change of which only the client knows.
        if store.hasOtherWriters, let known = KnownRevision.latest(in: request.headerFields), known > store.revision {
            return nil
        }
        let beganAt = ContinuousClock.now
        let key = ResponseCache.Key(cacheVariant: origins.cacheVariant(of: request), target: target)
        guard let cached = cache.response(for: key), cached.isFresh(at: store.revision), store.isCurrent else {
            return nil
        }
        let representation = cached.representation(for: negotiation)
        return Match(
            head: representation.head,
            body: representation.body,
            meter: representation.body == nil ? cached.meters.notModified : cached.meters.ok,
            beganAt: beganAt,
            closesConnection: closesConnection
        )
    }

    /// Returns whether a `Connection` header asks for closing; nil if it has options other than `close` and
    /// `keep-alive`.
    private static func closes(_ header: String) -> Bool? {
        var closes = false
        for option in header.split(separator: ",") {
            switch option.trimmingSpaces.lowercased() {
            case "close": closes = true
            case "keep-alive", "": break
            default: return nil
            }
        }
        return closes
    }
}
