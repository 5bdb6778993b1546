import Hummingbird
import HummingbirdCore
import HummingbirdHTTP2
import Logging
import MarketCore
import NIOCore

/// What stands between the sockets of one entrance and its router.
///
/// The handlers are in the order in which a request passes them. Hummingbird puts them behind its own that read HTTP, and
/// before the one that closes connections at a stop; on an HTTP/2 connection each stream has all of them. All of it is
/// relied on here, and `ChannelOrderTests` holds it.
///
/// - Parameter moreHandlers: what else is put behind them: tests look around from there.
func makeServer(
    parts: ServerParts,
    origins: OriginPolicy,
    certificates: CertificateFiles?,
    logger: Logger,
    moreHandlers: @escaping @Sendable () -> [any RemovableChannelHandler] = { [] }
) -> HTTPServerBuilder {
    let limits = parts.limits
    let cached = CachedResponses(
        cache: parts.cache,
        origins: origins,
        store: parts.services.store,
        clock: parts.services.clock
    )
    @Sendable func handlers() -> [any RemovableChannelHandler] {
        [
            UnknownMethodHandler(),
            ForwardedHeadersHandler(proxies: origins.proxies, warning: parts.forwardedWarning, logger: logger),
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
        // Hummingbird's own would not see requests that are answered before they get to it.
        idleTimeout: nil,
        httpDecoderConfiguration: .init(
            maxHeaderFieldSize: limits.headerFieldByteCount,
            maxHeaderListSize: limits.headerListByteCount
        )
    )
    @Sendable func counted(_ base: some ServerChildChannel, isSecure: Bool) -> any ServerChildChannel {
        CountedConnection(
            base: base,
            connections: parts.connections,
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
