import Foundation
import Hummingbird
import Logging
import NIOCore
import TestMarkets
import Testing

@testable import MarketServer

struct ClosedHalfTests {
    /// A socket that takes less than a response.
    private final class SmallSocketHandler: ChannelInboundHandler, RemovableChannelHandler {
        typealias InboundIn = NIOAny

        func handlerAdded(context: ChannelHandlerContext) {
            try? context.channel.syncOptions?.setOption(.socketOption(.so_sndbuf), value: 4096)
        }
    }

    /// As `nc -N` does it. Hummingbird closes the connection when it has written the response.
    @Test func clientThatClosesItsHalfGetsAllThatTheRouterWrites() async throws {
        try await withOpenMarket { market in
            let application = Application(
                router: makeRouter(dependencies: market.dependencies, origins: market.origins),
                server: makeServer(
                    dependencies: market.dependencies,
                    origins: market.origins,
                    logger: Logger(label: "test"),
                    moreHandlers: { [SmallSocketHandler()] }
                )
            )
            try await application.test { client in
                let connection = try RawConnection(port: client.port)
                // With a length, even of no body, a request is the router's.
                await connection.send("GET /openapi.json HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n")
                connection.finishSending()
                let text = await connection.read()
                let head = try #require(text.range(of: "\r\n\r\n"))
                let length = text[..<head.lowerBound].lowercased().components(separatedBy: "content-length: ").last
                let body = text[head.upperBound...].utf8.count
                #expect(body > 200_000 && length?.hasPrefix("\(body)") == true)
            }
        }
    }
}
