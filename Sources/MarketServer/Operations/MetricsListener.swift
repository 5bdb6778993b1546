public import Hummingbird
public import HummingbirdCore
public import Logging
import MarketAPI
public import NIOCore

/// The server at `--metrics-port`, which serves metrics and health, and nothing else, to everyone who can reach it.
public enum MetricsListener {
    public static func buildApplication(
        dependencies: ServerDependencies,
        address: BindAddress,
        logger: Logger,
        onServerRunning: @escaping @Sendable (any Channel) async -> Void = { _ in }
    ) -> some ApplicationProtocol {
        // Many checks of health ask with HEAD.
        let router = Router(context: MarketRequestContext.self, options: .autoGenerateHeadEndpoints)
        OperationsController(dependencies: dependencies, showsMetricsToAll: true).addMonitoringRoutes(to: router)
        return Application(
            router: router,
            // There are few clients, so the idle timeout is the only limit.
            server: .http1(configuration: .init(idleTimeout: dependencies.limits.idleTime)),
            configuration: ApplicationConfiguration(address: address, serverName: nil),
            onServerRunning: { listener in
                await ListenerHandler.install(on: listener, connections: dependencies.connections, isUnbounded: true)
                await onServerRunning(listener)
            },
            logger: logger
        )
    }
}
