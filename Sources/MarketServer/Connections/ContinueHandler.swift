import HTTPTypes
import NIOCore
import NIOHTTPTypes

/// A handler that answers `Expect: 100-continue`, for clients that wait for the interim response before they send their
/// body (curl waits a second).
///
/// While earlier requests of the connection are in progress, `100 Continue` is sent after their responses, never inside
/// them. A body that declares more than the maximum gets no `100 Continue`: its request is rejected later, and the
/// client needn't send it.
final class ContinueHandler: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    private let maximumByteCount: Int
    /// The number of requests whose heads were read and whose responses haven't ended.
    private var unansweredRequests = 0
    /// Whether the newest request waits for `100 Continue`. No other request follows before its body has arrived.
    private var mustSendContinue = false

    init(maximumByteCount: Int) {
        self.maximumByteCount = maximumByteCount
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head):
            unansweredRequests += 1
            if expectsContinue(head) {
                mustSendContinue = true
                sendContinueIfNeeded(context)
            }
        case .body, .end:
            // The client didn't wait.
            mustSendContinue = false
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
        if unansweredRequests == 0 { mustSendContinue = false }
        sendContinueIfNeeded(context)
    }

    private func sendContinueIfNeeded(_ context: ChannelHandlerContext) {
        guard mustSendContinue, unansweredRequests == 1 else { return }
        mustSendContinue = false
        context.writeAndFlush(wrapOutboundOut(.head(HTTPResponse(status: .continue))), promise: nil)
    }

    private func expectsContinue(_ head: HTTPRequest) -> Bool {
        head.headerFields[.expect]?.lowercased() == "100-continue"
            && head.headerFields[.contentLength].flatMap { Int($0) } ?? 0 <= maximumByteCount
    }
}
