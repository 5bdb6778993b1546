import Foundation
import HTTPTypes
import MarketCore
import MarketModels
import MarketServer
import NIOCore
import TestMarkets
import Testing

/// Behaviour of clients on a connection, over a real socket.
struct ConnectionTests {
    private static func head(_ contentLength: Int, _ more: String = "") -> String {
        """
        POST /api/products HTTP/1.1\r\nHost: localhost\r\nidentifier: \(TestMarket.identifier)\r\n\
        Content-Type: multipart/form-data; boundary=\(FormBody().boundary)\r\n\
        Content-Length: \(contentLength)\r\n\(more)\r\n
        """
    }

    @Test func expectationToContinueIsMetAtOnce() async throws {
        try await withMarket { market in
            let connection = try RawConnection(port: market.port)
            let form = FormBody.listing()
            await connection.send(Self.head(form.bytes.count, "Expect: 100-continue\r\n"))
            #expect(await connection.read(until: "\r\n\r\n").hasPrefix("HTTP/1.1 100 "))
            await connection.send(form.bytes)
            #expect(await connection.read(until: "\"version\":1}").hasPrefix("HTTP/1.1 201 "))
        }
    }

    @Test func bodyThatDeclaresTooMuchIsRefusedBeforeItIsSent() async throws {
        try await withMarket { market in
            let connection = try RawConnection(port: market.port)
            await connection.send(Self.head(200_000_000, "Expect: 100-continue\r\n"))
            let response = await connection.read(until: "}")
            #expect(response.hasPrefix("HTTP/1.1 413 "))
            #expect(response.contains("body_too_large"))
        }
    }

    @Test func bodyThatTurnsOutTooLargeIsRefusedWhileItArrives() async throws {
        var limits = ServerLimits()
        limits.uploadByteCount = 300_000
        try await withMarket(limits: limits) { market in
            let connection = try RawConnection(port: market.port)
            await connection.send(
                """
                POST /api/products HTTP/1.1\r\nHost: localhost\r\nidentifier: x\r\n\
                Content-Type: multipart/form-data; boundary=b\r\nTransfer-Encoding: chunked\r\n\r\n
                """
            )
            let part = Array("--b\r\nContent-Disposition: form-data; name=\"other\"\r\n\r\n".utf8)
            let filler = part + [UInt8](repeating: 0x61, count: 100_000 - part.count)
            for _ in 1...4 { await connection.send(Array("186a0\r\n".utf8) + filler + Array("\r\n".utf8)) }
            let response = await connection.read(until: "}")
            #expect(response.hasPrefix("HTTP/1.1 413 "))
        }
    }

    /// A proxy gives the connection to somebody else then.
    @Test(arguments: ["/nothing", "/api/nothing", "/images/a/b", "/products/1/nothing", "/language", "/api/products"])
    func nothingFollowsTheHeadThatHEADAsksFor(_ path: String) async throws {
        try await withMarket { market in
            for accept in ["text/html", "*/*"] {
                let rest = "HTTP/1.1\r\nHost: localhost\r\nAccept: \(accept)\r\n"
                let connection = try RawConnection(port: market.port)
                await connection.send("HEAD \(path) \(rest)\r\nGET \(path) \(rest)Connection: close\r\n\r\n")
                let parts = await connection.read().components(separatedBy: "\r\n\r\n")
                let status = try #require(parts[0].split(separator: "\r\n").first)
                #expect(parts.count == 3 && parts[1].hasPrefix("\(status)\r\n"), "\(accept): \(parts[1].prefix(100))")
                // The length is that of the body which a GET has.
                let length = try #require(parts[0].firstMatch(of: /(?i)\r\ncontent-length: (\d+)/)?.1)
                #expect(parts[2].utf8.count == Int(length))
            }
        }
    }

    @Test func imageThatIsTooLargeIsRefusedAndLeavesNothing() async throws {
        try await withMarket { market in
            var form = FormBody()
            form.add("params", "{}")
            form.add("images", file: "big.jpg", [UInt8](repeating: 0xFF, count: 20_000_001))
            form.close()
            let response = try await market.post(form)
            #expect(response.status.code == 413)
            #expect(try JSON(response)["code"].string == "unusable_image")
            #expect(try FileManager.default.contentsOfDirectory(atPath: market.folder + "/incoming").isEmpty)
        }
    }

    @Test func imagesInsideParamsAreSkippedWhileReading() async throws {
        try await withMarket { market in
            let padding = String(repeating: "QUJD", count: 2_000_000)
            let response = try await market.post(
                .listing(
                    raw: """
                        {"images":["\(padding)"],"name":"n","descriptions":"","price":1,"currency":"KRW","secret":"s"}
                        """
                )
            )
            #expect(response.status == .created)
        }
    }

    @Test func clientThatDripsItsBodyIsCutOff() async throws {
        var limits = ServerLimits()
        limits.paceCheckInterval = .milliseconds(100)
        try await withMarket(limits: limits) { market in
            let connection = try RawConnection(port: market.port)
            await connection.send(Self.head(10_000))
            await connection.send("--")
            #expect(await connection.isClosedByServer(within: 600))
        }
    }

    @Test func clientThatSaysNothingIsCutOff() async throws {
        var limits = ServerLimits()
        limits.idleTime = .milliseconds(200)
        try await withMarket(limits: limits) { market in
            let connection = try RawConnection(port: market.port)
            #expect(await connection.isClosedByServer(within: 600))
        }
    }

    /// A server that stops waits only for connections with a request in flight.
    @Test func silentClientDoesNotKeepTheServerFromStopping() async throws {
        var limits = ServerLimits()
        limits.closeTime = .milliseconds(100)
        let silent = try await withMarket(limits: limits) { market in
            let silent = try RawConnection(port: market.port)
            #expect(try await market.get("/healthChecker").status == .ok)
            return silent
        }
        // Reached only if the server has stopped.
        #expect(await silent.isClosedByServer(within: 600))
    }

    /// Whoever speaks TLS to this port by mistake, or HTTP/2 without asking, is refused and not kept waiting.
    @Test(arguments: [
        [0x16, 0x03, 0x01, 0x00, 0x05, 0x01, 0x00, 0x00, 0x01, 0x00], Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8),
    ])
    func clientThatSpeaksAnotherProtocolIsRefused(_ bytes: [UInt8]) async throws {
        try await withMarket { market in
            let connection = try RawConnection(port: market.port)
            await connection.send(bytes)
            let response = await connection.read()
            #expect(response.hasPrefix("HTTP/1.1 4"), "\(response)")
        }
    }

    @Test func clientThatDripsItsHeadIsCutOff() async throws {
        var limits = ServerLimits()
        limits.idleTime = .milliseconds(200)
        try await withMarket(limits: limits) { market in
            let connection = try RawConnection(port: market.port)
            await connection.send("GET /api/products HTTP/1.1\r\nHost: loc")
            #expect(await connection.isClosedByServer(within: 600))
        }
    }

    @Test func clientThatGoesAwayInTheMiddleLeavesNothing() async throws {
        try await withMarket { market in
            do {
                let connection = try RawConnection(port: market.port)
                await connection.send(Self.head(50_000))
                await connection.send(FormBody.listing().bytes.prefix(1500))
            }
            // The next request on another connection finds no partial state.
            try await wait { try FileManager.default.contentsOfDirectory(atPath: market.folder + "/incoming").isEmpty }
            #expect(try JSON(await market.get("/api/products"))["total_count"].int == 0)
        }
    }

    @Test func requestsInOneBreathAreAnsweredInOrder() async throws {
        try await withMarket { market in
            try await market.list()
            _ = try await market.get("/api/products/1")
            let connection = try RawConnection(port: market.port)
            // The second and fourth come from the cache, the others don't.
            let paths = ["/api/products/9", "/api/products/1", "/api/products/8", "/api/products/1", "/healthChecker"]
            await connection.send(paths.map { "GET \($0) HTTP/1.1\r\nHost: localhost:\(market.port)\r\n\r\n" }.joined())
            let answers = await connection.read(until: "\"OK\"")
            let statuses = answers.components(separatedBy: "HTTP/1.1 ").dropFirst().map { $0.prefix(3) }
            #expect(statuses == ["404", "200", "404", "200", "200"])
        }
    }
}
