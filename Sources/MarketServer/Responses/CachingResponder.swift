import HTTPTypes
package import Hummingbird
package import MarketAPI
import MarketCore
import MarketModels

/// A responder that serves GET requests from the response cache, and encodes and caches missing responses (Decision 6).
package struct CachingResponder: Sendable {
    private let cache: ResponseCache
    private let origins: OriginPolicy
    private let store: any ProductStore

    package init(dependencies: ServerDependencies, origins: OriginPolicy) {
        cache = dependencies.cache
        self.origins = origins
        store = dependencies.services.store
    }

    /// - Parameters:
    ///   - target: what the response depends on besides origin and dialect; nil for the whole target of the request.
    ///   - make: encodes the response in the dialect of the listener, with links that begin with the origin.
    package func respond(
        to request: Request,
        target: String? = nil,
        make: (Origin, Dialect) async throws -> CachedResponse.Content
    ) async throws -> Response {
        let known = store.revision
        let cacheVariant = origins.cacheVariant(of: request.head)
        let key = ResponseCache.Key(cacheVariant: cacheVariant, target: target ?? request.head.path ?? "/")
        if let cached = cache.response(for: key), try await cached.isValid(in: store) {
            return cached.response(to: request)
        }
        let made = try await make(origins.origin(for: cacheVariant), cacheVariant.dialect)
        let response = CachedResponse(made, knownAt: known)
        cache.insertIfAskedForAgain(response, for: key)
        return response.response(to: request)
    }
}

extension CachedResponse {
    /// Returns whether the response is still valid: a list until anything changes, a product while its version and the
    /// name of its seller stay the same, which is cheap to query. Never while the store doesn't know whether anything changes.
    func isValid(in store: any ProductStore) async throws -> Bool {
        let revision = store.revision
        guard store.isCurrent else { return false }
        if isFresh(at: revision) { return true }
        guard case .product(let id, let version) = subject, isNotOlder(than: store.siteRevision) else {
            return false
        }
        guard try await store.version(of: id) == version else { return false }
        // A change after the revision was read advances it, so this can't confirm too much.
        revalidate(at: revision)
        return true
    }

    /// Returns the response in the form that a request wants.
    func response(to request: Request) -> Response {
        let representation = representation(for: request.negotiation)
        let head = representation.head
        return Response(
            status: head.status,
            headers: head.headerFields,
            body: representation.body.map { ResponseBody(byteBuffer: $0) } ?? ResponseBody()
        )
    }
}
