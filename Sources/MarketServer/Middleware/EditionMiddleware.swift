import Hummingbird
import MarketAPI

/// A middleware for the web pages, which don't exist on hosts and ports of a single edition.
struct WebEditionMiddleware: RouterMiddleware {
    typealias Context = MarketRequestContext

    let origins: OriginPolicy

    func handle(
        _ request: Request,
        context: Context,
        next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        guard origins.hasPages(for: request.head) else { throw RequestError.unknownPath }
        return try await next(request, context)
    }
}

/// A middleware for `/api/products`, which doesn't exist on hosts and ports of the `items` edition.
struct EditionMiddleware: RouterMiddleware {
    typealias Context = MarketRequestContext

    let origins: OriginPolicy

    func handle(
        _ request: Request,
        context: Context,
        next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        guard origins.cacheVariant(of: request.head).dialect.edition != .items else { throw RequestError.unknownPath }
        return try await next(request, context)
    }
}
