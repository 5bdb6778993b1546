import HTTPTypes
import Hummingbird
import MarketAPI
import MarketCore
import MarketModels

/// Gives answers to GETs from the cache, or makes them, once, and keeps them (Decision 6).
struct EncodedAnswers: Sendable {
    /// An answer that was just encoded.
    struct Made {
        let subject: CachedAnswer.Subject
        let body: [UInt8]
        /// The revision at which its contents were read.
        let revision: Revision
    }

    let cache: AnswerCache
    let origins: OriginPolicy
    let store: any ProductStore
    let show: ShowProduct
    let metrics: RequestMetrics

    /// - Parameters:
    ///   - route: what hot answers are counted under.
    ///   - make: encodes the answer in the dialect of the entrance, with links that begin with the origin.
    func respond(
        to request: Request,
        route: RoutePattern,
        make: (Origin, Dialect) async throws -> Made
    ) async throws -> Response {
        let destination = origins.destination(of: request.head)
        let key = AnswerCache.Key(destination: destination, target: request.head.path ?? "/")
        if let cached = cache.answer(for: key), try await isStillRight(cached) {
            return cached.response(to: request)
        }
        let made = try await make(origins.origin(for: destination), destination.dialect)
        let answer = CachedAnswer(
            subject: made.subject,
            body: made.body,
            revision: made.revision,
            meters: metrics.hotMeters(for: route.rawValue)
        )
        cache.keep(answer, for: key)
        return answer.response(to: request)
    }

    /// A list is right while nothing changes; a product is right while it keeps its version, which is cheap to ask.
    private func isStillRight(_ answer: CachedAnswer) async throws -> Bool {
        let revision = store.revision
        if answer.isFresh(at: revision) { return true }
        guard case .product(let id, let version) = answer.subject else { return false }
        guard try await show.version(of: id) == version else { return false }
        // A change after the revision was read moves it on, so this can't confirm too much.
        answer.confirm(at: revision)
        return true
    }
}

extension CachedAnswer {
    /// The answer as this asker takes it: 304 where it has been seen, compressed where that is welcome.
    func response(to request: Request) -> Response {
        if let known = request.headers[.ifNoneMatch], EntityTag.isNamed(tag, in: known) {
            return Response(status: .notModified, headers: notModified.headerFields)
        }
        let acceptsGzip = request.headers[.acceptEncoding].map(AcceptEncoding.allowsGzip) ?? false
        let form = (acceptsGzip ? gzipped() : nil) ?? plain
        return Response(status: .ok, headers: form.head.headerFields, body: ResponseBody(byteBuffer: form.body))
    }
}
