import HTTPTypes
import MarketAPI
import MarketCore
import Metrics
import NIOCore
import NIOEmbedded
import NIOHTTPTypes
import Testing

@testable import MarketServer

/// Requests of one client behind a trusted proxy whose limit is two, while the market works on them.
struct ForwardedRequestHandlerTests {
    private let table: ConnectionTable
    private let origins: OriginPolicy

    init() throws {
        origins = OriginPolicy(
            fixed: nil,
            proxies: .loopback,
            fallback: try #require(Origin(scheme: "http", authority: "localhost")),
            editionHosts: ["old.example": .openmarket]
        )
        var limits = ServerLimits()
        limits.connections.perAddress = 2
        table = ConnectionTable(
            limits: limits,
            descriptors: DescriptorBudget(limit: 4096, openCount: { nil }),
            factory: NOOPMetricsHandler.instance
        )
    }

    /// Opens a connection of the proxy, on which a request of a client has arrived.
    private func open(
        _ method: HTTPRequest.Method = .get,
        for client: String,
        at host: String = "market.test",
        withEnd hasEnd: Bool = true
    ) throws -> HTTPChannel {
        let proxy = try #require(IPAddress("127.0.0.1"))
        let connection = try HTTPChannel([])
        let open = OpenConnection(channel: connection.channel, address: ClientAddress(proxy), isExempt: true)
        #expect(table.admit(open))
        try connection.channel.pipeline.syncOperations.addHandlers(
            ConnectionMarkerHandler(open),
            IdleConnectionHandler(idleTime: .seconds(75)),
            HalfClosing(),
            EarlyResponseHandler(time: .seconds(2), byteCount: 1000),
            ForwardedRequestHandler(origins: origins, connections: table)
        )
        connection.channel.remoteAddress = try SocketAddress(ipAddress: "127.0.0.1", port: 1)
        try send(method, for: client, at: host, on: connection, withEnd: hasEnd)
        return connection
    }

    private func send(
        _ method: HTTPRequest.Method = .get,
        for client: String,
        at host: String = "market.test",
        on connection: HTTPChannel,
        withEnd hasEnd: Bool = true
    ) throws {
        var request = HTTPRequest(method: method, scheme: "http", authority: host, path: "/")
        request.headerFields = [.xForwardedFor: client]
        // Both arrive in one read.
        let pipeline = connection.channel.pipeline
        pipeline.fireChannelRead(HTTPRequestPart.head(request))
        if hasEnd { pipeline.fireChannelRead(HTTPRequestPart.end(nil)) }
        pipeline.fireChannelReadComplete()
    }

    @Test func whoHasTooManyInProgressIsRefusedUntilOneIsAnswered() throws {
        let own = try (1...2).map { _ in try open(for: "192.0.2.1") }
        for connection in own { #expect(try connection.routedPaths() == ["/"]) }
        let third = try open(for: "192.0.2.1")
        #expect(try third.routedPaths().isEmpty)
        #expect(try third.writtenStatuses() == [503])
        #expect(third.isOpen)

        // The proxy uses the same connection for somebody else.
        try send(for: "192.0.2.2", on: third)
        #expect(try third.routedPaths() == ["/"])

        try own[0].response(.ok)
        try send(for: "192.0.2.1", on: own[0])
        #expect(try own[0].routedPaths() == ["/"])
        try own[1].response(.ok)
        #expect(try open(for: "192.0.2.1").routedPaths() == ["/"])
        #expect(try open(for: "192.0.2.1").writtenStatuses() == [503])
    }

    /// See ``EditionErrorTests``.
    @Test func refusalHasACodeOnTheMainPortOnly() throws {
        for _ in 1...2 { _ = try open(for: "192.0.2.1") }
        #expect(try open(for: "192.0.2.1").writtenText().contains(#""code":"busy""#))
        let atAnEdition = try open(for: "192.0.2.1", at: "old.example").writtenText()
        #expect(atAnEdition.contains(#""status":503"#) && !atAnEdition.contains("code"))
    }

    /// See ``NoSniffTests``.
    @Test func refusalSaysItsTypeAndWhenToComeBack() throws {
        for _ in 1...2 { _ = try open(for: "192.0.2.1") }
        let part = try open(for: "192.0.2.1").channel.readOutbound(as: HTTPResponsePart.self)
        guard case .head(let head)? = part else { return #expect(Bool(false), "\(part.debugDescription)") }
        #expect(head.headerFields[.contentType] == "application/json")
        #expect(head.headerFields[.xContentTypeOptions] == "nosniff")
        #expect(head.headerFields[.retryAfter] == "5")
    }

    @Test func aBodyThatIsRefusedIsNotWaitedFor() throws {
        let own = try (1...2).map { _ in try open(for: "192.0.2.1") }
        let third = try open(.post, for: "192.0.2.1", withEnd: false)
        #expect(try third.writtenStatuses() == [503])
        #expect(try third.routedPaths().isEmpty)
        third.advance(by: .seconds(2))
        #expect(!third.isOpen)
        for connection in own { #expect(connection.isOpen) }
    }
}
