import HTTPTypes
import NIOCore
import NIOHTTPTypes

/// A handler that closes a connection after a response to a request whose body hasn't arrived yet, instead of reading
/// all of the body.
///
/// Only the output is closed at first. Some of the body is read and discarded; then the client is left some time to read the
/// response.
final class EarlyResponseHandler: ExchangeHandler {
    private let time: TimeAmount
    /// The number of bytes that may still be discarded.
    private var remainingByteCount: Int
    /// The number of requests whose heads were read and whose responses haven't ended.
    private var unansweredRequests = 0
    private var isBodyComplete = true
    /// Whether the response in flight is the last one of the connection.
    private var closesAfterResponse = false
    /// Whether the last response has ended, and what arrives is discarded.
    private var isDiscarding = false

    /// - Parameters:
    ///   - time: the time until the connection is closed.
    ///   - byteCount: the number of bytes to discard at most.
    init(time: TimeAmount, byteCount: Int) {
        self.time = time
        remainingByteCount = byteCount
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let part = unwrapInboundIn(data)
        switch part {
        case .head where !isDiscarding:
            unansweredRequests += 1
            isBodyComplete = false
        case .end: isBodyComplete = true
        case .head, .body: break
        }
        guard isDiscarding else {
            context.fireChannelRead(data)
            return
        }
        if case .body(let bytes) = part { remainingByteCount -= bytes.readableBytes }
        if isBodyComplete { context.close(promise: nil) }
    }

    func read(context: ChannelHandlerContext) {
        if !isDiscarding || remainingByteCount > 0 { context.read() }
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        context.fireChannelReadComplete()
        // Nothing behind this handler reads any more.
        if isDiscarding { read(context: context) }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        context.fireUserInboundEventTriggered(event)
        guard case ChannelEvent.inputClosed? = event as? ChannelEvent else { return }
        // Nothing more will arrive.
        isBodyComplete = true
        if isDiscarding { context.close(promise: nil) }
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        switch unwrapOutboundIn(data) {
        case .head(var head) where head.status.kind != .informational && unansweredRequests == 1 && !isBodyComplete:
            closesAfterResponse = true
            head.headerFields[.connection] = "close"
            context.write(wrapOutboundOut(.head(head)), promise: promise)
        case .end where closesAfterResponse:
            unansweredRequests -= 1
            isDiscarding = true
            context.writeAndFlush(data, promise: promise)
            closeOutput(context)
        case .end:
            unansweredRequests -= 1
            context.write(data, promise: promise)
        case .head, .body:
            context.write(data, promise: promise)
        }
    }

    private func closeOutput(_ context: ChannelHandlerContext) {
        if isBodyComplete {
            context.close(promise: nil)
            return
        }
        context.closeOutput(thenAllIn: time)
        read(context: context)
    }
}
