import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import TestMarkets
import Testing

@testable import MarketPostgres

/// Two servers on one database, over real sockets. The second one hears of a change only when a client names it, and
/// regards what it has in memory as current all the time.
@Suite("Two servers on one database", .timeLimit(.minutes(5)))
struct TwoServerTests {
    @Test(arguments: ["Market-Revision", "Cookie"])
    func whoHasWrittenSeesItOnTheOtherServer(_ way: String) async throws {
        try await withServers { first, second in
            let paths = ["/api/products?items_per_page=5", "/items/1", "/"]
            for path in paths { #expect(try await second.get(path).contains("Fresh") == false) }
            let written = try await first.list("Fresh")
            // Others may see for a moment what is in memory.
            for path in paths { #expect(try await second.get(path).contains("Fresh") == false) }
            for path in paths {
                let fields = try written.proof(way)
                #expect(try await second.get(path, fields).contains("Fresh"), "\(path)")
            }
        }
    }

    @Test func responsesToWritesNameTheRevision() async throws {
        try await withServers { first, _ in
            let written = try await first.list("Fresh")
            let revision = try #require(written.headers[.marketRevision].flatMap { Int64($0) })
            let cookie = try #require(written.headers[.setCookie])
            #expect(cookie.hasPrefix("revision=\(revision);"))
            for attribute in ["Max-Age=60", "Path=/", "HttpOnly", "SameSite=Lax"] {
                #expect(cookie.contains(attribute), "\(attribute)")
            }
            let read = try await first.client.execute(uri: "/items/1", method: .get, headers: [:], body: nil)
            #expect(read.headers[.marketRevision] == nil)
            #expect(read.headers[.setCookie] == nil)
            // A write that is refused tells what it was refused for.
            let refused = try await first.send(.delete, "/item/1", #"{"password":"wrong"}"#)
            #expect(refused.status == .notFound)
            #expect(refused.headers[.marketRevision] == String(revision))
        }
    }

    @Test func revisionsThatNoServerHasToldAreHarmless() async throws {
        try await withServers { _, second in
            for text in [
                "999999999999999999", "9223372036854775808", "-1", "", "1e9", "0x10", "１", "1 1", "5; revision=7",
            ] {
                for field in ["Market-Revision: \(text)", "Cookie: revision=\(text)", "Cookie: a=b;revision=\(text)"] {
                    let parts = field.split(separator: ": ", maxSplits: 1).map(String.init)
                    let name = try #require(HTTPField.Name(parts[0]))
                    let response = try await second.client.execute(
                        uri: "/items/1",
                        method: .get,
                        headers: [name: parts.count > 1 ? parts[1] : ""],
                        body: nil
                    )
                    #expect(response.status == .ok)
                }
            }
        }
    }

    private func withServers(
        _ test: @escaping @Sendable (TestServer, TestServer) async throws -> Void
    ) async throws {
        let settings = try await newDatabase()
        let first = try await PostgresProductStore(settings: settings)
        let second = try await PostgresProductStore(settings: settings.deaf)
        second.mirror.looked(after: .now + .seconds(3600))
        let folder = FileManager.default.temporaryDirectory.appending(path: "two-servers-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        do {
            let path = folder.path(percentEncoded: false)
            let one = try AssembledTestMarket(over: first, folder: path)
            let other = try AssembledTestMarket(over: second, folder: path)
            try await one.application.test { one in
                try await other.application.test { other in
                    try await test(TestServer(client: one), TestServer(client: other))
                }
            }
        } catch { Issue.record(error) }
        try await first.close()
        try await second.close()
        try FileManager.default.removeItem(at: folder)
    }
}

private struct TestServer: Sendable {
    let client: TestClient

    func get(_ path: String, _ headers: HTTPFields = [:]) async throws -> String {
        let response = try await client.execute(uri: path, method: .get, headers: headers, body: nil)
        #expect(response.status == .ok)
        return String(buffer: response.body)
    }

    func send(_ method: HTTPRequest.Method, _ path: String, _ body: String) async throws -> TestResponse {
        try await client.execute(uri: path, method: method, headers: [:], body: ByteBuffer(string: body))
    }

    /// Lists a product in the edition that needs no picture.
    func list(_ title: String) async throws -> TestResponse {
        let response = try await send(
            .post,
            "/item",
            #"{"title":"\#(title)","descriptions":"","price":1,"currency":"KRW","stock":1,"password":"secret"}"#
        )
        try #require(response.status == .ok, "\(String(buffer: response.body))")
        return response
    }
}

extension TestResponse {
    /// Returns the header that shows another server what was written.
    fileprivate func proof(_ way: String) throws -> HTTPFields {
        let name = try #require(HTTPField.Name(way))
        if name == .cookie {
            let cookie = try #require(headers[.setCookie]?.split(separator: ";").first)
            return [name: "seller=x; \(cookie)"]
        }
        return [name: try #require(headers[name])]
    }
}

extension HTTPField.Name {
    fileprivate static var marketRevision: HTTPField.Name {
        guard let name = HTTPField.Name("Market-Revision") else { preconditionFailure("this is the name of a header") }
        return name
    }
}
