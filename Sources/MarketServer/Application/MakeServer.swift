import Hummingbird
import HummingbirdCore
import HummingbirdHTTP2
import Logging
import MarketCore
import NIOCore

/// Creates the server builder of one listener, with the channel handlers between its sockets and its router.
///
/// Requests pass the handlers in the order given. Hummingbird inserts them after its own HTTP decoders and before the
/// handler that closes connections at shutdown. On an HTTP/2 connection, each stream has all of them. The code depends
/// on this order, which `ChannelOrderTests` verifies.
///
/// - Parameter moreHandlers: additional handlers to insert after them, used by tests.
func makeServer(
    dependencies: ServerDependencies,
    origins: OriginPolicy,
    certificates: CertificateFiles?,
    logger: Logger,
    moreHandlers: @escaping @Sendable () -> [any RemovableChannelHandler] = { [] }
) -> HTTPServerBuilder {
    let limits = dependencies.limits
    let cached = CachedResponseLookup(
        cache: dependencies.cache,
        origins: origins,
        store: dependencies.services.store,
        clock: dependencies.services.clock
    )
    @Sendable func handlers() -> [any RemovableChannelHandler] {
        [
            UnknownMethodHandler(),
            ForwardedHeadersHandler(proxies: origins.proxies, warning: dependencies.forwardedWarning, logger: logger),
            IdleConnectionHandler(idleTime: limits.idleTime),
            SlowClientHandler(
                interval: limits.paceCheckInterval,
                leastByteCount: limits.bytesPerPaceCheck,
                deadline: .init(time: limits.bodyTime, leastBytesPerSecond: limits.leastBodyBytesPerSecond)
            ),
            ClientPresenceHandler(),
            CachedResponseHandler(responses: cached),
            ContinueHandler(maximumByteCount: limits.uploadByteCount),
        ]
    }
    let connection = HTTP1Channel.Configuration(
        additionalChannelHandlers: handlers() + moreHandlers(),
        // Hummingbird's idle timeout wouldn't see requests that are answered before they reach it.
        idleTimeout: nil,
        httpDecoderConfiguration: .init(
            maxHeaderFieldSize: limits.headerFieldByteCount,
            maxHeaderListSize: limits.headerListByteCount
        )
    )
    @Sendable func counted(_ base: some ServerChildChannel, isSecure: Bool) -> any ServerChildChannel {
        TrackedConnectionChannel(
            base: base,
            connections: dependencies.connections,
            proxies: origins.proxies,
            limits: limits,
            isSecure: isSecure
        )
    }
    return HTTPServerBuilder { responder in
        guard let certificates else {
            return counted(HTTP1Channel(responder: responder, configuration: connection), isSecure: false)
        }
        let upgrade = try HTTP2UpgradeChannel(
            tlsConfiguration: certificates.makeConfiguration(),
            configuration: .init(
                idleTimeout: .nanoseconds(limits.idleTime.nanoseconds),
                streamConfiguration: connection
            ),
            responder: responder
        )
        return counted(upgrade, isSecure: true)
    }
}
