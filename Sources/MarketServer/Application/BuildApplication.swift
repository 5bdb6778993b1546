public import Hummingbird
public import HummingbirdCore
public import Logging
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
    Application(
        router: makeRouter(parts: parts, origins: origins),
        server: makeServer(parts: parts, origins: origins, certificates: certificates, logger: logger),
        configuration: ApplicationConfiguration(address: address, serverName: nil, backlog: 1024),
        onServerRunning: { listener in
            await ListenerHandler.install(on: listener, connections: parts.connections)
            await onServerRunning(listener)
        },
        logger: logger
    )
}
