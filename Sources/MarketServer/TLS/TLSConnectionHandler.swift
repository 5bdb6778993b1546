import NIOCore
import NIOTLS

/// A handler after TLS that reports the end of the handshake, and closes HTTP/2 connections that exceed their frame
/// budget.
///
/// For HTTP/1.1, it removes itself from the pipeline after the handshake.
final class TLSConnectionHandler: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer
    typealias OutboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let connection: OpenConnection
    private var budget: HTTP2FrameBudget
    private var isHTTP2 = false
    private var isCut = false

    init(connection: OpenConnection, budget: HTTP2FrameBudget) {
        self.connection = connection
        self.budget = budget
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if case .handshakeCompleted(let negotiatedProtocol)? = event as? TLSUserEvent {
            connection.handshakeCompleted()
            isHTTP2 = negotiatedProtocol == "h2"
        }
        context.fireUserInboundEventTriggered(event)
        if connection.isEstablished, !isHTTP2 { context.pipeline.syncOperations.removeHandler(self, promise: nil) }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !isCut else { return }
        if isHTTP2, !budget.receive(unwrapInboundIn(data), at: .now()) {
            isCut = true
            connection.close(isForced: true)
            return
        }
        context.fireChannelRead(data)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        if isHTTP2 { budget.send(unwrapOutboundIn(data)) }
        context.write(data, promise: promise)
    }
}
