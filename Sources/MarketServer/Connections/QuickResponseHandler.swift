import HTTPTypes
import MarketModels
import NIOCore
import NIOHTTPTypes

/// A handler that answers GET requests on the event loop, before a task, a router or a request context is involved: from the
/// response cache, or with what the store reads without waiting (``QuickResponses``).
///
/// Responses keep the order of their requests: the handler answers only while the router has no earlier request of the
/// connection. While the channel isn't writable, requests are buffered and reading pauses. Events that end a connection
/// (a half-closed peer, a stopping server) are forwarded once all responses of this handler are written.
final class QuickResponseHandler: ExchangeHandler {
    private let match: (HTTPRequest) -> QuickResponses.Match?
    private let now: () -> Timestamp
    private var date = HTTPDate()
    /// The number of requests forwarded to the router whose responses haven't ended.
    private var routedRequests = 0
    /// The response to send at the end of the current request.
    private var pending: QuickResponses.Match?
    /// The parts read while the channel wasn't writable: at most those of one read.
    private var bufferedParts = CircularBuffer<HTTPRequestPart>()
    private var hasPendingRead = false
    private var isProcessingBufferedParts = false
    /// The number of responses of this handler that aren't written to the socket yet.
    private var unwrittenResponses = 0
    private var deferredEvents: [any Sendable] = []
    private var isEnding = false
    /// Whether a request asked to close the connection after its response. Later requests are ignored.
    private var closesWhenWritten = false
    /// Whether the encoder writes bodies in chunks, as it did for the last response with a head of its own.
    private var encodesChunks = false
    /// The handler that knows the version of a request; nil in pipelines without a parser.
    private var versions: HTTPVersionHandler?
    private var hasLookedForVersions = false

    /// - Parameters:
    ///   - match: returns the response to a request if it is cached and valid.
    ///   - now: returns the time for the `Date` header.
    init(match: @escaping (HTTPRequest) -> QuickResponses.Match?, now: @escaping () -> Timestamp) {
        self.match = match
        self.now = now
    }

    convenience init(responses: QuickResponses) {
        self.init(match: responses.match(for:), now: { responses.now })
    }

    // MARK: Reading

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let part = unwrapInboundIn(data)
        if !bufferedParts.isEmpty || isProcessingBufferedParts || !process(part, context) { bufferedParts.append(part) }
    }

    func read(context: ChannelHandlerContext) {
        if canRead {
            context.read()
        } else {
            hasPendingRead = true
        }
    }

    /// While the server is stopping, only the rest of requests in flight is read.
    private var canRead: Bool {
        bufferedParts.isEmpty && !isProcessingBufferedParts
            && (!isEnding || routedRequests > 0 || pending != nil)
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        if context.channel.isWritable, !bufferedParts.isEmpty, !isProcessingBufferedParts {
            processBufferedParts(context)
        }
        context.fireChannelWritabilityChanged()
    }

    /// Processes buffered parts while the channel is writable.
    private func processBufferedParts(_ context: ChannelHandlerContext) {
        // Writing a response may make the channel unwritable and writable again before the loop ends.
        isProcessingBufferedParts = true
        while let part = bufferedParts.popFirst() {
            guard process(part, context) else {
                bufferedParts.prepend(part)
                break
            }
        }
        isProcessingBufferedParts = false
        // Later handlers forward what they received when a read is complete.
        context.fireChannelReadComplete()
        passDeferredEvents(context)
        if canRead, hasPendingRead {
            hasPendingRead = false
            context.read()
        }
    }

    func channelInactive(context: ChannelHandlerContext) {
        bufferedParts.removeAll()
        pending = nil
        context.fireChannelInactive()
    }

    /// - Returns: false if the part must wait until the channel is writable again.
    private func process(_ part: HTTPRequestPart, _ context: ChannelHandlerContext) -> Bool {
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
        switch unwrapOutboundIn(data) {
        case .head(let head): encodesChunks = head.headerFields[.contentLength] == nil
        case .body: break
        case .end: routedRequests -= 1
        }
        context.write(data, promise: promise)
    }

    private func send(_ match: QuickResponses.Match, context: ChannelHandlerContext) {
        match.meter.record(since: match.beganAt)
        closesWhenWritten = match.closesConnection
        if let versions = versionsTakingBytes(context) {
            // A body without a head passes the encoders as it is, and here it has one.
            let bytes = match.representation.bytes(date: date.text(at: now()), closesConnection: closesWhenWritten)
            context.write(wrapOutboundOut(.body(bytes)), promise: nil)
            context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
            // Nearly always the socket has taken all of it, and a promise would take as long as a write.
            if closesWhenWritten || context.bufferedByteCount != 0 {
                versions.flush(promise: promiseOfResponse(context))
            } else {
                passDeferredEvents(context)
            }
            return
        }
        var head = match.representation.head
        head.headerFields[.date] = date.text(at: now())
        if closesWhenWritten { head.headerFields[.connection] = "close" }
        encodesChunks = false
        context.write(wrapOutboundOut(.head(head)), promise: nil)
        if let body = match.representation.body {
            context.write(wrapOutboundOut(.body(body)), promise: nil)
        }
        context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: promiseOfResponse(context))
    }

    private func promiseOfResponse(_ context: ChannelHandlerContext) -> EventLoopPromise<Void> {
        unwrittenResponses += 1
        let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
        let written = context.eventLoop.makePromise(of: Void.self)
        written.futureResult.whenComplete { _ in
            let (handler, context) = bound.value
            handler.responseWasWritten(context)
        }
        return written
    }

    /// Returns the handler of versions if a response can be written as its bytes, of which the encoder must not make a chunk.
    private func versionsTakingBytes(_ context: ChannelHandlerContext) -> HTTPVersionHandler? {
        guard let versions = knownVersions(context), !encodesChunks, versions.takesBytes else { return nil }
        return versions
    }

    private func knownVersions(_ context: ChannelHandlerContext) -> HTTPVersionHandler? {
        if !hasLookedForVersions {
            versions = try? context.pipeline.syncOperations.handler(type: HTTPVersionHandler.self)
            hasLookedForVersions = true
        }
        return versions
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

    /// Hummingbird closes a connection when it has written the last response, and what the socket hasn't taken by then would be lost.
    /// How long a client may take is up to ``SlowClientHandler``, which closes on the other side of this handler.
    func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
        guard mode != .input, let versions = knownVersions(context), context.bufferedByteCount ?? 0 > 0 else {
            return context.close(mode: mode, promise: promise)
        }
        let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
        let written = context.eventLoop.makePromise(of: Void.self)
        written.futureResult.whenComplete { _ in bound.value.close(mode: mode, promise: promise) }
        versions.flush(promise: written)
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        switch event {
        case let event as ChannelEvent where event == .inputClosed:
            // The request in flight will never end.
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
        guard unwrittenResponses == 0, bufferedParts.isEmpty, pending == nil else { return }
        let events = deferredEvents
        deferredEvents = []
        for event in events { context.fireUserInboundEventTriggered(event) }
    }
}
