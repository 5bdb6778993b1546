import HTTPTypes
import Hummingbird

/// A middleware that keeps browsers from guessing another content type.
struct NoSniffMiddleware: RouterMiddleware {
    func handle(
        _ request: Request,
        context: MarketRequestContext,
        next: (Request, MarketRequestContext) async throws -> Response
    ) async throws -> Response {
        var response = try await next(request, context)
        response.headers[.xContentTypeOptions] = "nosniff"
        return response
    }
}
