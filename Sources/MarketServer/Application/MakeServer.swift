import Hummingbird
import HummingbirdCore
import Logging
import MarketCore
import NIOCore

/// Creates the server builder of one listener, with the channel handlers between its sockets and its router.
///
/// It speaks HTTP/1.1; a proxy in front of it speaks TLS and newer versions. Requests pass the handlers in the order
/// given. Hummingbird inserts them after its own HTTP decoders and before the handler that closes connections at
/// shutdown. The code depends on this order, which `ChannelOrderTests` verifies.
///
/// - Parameter moreHandlers: additional handlers to insert after them, used by tests.
func makeServer(
    dependencies: ServerDependencies,
    origins: OriginPolicy,
    logger: Logger,
    moreHandlers: @escaping @Sendable () -> [any RemovableChannelHandler] = { [] }
) -> HTTPServerBuilder {
    let limits = dependencies.limits
    let cached = QuickResponses(
        cache: dependencies.cache,
        origins: origins,
        store: dependencies.services.store,
        clock: dependencies.services.clock,
        // Requests that are traced get their spans in the router.
        products: dependencies.isTraced ? nil : ProductResponses(dependencies)
    )
    @Sendable func handlers() -> [any RemovableChannelHandler] {
        [
            UnreadableRequestHandler(origins: origins, time: limits.earlyCloseTime),
            ForwardedHeadersHandler(proxies: origins.proxies, warning: dependencies.forwardedWarning, logger: logger),
            IdleConnectionHandler(idleTime: limits.idleTime),
            SlowClientHandler(
                interval: limits.paceCheckInterval,
                leastByteCount: limits.bytesPerPaceCheck,
                firstBytesTime: limits.firstBodyBytesTime,
                deadline: .init(
                    time: limits.bodyTime,
                    leastBytesPerSecond: limits.leastBodyBytesPerSecond,
                    longest: limits.longestBodyTime
                )
            ),
            ClientPresenceHandler(),
            QuickResponseHandler(responses: cached),
            EarlyResponseHandler(time: limits.earlyCloseTime, byteCount: limits.discardedByteCount),
            ContinueHandler(),
            ForwardedRequestHandler(origins: origins, connections: dependencies.connections),
        ]
    }
    let configuration = HTTP1Channel.Configuration(
        additionalChannelHandlers: handlers() + moreHandlers(),
        // Hummingbird's idle timeout wouldn't see requests that are answered before they reach it.
        idleTimeout: nil,
        httpDecoderConfiguration: .init(
            maxHeaderFieldSize: limits.headerFieldByteCount,
            maxHeaderListSize: limits.headerListByteCount
        )
    )
    return HTTPServerBuilder { responder in
        TrackedConnectionChannel(
            base: HTTP1Channel(responder: responder, configuration: configuration),
            connections: dependencies.connections,
            proxies: origins.proxies
        )
    }
}
