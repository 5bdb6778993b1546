import HTTPTypes
import Hummingbird
import MarketAPI
import MarketCore
import MarketModels
import MarketServer
import MarketTexts

extension PageRequest {
    /// A rendered page that is the same for everyone.
    struct EncodedPage {
        let subject: CachedResponse.Subject
        let html: [UInt8]
        let revision: Revision
        var headers = HTTPFields()
    }

    /// Serves a page that is the same for everyone from the response cache, or renders and caches it.
    ///
    /// A page shows how old things are, so it is rendered again each minute. Within the minute, the page of a product stays
    /// valid while the product's version does, as its JSON does.
    ///
    /// - Parameters:
    ///   - path: the path and the query parameters that the page depends on.
    ///   - make: renders the page for a visitor of whom only language and view are known.
    func cached(
        route: WebRoutePattern,
        path: String,
        make: (SiteContext) async throws -> EncodedPage
    ) async throws -> Response {
        let minute = site.services.clock.now.millisecondsSinceEpoch / 60_000
        // An address contains no space, so no request can produce such a key by itself.
        let target = "\(path) \(visitor.variant) \(minute)"
        return try await site.cache.respond(to: base, target: target) { _, _ in
            var context = siteContext(path: path)
            context.containsStyle = !visitor.hasStyle
            let made = try await make(context)
            var headers = Self.headers(context)
            for field in made.headers { headers[field.name] = field.value }
            return CachedResponse.Content(
                subject: made.subject,
                body: made.html,
                revision: made.revision,
                headers: headers,
                vary: "Accept-Encoding, Accept-Language, Cookie",
                meters: site.dependencies.hotMeters(for: route.rawValue)
            )
        }
    }
}
