import HTTPTypes
import Hummingbird
import MarketAPI
import MarketCore
import MarketModels
import MarketServer
import MarketTexts
import MarketWeb

/// A responder that serves pages that are the same for everyone from the response cache, and renders and caches missing
/// ones.
///
/// A page shows how old things are, so it is rendered again each minute. Within the minute, the page of a product stays
/// valid while the product's version does, as its JSON does.
struct CachingPageResponder: Sendable {
    struct EncodedBody {
        let subject: CachedResponse.Subject
        let html: [UInt8]
        let revision: Revision
        var headers = HTTPFields()
    }

    let responder: CachingResponder
    let site: PageResponder
    let dependencies: ServerDependencies

    /// - Parameters:
    ///   - path: the path and the query parameters that the page depends on; nil for the whole target of the request.
    ///   - make: renders the page for a visitor of whom only language and view are known.
    func respond(
        to request: Request,
        _ visitor: Visitor,
        route: WebRoutePattern,
        path: String? = nil,
        make: (SiteContext) async throws -> EncodedBody
    ) async throws -> Response {
        let minute = site.services.clock.now.millisecondsSinceEpoch / 60_000
        // An address contains no space, so no request can produce such a key by itself.
        let path = path ?? request.head.path ?? "/"
        let target = "\(path) \(visitor.variant) \(minute)"
        return try await responder.respond(to: request, target: target) { _, _ in
            var context = site.context(request, visitor, path: path)
            context.containsStyle = !visitor.hasStyle
            let made = try await make(context)
            var headers = PageResponder.headers(context)
            for field in made.headers { headers[field.name] = field.value }
            return CachedResponse.Content(
                subject: made.subject,
                body: made.html,
                revision: made.revision,
                headers: headers,
                vary: "Accept-Encoding, Accept-Language, Cookie",
                meters: dependencies.hotMeters(for: route.rawValue)
            )
        }
    }
}
