import Foundation
import MarketCommands
import MarketServer
import NIOCore
import NIOHTTP1
import NIOPosix

/// A request to the socket of a running server.
enum AdminConnection {
    /// The time for the response. A request may have to wait for other writes.
    private static let timeout = TimeAmount.seconds(30)
    private static let maximumByteCount = 16 * 1024 * 1024

    static func post(_ body: Data, to path: String) async throws -> Data {
        let channel = try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .connect(unixDomainSocketPath: path) { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHTTPClientHandlers()
                    try channel.pipeline.syncOperations.addHandler(
                        NIOHTTPClientResponseAggregator(maxContentLength: maximumByteCount)
                    )
                    return try NIOAsyncChannel<NIOHTTPClientResponseFull, HTTPClientRequestPart>(
                        wrappingChannelSynchronously: channel
                    )
                }
            }
        let closing = channel.channel.eventLoop.scheduleTask(in: timeout) { channel.channel.close(promise: nil) }
        defer { closing.cancel() }
        return try await channel.executeThenClose { responses, requests in
            var head = HTTPRequestHead(version: .http1_1, method: .POST, uri: AdminSocket.requestPath)
            head.headers = [
                "host": "localhost", "content-type": "application/json", "content-length": "\(body.count)",
                "connection": "close",
            ]
            try await requests.write(contentsOf: [.head(head), .body(.byteBuffer(ByteBuffer(bytes: body))), .end(nil)])
            for try await response in responses {
                guard response.head.status == .ok else { break }
                return Data(response.body?.readableBytesView ?? ByteBuffer().readableBytesView)
            }
            throw CommandFailure("no valid response")
        }
    }
}
