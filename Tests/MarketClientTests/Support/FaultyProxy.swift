import Foundation
import NIOCore
import NIOPosix
import Synchronization

/// The faults that a proxy applies to one connection.
struct ConnectionFault: Sendable {
    /// The time for which the response is delayed.
    var delay: TimeAmount = .zero
    /// The number of bytes from the client after which the connection is closed.
    var uploadLimit = Int.max
    /// The number of response bytes after which the connection is closed; 0 swallows a response that the server has
    /// sent.
    var downloadLimit = Int.max
    /// The number of response chunks after which the connection is closed; a short response is one chunk.
    var answerLimit = Int.max
    /// Changes the bytes of responses.
    var change: (@Sendable (inout ByteBuffer) -> Void)?
    /// Whether responses are held until the test releases them.
    var isHeld = false

    static let none = ConnectionFault()
}

/// A proxy between a client and a server on this machine that delays, truncates, reorders and corrupts.
///
/// Each connection takes the next fault of the plan; after the end of the plan, connections pass through unchanged.
final class FaultyProxy: Sendable {
    private struct State {
        var plan: [ConnectionFault]
        var connections = 0
        var closedByClient = 0
        var bytesUp = 0
        var held: [EventLoopPromise<Void>] = []
    }

    private let server: Int
    private let state: Mutex<State>
    private let listener: any Channel

    static func open(
        to server: Int,
        _ plan: [ConnectionFault] = [],
        _ test: (FaultyProxy) async throws -> Void
    ) async throws {
        let proxy = try await FaultyProxy(server: server, plan: plan)
        do {
            try await test(proxy)
        } catch {
            try? await proxy.close()
            throw error
        }
        try await proxy.close()
    }

    private init(server: Int, plan: [ConnectionFault]) async throws {
        self.server = server
        let state = Mutex(State(plan: plan))
        self.state = state
        let gate = Gate()
        listener = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .serverChannelOption(.backlog, value: 64)
            .childChannelOption(.autoRead, value: false)
            .childChannelInitializer { client in
                client.eventLoop.makeCompletedFuture {
                    guard let proxy = gate.proxy.withLock({ $0 }) else { throw ChannelError.eof }
                    try client.pipeline.syncOperations.addHandler(FromClient(proxy: proxy, fault: proxy.nextFault()))
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        gate.proxy.withLock { $0 = self }
    }

    var base: String { "http://127.0.0.1:\(listener.localAddress?.port ?? 0)" }
    var connections: Int { state.withLock { $0.connections } }
    /// The number of connections that the client closed.
    var closedByClient: Int { state.withLock { $0.closedByClient } }
    var bytesUp: Int { state.withLock { $0.bytesUp } }
    /// The number of responses that wait to be released.
    var heldCount: Int { state.withLock { $0.held.count } }

    private func close() async throws {
        let held = state.withLock { state in
            defer { state.held = [] }
            return state.held
        }
        for promise in held { promise.succeed() }
        try await listener.close()
    }

    /// Releases one of the held responses.
    func release(_ index: Int) {
        state.withLock { $0.held.remove(at: index) }.succeed()
    }

    fileprivate func nextFault() -> ConnectionFault {
        state.withLock { state in
            state.connections += 1
            return state.plan.isEmpty ? .none : state.plan.removeFirst()
        }
    }

    fileprivate func hold(_ promise: EventLoopPromise<Void>) {
        state.withLock { $0.held.append(promise) }
    }

    fileprivate func noteBytesUp(_ count: Int) { state.withLock { $0.bytesUp += count } }
    fileprivate func noteClosedByClient() { state.withLock { $0.closedByClient += 1 } }

    fileprivate func connect(on loop: any EventLoop, _ handler: FromServer) -> EventLoopFuture<any Channel> {
        ClientBootstrap(group: loop)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture { try channel.pipeline.syncOperations.addHandler(handler) }
            }
            .connect(host: "127.0.0.1", port: server)
    }
}

/// Makes connections wait for the proxy, which exists only after its listener.
private final class Gate: Sendable {
    let proxy = Mutex<FaultyProxy?>(nil)
}

/// The client's side of a connection. Both sides run on the same event loop.
private final class FromClient: ChannelInboundHandler, @unchecked Sendable {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let proxy: FaultyProxy
    private let fault: ConnectionFault
    private var upstream: (any Channel)?
    private var sent = 0
    private var isCut = false

    init(proxy: FaultyProxy, fault: ConnectionFault) {
        self.proxy = proxy
        self.fault = fault
    }

    func channelActive(context: ChannelHandlerContext) {
        let client = context.channel
        let handler = FromServer(proxy: proxy, fault: fault, client: client) { self.isCut = true }
        proxy.connect(on: context.eventLoop, handler).whenComplete { result in
            guard case .success(let channel) = result else { return client.close(promise: nil) }
            self.upstream = channel
            client.setOption(.autoRead, value: true).whenComplete { _ in client.read() }
        }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let buffer = unwrapInboundIn(data)
        let room = max(0, fault.uploadLimit - sent)
        sent += buffer.readableBytes
        proxy.noteBytesUp(buffer.readableBytes)
        if let passed = buffer.getSlice(at: buffer.readerIndex, length: min(room, buffer.readableBytes)) {
            upstream?.writeAndFlush(passed, promise: nil)
        }
        if sent > fault.uploadLimit {
            isCut = true
            upstream?.close(promise: nil)
            context.close(promise: nil)
        }
    }

    func channelInactive(context: ChannelHandlerContext) {
        if !isCut { proxy.noteClosedByClient() }
        upstream?.close(promise: nil)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        context.close(promise: nil)
    }
}

/// The server's side of a connection.
private final class FromServer: ChannelInboundHandler, @unchecked Sendable {
    typealias InboundIn = ByteBuffer

    private let proxy: FaultyProxy
    private let fault: ConnectionFault
    private let client: any Channel
    private let cutting: @Sendable () -> Void
    private var received = 0
    private var pieces = 0
    /// Completes when the preceding response has been sent: responses leave in the order in which they arrived.
    private var previous: EventLoopFuture<Void>

    init(proxy: FaultyProxy, fault: ConnectionFault, client: any Channel, cutting: @escaping @Sendable () -> Void) {
        self.proxy = proxy
        self.fault = fault
        self.client = client
        self.cutting = cutting
        previous = client.eventLoop.makeSucceededVoidFuture()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        var buffer = unwrapInboundIn(data)
        let isFirst = received == 0
        pieces += 1
        let room = pieces > fault.answerLimit ? 0 : max(0, fault.downloadLimit - received)
        received += buffer.readableBytes
        let isOver = received > fault.downloadLimit || pieces > fault.answerLimit
        buffer = buffer.getSlice(at: buffer.readerIndex, length: min(room, buffer.readableBytes)) ?? ByteBuffer()
        fault.change?(&buffer)
        let (client, cutting, passed) = (client, cutting, buffer)
        let wait: EventLoopFuture<Void>
        if fault.isHeld, isFirst {
            let promise = context.eventLoop.makePromise(of: Void.self)
            proxy.hold(promise)
            wait = promise.futureResult
        } else {
            wait = context.eventLoop.scheduleTask(in: fault.delay) {}.futureResult
        }
        previous = previous.and(wait).flatMap { _ in
            client.writeAndFlush(passed).map {
                guard isOver else { return }
                cutting()
                client.close(promise: nil)
            }
        }
    }

    func channelInactive(context: ChannelHandlerContext) {
        let (client, cutting) = (client, cutting)
        previous.whenComplete { _ in
            cutting()
            client.close(promise: nil)
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        context.close(promise: nil)
    }
}
