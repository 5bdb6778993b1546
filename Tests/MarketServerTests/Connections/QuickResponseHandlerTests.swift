import Foundation
import HTTPTypes
import MarketModels
import NIOCore
import NIOEmbedded
import NIOHTTP1
import NIOHTTPTypes
import NIOHTTPTypesHTTP1
import Testing

@testable import MarketServer

struct QuickResponseHandlerTests {
    private static let representation = CachedRepresentation(
        headers: .json,
        tag: "\"tag\"",
        content: .plain(ByteBuffer(string: "hot"))
    )

    /// Paths below `/hot` are in the cache.
    private func open(
        _ others: [any ChannelHandler] = [],
        before: [any ChannelHandler] = []
    ) throws -> HTTPChannel {
        let meter = RequestMetrics(factory: PrometheusRegistry()).hotMeters(for: "/hot").ok
        let handler = QuickResponseHandler(
            match: { request in
                guard request.path?.hasPrefix("/hot") == true else { return nil }
                return QuickResponses.Match(
                    representation: Self.representation,
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

    @Test(arguments: [
        (1_795_253_400_000, "Sat, 21 Nov 2026 09:30:00 GMT"), (0, "Thu, 01 Jan 1970 00:00:00 GMT"),
        (-1, "Wed, 31 Dec 1969 23:59:59 GMT"), (-86_400_000, "Wed, 31 Dec 1969 00:00:00 GMT"),
        (-604_800_001, "Wed, 24 Dec 1969 23:59:59 GMT"), (4_102_444_800_000, "Fri, 01 Jan 2100 00:00:00 GMT"),
    ])
    func datesAreWrittenForEveryClock(_ milliseconds: Int64, _ text: String) {
        #expect(HTTPDate.format(Timestamp(millisecondsSinceEpoch: milliseconds)) == text)
    }

    // MARK: Bytes

    /// What the encoders make of the parts is what is written as bytes.
    @Test(arguments: [
        CachedHeaders.json, CachedHeaders([.contentType: "text/html", .field("Link"): "</a>"], vary: "Cookie"),
    ])
    func bytesAreThoseOfTheEncoders(_ headers: CachedHeaders) throws {
        let body = ByteBuffer(string: "{\"name\":\"의자\"}")
        let contents: [CachedRepresentation.Content] = [.plain(body), .plain(ByteBuffer()), .gzip(body), .notModified]
        for content in contents {
            for closes in [false, true] {
                let response = CachedRepresentation(headers: headers, tag: "\"tag\"", content: content)
                let channel = EmbeddedChannel(handlers: [HTTPResponseEncoder(), HTTP1ToHTTPServerCodec(secure: false)])
                var head = response.head
                head.headerFields[.date] = "today"
                if closes { head.headerFields[.connection] = "close" }
                try channel.writeOutbound(HTTPResponsePart.head(head))
                if let body = response.body { try channel.writeOutbound(HTTPResponsePart.body(body)) }
                try channel.writeOutbound(HTTPResponsePart.end(nil))
                var expected = ByteBuffer()
                while var bytes = try channel.readOutbound(as: ByteBuffer.self) { expected.writeBuffer(&bytes) }
                let written = response.bytes(date: "today", closesConnection: closes)
                #expect(String(buffer: written) == String(buffer: expected))
            }
        }
    }

    /// A connection with the parser and the encoder, as the server's have.
    private func openWithParser() throws -> EmbeddedChannel {
        let meter = RequestMetrics(factory: PrometheusRegistry()).hotMeters(for: "/hot").ok
        let channel = EmbeddedChannel()
        let operations = channel.pipeline.syncOperations
        try operations.configureHTTPServerPipeline(withPipeliningAssistance: false, withErrorHandling: false)
        try operations.addHandlers([
            HTTP1ToHTTPServerCodec(secure: false),
            QuickResponseHandler(
                match: { request in
                    guard request.path == "/hot" else { return nil }
                    return QuickResponses.Match(
                        representation: Self.representation,
                        meter: meter,
                        beganAt: .now,
                        closesConnection: request.headerFields[.connection] == "close"
                    )
                },
                now: { Timestamp(millisecondsSinceEpoch: 0) }
            ),
        ])
        try HTTPVersionHandler.install(in: channel.pipeline)
        try channel.connect(to: SocketAddress(unixDomainSocketPath: "/none")).wait()
        return channel
    }

    private func text(_ channel: EmbeddedChannel) throws -> String {
        var text = ""
        while let bytes = try channel.readOutbound(as: ByteBuffer.self) { text += String(buffer: bytes) }
        return text
    }

    /// The encoder would make a chunk of bytes that follow a response without a length.
    @Test func responseBehindChunksIsNoChunk() throws {
        let channel = try openWithParser()
        func get(_ path: String, version: String = "1.1") throws {
            try channel.writeInbound(ByteBuffer(string: "GET \(path) HTTP/\(version)\r\nHost: market.test\r\n\r\n"))
        }
        try get("/hot")
        let hot = try text(channel)
        #expect(hot.hasPrefix("HTTP/1.1 200 OK\r\n") && hot.hasSuffix("\r\n\r\nhot"))
        for _ in 1...2 {
            try get("/routed")
            try channel.writeOutbound(HTTPResponsePart.head(HTTPResponse(status: .ok)))
            try channel.writeOutbound(HTTPResponsePart.body(ByteBuffer(string: "routed")))
            try channel.writeOutbound(HTTPResponsePart.end(nil))
            #expect(try text(channel).hasSuffix("6\r\nrouted\r\n0\r\n\r\n"))
            for _ in 1...3 {
                try get("/hot")
                #expect(try text(channel) == hot)
            }
        }
        try get("/hot", version: "1.0")
        let old = try text(channel)
        #expect(
            old.hasPrefix("HTTP/1.0 200 OK\r\n") && old.contains("connection: close\r\n") && old.hasSuffix("\r\nhot")
        )
    }

    /// To the encoder, the response to a HEAD whose length isn't known is one of chunks, and none of them is sent.
    @Test func responseBehindAHeadWithoutALengthIsNoChunk() throws {
        let channel = try openWithParser()
        func send(_ method: String, _ path: String) throws {
            try channel.writeInbound(ByteBuffer(string: "\(method) \(path) HTTP/1.1\r\nHost: market.test\r\n\r\n"))
        }
        try send("GET", "/hot")
        let hot = try text(channel)
        for _ in 1...2 {
            try send("HEAD", "/routed")
            let empty = HTTPResponse(status: .ok, headerFields: [.contentLength: "0"])
            try channel.writeOutbound(HTTPResponsePart.head(empty))
            try channel.writeOutbound(HTTPResponsePart.end(nil))
            let head = try text(channel)
            #expect(head.hasPrefix("HTTP/1.1 200 OK\r\n") && head.hasSuffix("\r\n\r\n") && !head.contains("ength"))
            try send("GET", "/hot")
            let next = try text(channel)
            #expect(next.hasPrefix("HTTP/1.1 200 OK\r\n") && next.hasSuffix("\r\n\r\nhot"))
            try send("GET", "/hot")
            #expect(try text(channel) == hot)
        }
    }

    @Test func connectionIsClosedBehindItsLastResponse() throws {
        let channel = try openWithParser()
        let requests = "GET /hot HTTP/1.1\r\nHost: market.test\r\n"
        try channel.writeInbound(ByteBuffer(string: "\(requests)\r\n\(requests)Connection: close\r\n\r\n"))
        let responses = try text(channel)
        #expect(responses.components(separatedBy: "\r\n\r\nhot").count == 3 && responses.hasSuffix("\r\n\r\nhot"))
        #expect(responses.components(separatedBy: "Connection: close").count == 2)
        #expect(!channel.isActive)
    }

    /// Hummingbird closes as soon as it has written, whatever the socket has taken.
    @Test(arguments: [CloseMode.all, .output])
    func bytesThatWaitAreSentBeforeAClose(_ mode: CloseMode) throws {
        let channel = try openWithParser()
        try channel.writeInbound(ByteBuffer(string: "GET /routed HTTP/1.1\r\nHost: market.test\r\n\r\n"))
        let head = HTTPResponse(status: .ok, headerFields: [.contentLength: "6"])
        channel.pipeline.write(HTTPResponsePart.head(head), promise: nil)
        channel.pipeline.write(HTTPResponsePart.body(ByteBuffer(string: "routed")), promise: nil)
        channel.pipeline.write(HTTPResponsePart.end(nil), promise: nil)
        channel.pipeline.close(mode: mode, promise: nil)
        #expect(try text(channel).hasSuffix("\r\n\r\nrouted"))
        #expect(!channel.isActive || mode == .output)
    }
}
