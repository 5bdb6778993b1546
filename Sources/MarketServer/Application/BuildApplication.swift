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
///   - logger: the logger of the server.
///   - onServerRunning: called with the listening channel once the server accepts connections.
public func buildApplication(
    dependencies: ServerDependencies,
    origins: OriginPolicy,
    address: BindAddress,
    logger: Logger,
    onServerRunning: @escaping @Sendable (any Channel) async -> Void = { _ in }
) throws -> some ApplicationProtocol {
    Application(
        router: makeRouter(dependencies: dependencies, origins: origins),
        server: makeServer(dependencies: dependencies, origins: origins, logger: logger),
        configuration: ApplicationConfiguration(address: address, serverName: nil, backlog: 1024),
        onServerRunning: { listener in
            await ListenerHandler.install(on: listener, connections: dependencies.connections)
            await onServerRunning(listener)
        },
        logger: logger
    )
}
