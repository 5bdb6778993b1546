import NIOCore
import NIOEmbedded
import NIOHTTP1
import Testing

@testable import MarketServer

/// Raw bytes in the first line, with the real parser, in every split.
struct RequestLineHandlerTests {
    private static let get = "GET /a?b=의자 HTTP/1.1\r\nHost: x\r\nX: 의\r\n\r\n"
    private static let post = "POST /의 HTTP/1.1\r\nHost: x\r\nContent-Length: 12\r\n\r\nGET /의\r\n\r\n"
    private static let chunked = "PUT /b HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n3\r\n의\r\n0\r\n\r\n"

    private struct Seen: Equatable {
        var targets: [String] = []
        var headers: [String] = []
        var body = ""
        var ends = 0
    }

    private func seen(in pieces: [[UInt8]]) throws -> Seen {
        let channel = EmbeddedChannel()
        try channel.pipeline.syncOperations.configureHTTPServerPipeline(
            withPipeliningAssistance: false,
            withErrorHandling: false
        )
        try HTTPVersionHandler.install(in: channel.pipeline)
        try channel.connect(to: SocketAddress(unixDomainSocketPath: "/none")).wait()
        var seen = Seen()
        for piece in pieces where !piece.isEmpty {
            try channel.writeInbound(ByteBuffer(bytes: piece))
            while let part = try channel.readInbound(as: HTTPServerRequestPart.self) {
                switch part {
                case .head(let head):
                    seen.targets.append(head.uri)
                    if let header = head.headers.first(name: "x") { seen.headers.append(header) }
                case .body(let bytes): seen.body += bytes.readableBytesView.map { String($0, radix: 16) }.joined()
                case .end: seen.ends += 1
                }
            }
        }
        _ = try? channel.finish(acceptAlreadyClosed: true)
        return seen
    }

    private func hex(_ text: String) -> String { text.utf8.map { String($0, radix: 16) }.joined() }

    @Test func firstLineIsEncodedInEverySplit() throws {
        for request in [Self.get, "\r\n\n" + Self.get] {
            let bytes = Array(request.utf8)
            for cut in 0...bytes.count {
                let seen = try seen(in: [Array(bytes[..<cut]), Array(bytes[cut...])])
                #expect(
                    seen.targets == ["/a?b=%EC%9D%98%EC%9E%90"] && seen.headers == ["의"] && seen.ends == 1,
                    "\(cut)"
                )
            }
            #expect(try self.seen(in: bytes.map { [$0] }).targets == ["/a?b=%EC%9D%98%EC%9E%90"])
        }
    }

    @Test func requestsAfterOneAnotherAreEncodedAndBodiesAreNot() throws {
        let body = hex("GET /의\r\n\r\n") + hex("의")
        let requests = [Self.post, Self.get, Self.chunked, Self.get, Self.get].map { Array($0.utf8) }
        let expected = Seen(
            targets: [
                "/%EC%9D%98", "/a?b=%EC%9D%98%EC%9E%90", "/b", "/a?b=%EC%9D%98%EC%9E%90", "/a?b=%EC%9D%98%EC%9E%90",
            ],
            headers: ["의", "의", "의"],
            body: body,
            ends: 5
        )
        #expect(try seen(in: requests) == expected)
        #expect(try seen(in: requests.joined().map { [$0] }) == expected)
    }

    @Test func severalInOneReadAreEncoded() throws {
        let line = "GET /의 HTTP/1.1\r\n\r\n"
        #expect(try seen(in: [Array((line + line + "GET /a HTTP/1.1\r\n\r\n" + line).utf8)]).targets.count == 4)
        let bytes = Array((line + line).utf8)
        for cut in 0...bytes.count {
            #expect(
                try seen(in: [Array(bytes[..<cut]), Array(bytes[cut...])]).targets == ["/%EC%9D%98", "/%EC%9D%98"]
            )
        }
    }

    /// Two parsers must agree about where requests begin, or one could be smuggled past the other.
    @Test(arguments: [
        "GET /의\nX: y HTTP/1.1\r\n\r\n", "GET / HTTP/1.1\r\nTransfer-Encoding의: chunked\r\n\r\n",
        "POST / HTTP/1.1\r\nContent-Length: 5의\r\n\r\nhello", "POST / HTTP/1.1\r\nContent-Length의: 5\r\n\r\n",
        "POST / HTTP/1.1\r\nTransfer-Encoding: chunked의\r\n\r\n0\r\n\r\n",
        "POST / HTTP/1.1\r\n의Content-Length: 5\r\n\r\n",
    ])
    func headersWithRawBytesAreRefused(_ request: String) throws {
        let bytes = Array(request.utf8)
        for cut in 0...bytes.count {
            #expect(throws: (any Error).self) { try seen(in: [Array(bytes[..<cut]), Array(bytes[cut...])]) }
        }
    }
}
