import HTTPTypes
import NIOCore
import NIOEmbedded
import NIOHTTPTypes
import TestMarkets
import Testing

@testable import MarketServer

/// Responses to requests whose bodies haven't arrived.
struct EarlyResponseHandlerTests {
    private static func head(_ target: String, _ byteCount: Int) -> String {
        "\(target) HTTP/1.1\r\nHost: localhost\r\nContent-Length: \(byteCount)\r\n\r\n"
    }

    @Test func aBodyToAnUnknownPathIsNotReadToItsEnd() async throws {
        try await withMarket { market in
            let connection = try RawConnection(port: market.port)
            await connection.send(Self.head("POST /unknown", 400_000_000))
            #expect(await !connection.send([UInt8](repeating: 0x61, count: 100_000_000)))
        }
    }

    @Test(arguments: [("POST /unknown", 404), ("POST /api/products/1/secret", 413)])
    func theResponseReachesAClientThatIsSending(_ target: String, _ status: Int) async throws {
        var limits = ServerLimits()
        // As long as the client needs to read it, however slow this machine is.
        limits.earlyCloseTime = .seconds(60)
        try await withMarket(limits: limits) { market in
            let connection = try RawConnection(port: market.port)
            await connection.send(Self.head(target, 400_000_000))
            // More than what is discarded; the rest fits into the sockets' buffers.
            await connection.send([UInt8](repeating: 0x61, count: 1_500_000))
            let response = await connection.read()
            #expect(response.hasPrefix("HTTP/1.1 \(status) "), "\(response.prefix(100))")
            #expect(response.lowercased().contains("connection: close"))
        }
    }

    @Test func aConnectionWhoseBodyHasArrivedStaysOpen() async throws {
        try await withMarket { market in
            let connection = try RawConnection(port: market.port)
            for _ in 1...3 {
                await connection.send(Self.head("POST /unknown", 5) + "hello")
                #expect(await connection.readAnswer()?.status == 404)
            }
        }
    }

    private func refused() throws -> HTTPChannel {
        let connection = try HTTPChannel([HalfClosing(), EarlyResponseHandler(time: .seconds(2), byteCount: 1000)])
        try connection.receive(.head(HTTPRequest(method: .post, scheme: "http", authority: "market.test", path: "/")))
        try connection.response(.notFound)
        return connection
    }

    @Test func theClientHasSomeTime() throws {
        let connection = try refused()
        connection.advance(by: .milliseconds(1999))
        #expect(connection.isOpen)
        connection.advance(by: .milliseconds(1))
        #expect(!connection.isOpen)
    }

    @Test func noMoreThanSomeBytesAreRead() throws {
        let connection = try refused()
        let count = connection.reads.count
        try connection.receive(.body(ByteBuffer(repeating: 0x61, count: 999)))
        #expect(connection.reads.count == count + 1)
        try connection.receive(.body(ByteBuffer(repeating: 0x61, count: 1)))
        connection.channel.pipeline.read()
        #expect(connection.reads.count == count + 1)
        #expect(try connection.routedPaths() == ["/"])
        #expect(connection.isOpen)
    }

    @Test func afterTheEndOfTheBodyNothingIsWaitedFor() throws {
        let connection = try refused()
        try connection.receive(.end(nil))
        #expect(!connection.isOpen)
    }
}
