import HTTPTypes
import MarketModels
import NIOCore
import NIOEmbedded
import NIOHTTPTypes

@testable import MarketServer

/// A connection without a socket: it takes and returns HTTP parts, and the test advances its clock.
struct HTTPChannel {
    let channel: EmbeddedChannel
    /// Counts the reads that reach the socket.
    let reads = ReadCounter()

    init(_ handlers: [any ChannelHandler]) throws {
        channel = EmbeddedChannel()
        try channel.pipeline.syncOperations.addHandlers([reads] + handlers)
        try channel.connect(to: SocketAddress(unixDomainSocketPath: "/none")).wait()
    }

    var isOpen: Bool { channel.isActive }

    func receive(_ part: HTTPRequestPart) throws { try channel.writeInbound(part) }

    /// Receives a complete request without a body.
    func receive(_ method: HTTPRequest.Method, _ path: String, _ headers: HTTPFields = [:]) throws {
        var request = HTTPRequest(method: method, scheme: "http", authority: "market.test", path: path)
        request.headerFields = headers
        try receive(.head(request))
        try receive(.end(nil))
    }

    /// Responds as the router does.
    func response(_ status: HTTPResponse.Status) throws {
        try channel.writeOutbound(HTTPResponsePart.head(HTTPResponse(status: status)))
        try channel.writeOutbound(HTTPResponsePart.end(nil))
    }

    /// Returns the statuses of the responses written since the last call; each must be complete.
    func writtenStatuses() throws -> [Int] {
        var statuses: [Int] = []
        while let part = try channel.readOutbound(as: HTTPResponsePart.self) {
            if case .head(let head) = part { statuses.append(head.status.code) }
        }
        return statuses
    }

    /// Returns the bodies of the responses written since the last call.
    func writtenText() throws -> String {
        var text = ""
        while let part = try channel.readOutbound(as: HTTPResponsePart.self) {
            if case .body(let bytes) = part { text += String(buffer: bytes) }
        }
        return text
    }

    /// Returns the paths of the requests passed on to the router since the last call.
    func routedPaths() throws -> [String] {
        var paths: [String] = []
        while let part = try channel.readInbound(as: HTTPRequestPart.self) {
            if case .head(let head) = part { paths.append(head.path ?? "") }
        }
        return paths
    }

    func setWritable(_ isWritable: Bool) {
        channel.isWritable = isWritable
        channel.pipeline.fireChannelWritabilityChanged()
    }

    func advance(by time: TimeAmount) { channel.embeddedEventLoop.advanceTime(by: time) }
}

final class ReadCounter: ChannelOutboundHandler {
    typealias OutboundIn = HTTPResponsePart
    private(set) var count = 0

    func read(context: ChannelHandlerContext) {
        count += 1
        context.read()
    }
}

/// Records the events that reach the end of a pipeline.
final class EventRecorder: ChannelInboundHandler {
    typealias InboundIn = HTTPRequestPart
    private(set) var events: [String] = []

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        events.append("\(type(of: event))")
        context.fireUserInboundEventTriggered(event)
    }
}

/// Reports with every flush that the channel is writable, as a socket does that has just accepted everything.
final class FlickeringWritability: ChannelOutboundHandler {
    typealias OutboundIn = HTTPResponsePart

    func flush(context: ChannelHandlerContext) {
        context.flush()
        context.fireChannelWritabilityChanged()
    }
}

/// Closes the output alone, as a socket can: `EmbeddedChannel` would close the connection.
final class HalfClosing: ChannelOutboundHandler {
    typealias OutboundIn = HTTPResponsePart

    func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
        if mode == .output {
            promise?.succeed()
        } else {
            context.close(mode: mode, promise: promise)
        }
    }
}
