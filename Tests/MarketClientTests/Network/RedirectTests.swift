import Foundation
import MarketClient
import NIOCore
import NIOPosix
import Synchronization
import Testing

/// Servers that redirect: what identifies the sender goes to no other one.
@Suite(.timeLimit(.minutes(30)))
struct RedirectTests {
    /// Answers each request with the same bytes, and remembers what has arrived.
    private final class Server: ChannelInboundHandler, Sendable {
        typealias InboundIn = ByteBuffer

        let answer: String
        let received = Mutex("")

        init(_ answer: String) { self.answer = answer }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            let isWhole = received.withLock { received in
                received += String(buffer: Self.unwrapInboundIn(data))
                // The body of a POST may come in a packet of its own.
                return received.hasPrefix("GET") || received.hasSuffix("}")
            }
            guard isWhole else { return }
            context.writeAndFlush(NIOAny(ByteBuffer(string: answer)), promise: nil)
        }

        static func at(_ host: String, _ answer: String) async throws -> (server: Server, port: Int) {
            let server = Server(answer)
            let listener = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
                .childChannelInitializer { channel in
                    channel.eventLoop.makeCompletedFuture { try channel.pipeline.syncOperations.addHandler(server) }
                }
                .bind(host: host, port: 0).get()
            return (server, try #require(listener.localAddress?.port))
        }
    }

    private static let done = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}"

    private static func redirect(_ status: Int, to address: String) -> String {
        "HTTP/1.1 \(status) Elsewhere\r\nLocation: \(address)\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
    }

    @Test(arguments: [301, 302, 303, 307, 308])
    func passwordGoesToNoOtherServer(status: Int) async throws {
        let other = try await Server.at("127.0.0.1", Self.done)
        let first = try await Server.at("127.0.0.1", Self.redirect(status, to: "http://localhost:\(other.port)/"))
        let url = try #require(URL(string: "http://127.0.0.1:\(first.port)/api/products/1/secret"))
        let request = ClientRequest(
            .post,
            url,
            headers: ["Content-Type": "application/json", "Authorization": "Bearer right"],
            body: .bytes(Data(#"{"secret":"correct horse"}"#.utf8))
        )
        let response = try await URLSessionTransport().send(request)
        #expect(response.status == status)
        #expect(first.server.received.withLock { $0 }.contains("correct horse"))
        #expect(other.server.received.withLock { $0 }.isEmpty)
        // Nor to another port of the same one.
        let near = try await Server.at("127.0.0.1", Self.redirect(status, to: "http://127.0.0.1:\(other.port)/"))
        let nearURL = try #require(URL(string: "http://127.0.0.1:\(near.port)/"))
        let again = ClientRequest(.get, nearURL, headers: ["identifier": "3f0c9d0e"])
        #expect(try await URLSessionTransport().send(again).status == status)
        #expect(other.server.received.withLock { $0 }.isEmpty)
    }

    @Test func redirectOfTheSameServerAndOfAnAnonymousRequestIsFollowed() async throws {
        let other = try await Server.at("127.0.0.1", Self.done)
        let first = try await Server.at("127.0.0.1", Self.redirect(302, to: "http://localhost:\(other.port)/picture"))
        let url = try #require(URL(string: "http://127.0.0.1:\(first.port)/images/1"))
        #expect(try await URLSessionTransport().send(ClientRequest(.get, url)).status == 200)
        #expect(other.server.received.withLock { $0 }.contains("GET /picture"))
    }
}
