import Foundation
import HTTPTypes
import HummingbirdTesting
import MarketModels
import MarketSQLite
import MarketServer
import NIOCore
import Testing

/// `GET /healthChecker`, `GET /health` and `GET /metrics`.
struct OperationsTests {
    @Test func healthCheckerAnswersOKInQuotes() async throws {
        try await withMarket { market in
            let response = try await market.get("/healthChecker")
            #expect(response.status == .ok)
            #expect(String(buffer: response.body) == "\"OK\"")
            #expect(response.headers[.contentType] == "application/json")
        }
    }

    @Test func healthNamesEachPart() async throws {
        try await withMarket { market in
            try await market.list()
            let response = try await market.get("/health")
            #expect(response.status == .ok)
            let health = try JSON(response)
            #expect(health.keys == ["status", "database", "images", "revision", "version"])
            #expect(health["status"].string == "ok")
            #expect(health["revision"].int == Int(market.store.revision.rawValue))
        }
    }

    @Test func healthIs503WhenThePicturesCannotBeStored() async throws {
        try await withMarket { market in
            try await market.list()
            // A file where the folder was: nothing can be stored, whoever asks.
            let folder = market.folder + "/images"
            try FileManager.default.moveItem(atPath: folder, toPath: folder + "-away")
            try Data().write(to: URL(filePath: folder))
            let response = try await market.get("/health")
            #expect(response.status == .serviceUnavailable)
            let health = try JSON(response)
            #expect(health["status"].string == "down")
            #expect(health["images"].string == "down")
            #expect(health["database"].string == "ok")
        }
    }

    @Test func metricsCountRequestsByRoutePattern() async throws {
        try await withMarket { market in
            try await market.list()
            for _ in 1...3 { _ = try await market.get("/api/products/1") }
            _ = try await market.get("/api/products/77")
            _ = try await market.get("/nowhere/at/all")
            let tag = try #require(try await market.get("/items/1").headers[.eTag])
            _ = try await market.get("/items/1", [.ifNoneMatch: tag])
            let response = try await market.get("/metrics")
            #expect(response.headers[.contentType] == "text/plain; version=0.0.4; charset=utf-8")
            let lines = Set(String(buffer: response.body).split(separator: "\n").map(String.init))
            for (route, method, status, count) in [
                ("/api/products", "POST", 201, 1), ("/api/products/{id}", "GET", 200, 3),
                ("/api/products/{id}", "GET", 404, 1), ("none", "GET", 404, 1), ("/items/{page}", "GET", 304, 1),
            ] {
                let line =
                    #"openmarket_http_requests_total{route="\#(route)",method="\#(method)",status="\#(status)"} \#(count)"#
                #expect(lines.contains(line), "\(line)")
            }
            let histogram =
                #"openmarket_http_request_duration_seconds_count{route="/api/products/{id}",method="GET"} 4"#
            #expect(lines.contains(histogram))
            #expect(lines.contains("openmarket_products 1"))
            #expect(lines.contains("# TYPE openmarket_http_request_duration_seconds histogram"))
        }
    }

    /// What Prometheus refuses: lines that are no samples, families that come twice.
    @Test func metricsAreWellFormed() async throws {
        try await withMarket { market in
            try await market.list()
            let text = String(buffer: try await market.get("/metrics").body)
            let sample = /[a-zA-Z_:][a-zA-Z0-9_:]*(\{[a-zA-Z_]\w*="[^"\n]*"(,[a-zA-Z_]\w*="[^"\n]*")*\})? [0-9.e+-]+/
            var families: Set<Substring> = []
            for line in text.split(separator: "\n") {
                if line.hasPrefix("# TYPE ") {
                    #expect(families.insert(line.split(separator: " ")[2]).inserted, "\(line)")
                } else if !line.hasPrefix("# HELP ") {
                    #expect(line.wholeMatch(of: sample) != nil, "\(line)")
                }
            }
            #expect(text.hasSuffix("\n"))
        }
    }
}
