import Foundation
import HTTPTypes
import MarketCore
import Testing
import Tracing

@testable import MarketServer

/// Spans of requests, as they are written to the trace log.
struct TraceLogTests {
    private static let parent = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"

    /// Runs a test with a trace log, and returns the spans that were written.
    private func spans(
        interval: Int = 1,
        proxies: TrustedProxies = .loopback,
        _ test: @escaping @Sendable (TestMarket) async throws -> Void
    ) async throws -> [JSON] {
        let path = FileManager.default.temporaryDirectory.appending(path: "trace-\(UUID().uuidString)")
            .path(percentEncoded: false)
        defer { try? FileManager.default.removeItem(atPath: path) }
        let descriptor = open(path, O_WRONLY | O_APPEND | O_CREAT, 0o600)
        let output = LogOutput(descriptor: descriptor)
        defer {
            output.flush(seconds: 600)
            close(descriptor)
        }
        let log = TraceLog(output: output, interval: interval, nodeName: "node1")
        try await withTracer(log) {
            try await withMarket(proxies: proxies, isTraced: true, test)
        }
        log.forceFlush()
        let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
        return try lines.map { line in
            let resource = JSON(try JSONSerialization.jsonObject(with: Data(line.utf8)))["resourceSpans"][0]
            #expect(resource["resource"]["attributes"][1]["value"]["stringValue"].string == "node1")
            return resource["scopeSpans"][0]["spans"][0]
        }
    }

    private func attribute(_ name: String, of span: JSON) -> JSON? {
        span["attributes"].array.first { $0["key"].string == name }?["value"]
    }

    /// The span of the request itself. There are spans of its work and of statements, too.
    private func request(_ spans: [JSON]) -> [JSON] { spans.filter { $0["kind"].int == 2 } }

    @Test func aRequestIsASpanWithItsRouteAndNotItsPath() async throws {
        let spans = try await spans(proxies: .none) { market in
            _ = try await market.get("/api/products/77")
        }
        let span = try #require(request(spans).first)
        #expect(request(spans).count == 1)
        #expect(span["name"].string?.hasPrefix("GET /api/products/") == true)
        #expect(span["name"].string?.contains("77") == false)
        #expect(attribute("http.response.status_code", of: span)?["intValue"].string == "404")
        #expect(attribute("http.request.method", of: span)?["stringValue"].string == "GET")
        #expect(span["parentSpanId"].isNull)
        #expect(span["traceId"].string?.utf8.count == 32)
        let begin = try #require(span["startTimeUnixNano"].string.flatMap { UInt64($0) })
        let end = try #require(span["endTimeUnixNano"].string.flatMap { UInt64($0) })
        #expect(begin <= end)
        #expect(begin > 1_700_000_000_000_000_000)
    }

    @Test(arguments: ["/link", "//LINK", "/receive"])
    func theTokenOfALinkIsInNoSpan(_ path: String) async throws {
        let token = "0123456789abcdef0123456789abcdef"
        let spans = try await spans(proxies: .none) { market in
            let browser = TestBrowser(market)
            let opened = try await browser.get("\(path)?token=\(token)")
            let page = try await browser.get(path)
            #expect(opened.status == 303 && page.status == 410)
        }
        #expect(request(spans).count == 2)
        #expect(!spans.contains { "\($0)".contains(token) })
    }

    @Test func theTraceOfATrustedProxyGoesOn() async throws {
        let spans = try await spans { market in
            _ = try await market.get("/api/products", [.field("traceparent"): Self.parent])
        }
        let span = try #require(request(spans).first)
        #expect(span["traceId"].string == "4bf92f3577b34da6a3ce929d0e0e4736")
        #expect(span["parentSpanId"].string == "00f067aa0ba902b7")
    }

    @Test func aTraceThatTheProxyDoesNotRecordIsNotWritten() async throws {
        let spans = try await spans { market in
            _ = try await market.get("/api/products", [.field("traceparent"): String(Self.parent.dropLast()) + "0"])
        }
        #expect(spans.isEmpty)
    }

    @Test func strangersCanNotHaveTheirRequestsTraced() async throws {
        let spans = try await spans(interval: 1_000_000_000, proxies: .none) { market in
            _ = try await market.get("/api/products", [.field("traceparent"): Self.parent])
        }
        #expect(spans.isEmpty)
    }

    @Test func responsesFromMemoryHaveNoSpan() async throws {
        let spans = try await spans { market in
            for _ in 1...5 { _ = try await market.get("/api/products") }
        }
        // It is kept from the second request on.
        #expect(request(spans).count == 2)
    }

    @Test func listingHasSpansOfItsImageItsSecretAndItsStatements() async throws {
        let spans = try await spans { market in try await market.list(["name": "chair"]) }
        let posted = try #require(request(spans).first { $0["name"].string?.hasPrefix("POST ") == true })
        func children(of span: JSON) -> [JSON] {
            spans.filter { $0["parentSpanId"].string == span["spanId"].string }
        }
        let work = children(of: posted).compactMap { $0["name"].string }
        #expect(work.contains("hash secret"))
        #expect(work.contains("process image"))
        let statements = children(of: posted).flatMap(children)
        #expect(statements.contains { $0["name"].string == "INSERT" })
        // The values of a statement may be secret.
        #expect(!spans.contains { "\($0)".contains("correct horse") || "\($0)".contains("chair") })
    }
}
