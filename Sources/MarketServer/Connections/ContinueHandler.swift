import HTTPTypes
import NIOCore
import NIOHTTPTypes

/// Answers `Expect: 100-continue`, so that a client that waits for leave to send its body (curl does, for a second) may
/// go on.
///
/// On a connection where earlier requests are still being answered, leave is given behind their responses, never inside
/// them. A body that declares more than is ever taken gets no leave: its request is refused by what comes behind, and the
/// client need not send it.
final class ContinueHandler: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    private let maximumByteCount: Int
    /// Requests whose heads were read and whose responses have not ended.
    private var unansweredRequests = 0
    /// Whether the newest of them waits for leave. Nothing comes behind it before it has its body.
    private var owesContinue = false

    init(maximumByteCount: Int) {
        self.maximumByteCount = maximumByteCount
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head):
            unansweredRequests += 1
            if expectsContinue(head) {
                owesContinue = true
                giveLeaveIfDue(context)
            }
        case .body, .end:
            // It did not wait.
            owesContinue = false
        }
        context.fireChannelRead(data)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        guard case .end = unwrapOutboundIn(data) else {
            context.write(data, promise: promise)
            return
        }
        context.write(data, promise: promise)
        unansweredRequests -= 1
        if unansweredRequests == 0 { owesContinue = false }
        giveLeaveIfDue(context)
    }

    private func giveLeaveIfDue(_ context: ChannelHandlerContext) {
        guard owesContinue, unansweredRequests == 1 else { return }
        owesContinue = false
        context.writeAndFlush(wrapOutboundOut(.head(HTTPResponse(status: .continue))), promise: nil)
    }

    private func expectsContinue(_ head: HTTPRequest) -> Bool {
        head.headerFields[.expect]?.lowercased() == "100-continue"
            && head.headerFields[.contentLength].flatMap { Int($0) } ?? 0 <= maximumByteCount
    }
}
