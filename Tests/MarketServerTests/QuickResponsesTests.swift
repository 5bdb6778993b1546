import FieldSamples
import Foundation
import HTTPTypes
import MarketAPI
import MarketCore
import MarketModels
import NIOCore
import TestMarkets
import Testing

@testable import MarketServer

/// Requests that are answered on the event loop get what the router would send.
struct QuickResponsesTests {
    /// With a length, even of no body, a request is the router's.
    private static let routed = "Content-Length: 0\r\n"

    private static func fill(_ market: TestMarket) async throws {
        for number in 1...24 {
            try await market.list([
                "name": "의자 \"\(number)\"\n\u{1}", "stock": number % 3, "discounted_price": number * 10,
            ])
        }
        _ = try await market.send(.put, "/api/products/3/state", #"{"secret":"correct horse","state":"hidden"}"#)
        _ = try await market.send(.put, "/api/products/4/state", #"{"secret":"correct horse","state":"sold"}"#)
        _ = try await market.send(
            .put,
            "/api/products/5/state",
            #"{"secret":"correct horse","state":"reserved","reserved_until":"2026-12-24"}"#
        )
        _ = try await market.services.deleteProduct.erase(Product.ID(rawValue: 6))
    }

    private func quick(
        _ market: TestMarket,
        _ target: String,
        _ fields: HTTPFields = [:]
    ) throws -> QuickResponses.Match? {
        let dependencies = market.dependencies
        let fallback = try #require(Origin(scheme: "http", authority: "localhost"))
        let responses = QuickResponses(
            cache: ResponseCache(byteCount: 1_000_000),
            origins: OriginPolicy(fixed: nil, proxies: .loopback, fallback: fallback),
            store: dependencies.services.store,
            clock: dependencies.services.clock,
            products: ProductResponses(dependencies)
        )
        var request = HTTPRequest(method: .get, scheme: "http", authority: "localhost", path: target)
        request.headerFields = fields
        return responses.match(for: request)
    }

    /// Waits until a request is answered without the router.
    private func expectQuick(_ market: TestMarket, _ target: String, _ fields: HTTPFields = [:]) async throws {
        try await wait {
            if try quick(market, target, fields) != nil { return true }
            // A busy machine may take longer than an event loop waits, or have dropped pages of the file. The router, which
            // gets the request instead, reads them again.
            _ = try await market.get(target)
            return false
        }
    }

    @Test(arguments: [
        "/api/products", "/api/products?page_no=2&items_per_page=5", "/api/products?sort=oldest", "/api/products?",
        "/api/products/1", "/api/products/4", "/api/products/0001", "/api/products/2?fields=name",
        "/api/products?vendor_id=1", "/api/products?currency=all&page_no=9",
    ])
    func plainRequestsNeedNoRouter(_ target: String) async throws {
        try await withMarket { market in
            try await Self.fill(market)
            try await expectQuick(market, target)
            try await expectQuick(market, target, [.acceptEncoding: "br"])
        }
    }

    /// What may take long, what ends in an error, and what only the router understands.
    @Test(arguments: [
        "/api/products?search_value=%EC%9D%98%EC%9E%90", "/api/products?sort=price_asc",
        "/api/products?cursor=nonsense",
        "/api/products?in_stock=1", "/api/products?condition=new", "/api/products/3", "/api/products/6",
        "/api/products/99",
        "/api/products/", "/API/products", "/api/products/1/", "/api/products/:1", "/api/products/Optional(1)",
        "/api/products/%31", "/api/products/-1", "/api/products/1.0", "/api/products/9223372036854775808",
        "/api//products", "/api/products#x", "/api/products/1#x", "/api/products?page_no=1#x", "/", "/items/1", "", "*",
        "/api/products/1/contact", "/api/categories",
    ])
    func othersAreTheRouters(_ target: String) async throws {
        try await withMarket { market in
            try await Self.fill(market)
            #expect(try quick(market, target) == nil)
        }
    }

    /// Compressing takes too long for an event loop.
    @Test func compressedResponsesAreTheRoutersUntilTheyAreKept() async throws {
        try await withMarket { market in
            try await Self.fill(market)
            #expect(try quick(market, "/api/products", [.acceptEncoding: "gzip, deflate, br"]) == nil)
            try await expectQuick(market, "/api/products", [.acceptEncoding: "gzip;q=0"])
        }
    }

    // MARK: The same bytes

    @Test(.timeLimit(.minutes(10)))
    func quickAndRoutedResponsesAreTheSame() async throws {
        try await withMarket { market in
            try await Self.fill(market)
            var random = SeededGenerator(seed: 42)
            var tags = ["\"other\"", "*"]
            for id in [1, 4, 7] {
                tags.append(try #require(try await market.get("/api/products/\(id)").headers[.eTag]))
            }
            tags.append(try #require(try await market.get("/api/products").headers[.eTag]))
            for round in 1...40 {
                // Pipelined: the responses must come in order, whoever makes them.
                var requests = ""
                let targets = (1...25).map { _ in Self.target(&random) }
                for target in targets {
                    let fields = Self.fields(tags, &random)
                    let head = "\(target) HTTP/1.1\r\n\(fields)"
                    let method = Int.random(in: 1...8, using: &random) == 1 ? "HEAD" : "GET"
                    let order = Bool.random(using: &random)
                    for isRouted in [order, !order] {
                        requests += "\(method) \(head)\(isRouted ? Self.routed : "")\r\n"
                    }
                }
                let connection = try RawConnection(port: market.port)
                await connection.send(
                    requests + "GET /healthChecker HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
                )
                let received = await connection.read()
                let responses = Self.responses(received)
                try #require(responses.count == 2 * targets.count + 1, "round \(round)")
                for (index, target) in targets.enumerated() {
                    #expect(responses[2 * index] == responses[2 * index + 1], "\(target)")
                }
            }
        }
    }

    /// HTTP/1.0 ends with the connection, unless the client asks to keep it.
    @Test(arguments: ["/api/products", "/api/products/1", "/api/products/3"])
    func oldVersionGetsTheSame(_ target: String) async throws {
        try await withMarket { market in
            try await Self.fill(market)
            for kept in ["", "Connection: keep-alive\r\n"] {
                var texts: [String] = []
                for length in ["", Self.routed] {
                    let connection = try RawConnection(port: market.port)
                    let last = "GET \(target) HTTP/1.0\r\nHost: localhost\r\n\(length)\r\n"
                    let first = kept.isEmpty ? "" : "GET \(target) HTTP/1.0\r\nHost: localhost\r\n\(kept)\(length)\r\n"
                    await connection.send(first + last)
                    texts.append(Self.withoutDates(await connection.read()))
                }
                #expect(texts[0] == texts[1])
                #expect(texts[0].hasPrefix("HTTP/1.0 ") && texts[0].contains("connection: close"))
            }
        }
    }

    private static func target(_ random: inout SeededGenerator) -> String {
        let id = Int.random(in: 0...27, using: &random)
        let query = [
            "page_no=\(Int.random(in: -1...8, using: &random))",
            "items_per_page=\(Int.random(in: 0...30, using: &random))",
            "sort=\(["newest", "bumped", "price_desc", "oldest"].randomElement(using: &random) ?? "")", "currency=all",
            "search_value=", "vendor_id=\(Int.random(in: 0...2, using: &random))", "n=%zz", "in_stock=0", "page-no=2",
            "&=&",
            "cursor=i1", "sold=1",
        ].shuffled(using: &random).prefix(Int.random(in: 0...3, using: &random)).joined(separator: "&")
        return [
            "/api/products?\(query)", "/api/products", "/api/products/\(id)", "/api/products/\(id)?\(query)",
            "/API/Products/\(id)", "/api/products/", "/api/products/\(id)/", "/api/products/:\(id)",
            "/api/products/0\(id)",
            "/api//products?\(query)", "/api/products/Optional(\(id))", "/api/products/%3\(id % 10)",
            "http://localhost/api/products",
        ].randomElement(using: &random) ?? ""
    }

    private static func fields(_ tags: [String], _ random: inout SeededGenerator) -> String {
        let lines = [
            "Accept-Encoding: gzip, deflate", "Accept-Encoding: identity", "accept-encoding: gzip;q=0",
            "If-None-Match: \(tags.randomElement(using: &random) ?? "")",
            "IF-NONE-MATCH: W/\(tags.randomElement(using: &random) ?? "")",
            "Connection: keep-alive", "Accept-Language: en", "Origin: http://elsewhere.example",
            "X-Forwarded-Host: a.example",
            "X-Forwarded-Proto: https", "Cookie: a=b",
        ].shuffled(using: &random).prefix(Int.random(in: 0...3, using: &random))
        let host = ["localhost", "market.example", "a b", "LOCALHOST:80"].randomElement(using: &random) ?? ""
        return "Host: \(host)\r\n" + lines.map { $0 + "\r\n" }.joined()
    }

    /// Returns the responses of a connection without their dates.
    private static func responses(_ text: String) -> [String] {
        withoutDates(text).components(separatedBy: "HTTP/1.1 ").dropFirst().map { $0 }
    }

    private static func withoutDates(_ text: String) -> String {
        text.replacing(/\r\nDate: [^\r]*/, with: "")
    }

    // MARK: Clients that don't go on

    /// What the socket hasn't taken yet when a client closes its half is sent nevertheless.
    @Test func clientThatClosesItsHalfGetsEveryResponse() async throws {
        try await withMarket { market in
            try await Self.fill(market)
            let request = "GET /api/products?items_per_page=20 HTTP/1.1\r\nHost: localhost\r\n\r\n"
            let client = try RawConnection(port: market.port)
            // All responses together are too long for the sockets, all requests aren't.
            await client.send(String(repeating: request, count: 2000))
            client.finishSending()
            let text = await client.read()
            #expect(text.components(separatedBy: "HTTP/1.1 200 OK").count == 2001)
            #expect(text.hasSuffix("]}"))
        }
    }

    /// A client that reads nothing, one that closes its half, and one that stops in the middle of a request.
    @Test func clientsThatStopKeepNobodyWaiting() async throws {
        try await withMarket { market in
            try await Self.fill(market)
            let request = "GET /api/products?items_per_page=20&n=1 HTTP/1.1\r\nHost: localhost\r\n\r\n"
            let silent = try RawConnection(port: market.port)
            let last = request.replacing("Host", with: "Connection: close\r\nHost")
            let many = String(repeating: request, count: 2000) + last
            async let isSent = silent.send(many)
            let unfinished = try RawConnection(port: market.port)
            await unfinished.send(request + String(request.prefix(30)))
            #expect(await unfinished.read(until: "]}").contains(" 200 OK"))
            for _ in 1...20 {
                let half = try RawConnection(port: market.port)
                await half.send(request)
                half.finishSending()
                let text = await half.read()
                #expect(text.hasPrefix("HTTP/1.1 200 OK") && text.hasSuffix("]}"))
            }
            await unfinished.send(String(request.dropFirst(30)))
            #expect(await unfinished.read(until: "]}").contains(" 200 OK"))
            let answers = await silent.read()
            _ = await isSent
            #expect(answers.hasPrefix("HTTP/1.1 200 OK"))
        }
    }
}
