import HTTPTypes
import MarketModels
import NIOCore
import NIOEmbedded
import NIOHTTPTypes
import Testing

@testable import MarketServer

struct CachedResponseHandlerTests {
    /// Paths below `/hot` are in the cache.
    private func open(
        _ others: [any ChannelHandler] = [],
        before: [any ChannelHandler] = []
    ) throws -> HTTPChannel {
        let meter = RequestMetrics(factory: PrometheusRegistry()).hotMeters(for: "/hot").ok
        let handler = CachedResponseHandler(
            match: { request in
                guard request.path?.hasPrefix("/hot") == true else { return nil }
                return CachedResponseLookup.Match(
                    head: HTTPResponse(status: .ok),
                    body: ByteBuffer(string: "hot"),
                    meter: meter,
                    beganAt: .now,
                    closesConnection: request.headerFields[.connection] == "close"
                )
            },
            now: { Timestamp(millisecondsSinceEpoch: 0) }
        )
        return try HTTPChannel(before + [handler] + others)
    }

    @Test func aClientThatReadsNothingIsNotAnsweredOn() throws {
        let connection = try open()
        try connection.receive(.get, "/hot")
        #expect(try connection.writtenStatuses() == [200])

        connection.setWritable(false)
        let reads = connection.reads.count
        for _ in 1...1000 { try connection.receive(.get, "/hot") }
        connection.channel.pipeline.read()
        #expect(try connection.writtenStatuses() == [])
        #expect(connection.reads.count == reads, "more was read from a client that takes nothing")

        connection.setWritable(true)
        #expect(try connection.writtenStatuses().count == 1000)
        #expect(connection.reads.count == reads + 1, "the read that was held back was forgotten")
    }

    @Test func heldRequestsGoOnOnlyAsFarAsTheClientTakesThem() throws {
        let connection = try open()
        connection.setWritable(false)
        for path in ["/hot", "/cold", "/hot/behind"] { try connection.receive(.get, path) }
        #expect(try connection.writtenStatuses() == [])
        #expect(try connection.routedPaths() == [])

        connection.setWritable(true)
        #expect(try connection.writtenStatuses() == [200])
        #expect(try connection.routedPaths() == ["/cold", "/hot/behind"], "nothing may overtake the router's response")
    }

    /// A flush may make the channel unwritable and writable again before it returns.
    @Test func aChannelThatIsWritableAgainWhileItIsWrittenToAnswersNothingTwice() throws {
        let connection = try open(before: [FlickeringWritability()])
        connection.setWritable(false)
        for _ in 1...100 { try connection.receive(.get, "/hot") }
        connection.setWritable(true)
        #expect(try connection.writtenStatuses().count == 100)
    }

    @Test func eventsThatEndAConnectionWaitForWhatWasAnswered() throws {
        for event in [ChannelEvent.inputClosed as any Sendable, ChannelShouldQuiesceEvent()] {
            let recorder = EventRecorder()
            let connection = try open([recorder])
            connection.setWritable(false)
            try connection.receive(.get, "/hot")
            connection.channel.pipeline.fireUserInboundEventTriggered(event)
            #expect(recorder.events == [], "the connection would be closed before its response was written")
            connection.setWritable(true)
            #expect(try connection.writtenStatuses() == [200])
            #expect(recorder.events.count == 1)
        }
    }

    @Test func aRequestThatWantsTheConnectionClosedIsAnsweredAndClosed() throws {
        let connection = try open()
        try connection.receive(.get, "/hot", [.connection: "close"])
        try connection.receive(.get, "/hot")
        let head = try #require(try connection.channel.readOutbound(as: HTTPResponsePart.self))
        guard case .head(let response) = head else {
            Issue.record("\(head)")
            return
        }
        #expect(response.headerFields[.connection] == "close")
        #expect(try connection.writtenStatuses() == [], "nothing is answered behind the last response")
        #expect(!connection.isOpen)
    }
}
