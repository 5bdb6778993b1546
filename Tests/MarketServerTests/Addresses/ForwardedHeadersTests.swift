import HTTPTypes
import Logging
import MarketAPI
import MarketCore
import MarketModels
import NIOCore
import NIOEmbedded
import NIOHTTPTypes
import Synchronization
import TestMarkets
import Testing

@testable import MarketServer

/// Which forwarded headers are trusted to identify a client.
struct ForwardedHeadersTests {
    /// A limit of one contact a minute shows which requests are attributed to the same client.
    private func oneContactAMinute() -> ServerLimits {
        var limits = ServerLimits()
        limits.contacts.perAddress = Budget(perMinute: 1, burst: 1)
        return limits
    }

    @Test func eachClientBehindATrustedProxyCountsByItself() async throws {
        try await withMarket(limits: oneContactAMinute(), proxies: .loopback) { market in
            let id = try #require(try await market.list(["contact": "010"])["id"].int)
            func status(_ forwardedFor: [String]) async throws -> Int? {
                let lines = forwardedFor.map { "X-Forwarded-For: \($0)\r\n" }.joined()
                let connection = try RawConnection(port: market.port)
                await connection.send("GET /api/products/\(id)/contact HTTP/1.1\r\nHost: x\r\n\(lines)\r\n")
                return await connection.readAnswer()?.status
            }
            #expect(try await status(["203.0.113.1"]) == 200)
            #expect(try await status(["203.0.113.1"]) == 429)
            #expect(try await status(["203.0.113.2"]) == 200)
            // Two header lines form one list, and its first entries were written by the client itself.
            #expect(try await status(["198.51.100.1", "203.0.113.2"]) == 429)
            #expect(try await status(["198.51.100.2, 203.0.113.2, 127.0.0.1"]) == 429)
            #expect(try await status(["198.51.100.1"]) == 200)
            #expect(try await status(["2001:db8:1:2::1"]) == 200)
            #expect(try await status(["2001:db8:1:2:3::1"]) == 429)
        }
    }

    @Test func whatComesFromElsewhereIsNotBelieved() async throws {
        let elsewhere = TrustedProxies([try #require(AddressPrefix("192.0.2.0/24"))])
        try await withMarket(limits: oneContactAMinute(), proxies: elsewhere) { market in
            let product = try await market.list(["contact": "010"])
            let id = try #require(product["id"].int)
            let path = "/api/products/\(id)/contact"
            #expect(try await market.get(path, [.xForwardedFor: "203.0.113.1"]).status == .ok)
            #expect(try await market.get(path, [.xForwardedFor: "203.0.113.2"]).status == .tooManyRequests)
            // Twice: the second response comes from the cache.
            for _ in 1...2 {
                let list = try await market.get(
                    "/api/products",
                    [.xForwardedHost: "evil.example", .xForwardedProto: "https"]
                )
                #expect(!String(buffer: list.body).contains("evil.example"))
                #expect(!String(buffer: list.body).contains("https://"))
            }
        }
    }

    @Test func headersFromAnUntrustedPeerAreToldOnce() throws {
        let log = CollectedLog()
        let warning = ForwardedHeadersHandler.OneTimeWarning()
        for _ in 1...3 {
            let channel = EmbeddedChannel()
            try channel.pipeline.syncOperations.addHandler(
                ForwardedHeadersHandler(proxies: .loopback, warning: warning, logger: Logger(log))
            )
            try channel.connect(to: SocketAddress(ipAddress: "10.0.0.5", port: 4711)).wait()
            var head = HTTPRequest(method: .get, scheme: "http", authority: "x", path: "/")
            try channel.writeInbound(HTTPRequestPart.head(head))
            #expect(try channel.readInbound(as: HTTPRequestPart.self) == .head(head))
            #expect(log.messages.count <= 1)
            head.headerFields[.accept] = "*/*"
            let plain = head
            head.headerFields[.xForwardedFor] = "203.0.113.1"
            head.headerFields[.xForwardedProto] = "https"
            head.headerFields[.xForwardedHost] = "evil.example"
            try channel.writeInbound(HTTPRequestPart.head(head))
            #expect(try channel.readInbound(as: HTTPRequestPart.self) == .head(plain))
            #expect(log.messages.count == 1)
            _ = try channel.finish()
        }
        #expect(log.messages.first?.contains("10.0.0.5") == true)
        #expect(log.messages.first?.contains("--trusted-proxy") == true)
    }

    /// A proxy on this machine that passes on nothing but the host, trusted or not.
    @Test(arguments: [TrustedProxies.none, .loopback])
    func aProxyThatSaysForNobodyIsToldOnce(_ proxies: TrustedProxies) throws {
        for (peer, host, headers, isTold) in [
            ("127.0.0.1", "market.example", HTTPFields(), true), ("::1", "203.0.113.7:8080", [:], true),
            ("127.0.0.1", "localhost.example", [:], true), ("127.0.0.1", "127.0.0.1.example:80", [:], true),
            ("127.0.0.1", "LOCALHOST:8080", [:], false), ("127.0.0.1", "127.0.0.1:8080", [:], false),
            ("127.0.0.1", "127.0.1.1", [:], false), ("::1", "[::1]:8080", [:], false), ("::1", nil, [:], false),
            // From elsewhere, it is a client that asks for the market by its name.
            ("203.0.113.9", "market.example", [:], false),
            // Without trust, the sentence about that is logged, and is the other one.
            ("127.0.0.1", "market.example", [.xForwardedFor: "203.0.113.9"], false),
        ] as [(String, String?, HTTPFields, Bool)] {
            let log = CollectedLog()
            let warning = ForwardedHeadersHandler.OneTimeWarning()
            for _ in 1...2 {
                let channel = EmbeddedChannel()
                try channel.pipeline.syncOperations.addHandler(
                    ForwardedHeadersHandler(proxies: proxies, warning: warning, logger: Logger(log))
                )
                try channel.connect(to: SocketAddress(ipAddress: peer, port: 4711)).wait()
                let head = HTTPRequest(method: .get, scheme: "http", authority: host, path: "/", headerFields: headers)
                try channel.writeInbound(HTTPRequestPart.head(head))
                guard case .head(let passed) = try channel.readInbound(as: HTTPRequestPart.self) else {
                    Issue.record("no request")
                    continue
                }
                let isMarked = passed.headerFields[.forwardedForUnknown] != nil
                #expect(isMarked == (isTold || proxies.isEmpty && !headers.isEmpty), "\(peer) \(host ?? "")")
                _ = try channel.finish()
            }
            let told = log.messages.filter { $0.contains("without X-Forwarded-For") && $0.contains("--trusted-proxy") }
            #expect(told.count == (isTold ? 1 : 0), "\(peer) \(host ?? "")")
        }
    }
}

/// A log that a test can read.
final class CollectedLog: LogHandler, Sendable {
    private let collected = Mutex<[(message: String, fields: [String: String])]>([])

    var messages: [String] { collected.withLock { $0.map(\.message) } }
    var fields: [[String: String]] { collected.withLock { $0.map(\.fields) } }

    func log(event: LogEvent) {
        let fields = (event.metadata ?? [:]).mapValues(\.description)
        collected.withLock { $0.append((event.message.description, fields)) }
    }

    var metadata: Logger.Metadata {
        get { [:] }
        set {}
    }
    var logLevel: Logger.Level {
        get { .trace }
        set {}
    }
    subscript(metadataKey _: String) -> Logger.Metadata.Value? {
        get { nil }
        set {}
    }
}

extension Logger {
    init(_ log: CollectedLog) {
        self.init(label: "test", factory: { _ in log })
    }
}
