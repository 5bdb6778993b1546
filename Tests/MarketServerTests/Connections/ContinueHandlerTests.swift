import HTTPTypes
import NIOCore
import NIOEmbedded
import NIOHTTPTypes
import Testing

@testable import MarketServer

struct ContinueHandlerTests {
    private static let expecting = {
        var request = HTTPRequest(method: .post, scheme: "http", authority: "market.test", path: "/api/products")
        request.headerFields = [.expect: "100-continue", .contentLength: "1000"]
        return request
    }()

    private func open() throws -> HTTPChannel { try HTTPChannel([ContinueHandler(maximumByteCount: 10_000)]) }

    @Test func leaveIsGivenAtOnceOnAConnectionThatIsFree() throws {
        let connection = try open()
        try connection.receive(.head(Self.expecting))
        #expect(try connection.writtenStatuses() == [100])
    }

    @Test func leaveNeverLandsInsideAnEarlierResponse() throws {
        let connection = try open()
        try connection.receive(.get, "/api/products")
        try connection.channel.writeOutbound(HTTPResponsePart.head(HTTPResponse(status: .ok)))
        try connection.receive(.head(Self.expecting))
        #expect(try connection.writtenStatuses() == [200])
        try connection.channel.writeOutbound(HTTPResponsePart.end(nil))
        #expect(try connection.writtenStatuses() == [100])
    }

    @Test func whoDoesNotWaitGetsNoLeaveAfterwards() throws {
        let connection = try open()
        try connection.receive(.get, "/api/products")
        try connection.receive(.head(Self.expecting))
        try connection.receive(.body(ByteBuffer(string: "no waiting")))
        try connection.response(.ok)
        #expect(try connection.writtenStatuses() == [200])
    }
}
