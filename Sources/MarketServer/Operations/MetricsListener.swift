public import Hummingbird
public import HummingbirdCore
public import Logging
import MarketAPI
public import NIOCore

/// The server at `--metrics-port`: metrics and health, for everybody who gets there, and nothing else.
public enum MetricsListener {
    public static func buildApplication(
        parts: ServerParts,
        address: BindAddress,
        logger: Logger,
        onServerRunning: @escaping @Sendable (any Channel) async -> Void = { _ in }
    ) -> some ApplicationProtocol {
        let router = Router(context: MarketRequestContext.self)
        OperationsController(parts: parts, showsMetricsToAll: true).addMonitoringRoutes(to: router)
        return Application(
            router: router,
            // Whoever asks here is few: the defaults bound what is idle.
            server: .http1(configuration: .init(idleTimeout: parts.limits.idleTime)),
            configuration: ApplicationConfiguration(address: address, serverName: nil),
            onServerRunning: { listener in
                await ListenerHandler.install(on: listener, connections: parts.connections, isUnbounded: true)
                await onServerRunning(listener)
            },
            logger: logger
        )
    }
}
