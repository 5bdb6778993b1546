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

    /// A request head whose body doesn't follow.
    private func head(_ headers: HTTPFields = [:]) throws -> HTTPChannel {
        let connection = try HTTPChannel([
            SlowClientHandler(interval: .seconds(15), leastByteCount: 4096, firstBytesTime: .seconds(10))
        ])
        var request = HTTPRequest(method: .post, scheme: "http", authority: "market.test", path: "/")
        request.headerFields = headers
        try connection.receive(.head(request))
        connection.channel.pipeline.read()
        return connection
    }

    @Test func aHeadWithoutItsBodyIsCutOff() throws {
        let connection = try head()
        connection.advance(by: .seconds(9))
        #expect(connection.isOpen)
        connection.advance(by: .seconds(1))
        #expect(!connection.isOpen)
    }

    @Test func aBodyThatBeginsInTimeHasTheUsualTime() throws {
        let connection = try head()
        connection.advance(by: .seconds(9))
        try connection.receive(.body(ByteBuffer(repeating: 0x61, count: 1)))
        connection.channel.pipeline.read()
        connection.advance(by: .seconds(14))
        #expect(connection.isOpen)
        connection.advance(by: .seconds(31))
        #expect(!connection.isOpen)
    }

    @Test func untilItMayContinueAClientHasTime() throws {
        let connection = try head([.expect: "100-continue"])
        connection.advance(by: .seconds(600))
        #expect(connection.isOpen)
        try connection.channel.writeOutbound(HTTPResponsePart.head(HTTPResponse(status: .continue)))
        connection.advance(by: .seconds(9))
        #expect(connection.isOpen)
        connection.advance(by: .seconds(1))
        #expect(!connection.isOpen)
    }

    @Test func aResponseThatNobodyReadsIsCutOff() throws {
        let connection = try HTTPChannel([SlowClientHandler(interval: .seconds(15), leastByteCount: 4096)])
        try connection.receive(.get, "/image")
        for _ in 1...20 {
            connection.setWritable(false)
            connection.advance(by: .seconds(14))
            try #require(connection.isOpen)
            connection.setWritable(true)
        }
        connection.setWritable(false)
        connection.advance(by: .seconds(15))
        #expect(!connection.isOpen)
    }

    /// Each time the client has read only a part of what waits for it.
    @Test func aLongResponseThatIsReadSlowlyIsNotCutOff() throws {
        var waiting = 100_000
        let connection = try HTTPChannel([
            SlowClientHandler(interval: .seconds(15), leastByteCount: 4096, bufferedByteCount: { _ in waiting })
        ])
        try connection.receive(.get, "/image")
        connection.setWritable(false)
        for _ in 1...10 {
            waiting -= 4096
            connection.advance(by: .seconds(15))
            try #require(connection.isOpen)
        }
        // What is written meanwhile isn't what the client has left.
        waiting += 50_000 - 4096
        try connection.channel.writeOutbound(HTTPResponsePart.body(ByteBuffer(repeating: 0, count: 50_000)))
        connection.advance(by: .seconds(15))
        try #require(connection.isOpen)
        waiting -= 4095
        connection.advance(by: .seconds(15))
        #expect(!connection.isOpen)
    }

    @Test func aSlowDiskOnOurSideCutsOffNobody() throws {
        let connection = try open()
        // A chunk has arrived, and for minutes nothing downstream reads the next one.
        try connection.receive(.body(ByteBuffer(repeating: 0x61, count: 100)))
        connection.advance(by: .seconds(300))
        #expect(connection.isOpen)
        // After the read, the client has the usual time.
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

    @Test func aBodyHasADeadlineThatGrowsWithWhatHasCome() throws {
        let connection = try HTTPChannel([
            SlowClientHandler(
                interval: .seconds(15),
                leastByteCount: 4096,
                deadline: .init(time: .seconds(120), leastBytesPerSecond: 1000)
            )
        ])
        try connection.receive(.head(HTTPRequest(method: .post, scheme: "http", authority: "market.test", path: "/")))
        func bring(_ byteCount: Int, seconds: Int) throws -> Int {
            for second in 1...seconds {
                try connection.receive(.body(ByteBuffer(repeating: 0x61, count: byteCount)))
                connection.channel.pipeline.read()
                connection.advance(by: .seconds(1))
                if !connection.isOpen { return second }
            }
            return seconds
        }
        // At the minimum rate it may continue forever.
        #expect(try bring(1000, seconds: 1000) == 1000)
        #expect(connection.isOpen)
        // At 500 bytes a second it lasts for twice the time beyond what it has sent: 120 s, and up to 15 s until the
        // check.
        let lasted = try bring(500, seconds: 1000)
        #expect((240...255).contains(lasted), "\(lasted)")
        #expect(!connection.isOpen)
    }

    @Test func aBodyHasMinutesHoweverMuchHasCome() throws {
        let connection = try HTTPChannel([
            SlowClientHandler(
                interval: .seconds(15),
                leastByteCount: 4096,
                deadline: .init(time: .seconds(120), leastBytesPerSecond: 1000, longest: .seconds(1200))
            )
        ])
        try connection.receive(.head(HTTPRequest(method: .post, scheme: "http", authority: "market.test", path: "/")))
        var seconds = 0
        while connection.isOpen, seconds < 2000 {
            try connection.receive(.body(ByteBuffer(repeating: 0x61, count: 2000)))
            connection.channel.pipeline.read()
            connection.advance(by: .seconds(1))
            seconds += 1
        }
        #expect((1200...1215).contains(seconds), "\(seconds)")
    }

    @Test func whatAConnectionWaitedForItsRequestDoesNotCount() throws {
        let connection = try HTTPChannel([SlowClientHandler(interval: .seconds(15), leastByteCount: 4096)])
        connection.channel.pipeline.read()
        connection.advance(by: .seconds(70))
        try connection.receive(.head(HTTPRequest(method: .post, scheme: "http", authority: "market.test", path: "/")))
        for _ in 1...60 {
            try connection.receive(.body(ByteBuffer(repeating: 0x61, count: 300)))
            connection.channel.pipeline.read()
            connection.advance(by: .seconds(1))
            try #require(connection.isOpen)
        }
    }
}
