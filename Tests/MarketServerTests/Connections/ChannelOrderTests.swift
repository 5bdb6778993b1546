import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Logging
import NIOCore
import NIOHTTPTypes
import Synchronization
import TestMarkets
import Testing

@testable import MarketServer

/// The positions of our channel handlers among Hummingbird's. No documentation promises them, so a new version that
/// changes them must not go unnoticed.
struct ChannelOrderTests {
    private static let ours = [
        "UnknownMethodHandler", "ForwardedHeadersHandler", "IdleConnectionHandler", "SlowClientHandler",
        "ClientPresenceHandler", "CachedResponseHandler", "ContinueHandler",
    ]

    @Test func aPlainConnectionHasThemBetweenHTTPAndItsEnd() async throws {
        let pipelines = try await pipelines(isSecure: false)
        #expect(
            pipelines.own == [
                "ConnectionMarkerHandler", "HTTPResponseEncoder", "ByteToMessageHandler", "HTTP1ToHTTPServerCodec",
            ] + Self.ours + ["PipelineRecorder", "HTTPConnectionStateHandler", "NIOAsyncChannelHandler"]
        )
    }

    @Test func anHTTP2ConnectionHasTLSBeforeAllAndEachStreamHasThemBetweenHTTPAndItsEnd() async throws {
        let pipelines = try await pipelines(isSecure: true)
        #expect(
            pipelines.own == ["HTTP2FramePayloadToHTTPServerCodec"] + Self.ours
                + ["PipelineRecorder", "HTTPConnectionStateHandler", "NIOAsyncChannelHandler"]
        )
        #expect(
            pipelines.parent == [
                "ConnectionMarkerHandler", "NIOSSLServerHandler", "TLSConnectionHandler", "NIOHTTP2Handler",
                "HTTP2ServerConnectionManager",
            ]
        )
    }

    private struct Pipelines {
        var own: [String] = []
        var parent: [String] = []
    }

    /// Returns the handlers of the connection, or of the stream and its connection, that a request arrives on.
    private func pipelines(isSecure: Bool) async throws -> Pipelines {
        let seen = PipelineRecorder.Seen()
        try await withCertificate { certificates in
            try await withOpenMarket { market in
                let application = Application(
                    router: makeRouter(dependencies: market.dependencies, origins: market.origins),
                    server: makeServer(
                        dependencies: market.dependencies,
                        origins: market.origins,
                        certificates: isSecure ? certificates : nil,
                        logger: Logger(label: "test"),
                        moreHandlers: { [PipelineRecorder(seen)] }
                    ),
                    configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: 0))
                )
                try await application.test(.ahc(isSecure ? .https : .http)) { client in
                    _ = try await client.executeRequest(uri: "/healthChecker", method: .get, headers: [:], body: nil)
                }
            }
        }
        return seen.pipelines.withLock { $0 }
    }

    /// Records the pipeline when a request arrives.
    private final class PipelineRecorder: ChannelInboundHandler, RemovableChannelHandler {
        typealias InboundIn = HTTPRequestPart

        final class Seen: Sendable {
            let pipelines = Mutex(Pipelines())
        }

        private let seen: Seen

        init(_ seen: Seen) {
            self.seen = seen
        }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            if case .head = unwrapInboundIn(data) {
                let own = Self.handlers(of: context.channel)
                let parent =
                    context.channel.parent.map { $0.eventLoop.inEventLoop ? Self.handlers(of: $0) : [] } ?? []
                seen.pipelines.withLock { $0 = Pipelines(own: own, parent: parent) }
            }
            context.fireChannelRead(data)
        }

        /// Returns the types of the handlers in order, front to end, from the debug description: NIO offers no list of
        /// them.
        private static func handlers(of channel: any Channel) -> [String] {
            // The line of a handler: its type if it is inbound, arrows, its type if it is outbound, its name in
            // brackets.
            channel.pipeline.debugDescription.split(separator: "\n").compactMap { line in
                let sides = line.components(separatedBy: " ↓↑ ")
                guard sides.count == 2, !line.contains("[I]") else { return nil }
                let outbound = sides[1].components(separatedBy: "[")[0]
                return [sides[0], outbound].map { $0.trimmingCharacters(in: .whitespaces) }.first { !$0.isEmpty }
                    // Without generic arguments.
                    .map { $0.components(separatedBy: "<")[0] }
            }
        }
    }
}
