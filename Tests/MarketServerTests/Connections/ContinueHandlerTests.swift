import HTTPTypes
import NIOCore
import NIOEmbedded
import NIOHTTPTypes
import TestMarkets
import Testing

@testable import MarketServer

struct ContinueHandlerTests {
    private static let expecting = {
        var request = HTTPRequest(method: .post, scheme: "http", authority: "market.test", path: "/api/products")
        request.headerFields = [.expect: "100-continue", .contentLength: "1000"]
        return request
    }()

    @Test func leaveIsGivenOnceWhenTheBodyIsRead() throws {
        let handler = ContinueHandler()
        let connection = try HTTPChannel([handler])
        try connection.receive(.head(Self.expecting))
        #expect(try connection.writtenStatuses() == [])
        handler.bodyIsRead()
        handler.bodyIsRead()
        #expect(try connection.writtenStatuses() == [100])
    }

    @Test func whoDoesNotWaitGetsNoLeaveAfterwards() throws {
        let handler = ContinueHandler()
        let connection = try HTTPChannel([handler])
        try connection.receive(.head(Self.expecting))
        try connection.receive(.body(ByteBuffer(string: "no waiting")))
        handler.bodyIsRead()
        try connection.response(.ok)
        #expect(try connection.writtenStatuses() == [200])
    }

    /// Sends a head that expects `100 Continue`, and returns what comes first.
    private func firstLine(of target: String, byteCount: Int = 10) async throws -> String {
        try await withMarket { market in
            let connection = try RawConnection(port: market.port)
            await connection.send(
                "\(target) HTTP/1.1\r\nHost: localhost\r\nContent-Length: \(byteCount)\r\nExpect: 100-continue\r\n\r\n"
            )
            return String(await connection.read(until: "\r\n").prefix(12))
        }
    }

    @Test func whoIsRefusedIsNotToldToContinue() async throws {
        #expect(try await firstLine(of: "POST /unknown") == "HTTP/1.1 404")
        #expect(try await firstLine(of: "PUT /api/products") == "HTTP/1.1 405")
        #expect(try await firstLine(of: "POST /api/products/1/secret", byteCount: 400_000_000) == "HTTP/1.1 413")
    }

    @Test func whoseBodyIsReadIsToldToContinue() async throws {
        #expect(try await firstLine(of: "POST /api/products/1/secret") == "HTTP/1.1 100")
    }

    @Test func leaveNeverLandsInsideAnEarlierResponse() async throws {
        try await withMarket { market in
            let connection = try RawConnection(port: market.port)
            await connection.send(
                """
                GET /healthChecker HTTP/1.1\r\nHost: localhost\r\n\r\n\
                POST /api/products/1/secret HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\
                Expect: 100-continue\r\n\r\n
                """
            )
            let received = await connection.read(until: "100 Continue\r\n\r\n", seconds: 60)
            #expect(received.hasPrefix("HTTP/1.1 200 "))
            #expect(received.hasSuffix("HTTP/1.1 100 Continue\r\n\r\n"))
            await connection.send("{}")
            #expect(await connection.read(until: "\r\n\r\n", seconds: 60).hasPrefix("HTTP/1.1 4"))
        }
    }
}
