import HTTPTypes
import NIOCore
import NIOEmbedded
import NIOHTTPTypes
import Testing

@testable import MarketServer

struct IdleConnectionHandlerTests {
    private func open() throws -> HTTPChannel { try HTTPChannel([IdleConnectionHandler(idleTime: .seconds(75))]) }

    @Test func aConnectionOnWhichSomethingHappensEverySecondStaysOpen() throws {
        let connection = try open()
        for _ in 1...600 {
            try connection.receive(.get, "/api/products")
            try connection.response(.ok)
            connection.advance(by: .seconds(1))
            try #require(connection.isOpen)
        }
        connection.advance(by: .seconds(75))
        #expect(!connection.isOpen)
    }

    @Test func aConnectionOnWhichNothingComesIsClosed() throws {
        let connection = try open()
        connection.advance(by: .seconds(74))
        #expect(connection.isOpen)
        connection.advance(by: .seconds(1))
        #expect(!connection.isOpen)
    }

    @Test func aResponseThatTakesLongIsWaitedFor() throws {
        let connection = try open()
        try connection.receive(.get, "/api/products")
        connection.advance(by: .seconds(600))
        #expect(connection.isOpen)
        try connection.response(.ok)
        connection.advance(by: .seconds(150))
        #expect(!connection.isOpen)
    }

    @Test func aRequestThatWasRefusedBeforeItsEndDoesNotKeepTheConnection() throws {
        let connection = try open()
        try connection.receive(.head(HTTPRequest(method: .post, scheme: "http", authority: "market.test", path: "/")))
        try connection.response(.contentTooLarge)
        try connection.receive(.end(nil))
        connection.advance(by: .seconds(150))
        #expect(!connection.isOpen)
    }
}
