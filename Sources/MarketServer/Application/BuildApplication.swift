public import Hummingbird
public import HummingbirdCore
public import Logging
public import NIOCore

/// Builds the server of a market for one listener, as `openmarket serve` and the tests run it.
///
/// - Parameters:
///   - dependencies: the dependencies that all listeners share.
///   - origins: the editions that the listener speaks, and the origin of links in responses.
///   - address: the address to listen at.
///   - certificates: if given, the server speaks TLS, with HTTP/2 for clients that support it. They are a service of
///     their own, which must run concurrently with the server.
///   - logger: the logger of the server.
///   - onServerRunning: called with the listening channel once the server accepts connections.
public func buildApplication(
    dependencies: ServerDependencies,
    origins: OriginPolicy,
    address: BindAddress,
    certificates: CertificateFiles? = nil,
    logger: Logger,
    onServerRunning: @escaping @Sendable (any Channel) async -> Void = { _ in }
) throws -> some ApplicationProtocol {
    Application(
        router: makeRouter(dependencies: dependencies, origins: origins),
        server: makeServer(dependencies: dependencies, origins: origins, certificates: certificates, logger: logger),
        configuration: ApplicationConfiguration(address: address, serverName: nil, backlog: 1024),
        onServerRunning: { listener in
            await ListenerHandler.install(on: listener, connections: dependencies.connections)
            await onServerRunning(listener)
        },
        logger: logger
    )
}
