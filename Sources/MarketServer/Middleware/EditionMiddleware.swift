import Hummingbird
import MarketAPI

/// A middleware for routes that don't exist on some hosts and ports: the web pages and the API of operators on those of a single
/// edition, and `/api/products` on those of the `items` edition.
struct EditionMiddleware: RouterMiddleware {
    let origins: OriginPolicy
    /// Whether the routes exist where requests get a dialect.
    let isIncluded: @Sendable (Dialect) -> Bool

    func handle(_ request: Request, context: MarketRequestContext, next: NextResponder) async throws -> Response {
        guard isIncluded(origins.cacheVariant(of: request.head).dialect) else { throw RequestError.unknownPath }
        return try await next(request, context)
    }
}
