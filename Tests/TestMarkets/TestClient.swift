package import HTTPTypes
package import NIOCore
import NIOHTTP1
import NIOHTTPTypes
import NIOHTTPTypesHTTP1
import NIOPosix
import Synchronization

/// A response with its whole body.
package struct TestResponse: Sendable {
    package let status: HTTPResponse.Status
    package let headers: HTTPFields
    package let body: ByteBuffer
}

/// A client of a server on this machine, over real sockets.
///
/// It reuses its connections, and opens another one for each request that is sent beside others. It repeats nothing, and
/// follows no redirects: a test sees what the server does.
package final class TestClient: Sendable {
    /// The server didn't answer a request completely.
    package enum Failure: Error {
        case connectionClosed
        case timedOut
    }

    /// The time after which a server no longer answers, on the slowest of machines.
    private static let timeLimit = TimeAmount.minutes(10)

    /// The port of the server.
    package let port: Int
    private let idleConnections = Mutex<[any Channel]>([])

    package init(port: Int) {
        self.port = port
    }

    /// Closes the connections.
    package func close() async {
        let connections = idleConnections.withLock { connections in
            defer { connections = [] }
            return connections
        }
        for connection in connections { try? await connection.close() }
    }

    /// Sends a request and returns the response.
    ///
    /// - Parameter uri: the path and the query, which are sent as they are.
    /// - Throws: ``Failure``, or the error of the connection.
    package func execute(
        uri: String,
        method: HTTPRequest.Method,
        headers: HTTPFields = [:],
        body: ByteBuffer? = nil
    ) async throws -> TestResponse {
        var request = HTTPRequest(method: method, scheme: nil, authority: "localhost", path: uri, headerFields: headers)
        if let body { request.headerFields[.contentLength] = String(body.readableBytes) }
        let channel = try await connection()
        let response = try await withTaskCancellationHandler {
            try await Self.send(request, body, on: channel).get()
        } onCancel: {
            channel.close(promise: nil)
        }
        if channel.isActive, response.headers[.connection]?.lowercased() != "close" {
            idleConnections.withLock { $0.append(channel) }
        }
        return response
    }

    private func connection() async throws -> any Channel {
        while let channel = idleConnections.withLock({ $0.popLast() }) {
            // The server may have closed it.
            if channel.isActive { return channel }
        }
        return try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .channelOption(.socketOption(.tcp_nodelay), value: 1)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHTTPClientHandlers()
                    try channel.pipeline.syncOperations.addHandlers([HTTP1ToHTTPClientCodec(), ResponseHandler()])
                }
            }
            .connect(host: "127.0.0.1", port: port)
            .get()
    }

    private static func send(
        _ request: HTTPRequest,
        _ body: ByteBuffer?,
        on channel: any Channel
    ) -> EventLoopFuture<TestResponse> {
        channel.eventLoop.flatSubmit {
            let promise = channel.eventLoop.makePromise(of: TestResponse.self)
            do {
                try channel.pipeline.syncOperations.handler(type: ResponseHandler.self).waiting = promise
            } catch {
                promise.fail(error)
                return promise.futureResult
            }
            guard channel.isActive else {
                promise.fail(Failure.connectionClosed)
                return promise.futureResult
            }
            let end = channel.eventLoop.scheduleTask(in: timeLimit) { promise.fail(Failure.timedOut) }
            promise.futureResult.whenComplete { _ in end.cancel() }
            channel.write(HTTPRequestPart.head(request), promise: nil)
            if let body { channel.write(HTTPRequestPart.body(body), promise: nil) }
            // A server that refuses a body may answer before it has read it all, so a failed write is no end yet.
            channel.writeAndFlush(HTTPRequestPart.end(nil), promise: nil)
            return promise.futureResult
        }
    }

    /// Collects a response for the request that waits for it.
    private final class ResponseHandler: ChannelInboundHandler {
        typealias InboundIn = HTTPResponsePart

        var waiting: EventLoopPromise<TestResponse>?
        private var head: HTTPResponse?
        private var body = ByteBuffer()

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            switch unwrapInboundIn(data) {
            case .head(let head) where head.status.kind == .informational: break
            case .head(let head):
                self.head = head
                body = ByteBuffer()
            case .body(let part): body.writeImmutableBuffer(part)
            case .end:
                guard let head else { return }
                self.head = nil
                waiting?.succeed(TestResponse(status: head.status, headers: head.headerFields, body: body))
                waiting = nil
            }
        }

        func errorCaught(context: ChannelHandlerContext, error: any Error) {
            fail(error)
            context.close(promise: nil)
        }

        func channelInactive(context: ChannelHandlerContext) {
            fail(Failure.connectionClosed)
            context.fireChannelInactive()
        }

        private func fail(_ error: any Error) {
            waiting?.fail(error)
            waiting = nil
        }
    }
}
