import HTTPTypes
import MarketAPI
import MarketTexts
import NIOCore
import NIOHTTP1
import NIOHTTPTypes

/// A handler that answers a request that the parser can't read with a JSON error (API.md, “Rules for every edition”): a
/// method unknown to HTTP, such as `post`, with 405, headers that are too long with 431, and everything else with 400.
/// Without it, Hummingbird responds with an empty 400.
///
/// The parser reads nothing more from the connection, so it is closed, after the responses to earlier requests. What
/// arrives until then is discarded.
final class UnreadableRequestHandler: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    private static let allowed = "GET, HEAD, POST, PATCH, DELETE"

    private let time: TimeAmount
    /// The number of requests that have begun, minus the responses that have ended.
    private var unansweredRequests = 0
    private var isInRequest = false
    /// The error to send once earlier requests are answered.
    private var pending: RequestError?
    private var hasFailed = false
    private var scheduledClose: Scheduled<Void>?

    /// - Parameter time: the time until the connection is closed after the response.
    init(time: TimeAmount) {
        self.time = time
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if hasFailed { return }
        switch unwrapInboundIn(data) {
        case .head:
            unansweredRequests += 1
            isInRequest = true
        case .body: break
        case .end: isInRequest = false
        }
        context.fireChannelRead(data)
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        context.fireChannelReadComplete()
        if hasFailed { context.read() }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        context.fireUserInboundEventTriggered(event)
        if scheduledClose != nil, case ChannelEvent.inputClosed? = event as? ChannelEvent {
            context.close(promise: nil)
        }
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        guard case .end = unwrapOutboundIn(data) else { return context.write(data, promise: promise) }
        unansweredRequests -= 1
        context.write(data, promise: promise)
        if unansweredRequests == 0, let error = pending {
            pending = nil
            send(error, context)
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        if hasFailed { return }
        // What reads the body of a request reports the error.
        guard !isInRequest, !(error is IOError), !(error is ChannelError) else {
            context.fireErrorCaught(error)
            return
        }
        hasFailed = true
        switch error as? HTTPParserError {
        // More bytes after a request that asked to close the connection.
        case .closedConnection: return
        case .invalidMethod: pending = .methodNotAllowed(allowed: [])
        case .headerOverflow: pending = .headersTooLong
        default: pending = .unreadableHead
        }
        guard unansweredRequests == 0, let error = pending else { return }
        pending = nil
        send(error, context)
    }

    private func send(_ error: RequestError, _ context: ChannelHandlerContext) {
        // Nothing of the request was read, including its language.
        let response = ErrorTranslator().translate(error, language: Language(acceptLanguage: nil)).response
        let body = response.encoded(current: nil)
        var head = HTTPResponse(
            status: .init(code: response.status),
            headerFields: [
                .contentType: "application/json", .contentLength: String(body.count), .cacheControl: "no-store",
                .connection: "close",
            ]
        )
        if response.code == .methodNotAllowed { head.headerFields[.allow] = Self.allowed }
        context.write(wrapOutboundOut(.head(head)), promise: nil)
        context.write(wrapOutboundOut(.body(ByteBuffer(bytes: body))), promise: nil)
        context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
        // Closing both ways with unread bytes would reset the connection, and the client could lose the response.
        context.close(mode: .output, promise: nil)
        let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
        scheduledClose = context.eventLoop.scheduleTask(in: time) { bound.value.close(promise: nil) }
        context.read()
    }

    func channelInactive(context: ChannelHandlerContext) {
        scheduledClose?.cancel()
        context.fireChannelInactive()
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        scheduledClose?.cancel()
    }
}
