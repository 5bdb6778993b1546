import HTTPTypes
import Hummingbird
import MarketAPI
import MarketCore
import MarketModels
import MarketTexts
import MarketWeb

/// Gives pages that are the same for everybody from the cache, or makes them, once, and keeps them.
///
/// A page says how old things are, so it is made anew each minute.
struct PageAnswers: Sendable {
    struct Made {
        let subject: CachedAnswer.Subject
        let html: [UInt8]
        let revision: Revision
        var headers = HTTPFields()
    }

    let cache: AnswerCache
    let site: WebSite
    let metrics: RequestMetrics

    /// - Parameters:
    ///   - path: path and query, as far as the page depends on them; nil for all that was asked for.
    ///   - make: makes the page for an asker of whom nothing is known but language and view.
    func respond(
        to request: Request,
        _ visitor: Visitor,
        route: WebPattern,
        path: String? = nil,
        make: (SiteContext) async throws -> Made
    ) async throws -> Response {
        let minute = site.services.clock.now.millisecondsSinceEpoch / 60_000
        // No address has a space in it, so no request can name such a key by itself.
        let path = path ?? request.head.path ?? "/"
        let target = "\(path) \(visitor.variant) \(minute)"
        let key = AnswerCache.Key(destination: site.origins.destination(of: request.head), target: target)
        if let cached = cache.answer(for: key), cached.isFresh(at: site.services.store.revision) {
            return cached.response(to: request)
        }
        let made = try await make(site.context(request, visitor, path: path))
        var headers = WebSite.headers(language: visitor.language.rawValue)
        for field in made.headers { headers[field.name] = field.value }
        let answer = CachedAnswer(
            subject: made.subject,
            body: made.html,
            revision: made.revision,
            headers: headers,
            vary: "Accept-Encoding, Accept-Language, Cookie",
            meters: metrics.hotMeters(for: route.rawValue)
        )
        cache.keep(answer, for: key)
        return answer.response(to: request)
    }
}
