import HummingbirdCore
import Logging
import MarketCore
import NIOCore

/// A child channel that adds each accepted connection to the table before Hummingbird sets it up.
struct TrackedConnectionChannel<Base: ServerChildChannel>: ServerChildChannel {
    /// The connection's address has reached its limit.
    struct Refused: Error, CustomStringConvertible {
        var description: String { "the address has too many connections" }
    }

    let base: Base
    let connections: ConnectionTable
    let proxies: TrustedProxies

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Base.Value> {
        let peer = IPAddress(channel.remoteAddress)
        let connection = OpenConnection(
            channel: channel,
            address: peer.map(ClientAddress.init) ?? .unknown,
            isExempt: peer.map(proxies.contains) ?? false
        )
        guard connections.admit(connection) else {
            channel.close(promise: nil)
            return channel.eventLoop.makeFailedFuture(Refused())
        }
        channel.closeFuture.whenComplete { _ in connections.remove(connection) }
        do {
            try channel.pipeline.syncOperations.addHandler(ConnectionMarkerHandler(connection))
            return base.setup(channel: channel, logger: logger).flatMapThrowing { value in
                Self.retain(value, untilClosed: channel)
                try HTTPVersionHandler.install(in: channel.pipeline)
                return value
            }
        } catch {
            channel.close(promise: nil)
            return channel.eventLoop.makeFailedFuture(error)
        }
    }

    /// Retains what handles a connection until the connection is closed.
    ///
    /// A connection accepted while the server stops is dropped before anything handles it. If it then became active,
    /// NIO would end the process, because a `NIOAsyncChannel` was released whose writer had not finished.
    private static func retain(_ value: Base.Value, untilClosed channel: any Channel) {
        channel.closeFuture.whenComplete { _ in withExtendedLifetime(value) {} }
    }

    func handle(value: Base.Value, logger: Logger) async {
        await base.handle(value: value, logger: logger)
    }
}
