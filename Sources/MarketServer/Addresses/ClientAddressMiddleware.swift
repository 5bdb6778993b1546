import Hummingbird
import MarketCore

/// Says whom a request counts for, before anything is bounded.
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
