import HummingbirdCore
import Logging
import MarketCore
import NIOCore
import NIOSSL

/// Enters each accepted connection into the table before Hummingbird sets it up, and watches over its TLS.
struct CountedConnection<Base: ServerChildChannel>: ServerChildChannel {
    /// The connection's address has too many already.
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
            try channel.pipeline.syncOperations.addHandler(ConnectionMark(connection))
            let value = base.setup(channel: channel, logger: logger)
            if isSecure { try watchTLS(of: connection, on: channel.pipeline.syncOperations) }
            return value
        } catch {
            channel.close(promise: nil)
            return channel.eventLoop.makeFailedFuture(error)
        }
    }

    /// Relies on it that Hummingbird's `HTTP2UpgradeChannel.setup` has put TLS into the pipeline when it returns: right
    /// behind it is where the handshake is heard of, and where HTTP/2 is still bytes. `ChannelOrderTests` holds that.
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
