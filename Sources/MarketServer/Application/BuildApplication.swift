public import Hummingbird
public import HummingbirdCore
import HummingbirdHTTP2
public import Logging
import MarketCore
public import NIOCore

/// Makes the server of a market at one entrance: what `openmarket serve` runs and what the tests drive.
///
/// - Parameters:
///   - parts: what all entrances share.
///   - origins: how the server speaks there, and how links in answers begin.
///   - address: where to listen.
///   - certificates: given, the server speaks TLS, with HTTP/2 for clients that know it. They are a service of their
///     own, to be run beside the server.
///   - onServerRunning: told the channel once the server listens.
public func buildApplication(
    parts: ServerParts,
    origins: OriginPolicy,
    address: BindAddress,
    certificates: CertificateFiles? = nil,
    logger: Logger,
    onServerRunning: @escaping @Sendable (any Channel) async -> Void = { _ in }
) throws -> some ApplicationProtocol {
    let limits = parts.limits
    let cached = CachedResponses(
        cache: parts.cache,
        origins: origins,
        store: parts.services.store,
        clock: parts.services.clock
    )
    let connection = HTTP1Channel.Configuration(
        additionalChannelHandlers: [
            ForwardedHeadersHandler(proxies: origins.proxies, warning: parts.forwardedWarning, logger: logger),
            IdleConnectionHandler(idleTime: limits.idleTime),
            SlowClientHandler(interval: limits.paceCheckInterval, leastByteCount: limits.bytesPerPaceCheck),
            CachedResponseHandler(responses: cached),
            ContinueHandler(maximumByteCount: limits.uploadByteCount),
        ],
        // Hummingbird's own would not see requests that are answered before they get to it.
        idleTimeout: nil,
        httpDecoderConfiguration: .init(
            maxHeaderFieldSize: limits.headerFieldByteCount,
            maxHeaderListSize: limits.headerListByteCount
        )
    )
    let server: HTTPServerBuilder =
        if let certificates {
            try .http2Upgrade(
                tlsConfiguration: certificates.makeConfiguration(),
                configuration: .init(
                    idleTimeout: .nanoseconds(limits.idleTime.nanoseconds),
                    streamConfiguration: connection
                )
            )
        } else {
            .http1(configuration: connection)
        }
    return Application(
        router: makeRouter(parts: parts, origins: origins),
        server: server,
        configuration: ApplicationConfiguration(
            address: address,
            serverName: nil,
            backlog: 1024,
            availableConnectionsDelegate: .maximum(limits.connections, logger: logger)
        ),
        onServerRunning: onServerRunning,
        logger: logger
    )
}
