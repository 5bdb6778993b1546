import Foundation
import HTTPTypes
import Hummingbird
import Logging
import MarketModels
import NIOCore
import TestMarkets
import Testing

@testable import MarketCore
@testable import MarketServer

/// `GET /health` and `GET /metrics`.
struct OperationsTests {
    @Test func healthNamesEachPart() async throws {
        try await withMarket { market in
            try await market.list()
            let response = try await market.get("/health")
            #expect(response.status == .ok)
            let health = try JSON(response)
            // A server checks the whole database later, in a folder only.
            let check = TestStoreKind.chosen == .folder ? "due" : nil
            #expect(health["database_check"].string == check)
            let keys: Set = ["status", "database", "images", "revision", "version"]
            #expect(health.keys == (check == nil ? keys : keys.union(["database_check"])))
            #expect(health["status"].string == "ok")
            #expect(health["revision"].int == Int(market.store.revision.rawValue))
        }
    }

    @Test func healthIs503WhenTheImagesCannotBeStored() async throws {
        try await withMarket { market in
            try await market.list()
            // A file in place of the folder: nothing can be stored, even by root.
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

    /// Asks whether the server is ready, again where PostgreSQL's log of changes is late, as on a busy machine.
    private func readiness(of market: TestMarket) async throws -> TestResponse {
        var response = try await market.get("/health/ready")
        try await wait {
            if try JSON(response)["changes"].string != "late" { return true }
            response = try await market.get("/health/ready")
            return false
        }
        return response
    }

    @Test func readinessNamesEachPartAndLivenessAsksNone() async throws {
        try await withMarket { market in
            try await market.list()
            let response = try await self.readiness(of: market)
            #expect(response.status == .ok)
            let readiness = try JSON(response)
            #expect(
                readiness.keys == ["status", "database", "schema", "changes", "images", "lag_milliseconds", "version"]
            )
            #expect(readiness["status"].string == "ready")
            // A market in a data folder has no other writers; PostgreSQL's log of changes was read not long ago.
            let lag = try #require(readiness["lag_milliseconds"].int)
            if TestStoreKind.chosen == .folder { #expect(lag == 0) } else { #expect(lag >= 0) }
            #expect(try JSON(await market.get("/health/live")).keys == ["status", "version"])
        }
        try await withMarket { market in
            try await market.list()
            let folder = market.folder + "/images"
            try FileManager.default.moveItem(atPath: folder, toPath: folder + "-away")
            try Data().write(to: URL(filePath: folder))
            let response = try await self.readiness(of: market)
            #expect(response.status == .serviceUnavailable)
            let readiness = try JSON(response)
            #expect(readiness["status"].string == "down")
            #expect(readiness["images"].string == "down")
            for part in ["database", "schema", "changes"] { #expect(readiness[part].string == "ok") }
            #expect(try await market.get("/health/live").status == .ok)
        }
    }

    /// A server that is about to stop says so at once, although the parts are asked once a second only.
    @Test func drainingServerIsNotReadyAndAnswersEverythingElse() async throws {
        try await withMarket { market in
            try await market.list()
            #expect(try await readiness(of: market).status == .ok)
            market.dependencies.drain.begin()
            let response = try await market.get("/health/ready")
            #expect(response.status == .serviceUnavailable)
            #expect(try JSON(response)["status"].string == "draining")
            for path in ["/health", "/health/live", "/api/products/1"] {
                #expect(try await market.get(path).status == .ok)
            }
        }
    }

    @Test func processThatIsLateIsNotReady() async throws {
        try await withMarket { market in
            try await market.list()
            func readiness(lag: Duration) async -> CheckReadiness.Readiness {
                await CheckReadiness(store: LateStore(lag: lag), images: market.dependencies.services.imageStore)()
            }
            #expect(await readiness(lag: CheckReadiness.lagLimit).isReady)
            let late = await readiness(lag: CheckReadiness.lagLimit + .milliseconds(1))
            #expect(!late.isReady && late.failures.map(\.part) == ["changes"])
        }
    }

    private struct LateStore: StoreLifecycle {
        let lag: Duration

        func check() {}
        func readiness() -> StoreReadiness { StoreReadiness(lag: lag) }
        func close() {}
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

    /// Prometheus refuses lines that aren't samples, and repeated families.
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

    @Test func manyWhoAskForHealthAskThePartsOnce() async throws {
        let counted = CountedChecks()
        let health = ThrottledValue<Int>(for: .seconds(3600))
        let values = await withTaskGroup(of: Int.self) { group in
            for _ in 1...200 { group.addTask { await health.get { await counted.next() } } }
            return await group.reduce(into: Set()) { $0.insert($1) }
        }
        #expect(values == [1])
        let fresh = ThrottledValue<Int>(for: .zero)
        #expect(await fresh.get { await counted.next() } == 2)
        #expect(await fresh.get { await counted.next() } == 3)
    }

    private actor CountedChecks {
        private var count = 0

        func next() async -> Int {
            count += 1
            // The other calls enter here meanwhile.
            for _ in 1...100 { await Task.yield() }
            return count
        }
    }

    @Test func metricsAreForThisMachineAlone() async throws {
        @Sendable func status(_ market: TestMarket, _ path: String, forwardedFor client: String? = nil) async throws
            -> Int
        {
            var headers = HTTPFields()
            if let client { headers[.xForwardedFor] = client }
            return try await market.get(path, headers).status.code
        }
        try await withMarket(proxies: .loopback) { market in
            let local = try await status(market, "/metrics")
            #expect(local == 200)
            // Behind a proxy the client is a different machine, wherever the proxy is.
            let clients = [
                "203.0.113.9", "127.0.0.1, 203.0.113.9", "10.0.0.1", "2001:db8::1", "unknown", "\"203.0.113.9\"",
                "127.0.0.1, _hidden",
            ]
            for client in clients {
                let remote = try await status(market, "/metrics", forwardedFor: client)
                #expect(remote == 404, "\(client)")
            }
            let health = try await status(market, "/health", forwardedFor: "203.0.113.9")
            #expect(health == 200)
        }
        // A proxy that isn't configured.
        try await withMarket { market in
            let local = try await status(market, "/metrics")
            #expect(local == 200)
            let proxied = try await status(market, "/metrics", forwardedFor: "127.0.0.1")
            #expect(proxied == 404)
        }
        // A proxy that says only which host was asked for.
        for proxies in [TrustedProxies.none, .loopback] {
            try await withMarket(proxies: proxies) { market in
                for (host, status) in [("market.example", 404), ("localhost", 200), ("[::1]:8080", 200)] {
                    let connection = try RawConnection(port: market.port)
                    await connection.send("GET /metrics HTTP/1.1\r\nHost: \(host)\r\n\r\n")
                    #expect(await connection.readAnswer()?.status == status, "\(host)")
                }
            }
        }
    }

    @Test func metricsAreForEverybodyWhereTheOperatorWantsIt() async throws {
        var setting = TestMarketSetting()
        setting.proxies = .loopback
        setting.showsMetricsToAll = true
        try await withOpenMarket(setting) { market in
            try await market.application.test { client in
                let headers: HTTPFields = [.xForwardedFor: "203.0.113.9"]
                let response = try await client.execute(
                    uri: "/metrics",
                    method: .get,
                    headers: headers,
                    body: nil
                )
                #expect(response.status == .ok)
            }
        }
    }

    @Test func aPortOfItsOwnHasMetricsAndHealthAndNothingElse() async throws {
        try await withOpenMarket { market in
            let application = MetricsListener.buildApplication(
                dependencies: market.dependencies,
                address: .hostname("127.0.0.1", port: 0),
                logger: Logger(label: "test")
            )
            try await application.test { client in
                for (path, status) in [("/metrics", 200), ("/health", 200), ("/api/products", 404), ("/", 404)] {
                    let response = try await client.execute(uri: path, method: .get, headers: [:], body: nil)
                    #expect(response.status.code == status, "\(path)")
                    let head = try await client.execute(uri: path, method: .head, headers: [:], body: nil)
                    #expect(head.status.code == status, "HEAD \(path)")
                    #expect(head.body.readableBytes == 0)
                }
            }
        }
    }
}
