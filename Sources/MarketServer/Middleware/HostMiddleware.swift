import HTTPTypes
import Hummingbird

/// A middleware that rejects requests that name no host or two, because a proxy and the server could choose different
/// ones (RFC 9112, section 3.2).
struct HostMiddleware: RouterMiddleware {
    func handle(_ request: Request, context: MarketRequestContext, next: NextResponder) async throws -> Response {
        // The first `Host` has become the authority; a second one remains among the headers.
        guard request.head.authority != nil, request.headers[.host] == nil else {
            throw RequestError.unusableHeader(name: HTTPField.Name.host.rawName)
        }
        return try await next(request, context)
    }
}

/// A middleware that keeps browsers from guessing another content type.
struct NoSniffMiddleware: RouterMiddleware {
    func handle(_ request: Request, context: MarketRequestContext, next: NextResponder) async throws -> Response {
        var response = try await next(request, context)
        response.headers[.xContentTypeOptions] = "nosniff"
        return response
    }
}
