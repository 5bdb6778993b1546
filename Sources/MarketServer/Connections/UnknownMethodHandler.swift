import HTTPTypes
import MarketAPI
import MarketTexts
import NIOCore
import NIOHTTP1
import NIOHTTPTypes

/// Answers a request whose method HTTP does not know, such as `post`: 405 with our JSON error (API.md, “Rules for every
/// edition”), where NIO's parser gives up and Hummingbird would say 400 with nothing in it.
///
/// The parser reads nothing more of the connection, so it is closed. While an earlier request has not been answered, nothing
/// can be said here.
final class UnknownMethodHandler: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    private static let allowed = "GET, HEAD, POST, PATCH, DELETE"

    /// Requests that have begun, less the responses that have ended.
    private var unansweredRequests = 0

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if case .head = unwrapInboundIn(data) { unansweredRequests += 1 }
        context.fireChannelRead(data)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        if case .end = unwrapOutboundIn(data) { unansweredRequests -= 1 }
        context.write(data, promise: promise)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        guard case HTTPParserError.invalidMethod? = error as? HTTPParserError, unansweredRequests == 0 else {
            context.fireErrorCaught(error)
            return
        }
        // Nothing of the request was read, its language included.
        let language = Language(acceptLanguage: nil)
        let answer = ErrorTranslator().translate(RequestError.methodNotAllowed(allowed: []), language: language).answer
        let body = answer.encoded(current: nil)
        let head = HTTPResponse(
            status: .init(code: answer.status),
            headerFields: [
                .contentType: "application/json", .contentLength: String(body.count), .allow: Self.allowed,
                .cacheControl: "no-store", .connection: "close",
            ]
        )
        context.write(wrapOutboundOut(.head(head)), promise: nil)
        context.write(wrapOutboundOut(.body(ByteBuffer(bytes: body))), promise: nil)
        let context = NIOLoopBound(context, eventLoop: context.eventLoop)
        context.value.writeAndFlush(wrapOutboundOut(.end(nil))).whenComplete { _ in
            context.value.close(promise: nil)
        }
    }
}
