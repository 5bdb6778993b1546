import HTTPTypes
import Hummingbird
import NIOCore
import NIOHTTPTypes

/// A handler that answers `Expect: 100-continue`, for clients that wait for the interim response before they send their
/// body (curl waits a second).
///
/// `100 Continue` is sent when the route begins to read the body (``ContinueMiddleware``). So a client whose request is
/// rejected before that needn't send it, and the interim response never lands inside an earlier response.
final class ContinueHandler: ExchangeHandler {
    /// Whether the newest request waits for `100 Continue`. No other request follows before its body has arrived.
    private var mustSendContinue = false
    private var context: ChannelHandlerContext?

    static func isExpected(by head: HTTPRequest) -> Bool { head.headerFields[.expect]?.lowercased() == "100-continue" }

    func handlerAdded(context: ChannelHandlerContext) { self.context = context }

    func handlerRemoved(context: ChannelHandlerContext) { self.context = nil }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if case .head(let head) = unwrapInboundIn(data) {
            mustSendContinue = Self.isExpected(by: head)
        } else {
            // The client didn't wait.
            mustSendContinue = false
        }
        context.fireChannelRead(data)
    }

    /// Sends `100 Continue` if the client waits for it.
    func bodyIsRead() {
        guard mustSendContinue, let context else { return }
        mustSendContinue = false
        context.writeAndFlush(wrapOutboundOut(.head(HTTPResponse(status: .continue))), promise: nil)
    }

    /// Tells the handler of a channel, from any thread, that a route begins to read the body of its request.
    static func bodyIsRead(on channel: any Channel) {
        channel.eventLoop.execute {
            try? channel.pipeline.syncOperations.handler(type: ContinueHandler.self).bodyIsRead()
        }
    }
}

/// A middleware that tells the ``ContinueHandler`` when a route begins to read a body whose client waits for that.
struct ContinueMiddleware: RouterMiddleware {
    func handle(_ request: Request, context: MarketRequestContext, next: NextResponder) async throws -> Response {
        guard ContinueHandler.isExpected(by: request.head) else { return try await next(request, context) }
        var request = request
        request.body = RequestBody(asyncSequence: AwaitedBody(body: request.body, channel: context.channel))
        return try await next(request, context)
    }

    private struct AwaitedBody: AsyncSequence, Sendable {
        let body: RequestBody
        let channel: any Channel

        func makeAsyncIterator() -> AsyncIterator { AsyncIterator(base: body.makeAsyncIterator(), channel: channel) }

        struct AsyncIterator: AsyncIteratorProtocol {
            var base: RequestBody.AsyncIterator
            let channel: any Channel
            var hasBegun = false

            mutating func next() async throws -> ByteBuffer? {
                if !hasBegun {
                    hasBegun = true
                    ContinueHandler.bodyIsRead(on: channel)
                }
                return try await base.next()
            }
        }
    }
}
