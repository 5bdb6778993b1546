import Hummingbird
import MarketCore
import NIOCore

/// A middleware that identifies the client that a request is attributed to, before any limit applies.
struct ClientAddressMiddleware: RouterMiddleware {
    let proxies: TrustedProxies

    func handle(_ request: Request, context: MarketRequestContext, next: NextResponder) async throws -> Response {
        guard !proxies.isEmpty else { return try await next(request, context) }
        var context = context
        context.clientAddress = proxies.clientAddress(
            peer: IPAddress(context.remoteAddress),
            forwardedFor: request.headers[.xForwardedFor]
        )
        return try await next(request, context)
    }
}

extension IPAddress {
    /// Creates the IP address of a socket address; nil for Unix domain sockets.
    init?(_ address: SocketAddress?) {
        // The offsets of the address in `sockaddr_in` and `sockaddr_in6`, which are the same on Linux and Darwin.
        // Formatting the address and parsing it again would cost each request a microsecond.
        let place: Range<Int>
        switch address {
        case .v4: place = 4..<8
        case .v6: place = 8..<24
        case .unixDomainSocket, nil: return nil
        }
        let found: IPAddress? = address?.withSockAddr { start, size in
            let bytes = UnsafeRawBufferPointer(start: start, count: size)
            return place.upperBound <= size ? IPAddress(bytes: bytes[place]) : nil
        }
        guard let found else { return nil }
        self = found
    }
}
