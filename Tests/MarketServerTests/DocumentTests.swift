import Foundation
import HTTPTypes
import MarketAPI
import NIOCore
import TestMarkets
import Testing

@testable import MarketServer

/// `GET /openapi.json` and `GET /docs`. `TestMarket` checks the responses to all requests of all tests against the
/// document.
struct DocumentTests {
    @Test func documentHasEveryRegisteredRouteAndNoOther() {
        let registered = RoutePattern.allCases.flatMap { pattern in
            pattern.methods.map { "\($0.rawValue) \(pattern.rawValue)" }
        }
        #expect(TestMarket.document.operations == Set(registered))
    }

    @Test func everyOperationIsAnsweredByAHandlerOfItsOwn() async throws {
        try await withMarket { market in
            for pattern in RoutePattern.allCases {
                let path = pattern.rawValue.replacing(/\{[a-z]+\}/, with: "1")
                for method in pattern.methods {
                    let response = try await market.send(method, path)
                    #expect(response.status != .methodNotAllowed, "\(method) \(path)")
                }
                let other = try await market.send(pattern.methods.contains(.put) ? .patch : .put, path)
                #expect(other.status == .methodNotAllowed)
                let allowed = (other.headers[.allow] ?? "").split(separator: ", ").map(String.init)
                #expect(Set(allowed).subtracting(["HEAD"]) == Set(pattern.methods.map(\.rawValue)))
                #expect(allowed.contains("HEAD") == (try await market.send(.head, path).status != .methodNotAllowed))
            }
        }
    }

    @Test func documentIsServedAsItIs() async throws {
        try await withMarket { market in
            let response = try await market.get("/openapi.json")
            #expect(response.headers[.contentType] == "application/json")
            #expect(try JSON(response)["openapi"].string?.hasPrefix("3.1") == true)
            let tag = try #require(response.headers[.eTag])
            let again = try await market.get("/openapi.json", [.ifNoneMatch: tag])
            #expect(again.status == .notModified)
        }
    }

    @Test func examplesNameTheMarketThatIsAsked() async throws {
        try await withMarket(proxies: .loopback) { market in
            var tags: Set<String> = []
            for path in ["/docs", "/openapi.json"] {
                for host in ["market.example", "localhost:8080"] {
                    let response = try await market.get(path, [.field("X-Forwarded-Host"): host])
                    let text = String(buffer: response.body)
                    #expect(text.contains("http://\(host)/images/"), "\(path) of \(host)")
                    #expect(text.contains("localhost:8080") == (host == "localhost:8080"), "\(path) of \(host)")
                    let tag = try #require(response.headers[.eTag])
                    tags.insert(tag)
                    let again = try await market.get(path, [.field("X-Forwarded-Host"): host, .ifNoneMatch: tag])
                    #expect(again.status == .notModified)
                }
            }
            #expect(tags.count == 4)
        }
    }

    /// Each takes a tenth of its size.
    @Test func documentsAreCompressed() async throws {
        try await withMarket { market in
            for path in ["/docs", "/openapi.json"] {
                let plain = try await market.get(path)
                // The third response comes from memory.
                for _ in 1...3 {
                    let response = try await market.get(path, [.acceptEncoding: "gzip"])
                    #expect(
                        response.headers[.contentEncoding] == "gzip" && response.headers[.vary] == "Accept-Encoding"
                    )
                    #expect(response.headers[.contentType] == plain.headers[.contentType])
                    #expect(response.headers[.contentSecurityPolicy] == plain.headers[.contentSecurityPolicy])
                    #expect(response.body.readableBytes * 5 < plain.body.readableBytes)
                    let tag = try #require(response.headers[.eTag])
                    #expect(try await market.get(path, [.ifNoneMatch: tag]).status == .notModified)
                }
            }
        }
    }

    @Test func pageForPeopleLoadsNothing() async throws {
        try await withMarket { market in
            let response = try await market.get("/docs")
            #expect(response.headers[.contentType] == "text/html; charset=utf-8")
            let policy = try #require(response.headers[.contentSecurityPolicy])
            #expect(policy.hasPrefix("default-src 'none'; style-src 'sha256-"))
            let page = String(buffer: response.body)
            #expect(page.contains("/api/products/{id}"))
            for loading in ["<script", "<link", "<img", "@import", "url(", " style="] {
                #expect(!page.contains(loading), "\(loading)")
            }
        }
    }
}
