import HTTPTypes
import MarketAPI
import MarketTexts
import NIOCore
import NIOHTTP1
import NIOHTTPTypes

/// A handler that answers a request with a method unknown to HTTP, such as `post`, with 405 and a JSON error (API.md,
/// “Rules for every edition”). Without it, NIO's parser fails and Hummingbird responds with an empty 400.
///
/// The parser reads nothing more from the connection, so it is closed. The handler can't respond while an earlier
/// request is in progress.
final class UnknownMethodHandler: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    private static let allowed = "GET, HEAD, POST, PATCH, DELETE"

    /// The number of requests that have begun, minus the responses that have ended.
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
        // Nothing of the request was read, including its language.
        let language = Language(acceptLanguage: nil)
        let response = ErrorTranslator().translate(RequestError.methodNotAllowed(allowed: []), language: language)
            .response
        let body = response.encoded(current: nil)
        let head = HTTPResponse(
            status: .init(code: response.status),
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
