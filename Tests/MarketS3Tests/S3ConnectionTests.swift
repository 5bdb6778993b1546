import CCurl
import Foundation
import MarketCore
import Synchronization
import Testing

@testable import MarketS3

extension RequestTimeouts {
    /// Of tests that aren't about time limits.
    fileprivate static let unlimited = RequestTimeouts(total: .seconds(3600), body: .seconds(3600), attempts: 1)
}

@Suite("Connections to an object store", .timeLimit(.minutes(5)))
struct S3ConnectionTests {
    @Test func requestIsSentAsItIsSigned() async throws {
        let heads = Mutex<[String]>([])
        let store = try ScriptedStore { connection, _ in
            while let head = connection.readHead() {
                heads.withLock { $0.append(head) }
                connection.answer()
            }
        }
        let client = try store.client()
        let key = "가 나+다/../%2F&?=#'()!*~"
        _ = try await client.send(S3Request(method: .put, key: key, timeouts: .unlimited))
        _ = try await client.send(S3Request(method: .get, key: key, timeouts: .unlimited))
        _ = try await client.send(S3Request(method: .delete, key: key, timeouts: .unlimited))
        await client.close()
        let lines = heads.withLock { $0 }.map { $0.components(separatedBy: "\r\n") }
        let path = "/market/" + S3Encoding.encodePath(key)
        #expect(lines.map(\.first) == ["PUT \(path) HTTP/1.1", "GET \(path) HTTP/1.1", "DELETE \(path) HTTP/1.1"])
        let names = lines.map { Set($0.dropFirst().compactMap { $0.split(separator: ":").first?.lowercased() }) }
        let signed: Set = ["host", "x-amz-date", "x-amz-content-sha256", "authorization"]
        #expect(names == [signed.union(["content-length"]), signed, signed])
        #expect(lines.first?.contains { $0.lowercased() == "content-length: 0" } == true)
        #expect(store.connectionCount == 1)
    }

    @Test func lastOfRepeatedHeadersIsTaken() async throws {
        let store = try ScriptedStore { connection, _ in
            while connection.readHead() != nil {
                connection.write("HTTP/1.1 100 Continue\r\nX-Interim: 1\r\n\r\n")
                connection.answer("404 Not Found", headers: "X-A: first\r\nx-a:  last, with: colon \r\n", "none")
            }
        }
        let client = try store.client()
        let response = try await client.send(S3Request(method: .get, key: "x", timeouts: .unlimited))
        #expect(response.status == 404)
        #expect(response.headers == ["x-a": "last, with: colon", "content-length": "4"])
        #expect(response.body == Array("none".utf8))
        await client.close()
    }

    @Test func headHasALengthAndNoBody() async throws {
        let store = try ScriptedStore { connection, _ in
            while connection.readHead() != nil { connection.write("HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\n") }
        }
        let client = try store.client()
        for _ in 0..<2 {
            let response = try await client.send(S3Request(method: .head, key: "x", timeouts: .unlimited))
            #expect(response.headers["content-length"] == "1000")
            #expect(response.body.isEmpty)
        }
        #expect(store.connectionCount == 1)
        await client.close()
    }

    @Test func redirectIsNotFollowed() async throws {
        let other = try ScriptedStore { connection, _ in connection.answer() }
        let store = try ScriptedStore { connection, _ in
            while connection.readHead() != nil {
                connection.answer("301 Moved", headers: "location: http://127.0.0.1:\(other.port)/x\r\n")
            }
        }
        let client = try store.client()
        let response = try await client.send(S3Request(method: .get, key: "x", timeouts: .unlimited))
        #expect(response.status == 301)
        #expect(other.connectionCount == 0)
        await client.close()
    }

    @Test func environmentHasNoSayInProxies() async throws {
        // In a process of its own, whose environment nobody else reads.
        await #expect(processExitsWith: .success) {
            for name in ["http_proxy", "https_proxy", "all_proxy", "ALL_PROXY"] {
                setenv(name, "http://127.0.0.1:9", 1)
            }
            let store = try ScriptedStore { connection, _ in
                while connection.readHead() != nil { connection.answer() }
            }
            let client = try store.client()
            let response = try await client.send(S3Request(method: .get, key: "x", timeouts: .unlimited))
            try #require(response.status == 200)
        }
    }

    @Test func libraryLooksNamesUpWithoutBlocking() {
        let features = curl_version_info(CURLVERSION_EIGHTH).pointee.features
        // Otherwise a name server that doesn't answer would hold a thread beyond its time limits.
        #expect(features & CURL_VERSION_ASYNCHDNS != 0)
        #expect(features & CURL_VERSION_SSL != 0)
    }

    // MARK: Connections that are lost

    @Test(arguments: [false, true])
    func keptConnectionThatWasClosedIsOpenedAgain(seesRequest: Bool) async throws {
        let store = try ScriptedStore { connection, number in
            guard connection.readHead() != nil else { return }
            _ = connection.readAll(100_000)
            connection.answer("200 OK", "\(number)")
            // The store closes the connection before the next request, or because of it.
            if seesRequest { _ = connection.readHead() }
        }
        let client = try store.client()
        let body = [UInt8](repeating: 7, count: 100_000)
        for number in 0..<5 {
            let request = S3Request(method: .put, key: "x", body: body, timeouts: .unlimited)
            #expect(try await client.send(request).body == Array("\(number)".utf8))
        }
        #expect(store.connectionCount == 5)
        await client.close()
    }

    @Test(arguments: ["", "nonsense\r\n\r\n", "HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nshort"])
    func newConnectionsThatAreLostAreNoAttempts(answer: String) async throws {
        let store = try ScriptedStore { connection, number in
            guard connection.readHead() != nil else { return }
            if number < 16 { connection.write(answer) } else { connection.answer() }
        }
        let client = try store.client()
        #expect(try await client.send(S3Request(method: .get, key: "x", timeouts: .unlimited)).status == 200)
        #expect(client.availability.refusal() == nil)
        #expect(store.connectionCount == 17)
        await client.close()
    }

    @Test func answerBeforeTheBodyIsReadCounts() async throws {
        let store = try ScriptedStore(receiveBuffer: 4096) { connection, _ in
            guard connection.readHead() != nil else { return }
            connection.answer("501 Not Implemented", headers: "connection: close\r\n")
            connection.readToEnd()
        }
        let client = try store.client()
        var request = S3Request(
            method: .put,
            key: "x",
            body: [UInt8](repeating: 7, count: 8 << 20),
            timeouts: .unlimited
        )
        request.closesConnection = true
        #expect(try await client.send(request).status == 501)
        await client.close()
    }

    @Test func connectionIsClosedIfTheRequestSaysSo() async throws {
        let store = try ScriptedStore { connection, _ in
            guard let head = connection.readHead() else { return }
            connection.report(head.lowercased().contains("connection: close") ? "asked" : "not asked")
            connection.answer()
            connection.readToEnd()
            connection.report("closed")
        }
        let client = try store.client()
        var request = S3Request(method: .get, key: "x", timeouts: .unlimited)
        request.closesConnection = true
        _ = try await client.send(request)
        #expect(await store.nextEvent() == "asked")
        #expect(await store.nextEvent() == "closed")
        await client.close()
    }

    @Test func connectionsThatAreNotUsedAreClosed() async throws {
        let store = try ScriptedStore { connection, _ in
            while connection.readHead() != nil { connection.answer() }
            connection.report("closed")
        }
        let client = try store.client()
        _ = try await client.send(S3Request(method: .get, key: "x", timeouts: .unlimited))
        #expect(client.connections.idleCount == 1)
        #expect(client.connections.closeUnused(at: .now))
        #expect(client.connections.idleCount == 1)
        #expect(!client.connections.closeUnused(at: .now + CurlPool.idleTime))
        #expect(client.connections.idleCount == 0)
        #expect(await store.nextEvent() == "closed")
        await client.close()
    }

    @Test func connectionsAreBounded() async throws {
        let store = try ScriptedStore { connection, _ in
            while connection.readHead() != nil { connection.answer() }
        }
        let client = try store.client(connections: 2)
        try await withThrowingTaskGroup(of: Int.self) { group in
            for key in 0..<20 {
                group.addTask {
                    try await client.send(S3Request(method: .get, key: "\(key)", timeouts: .unlimited)).status
                }
            }
            for try await status in group { #expect(status == 200) }
        }
        #expect(1...2 ~= store.connectionCount)
        await client.close()
    }

    // MARK: Long responses

    @Test(arguments: ["content-length: 1001", "transfer-encoding: chunked"])
    func responseThatIsTooLongEnds(header: String) async throws {
        let store = try ScriptedStore { connection, _ in
            guard connection.readHead() != nil else { return }
            connection.write("HTTP/1.1 200 OK\r\n\(header)\r\n\r\n")
            for _ in 0..<11 { connection.write("64\r\n\(String(repeating: "a", count: 100))\r\n") }
            connection.readToEnd()
        }
        let pool = CurlPool(CurlSettings(connectLimit: .seconds(60), largestBody: 1000), width: 1)
        let url = "http://127.0.0.1:\(store.port)/"
        let request = CurlRequest(method: .get, url: url, headers: [], body: [], closesConnection: false)
        let limits = TransferLimits(answer: .seconds(3600), upload: .zero, response: .seconds(3600))
        await #expect(throws: CurlError.largeResponse(limit: 1000)) { try await pool.send(request, within: limits) }
        await pool.close()
    }

    // MARK: Cancellation

    @Test func cancelledRequestFreesItsThread() async throws {
        let store = try ScriptedStore { connection, _ in
            guard connection.readHead() != nil else { return }
            connection.answer()
            guard connection.readHead() != nil else { return }
            connection.report("sent")
            connection.readToEnd()
            connection.report("closed")
        }
        let client = try await store.connectedClient()
        let running = Task { try await client.send(S3Request(method: .get, key: "x", timeouts: .unlimited)) }
        #expect(await store.nextEvent() == "sent")
        let waiting = Task { try await client.send(S3Request(method: .get, key: "y", timeouts: .unlimited)) }
        while client.connections.load.waiting == 0 { await Task.yield() }
        waiting.cancel()
        await #expect(throws: S3Failure.cancelled) { try await waiting.value }
        running.cancel()
        await #expect(throws: S3Failure.cancelled) { try await running.value }
        #expect(await store.nextEvent() == "closed")
        while client.connections.load.running > 0 { await Task.yield() }
        #expect(store.connectionCount == 1)
        #expect(client.availability.refusal() == nil)
        await client.close()
    }

    @Test func closingEndsWhatIsBeingSent() async throws {
        let store = try ScriptedStore { connection, _ in
            guard connection.readHead() != nil else { return }
            connection.answer()
            guard connection.readHead() != nil else { return }
            connection.report("sent")
            connection.readToEnd()
        }
        let client = try await store.connectedClient()
        let running = Task { try await client.send(S3Request(method: .get, key: "x", timeouts: .unlimited)) }
        #expect(await store.nextEvent() == "sent")
        await client.close()
        #expect(client.connections.idleCount == 0)
        await #expect(throws: S3Failure.self) { try await running.value }
        await #expect(throws: S3Failure.unreachable(reason: CurlError.closed.description)) {
            try await client.send(S3Request(method: .get, key: "x", timeouts: .unlimited))
        }
    }
}

extension ScriptedStore {
    /// Returns a client of one connection, which is made already. While it waits for its next response, nothing wakes its
    /// thread for a long time: no limit or other timer of libcurl for connecting.
    fileprivate func connectedClient() async throws -> S3Client {
        let client = try client(connections: 1, slowness: 1000)
        _ = try await client.send(S3Request(method: .get, key: "first", timeouts: .unlimited))
        return client
    }
}
