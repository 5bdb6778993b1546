import HTTPTypes
import Hummingbird

/// Keeps browsers from taking an answer for something else than its type says.
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
