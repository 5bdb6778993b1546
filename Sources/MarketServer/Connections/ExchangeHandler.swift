import HTTPTypes
import MarketAPI
import NIOCore
import NIOHTTPTypes

/// A channel handler of the requests and responses of a connection.
protocol ExchangeHandler: ChannelDuplexHandler, RemovableChannelHandler
where
    InboundIn == HTTPRequestPart, InboundOut == HTTPRequestPart, OutboundIn == HTTPResponsePart,
    OutboundOut == HTTPResponsePart
{}

extension ExchangeHandler {
    /// Writes the response to a request that doesn't get to the router.
    func write(
        _ error: ErrorTranslator.Translation,
        in dialect: Dialect,
        toHead isHead: Bool = false,
        _ context: ChannelHandlerContext
    ) {
        let body = error.response.encoded(for: dialect)
        var head = HTTPResponse(status: .init(code: error.response.status), headerFields: error.headers)
        head.headerFields[.contentType] = "application/json"
        head.headerFields[.contentLength] = String(body.count)
        head.headerFields[.cacheControl] = "no-store"
        head.headerFields[.xContentTypeOptions] = "nosniff"
        context.write(wrapOutboundOut(.head(head)), promise: nil)
        if !isHead { context.write(wrapOutboundOut(.body(ByteBuffer(bytes: body))), promise: nil) }
        context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
    }
}

extension ChannelHandlerContext {
    /// The number of written bytes that the socket hasn't taken yet; nil if the channel doesn't know it.
    var bufferedByteCount: Int? { try? channel.syncOptions?.getOption(.bufferedWritableBytes) }

    /// Closes the output at once, and the connection after a time.
    ///
    /// If a socket is closed while it has unread bytes, the system resets the connection, and the client may lose the
    /// response. So what arrives meanwhile has to be read.
    func closeOutput(thenAllIn time: TimeAmount) {
        close(mode: .output, promise: nil)
        let bound = NIOLoopBound(self, eventLoop: eventLoop)
        let closing = eventLoop.scheduleTask(in: time) { bound.value.close(promise: nil) }
        channel.closeFuture.whenComplete { _ in closing.cancel() }
    }
}
