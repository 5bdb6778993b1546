import NIOCore
import NIOEmbedded
import NIOHTTP1
import Testing

@testable import MarketServer

/// What arrives when the parser reads nothing more, which it would keep until the connection is closed.
struct StoppedParserTests {
    private static let host = "Host: x\r\n"
    private static let get = "GET / HTTP/1.1\r\n\(host)\r\n"

    /// Counts the bytes that the parser gets.
    private final class ByteCounter: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer
        private(set) var count = 0

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            count += unwrapInboundIn(data).readableBytes
            context.fireChannelRead(data)
        }
    }

    /// Returns how many bytes the parser gets of what arrives in one piece after another, whatever it says to them.
    private func parsed(_ pieces: [String]) throws -> Int {
        let channel = EmbeddedChannel()
        let operations = channel.pipeline.syncOperations
        try operations.configureHTTPServerPipeline(withPipeliningAssistance: false, withErrorHandling: false)
        try HTTPVersionHandler.install(in: channel.pipeline)
        let counter = ByteCounter()
        try operations.addHandler(counter, position: .after(operations.handler(type: RequestLineHandler.self)))
        try channel.connect(to: SocketAddress(unixDomainSocketPath: "/none")).wait()
        for piece in pieces { _ = try? channel.writeInbound(ByteBuffer(string: piece)) }
        _ = try? channel.finish(acceptAlreadyClosed: true)
        return counter.count
    }

    @Test(
        arguments: [
            "\u{1}garbage\r\n",
            "GET / HTTP/1.1\r\n\(host)Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n",
            "GET / HTTP/1.1\r\n\(host)X: " + String(repeating: "a", count: 200_000),
            get + "\u{1}garbage\r\n",
            "POST / HTTP/1.1\r\n\(host)Transfer-Encoding: chunked\r\n\r\nno number\r\n",
            "POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n",
            "GET / HTTP/1.1\r\n\(host)Connection: Upgrade\r\nUpgrade: x\r\n\r\n",
            "POST / HTTP/1.1\r\n\(host)Connection: Upgrade\r\nUpgrade: x\r\nContent-Length: 2\r\n\r\n{}",
            "CONNECT x:80 HTTP/1.1\r\n\(host)\r\n",
            "GET / HTTP/1.1\r\n\(host)Connection: close\r\n\r\n\(get)",
        ]
    )
    func nothingOfWhatFollowsIsKept(_ request: String) throws {
        let flood = (0..<16).map { _ in String(repeating: "a의", count: 1 << 16) }
        #expect(try parsed([request] + flood) == request.utf8.count)
    }

    /// The opposite: requests, a body, and an offer that isn't complete.
    @Test func whatFollowsAnyOtherRequestIsRead() throws {
        let body = String(repeating: "a의", count: 1 << 16)
        let pieces = [
            Self.get, Self.get, "POST / HTTP/1.1\r\n\(Self.host)Content-Length: \(2 * body.utf8.count)\r\n\r\n", body,
            body,
            Self.get, "GET / HTTP/1.1\r\n\(Self.host)Connection: Upgrade\r\n\r\n", Self.get,
            "POST / HTTP/1.1\r\n\(Self.host)Connection: Upgrade\r\nUpgrade: x\r\nContent-Length: \(body.utf8.count)\r\n\r\n",
            body,
        ]
        #expect(try parsed(pieces) == pieces.map(\.utf8.count).reduce(0, +))
    }

    /// The parser makes nothing of empty lines and blanks, and waits for more of them without end.
    @Test(
        arguments: [
            ("", "\r\n"), ("GET ", " "), ("GET / HTTP/1.1\r\n\(host)X:", " "), ("\(get)\(get)", "\r\n"),
            ("POST / HTTP/1.1\r\n\(host)Transfer-Encoding: chunked\r\n\r\n0\r\nX:", " "),
        ]
    )
    func whatTheParserMakesNothingOfIsNotKept(_ beginning: String, _ more: String) throws {
        let flood = (0..<64).map { _ in String(repeating: more, count: 8192 / more.utf8.count) }
        let length = try parsed([beginning] + flood)
        #expect(length < beginning.utf8.count + 20 * 8192, "of 64 pieces of 8 kB, all were taken")
    }
}
