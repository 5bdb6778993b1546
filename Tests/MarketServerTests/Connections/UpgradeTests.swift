import Foundation
import MarketServer
import TestMarkets
import Testing

/// Offers to go on in another protocol, which the market doesn't take up. A proxy may give the connection to somebody else.
struct UpgradeTests {
    private static let host = "Host: localhost\r\n"

    private func expectEnd(_ answer: String, _ statuses: [Int], sourceLocation: SourceLocation = #_sourceLocation) {
        let status = Int(answer.split(separator: " ").dropFirst().first ?? "")
        #expect(statuses.contains(status ?? 0), "\(answer.prefix(300))", sourceLocation: sourceLocation)
        #expect(
            answer.components(separatedBy: "\r\n\r\n")[0].lowercased().contains("\r\nconnection: close"),
            "\(answer.prefix(300))",
            sourceLocation: sourceLocation
        )
    }

    @Test(
        arguments: [
            "Connection: Upgrade\r\nUpgrade: websocket\r\n",
            "Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAAP__\r\n",
            "connection: keep-alive\r\nCONNECTION: uPGRADE\r\nuPGRADE: x\r\n",
        ]
    )
    func requestThatOffersIsAnsweredAndEndsItsConnection(_ offer: String) async throws {
        try await withMarket { market in
            try await market.list()
            // The second time, lists come from memory.
            for path in ["/api/products", "/api/products", "/", "/products/1", "/api/nothing"] {
                let connection = try RawConnection(port: market.port)
                await connection.send("GET \(path) HTTP/1.1\r\n\(Self.host)\(offer)\r\n")
                expectEnd(await connection.read(), [200, 404])
            }
            let connection = try RawConnection(port: market.port)
            await connection.send(
                "POST /api/products/1/secret HTTP/1.1\r\n\(Self.host)\(offer)Content-Length: 2\r\n\r\n{}"
            )
            expectEnd(await connection.read(), [400])
        }
    }

    @Test func tunnelIsRefusedAndEndsItsConnection() async throws {
        try await withMarket { market in
            let connection = try RawConnection(port: market.port)
            await connection.send("CONNECT localhost:80 HTTP/1.1\r\n\(Self.host)\r\n")
            expectEnd(await connection.read(), [400, 404, 405, 501])
        }
    }

    /// Neither header alone is an offer to the parser.
    @Test func otherRequestsKeepTheirConnection() async throws {
        try await withMarket { market in
            try await market.list()
            let connection = try RawConnection(port: market.port)
            for header in ["", "Connection: Upgrade\r\n", "Connection: keep-alive\r\n", ""] {
                await connection.send("GET /api/products HTTP/1.1\r\n\(Self.host)\(header)\r\n")
                #expect(await connection.readAnswer()?.status == 200, "\(header)")
            }
        }
    }
}
