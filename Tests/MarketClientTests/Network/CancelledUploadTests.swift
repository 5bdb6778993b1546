import Foundation
import MarketClient
import NIOCore
import NIOPosix
import Testing

/// Uploads of a file that are cancelled at any moment, as when somebody stops an import.
@Suite(.timeLimit(.minutes(30)))
struct CancelledUploadTests {
    /// Reads everything and never responds.
    private final class SilentReader: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {}
    }

    @Test func theyEndAtOnceAndTheProcessLives() async throws {
        let listener = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture { try channel.pipeline.syncOperations.addHandler(SilentReader()) }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        let url = try #require(URL(string: "http://127.0.0.1:\(listener.localAddress?.port ?? 0)/"))
        let file = FileManager.default.temporaryDirectory.appending(path: "upload-\(UUID().uuidString)")
        try Data(repeating: 65, count: 3_000_000).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let transport = URLSessionTransport()
        // Beside other tests, it may take minutes until the turn of this one comes to cancel.
        let request = ClientRequest(.post, url, body: .file(file), idleTimeout: 3_600)
        for round in 0..<600 {
            let upload = Task { try await transport.send(request) }
            // Each round cancels a little later than the one before it.
            var step = 0
            while step < round % 200 {
                step += 1
                await Task.yield()
            }
            upload.cancel()
            let outcome = await upload.result
            #expect(throws: TransportError.cancelled) { try outcome.get() }
        }
        try await listener.close()
    }
}
