import Foundation
import HTTPTypes
import MarketServer
import NIOCore
import TestMarkets
import Testing

/// Requests with raw bytes in their first line, and those that no parser reads.
struct UnreadableRequestTests {
    private static let headers = "Host: localhost\r\n\r\n"
    private static let fewMarks = String(repeating: "\u{301}", count: 30)

    private func total(_ answer: (status: Int, body: String)?) -> Int? {
        guard let answer, answer.status == 200 else { return nil }
        return (try? JSONSerialization.jsonObject(with: Data(answer.body.utf8)) as? [String: Any])?["total_count"]
            as? Int
    }

    @Test func rawHangulIsSearchedFor() async throws {
        try await withMarket { market in
            try await market.list(["name": "의자"])
            try await market.list(["name": "책상", "descriptions": ""])
            let connection = try RawConnection(port: market.port)
            let line = "GET /api/products?search_value=의자&sort=newest HTTP/1.1\r\n"
            // The second time from memory.
            for _ in 1...2 {
                await connection.send(line + Self.headers)
                #expect(total(await connection.readAnswer()) == 1)
            }
        }
    }

    @Test func severalAtOnceAreAnsweredInTheirOrder() async throws {
        try await withMarket { market in
            try await market.list(["name": "의자"])
            let connection = try RawConnection(port: market.port)
            let requests = ["의자", "a", "책상", "의자"].map {
                "GET /api/products?search_value=\($0) HTTP/1.1\r\n" + Self.headers
            }
            await connection.send(requests.joined())
            var answers = ""
            while answers.components(separatedBy: "\"total_count\":").count < 5 {
                let more = await connection.read(until: "")
                if more.isEmpty { break }
                answers += more
            }
            let counts = answers.components(separatedBy: "\"total_count\":").dropFirst().map {
                $0.prefix { $0.isNumber }
            }
            #expect(counts == ["1", "0", "0", "1"])
        }
    }

    @Test(
        arguments: [
            ("/products/의자", Array("/products/의자".utf8)),
            ("EUC-KR", Array("/api/products?search_value=".utf8) + [0xC0, 0xC7]),
            ("Latin-1", Array("/api/products?search_value=B".utf8) + [0xFC]),
            ("cut off", Array("/?q=".utf8) + [0xEC, 0x9D]),
            ("path", Array("/".utf8) + [0xFF, 0xFE]),
        ] as [(String, [UInt8])]
    )
    func rawBytesOfAnyKindAreAnsweredByTheRoutes(_ name: String, _ target: [UInt8]) async throws {
        try await withMarket { market in
            let connection = try RawConnection(port: market.port)
            await connection.send(Array("GET ".utf8) + target + Array(" HTTP/1.1\r\n\(Self.headers)".utf8))
            let head = await connection.read(until: "\r\n\r\n")
            #expect(head.hasPrefix("HTTP/1.1 200 ") || head.hasPrefix("HTTP/1.1 404 "), "\(head.prefix(200))")
            // The same as its encoded form.
            let encoded = target.map { $0 < 0x80 ? String(UnicodeScalar($0)) : String(format: "%%%02X", $0) }.joined()
            let status = try await market.client.execute(uri: encoded, method: .get).status.code
            #expect(head.hasPrefix("HTTP/1.1 \(status) "))
        }
    }

    @Test(arguments: [
        ("get / HTTP/1.1\r\nHost: a\r\n\r\n", 405), ("GET  HTTP/1.1\r\n\r\n", 400), ("hello\r\n\r\n", 405),
        ("GET / HTTP/9.9\r\nHost: a\r\n\r\n", 400), ("GET / HTTP/1.1\r\nHo st: a\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\nHost: a\r\nX: \u{1}\r\n\r\n", 400), ("GET /\u{1} HTTP/1.1\r\nHost: a\r\n\r\n", 400),
        ("POST /item HTTP/1.1\r\nHost: a\r\nContent-Length: x\r\n\r\n", 400),
        ("POST /item HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\na", 400),
        ("POST /item HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 400),
        ("POST /item HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip\r\n\r\n0\r\n\r\n", 400),
        ("POST /item HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: \u{B}chunked\r\n\r\n0\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\nHost: a\r\nX: \(String(repeating: "a", count: 20_000))\r\n\r\n", 431),
        ("GET /\(String(repeating: "a", count: 20_000)) HTTP/1.1\r\nHost: a\r\n\r\n", 431),
        // The parser skips empty lines and blanks, however many there are.
        (String(repeating: "\r\n", count: 100_000), 431),
        ("GET / HTTP/1.1\r\nHost: a\r\nX:\(String(repeating: " ", count: 200_000))", 431),
        ("G의T / HTTP/1.1\r\nHost: a\r\n\r\n", 405), ("의자\r\n\r\n", 405),
        // Comparing it takes quadratic time.
        ("GET / HTTP/1.1\r\nHost: a\r\nAccept-Encoding: \(fewMarks)\u{301}\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\nHost: a\r\nCookie: csrf=a; \(fewMarks)\u{301}=b\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\nHost: a\(fewMarks)\u{301}\r\n\r\n", 400),
    ])
    func whatNoParserReadsIsAnsweredWithOurError(_ request: String, _ status: Int) async throws {
        try await withMarket { market in
            for before in [
                "", "GET /api/products HTTP/1.1\r\nHost: localhost\r\n\r\n", "GET /x HTTP/1.1\r\nHost: a\r\n\r\n",
            ] {
                let connection = try RawConnection(port: market.port)
                // Whatever follows isn't a request any more.
                await connection.send(before + request + "GET /api/products HTTP/1.1\r\nHost: localhost\r\n\r\n")
                let answer = await connection.read()
                let answers = answer.components(separatedBy: "HTTP/1.1 ").dropFirst()
                #expect(answers.count == (before.isEmpty ? 1 : 2), "\(answer.prefix(1000))")
                let last = try #require(answers.last)
                #expect(last.hasPrefix("\(status) "), "\(last.prefix(300))")
                #expect(last.lowercased().contains("connection: close"))
                #expect(last.lowercased().contains("x-content-type-options: nosniff"))
                #expect(last.contains("\"code\":\"") && last.contains("\"error\":true"), "\(last.prefix(300))")
            }
        }
    }

    @Test func headersWithAsManyMarksAsAnyScriptNeedsAreRead() async throws {
        try await withMarket { market in
            let connection = try RawConnection(port: market.port)
            await connection.send("GET /api/products HTTP/1.1\r\nX: \(Self.fewMarks)\r\n" + Self.headers)
            #expect(await connection.readAnswer()?.status == 200)
        }
    }

    /// Raw bytes in a header or in a body stay, and no line feed comes or goes.
    @Test func onlyTheFirstLineChanges() async throws {
        try await withMarket { market in
            try await market.list(["name": "의자"])
            let connection = try RawConnection(port: market.port)
            let form = FormBody.listing(["name": "GET /의자 HTTP/1.1"])
            await connection.send("GET /api/products?search_value=의자 HTTP/1.1\r\nX: 의자\r\n" + Self.headers)
            #expect(total(await connection.readAnswer()) == 1)
            await connection.send(
                Array(
                    """
                    POST /api/products?의자 HTTP/1.1\r\nHost: localhost\r\nidentifier: \(TestMarket.identifier)\r\n\
                    Content-Type: multipart/form-data; boundary=\(form.boundary)\r\n\
                    Content-Length: \(form.bytes.count)\r\n\r\n
                    """.utf8
                ) + form.bytes
            )
            let listed = try #require(await connection.readAnswer())
            #expect(listed.status == 201)
            #expect(listed.body.contains("GET /의자 HTTP/1.1"))
            await connection.send("GET /api/products?search_value=의자 HTTP/1.1\r\n" + Self.headers)
            #expect(total(await connection.readAnswer()) == 2)
        }
    }
}
