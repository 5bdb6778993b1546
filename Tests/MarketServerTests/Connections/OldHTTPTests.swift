import Foundation
import HTTPTypes
import MarketServer
import NIOCore
import TestMarkets
import Testing

/// HTTP/1.0: `ab`, old libraries and health checks still speak it.
struct OldHTTPTests {
    /// Everything that the server sends until it closes the connection, which it must do by itself.
    private func answer(to request: String, of market: TestMarket) async throws -> String {
        let connection = try RawConnection(port: market.port)
        await connection.send(request)
        return await connection.read()
    }

    private func expectComplete(_ answer: String, _ status: Int, sourceLocation: SourceLocation = #_sourceLocation) {
        let head = answer.components(separatedBy: "\r\n\r\n")[0].lowercased()
        #expect(head.hasPrefix("http/1.0 \(status) "), "\(answer.prefix(300))", sourceLocation: sourceLocation)
        #expect(head.contains("\r\nconnection: close"), "\(head)", sourceLocation: sourceLocation)
        #expect(!head.contains("transfer-encoding"), "\(head)", sourceLocation: sourceLocation)
    }

    @Test(arguments: ["", "Host: localhost\r\n", "Host: localhost\r\nConnection: close\r\n", "Connection: foo\r\n"])
    func connectionEndsWithEveryKindOfAnswer(_ headers: String) async throws {
        try await withMarket { market in
            let product = try await market.list()
            let image = try #require(URLComponents(string: product["thumbnail"].string ?? "")?.path)
            // The second time, lists and pages come from memory.
            for path in ["/api/products", "/api/products", "/", "/", "/products/1", image, "/healthChecker", "/feed"] {
                for more in ["", "Accept-Encoding: gzip\r\n"] {
                    let answer = try await answer(to: "GET \(path) HTTP/1.0\r\n\(headers)\(more)\r\n", of: market)
                    let status = Int(answer.split(separator: " ").dropFirst().first ?? "") ?? 0
                    #expect([200, 404].contains(status), "\(path)")
                    expectComplete(answer, status)
                }
            }
            expectComplete(try await answer(to: "GET /api/nothing HTTP/1.0\r\n\(headers)\r\n", of: market), 404)
            let head = try await answer(to: "HEAD /api/products HTTP/1.0\r\n\(headers)\r\n", of: market)
            expectComplete(head, 200)
            #expect(head.hasSuffix("\r\n\r\n"))
            expectComplete(
                try await answer(
                    to: "POST /api/products HTTP/1.0\r\n\(headers)identifier: x\r\nContent-Length: 2\r\n\r\n{}",
                    of: market
                ),
                400
            )
        }
    }

    @Test func notModifiedEndsItToo() async throws {
        try await withMarket { market in
            let tag = try #require(try await market.get("/api/products").headers[.eTag])
            for _ in 1...2 {
                let answer = try await answer(
                    to: "GET /api/products HTTP/1.0\r\nHost: localhost\r\nIf-None-Match: \(tag)\r\n\r\n",
                    of: market
                )
                expectComplete(answer, 304)
            }
        }
    }

    @Test func connectionIsKeptForThoseWhoAsk() async throws {
        try await withMarket { market in
            try await market.list()
            let connection = try RawConnection(port: market.port)
            for path in ["/api/products", "/api/products", "/products/1", "/api/nothing"] {
                await connection.send("GET \(path) HTTP/1.0\r\nHost: localhost\r\nConnection: Keep-Alive\r\n\r\n")
                let head = await connection.read(until: "\r\n\r\n").lowercased()
                #expect(head.contains("\r\nconnection: keep-alive"), "\(head)")
                let length = try #require(head.components(separatedBy: "content-length: ").dropFirst().first)
                var missing = (Int(length.prefix { $0.isNumber }) ?? 0)
                missing -= head.components(separatedBy: "\r\n\r\n").dropFirst().joined(separator: "\r\n\r\n").utf8.count
                while missing > 0 { missing -= await connection.read(until: "").utf8.count }
            }
            // One that doesn't ask ends it.
            await connection.send("GET /api/products HTTP/1.0\r\nHost: localhost\r\n\r\n")
            expectComplete(await connection.read(), 200)
        }
    }

    @Test func nothingBehindTheLastRequestIsAnswered() async throws {
        try await withMarket { market in
            for path in ["/api/products", "/api/nothing"] {
                let one = "GET \(path) HTTP/1.0\r\nHost: localhost\r\n\r\n"
                let answer = try await answer(to: one + one, of: market)
                #expect(answer.components(separatedBy: "HTTP/1.").count == 2, "\(answer)")
                let kept = "GET \(path) HTTP/1.0\r\nHost: localhost\r\nConnection: keep-alive\r\n\r\n"
                let both = try await self.answer(to: kept + one, of: market)
                #expect(both.components(separatedBy: "HTTP/1.0 ").count == 3, "\(both)")
            }
        }
    }

    @Test func expectationIsIgnored() async throws {
        try await withMarket { market in
            let form = FormBody.listing()
            let connection = try RawConnection(port: market.port)
            await connection.send(
                """
                POST /api/products HTTP/1.0\r\nidentifier: \(TestMarket.identifier)\r\nExpect: 100-continue\r\n\
                Content-Type: multipart/form-data; boundary=\(form.boundary)\r\n\
                Content-Length: \(form.bytes.count)\r\n\r\n
                """
            )
            await connection.send(form.bytes)
            expectComplete(await connection.read(), 201)
        }
    }

    @Test func bodyInChunksIsRefused() async throws {
        try await withMarket { market in
            let answer = try await answer(
                to: """
                    POST /api/products HTTP/1.0\r\nHost: localhost\r\nConnection: keep-alive\r\n\
                    Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\nGET /api/products HTTP/1.0\r\n\r\n
                    """,
                of: market
            )
            #expect(answer.components(separatedBy: "HTTP/1.").count == 2, "\(answer)")
            #expect(answer.contains(" 400 "))
            #expect(answer.contains("\"code\":\"invalid_request\""))
        }
    }

    @Test func newerRequestsAreAnsweredAsBefore() async throws {
        try await withMarket { market in
            let connection = try RawConnection(port: market.port)
            await connection.send("GET /api/products HTTP/1.1\r\nHost: localhost\r\n\r\n")
            let first = try #require(await connection.readAnswer())
            #expect(first.status == 200)
            await connection.send("GET /api/products HTTP/1.1\r\nHost: localhost\r\nConnection: Close\r\n\r\n")
            let last = await connection.read()
            #expect(last.hasPrefix("HTTP/1.1 200 "))
        }
    }
}
