import HTTPTypes
import NIOCore
import NIOEmbedded
import NIOHTTPTypes
import Testing

@testable import MarketServer

struct SlowClientHandlerTests {
    private func open() throws -> HTTPChannel {
        let connection = try HTTPChannel([SlowClientHandler(interval: .seconds(15), leastByteCount: 4096)])
        try connection.receive(.head(HTTPRequest(method: .post, scheme: "http", authority: "market.test", path: "/")))
        try connection.receive(.body(ByteBuffer(repeating: 0x61, count: 100)))
        connection.channel.pipeline.read()
        return connection
    }

    @Test func aBodyThatDripsIsCutOff() throws {
        let connection = try open()
        for _ in 1...29 {
            connection.advance(by: .seconds(1))
            try connection.receive(.body(ByteBuffer(repeating: 0x61, count: 100)))
            connection.channel.pipeline.read()
        }
        connection.advance(by: .seconds(1))
        #expect(!connection.isOpen)
    }

    @Test func aSlowDiskOnOurSideCutsOffNobody() throws {
        let connection = try open()
        // A piece has come, and for minutes nothing behind the handler asks for the next one.
        try connection.receive(.body(ByteBuffer(repeating: 0x61, count: 100)))
        connection.advance(by: .seconds(300))
        #expect(connection.isOpen)
        // Asked at last, the client has as long as everybody.
        connection.channel.pipeline.read()
        connection.advance(by: .seconds(14))
        #expect(connection.isOpen)
        connection.advance(by: .seconds(30))
        #expect(!connection.isOpen)
    }

    @Test func aBodyThatKeepsTheLeastPaceStays() throws {
        let connection = try open()
        for _ in 1...600 {
            connection.advance(by: .seconds(1))
            try connection.receive(.body(ByteBuffer(repeating: 0x61, count: 300)))
            connection.channel.pipeline.read()
            try #require(connection.isOpen)
        }
    }
}
