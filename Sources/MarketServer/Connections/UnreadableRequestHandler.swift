import HTTPTypes
import MarketAPI
import MarketModels
import MarketTexts
import NIOCore
import NIOHTTP1
import NIOHTTPTypes

/// A handler that answers a request that the parser can't read with a JSON error (API.md, “Rules for every edition”): a
/// method unknown to HTTP, such as `post`, with 405, headers that are too long with 431, and everything else with 400.
/// Without it, Hummingbird responds with an empty 400. It also refuses headers with long runs of combining marks, which no
/// client sends, before anything compares them, in quadratic time.
///
/// The parser reads nothing more from the connection, so it is closed, after the responses to earlier requests. What
/// arrives until then is discarded.
final class UnreadableRequestHandler: ExchangeHandler {
    private let origins: OriginPolicy
    private let time: TimeAmount
    /// The number of requests that have begun, minus the responses that have ended.
    private var unansweredRequests = 0
    private var isInRequest = false
    /// The error to send once earlier requests are answered, and what the host speaks that was asked.
    private var pending: (error: RequestError, dialect: Dialect)?
    /// The host of the last request that was read.
    private var lastHost: String?
    private var hasFailed = false
    private var isClosing = false

    /// - Parameter time: the time until the connection is closed after the response.
    init(origins: OriginPolicy, time: TimeAmount) {
        self.origins = origins
        self.time = time
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if hasFailed { return }
        switch unwrapInboundIn(data) {
        case .head(let head):
            let values = head.headerFields.lazy.map(\.value)
            guard !values.contains(where: \.hasCombiningFlood), head.authority?.hasCombiningFlood != true else {
                errorCaught(context: context, error: HTTPParserError.invalidHeaderToken)
                return
            }
            lastHost = head.authority
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
        if isClosing, case ChannelEvent.inputClosed? = event as? ChannelEvent {
            context.close(promise: nil)
        }
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        guard case .end = unwrapOutboundIn(data) else { return context.write(data, promise: promise) }
        unansweredRequests -= 1
        context.write(data, promise: promise)
        if unansweredRequests == 0 { sendPending(context) }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        if hasFailed { return }
        // What reads the body of a request reports the error.
        guard !isInRequest, !(error is IOError), !(error is ChannelError) else {
            context.fireErrorCaught(error)
            return
        }
        hasFailed = true
        let answer: RequestError
        switch error as? HTTPParserError {
        // More bytes after a request that asked to close the connection.
        case .closedConnection: return
        case .invalidMethod: answer = .methodNotAllowed(allowed: [.get, .post, .put, .patch, .delete])
        case .headerOverflow: answer = .headersTooLong
        default: answer = .unreadableHead
        }
        let lines = try? context.pipeline.syncOperations.handler(type: RequestLineHandler.self)
        pending = (answer, origins.dialect(ofHost: lines?.unreadHost ?? lastHost))
        if unansweredRequests == 0 { sendPending(context) }
    }

    private func sendPending(_ context: ChannelHandlerContext) {
        guard let (error, dialect) = pending else { return }
        pending = nil
        // Nothing of the request was read but perhaps its host. Its language wasn't.
        var answer = ErrorTranslator().translate(error, language: Language(acceptLanguage: nil))
        answer.headers[.connection] = "close"
        write(answer, in: dialect, context)
        isClosing = true
        context.closeOutput(thenAllIn: time)
        context.read()
    }
}
