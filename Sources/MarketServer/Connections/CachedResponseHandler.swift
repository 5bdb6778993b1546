import HTTPTypes
import MarketModels
import NIOCore
import NIOHTTPTypes

/// Answers a GET from the response cache on the event loop, before a task, a router or a context is made for it.
///
/// Responses keep the order of their requests: the handler steps in only while no earlier request of its connection is
/// with the router. While the client does not take what was written to it, requests are held back and nothing more is
/// read. Events that end a connection, a half-closed peer and a server that stops, pass on when everything that was
/// answered here has been written.
final class CachedResponseHandler: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    private let match: (HTTPRequest) -> CachedResponses.Match?
    private let now: () -> Timestamp
    private var date = HTTPDate()
    /// Requests that went on to the router and are not answered yet.
    private var routedRequests = 0
    /// The response to give when the request has ended.
    private var pending: CachedResponses.Match?
    /// What was read while the client was not taking responses: at most what one read brings.
    private var held = CircularBuffer<HTTPRequestPart>()
    private var isReadHeld = false
    private var isTakingHeld = false
    /// Responses of this handler that are not yet handed to the system.
    private var unwrittenResponses = 0
    private var deferredEvents: [any Sendable] = []
    /// Whether the server stops.
    private var isEnding = false
    /// Whether a request asked for the connection to be closed behind its response. Nothing behind it is answered.
    private var closesWhenWritten = false

    /// - Parameters:
    ///   - match: the response to a request, if it is in the cache and still right.
    ///   - now: the time, for the responses' `Date`.
    init(match: @escaping (HTTPRequest) -> CachedResponses.Match?, now: @escaping () -> Timestamp) {
        self.match = match
        self.now = now
    }

    convenience init(responses: CachedResponses) {
        self.init(match: responses.match(for:), now: { responses.now })
    }

    // MARK: Reading

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let part = unwrapInboundIn(data)
        if !held.isEmpty || isTakingHeld || !take(part, context) { held.append(part) }
    }

    func read(context: ChannelHandlerContext) {
        if canRead {
            context.read()
        } else {
            isReadHeld = true
        }
    }

    /// A server that stops still reads what belongs to requests that are under way.
    private var canRead: Bool { held.isEmpty && !isTakingHeld && (!isEnding || routedRequests > 0 || pending != nil) }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        if context.channel.isWritable, !held.isEmpty, !isTakingHeld { takeHeld(context) }
        context.fireChannelWritabilityChanged()
    }

    /// Goes on with what was held back, as far as the client takes responses.
    private func takeHeld(_ context: ChannelHandlerContext) {
        // A response that is written may make the channel unwritable and writable again before this is done.
        isTakingHeld = true
        while let part = held.popFirst() {
            guard take(part, context) else {
                held.prepend(part)
                break
            }
        }
        isTakingHeld = false
        // The handlers behind this one hand on what they were given when a read is complete.
        context.fireChannelReadComplete()
        passDeferredEvents(context)
        if canRead, isReadHeld {
            isReadHeld = false
            context.read()
        }
    }

    func channelInactive(context: ChannelHandlerContext) {
        held.removeAll()
        pending = nil
        context.fireChannelInactive()
    }

    /// - Returns: false if the part has to wait until the client takes responses again.
    private func take(_ part: HTTPRequestPart, _ context: ChannelHandlerContext) -> Bool {
        if closesWhenWritten { return true }
        switch part {
        case .head(let head):
            if routedRequests == 0, let match = match(head) {
                guard context.channel.isWritable else { return false }
                pending = match
                return true
            }
            routedRequests += 1
        case .body where pending != nil:
            return true
        case .end where pending != nil:
            if let match = pending {
                pending = nil
                send(match, context: context)
            }
            return true
        case .body, .end:
            break
        }
        context.fireChannelRead(wrapInboundOut(part))
        return true
    }

    // MARK: Writing

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        if case .end = unwrapOutboundIn(data) { routedRequests -= 1 }
        context.write(data, promise: promise)
    }

    private func send(_ match: CachedResponses.Match, context: ChannelHandlerContext) {
        match.meter.record(since: match.beganAt)
        var head = match.head
        head.headerFields[.date] = date.text(at: now())
        if match.closesConnection {
            head.headerFields[.connection] = "close"
            closesWhenWritten = true
        }
        context.write(wrapOutboundOut(.head(head)), promise: nil)
        if let body = match.body {
            context.write(wrapOutboundOut(.body(body)), promise: nil)
        }
        unwrittenResponses += 1
        let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
        let written = context.eventLoop.makePromise(of: Void.self)
        written.futureResult.whenComplete { _ in
            let (handler, context) = bound.value
            handler.responseWasWritten(context)
        }
        context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: written)
    }

    private func responseWasWritten(_ context: ChannelHandlerContext) {
        unwrittenResponses -= 1
        guard unwrittenResponses == 0 else { return }
        if closesWhenWritten {
            context.close(promise: nil)
        } else {
            passDeferredEvents(context)
        }
    }

    // MARK: Ending

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        switch event {
        case let event as ChannelEvent where event == .inputClosed:
            // The request that is under way will never end.
            pending = nil
            passWhenWritten(event, context)
        case let event as ChannelShouldQuiesceEvent:
            isEnding = true
            passWhenWritten(event, context)
        default:
            context.fireUserInboundEventTriggered(event)
        }
    }

    private func passWhenWritten(_ event: any Sendable, _ context: ChannelHandlerContext) {
        deferredEvents.append(event)
        passDeferredEvents(context)
    }

    private func passDeferredEvents(_ context: ChannelHandlerContext) {
        guard unwrittenResponses == 0, held.isEmpty, pending == nil else { return }
        let events = deferredEvents
        deferredEvents = []
        for event in events { context.fireUserInboundEventTriggered(event) }
    }
}
