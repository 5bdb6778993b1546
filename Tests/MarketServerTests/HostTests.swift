import HTTPTypes
import MarketAPI
import MarketModels
import Testing

@testable import MarketServer

struct HostTests {
    @Test(arguments: ["", "Host: localhost\r\nHost: localhost\r\n", "Host: localhost\r\nHost: other\r\n"])
    func aRequestWithoutHostOrWithTwoIsRefused(_ hosts: String) async throws {
        try await withMarket { market in
            // Also when the response is in the cache.
            _ = try await market.get("/api/products")
            for path in ["/api/products", "/healthChecker"] {
                let connection = try RawConnection(port: market.port)
                await connection.send("GET \(path) HTTP/1.1\r\n\(hosts)\r\n")
                #expect(await connection.readAnswer()?.status == 400)
            }
        }
    }

    @Test func hostsThatCanNotStandInALinkShareOneCacheKey() throws {
        let fallback = try #require(Origin(scheme: "http", authority: "localhost:8080"))
        let policy = OriginPolicy(fixed: nil, proxies: .loopback, fallback: fallback)
        func destination(_ host: String) -> OriginPolicy.CacheVariant {
            policy.cacheVariant(of: HTTPRequest(method: .get, scheme: "http", authority: host, path: "/"))
        }
        let unusable = ["", "a b", "a/b", "<script>", String(repeating: "x", count: 16_000)]
        #expect(Set(unusable.map(destination)).count == 1)
        #expect(policy.origin(for: destination("a b")) == fallback)
        #expect(destination("shop.example") != destination("a b"))
    }

    @Test func keysCountAmongTheBytesOfTheCache() {
        let meters = RequestMetrics(factory: PrometheusRegistry()).hotMeters(for: "/")
        let cache = ResponseCache(byteCount: 8_000_000)
        for number in 0..<10_000 {
            let authority = String(repeating: "x", count: 240) + "\(number)"
            let key = ResponseCache.Key(
                cacheVariant: .init(dialect: .main, origin: .init(scheme: "http", authority: authority)),
                target: "/" + String(repeating: "y", count: 500)
            )
            let revision = Revision(rawValue: 1)
            let response = CachedResponse(
                CachedResponse.Content(subject: .list, body: [1], revision: revision, meters: meters),
                knownAt: revision
            )
            cache.insert(response, for: key)
        }
        // A response alone counts about 1,500 bytes; with its key, which is held twice, over 3,000.
        #expect(cache.contents.count < 8_000_000 / 3_000)
        #expect(cache.contents.byteCount <= 8_000_000)
    }
}
