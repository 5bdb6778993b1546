import Foundation
import MarketClient
import NIOCore
import NIOPosix
import Testing

/// A response that never ends and never pauses.
@Suite(.timeLimit(.minutes(30)))
struct DrippingAnswerTests {
    /// Sends its response one byte at a time for as long as the connection is open.
    private final class Dripper: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            let head = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 1000000\r\n\r\n"
            context.writeAndFlush(NIOAny(ByteBuffer(string: head)), promise: nil)
            drip(context)
        }

        private func drip(_ context: ChannelHandlerContext) {
            guard context.channel.isActive else { return }
            context.writeAndFlush(NIOAny(ByteBuffer(string: " ")), promise: nil)
            let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
            context.eventLoop.scheduleTask(in: .milliseconds(50)) {
                let (handler, context) = bound.value
                handler.drip(context)
            }
        }
    }

    @Test func itIsGivenUpThoughItNeverPauses() async throws {
        let listener = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture { try channel.pipeline.syncOperations.addHandler(Dripper()) }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        let url = try #require(URL(string: "http://127.0.0.1:\(listener.localAddress?.port ?? 0)/"))
        let request = ClientRequest(.get, url, idleTimeout: 1)
        await #expect(throws: TransportError.timedOut) { try await URLSessionTransport().send(request) }
        try await listener.close()
    }
}
