import HTTPTypes
import NIOCore
import NIOHTTPTypes

/// A handler that closes a connection on which no request has arrived and no response has ended for a while.
///
/// It precedes ``QuickResponseHandler``, so that requests answered there count as activity; Hummingbird's own idle
/// timeout follows it and wouldn't see them. An incomplete request head isn't activity. A connection isn't idle while a
/// response is in flight.
final class IdleConnectionHandler: ExchangeHandler {
    private let idleTime: TimeAmount
    private var lastActivity = NIODeadline.uptimeNanoseconds(0)
    /// The number of requests that were read completely, minus the responses that have ended. A request that is
    /// rejected early has its response before its end.
    private var unansweredRequests = 0
    /// The number of request heads that were read, minus the responses that have ended.
    private var openRequests = 0
    /// Whether one of them isn't a health check.
    private var isWorking = false
    /// The connection, which is notified of changes.
    private var connection: OpenConnection?
    private var nextCheck: Scheduled<Void>?

    init(idleTime: TimeAmount) {
        self.idleTime = idleTime
    }

    func handlerAdded(context: ChannelHandlerContext) {
        if context.channel.isActive { start(context) }
    }

    func channelActive(context: ChannelHandlerContext) {
        start(context)
        context.fireChannelActive()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        lastActivity = context.eventLoop.now
        switch unwrapInboundIn(data) {
        case .head(let request):
            if !Self.isHealthCheck(request) { isWorking = true }
            countOpenRequests(1)
        case .body: break
        case .end: unansweredRequests += 1
        }
        context.fireChannelRead(data)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        if case .end = unwrapOutboundIn(data) {
            lastActivity = context.eventLoop.now
            unansweredRequests -= 1
            countOpenRequests(-1)
        }
        context.write(data, promise: promise)
    }

    func channelInactive(context: ChannelHandlerContext) {
        stop()
        context.fireChannelInactive()
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        stop()
    }

    private func countOpenRequests(_ change: Int) {
        openRequests += change
        connection?.requestsChanged(by: change, at: lastActivity, isWork: isWorking)
        if openRequests == 0 { isWorking = false }
    }

    /// Whether a request only asks how the server is: what `/healthChecker`, `/health` and `/metrics` answer.
    private static func isHealthCheck(_ request: HTTPRequest) -> Bool {
        guard let path = request.path else { return false }
        return path.hasPrefix("/health") || path.hasPrefix("/metrics")
    }

    private func start(_ context: ChannelHandlerContext) {
        guard nextCheck == nil else { return }
        connection = ConnectionMarkerHandler.connection(of: context.channel)
        lastActivity = context.eventLoop.now
        schedule(context, at: lastActivity + idleTime)
    }

    private func stop() {
        nextCheck?.cancel()
        nextCheck = nil
        // A connection may end in the middle of a request.
        if openRequests != 0 { countOpenRequests(-openRequests) }
    }

    private func schedule(_ context: ChannelHandlerContext, at deadline: NIODeadline) {
        let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
        nextCheck = context.eventLoop.scheduleTask(deadline: deadline) {
            let (handler, context) = bound.value
            handler.check(context)
        }
    }

    private func check(_ context: ChannelHandlerContext) {
        nextCheck = nil
        let now = context.eventLoop.now
        if unansweredRequests > 0 {
            schedule(context, at: now + idleTime)
        } else if now >= lastActivity + idleTime {
            context.close(promise: nil)
        } else {
            schedule(context, at: lastActivity + idleTime)
        }
    }
}
