import Hummingbird
import MarketAPI

/// Stands before the pages: a host or port that was given to one edition has none.
struct WebEntrance: RouterMiddleware {
    typealias Context = MarketRequestContext

    let origins: OriginPolicy

    func handle(
        _ request: Request,
        context: Context,
        next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        guard origins.destination(of: request.head).dialect == .main else { throw RequestError.unknownPath }
        return try await next(request, context)
    }
}

/// Stands before `/api/products`: where exactly the `items` edition is spoken there is no such place.
struct ProductsEntrance: RouterMiddleware {
    typealias Context = MarketRequestContext

    let origins: OriginPolicy

    func handle(
        _ request: Request,
        context: Context,
        next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        guard origins.destination(of: request.head).dialect.edition != .items else { throw RequestError.unknownPath }
        return try await next(request, context)
    }
}
