import Hummingbird
import MarketCore

/// A middleware that identifies the client that a request is attributed to, before any limit applies.
struct ClientAddressMiddleware: RouterMiddleware {
    typealias Context = MarketRequestContext

    let proxies: TrustedProxies

    func handle(
        _ request: Request,
        context: Context,
        next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        guard !proxies.isEmpty else { return try await next(request, context) }
        var context = context
        context.clientAddress = proxies.clientAddress(
            peer: IPAddress(context.remoteAddress),
            forwardedFor: request.headers[.xForwardedFor]
        )
        return try await next(request, context)
    }
}
