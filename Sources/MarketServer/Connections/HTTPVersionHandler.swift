import NIOCore
import NIOHTTP1

/// A handler between the parser and everything that forgets a request's version, which answers HTTP/1.0 as HTTP/1.0: a
/// connection is closed after the response unless the client asked to keep it, in which case the response says so, and
/// a body without a declared length ends with the connection, because HTTP/1.0 knows no chunks.
///
/// The answer to a HEAD has no body, whoever has made it: Hummingbird sends one where there is no route, which would be taken for
/// the next answer, and behind a proxy for that to somebody else. It says no length where that isn't known, as of a sitemap, which
/// is read while it is sent: Hummingbird says that it is 0.
///
/// Requests that end their connection, in whatever words, say `Connection: close` from here on, and so do their responses.
/// They include those that offer to go on in another protocol, which nothing here takes up: the parser reads no further, and
/// whoever got the connection next from a proxy would wait for an answer until it is closed.
final class HTTPVersionHandler: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart
    typealias OutboundIn = HTTPServerResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    /// A request that isn't answered yet.
    private struct Exchange {
        let isOld: Bool
        let closes: Bool
        let isHead: Bool
    }

    private var context: ChannelHandlerContext?
    private var exchanges = CircularBuffer<Exchange>()
    /// Whether the end of the body in flight is the end of the connection.
    private var endsWithConnection = false
    /// Whether the response in flight answers a HEAD and has no length, so that nothing follows its head, not even the end of chunks.
    private var endsWithHead = false
    /// Whether the request that is being read is the last one, because it offers another protocol.
    private var isLast = false
    /// Whether nothing more is read: the parser can't tell where another request begins, or may not. It would keep all that
    /// arrives.
    private(set) var hasStopped = false

    /// Whether the parser is between the head and the end of a request.
    private(set) var isInRequest = false
    /// Whether the newest request has a body.
    private(set) var hasBody = false
    /// The number of requests whose end was read; it may wrap.
    private(set) var endCount: UInt = 0
    /// The number of parts of requests that were read; it may wrap.
    private(set) var partCount: UInt = 0
    /// Whether the next response can be written as its bytes, which the encoder takes for a body: not as HTTP/1.0, which has another
    /// head, and not behind a HEAD whose response has no length, because the encoder makes chunks until another head passes.
    var takesBytes: Bool { exchanges.first?.isOld != true && !endsWithHead }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if hasStopped { return }
        partCount &+= 1
        switch unwrapInboundIn(data) {
        case .head(var head):
            isInRequest = true
            hasBody = false
            let isOld = head.version.major < 1 || head.version.major == 1 && head.version.minor < 1
            isLast = Self.offersAnotherProtocol(head)
            let closes = !head.isKeepAlive || isLast
            if isOld {
                // A proxy that doesn't know chunks would have seen other requests in these bytes.
                guard !head.headers.contains(name: "transfer-encoding") else {
                    hasStopped = true
                    context.fireErrorCaught(HTTPParserError.unexpectedContentLength)
                    return
                }
                // To be ignored in HTTP/1.0 (RFC 9110, 10.1.1).
                head.headers.remove(name: "expect")
                // Optional in HTTP/1.0. The client knows no other name than the address that it has reached.
                if !head.headers.contains(name: "host"), let host = Self.host(of: context.channel) {
                    head.headers.add(name: "host", value: host)
                }
            }
            if closes { head.headers.replaceOrAdd(name: "connection", value: "close") }
            exchanges.append(Exchange(isOld: isOld, closes: closes, isHead: head.method == .HEAD))
            context.fireChannelRead(isOld || closes ? wrapInboundOut(.head(head)) : data)
        case .body:
            hasBody = true
            context.fireChannelRead(data)
        case .end:
            isInRequest = false
            hasStopped = isLast
            endCount &+= 1
            context.fireChannelRead(data)
        }
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        switch unwrapOutboundIn(data) {
        case .head(var head):
            guard let exchange = exchanges.first else { return context.write(data, promise: promise) }
            endsWithHead = exchange.isHead && head.status == .ok && head.headers["content-length"] == ["0"]
            if endsWithHead { head.headers.remove(name: "content-length") }
            guard exchange.isOld else {
                let closes = exchange.closes && head.status.code >= 200
                guard closes || endsWithHead else { return context.write(data, promise: promise) }
                if closes { head.headers.replaceOrAdd(name: "connection", value: "close") }
                return context.write(wrapOutboundOut(.head(head)), promise: promise)
            }
            if head.status.code < 200 {
                promise?.succeed()
                return
            }
            head.version = .http1_0
            let hasEnd =
                exchange.isHead || !head.status.mayHaveResponseBody || head.headers.contains(name: "content-length")
            endsWithConnection = !hasEnd
            let closes = exchange.closes || !hasEnd || head.headers["connection"].contains("close")
            head.headers.replaceOrAdd(name: "connection", value: closes ? "close" : "keep-alive")
            context.write(wrapOutboundOut(.head(head)), promise: promise)
        case .body:
            if exchanges.first?.isHead == true {
                promise?.succeed()
                return
            }
            context.write(data, promise: promise)
        case .end:
            let exchange = exchanges.popFirst()
            if endsWithHead {
                return context.write(wrapOutboundOut(.body(.byteBuffer(ByteBuffer()))), promise: promise)
            }
            guard endsWithConnection, exchange?.closes == false else { return context.write(data, promise: promise) }
            let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
            let written = promise ?? context.eventLoop.makePromise()
            written.futureResult.whenComplete { _ in bound.value.close(promise: nil) }
            context.writeAndFlush(data, promise: written)
        }
    }

    func handlerAdded(context: ChannelHandlerContext) { self.context = context }

    func handlerRemoved(context: ChannelHandlerContext) { self.context = nil }

    /// Flushes what later handlers have written, and completes the promise when the socket has taken all of it, or never will.
    func flush(promise: EventLoopPromise<Void>) {
        guard let context else { return promise.succeed() }
        context.writeAndFlush(wrapOutboundOut(.body(.byteBuffer(ByteBuffer()))), promise: promise)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        if error is HTTPParserError { hasStopped = true }
        context.fireErrorCaught(error)
    }

    private static func offersAnotherProtocol(_ head: HTTPRequestHead) -> Bool {
        head.method == .CONNECT || head.headers.contains(name: "upgrade")
    }

    private static func host(of channel: any Channel) -> String? {
        guard let address = channel.localAddress, let ip = address.ipAddress, let port = address.port else {
            return nil
        }
        return ip.contains(":") ? "[\(ip)]:\(port)" : "\(ip):\(port)"
    }

    /// Installs the handlers that stand next to the parser.
    static func install(in pipeline: ChannelPipeline) throws {
        let operations = pipeline.syncOperations
        let parser = try operations.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self)
        let versions = HTTPVersionHandler()
        try operations.addHandler(versions, position: .after(parser))
        try operations.addHandler(RequestLineHandler(requests: versions), position: .before(parser))
    }
}
