import Foundation
import HTTPTypes
import Hummingbird
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
        "UnreadableRequestHandler", "ForwardedHeadersHandler", "IdleConnectionHandler", "SlowClientHandler",
        "ClientPresenceHandler", "QuickResponseHandler", "EarlyResponseHandler", "ContinueHandler",
        "ForwardedRequestHandler",
    ]

    @Test func theyStandBetweenHTTPAndTheConnectionsEnd() async throws {
        let seen = PipelineRecorder.Seen()
        try await withOpenMarket { market in
            let application = Application(
                router: makeRouter(dependencies: market.dependencies, origins: market.origins),
                server: makeServer(
                    dependencies: market.dependencies,
                    origins: market.origins,
                    logger: Logger(label: "test"),
                    moreHandlers: { [PipelineRecorder(seen)] }
                )
            )
            try await application.test { client in _ = try await client.execute(uri: "/healthChecker", method: .get) }
        }
        #expect(
            seen.handlers.withLock { $0 } == [
                "ConnectionMarkerHandler", "HTTPResponseEncoder", "RequestLineHandler", "ByteToMessageHandler",
                "HTTPVersionHandler", "HTTP1ToHTTPServerCodec",
            ] + Self.ours + ["PipelineRecorder", "HTTPConnectionStateHandler", "NIOAsyncChannelHandler"]
        )
    }

    /// Records the pipeline when a request arrives.
    private final class PipelineRecorder: ChannelInboundHandler, RemovableChannelHandler {
        typealias InboundIn = HTTPRequestPart

        final class Seen: Sendable {
            let handlers = Mutex<[String]>([])
        }

        private let seen: Seen

        init(_ seen: Seen) {
            self.seen = seen
        }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            if case .head = unwrapInboundIn(data) {
                let handlers = Self.handlers(of: context.channel)
                seen.handlers.withLock { $0 = handlers }
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
