import HummingbirdCore
import Logging
import MarketCore
import NIOCore
import NIOSSL

/// A child channel that adds each accepted connection to the table before Hummingbird sets it up, and monitors its TLS.
struct TrackedConnectionChannel<Base: ServerChildChannel>: ServerChildChannel {
    /// The connection's address has reached its limit.
    struct Refused: Error {}

    let base: Base
    let connections: ConnectionTable
    let proxies: TrustedProxies
    let limits: ServerLimits
    let isSecure: Bool

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Base.Value> {
        let peer = IPAddress(channel.remoteAddress)
        let connection = OpenConnection(
            channel: channel,
            address: peer.map(ClientAddress.init) ?? .unknown,
            isExempt: peer.map(proxies.contains) ?? false,
            isEstablished: !isSecure
        )
        guard connections.admit(connection) else {
            channel.close(promise: nil)
            return channel.eventLoop.makeFailedFuture(Refused())
        }
        channel.closeFuture.whenComplete { _ in connections.remove(connection) }
        do {
            try channel.pipeline.syncOperations.addHandler(ConnectionMarkerHandler(connection))
            let value = base.setup(channel: channel, logger: logger)
            if isSecure { try watchTLS(of: connection, on: channel.pipeline.syncOperations) }
            return value.map { value in
                Self.retain(value, untilClosed: channel)
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

    /// Depends on Hummingbird's `HTTP2UpgradeChannel.setup` having added TLS to the pipeline when it returns: a handler
    /// directly after TLS sees the end of the handshake, and HTTP/2 as bytes. `ChannelOrderTests` verifies this.
    private func watchTLS(of connection: OpenConnection, on pipeline: ChannelPipeline.SynchronousOperations) throws {
        let tls = try pipeline.handler(type: NIOSSLServerHandler.self)
        try pipeline.addHandler(
            TLSConnectionHandler(connection: connection, budget: HTTP2FrameBudget(limits: limits)),
            position: .after(tls)
        )
    }

    func handle(value: Base.Value, logger: Logger) async {
        await base.handle(value: value, logger: logger)
    }
}
