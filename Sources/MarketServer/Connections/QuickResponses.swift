import HTTPTypes
import MarketCore
import MarketModels
import NIOCore

/// The responses of a ``QuickResponseHandler``: those that are in the cache and valid, and lists and products of the API
/// that the store can read without waiting (Decision 10).
struct QuickResponses: Sendable {
    struct Match: Sendable {
        let representation: CachedRepresentation
        let meter: RequestMetrics.Meter
        let beganAt: ContinuousClock.Instant
        /// Whether the client asked to close the connection after the response.
        let closesConnection: Bool
    }

    let cache: ResponseCache
    let origins: OriginPolicy
    let store: any RevisionSource
    let clock: any WallClock
    /// The lists and products that aren't in the cache; nil if the router makes them all.
    let products: ProductResponses?

    var now: Timestamp { clock.now }

    /// Returns the response to a request, or nil if the router has to make it.
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
        guard let response = response(for: key, negotiation) else { return nil }
        let representation = response.representation(for: negotiation)
        return Match(
            representation: representation,
            meter: representation.body == nil ? response.meters.notModified : response.meters.ok,
            beganAt: beganAt,
            closesConnection: closesConnection
        )
    }

    private func response(for key: ResponseCache.Key, _ negotiation: ContentNegotiation) -> CachedResponse? {
        let revision = store.revision
        if let cached = cache.response(for: key) {
            if cached.isFresh(at: revision) { return store.isCurrent ? cached : nil }
            // The router finds out whether the product has changed, which costs less than to encode it again.
            if case .product = cached.subject { return nil }
        }
        // Compressing takes too long for an event loop.
        guard let products, negotiation.coding == .identity, let made = products.madeWithoutWaiting(for: key, origins)
        else { return nil }
        let response = CachedResponse(made, knownAt: revision)
        cache.insertIfAskedForAgain(response, for: key)
        return response
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
