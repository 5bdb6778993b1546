import Foundation
import HTTPTypes
import MarketAPI
import MarketCore
import MarketModels
import NIOCore
import TestMarkets
import Testing

@testable import MarketServer

/// Decision 6: encoded once, never stale.
struct ResponseCachingTests {
    @Test func listIsNeverStale() async throws {
        try await withMarket { market in
            for number in 1...5 {
                #expect(try JSON(await market.get("/api/products"))["total_count"].int == number - 1)
                // The second response comes from the cache.
                #expect(try JSON(await market.get("/api/products"))["total_count"].int == number - 1)
                try await market.list()
            }
            let edit = try await market.send(.patch, "/api/products/5", #"{"secret":"correct horse","name":"바꾼 이름"}"#)
            #expect(edit.status == .accepted)
            #expect(try JSON(await market.get("/api/products"))["pages"][0]["name"].string == "바꾼 이름")
        }
    }

    @Test func detailIsNeverStaleAndOutlivesChangesOfOthers() async throws {
        try await withMarket { market in
            try await market.list(["name": "one"])
            let first = try await market.get("/api/products/1")
            try await market.list(["name": "two"])
            let second = try await market.get("/api/products/1")
            #expect(second.body == first.body)
            #expect(second.headers[.eTag] == first.headers[.eTag])
            _ = try await market.send(.patch, "/api/products/1", #"{"secret":"correct horse","stock":3}"#)
            let third = try await market.get("/api/products/1")
            #expect(try JSON(third)["stock"].int == 3)
            #expect(third.headers[.eTag] != first.headers[.eTag])
            _ = try await market.services.deleteProduct.remove(Product.ID(rawValue: 1))
            #expect(try await market.get("/api/products/1").status == .notFound)
        }
    }

    @Test func pageOfAProductIsNeverStaleAndOutlivesChangesOfOthers() async throws {
        try await withMarket { market in
            let minute = market.services.clock.now.millisecondsSinceEpoch / 60_000
            func cached() -> CachedResponse? {
                ["localhost", "localhost:\(market.port)"].lazy.compactMap { host in
                    let parts = OriginPolicy.CacheVariant(
                        dialect: .main,
                        origin: .init(scheme: "http", authority: host)
                    )
                    let target = "/products/1 en list system contained \(minute)"
                    return market.dependencies.cache.response(
                        for: ResponseCache.Key(cacheVariant: parts, target: target)
                    )
                }.first
            }
            func get() async throws -> TestResponse {
                try await market.client.execute(
                    uri: "/products/1",
                    method: .get,
                    headers: [.acceptLanguage: "en"],
                    body: nil
                )
            }
            func page() async throws -> String { String(buffer: try await get().body) }
            try await market.list(["name": "one"])
            let first = try await page()
            let rendered = try #require(cached())
            try await market.list(["name": "two"])
            #expect(try await page() == first)
            #expect(cached() === rendered)
            _ = try await market.send(.patch, "/api/products/1", #"{"secret":"correct horse","name":"three"}"#)
            #expect(try await page().contains("three"))
            #expect(cached() !== rendered)
            _ = try await market.services.deleteProduct.remove(Product.ID(rawValue: 1))
            let status = try await get().status
            #expect(status == .gone || status == .notFound, "\(status)")
        }
    }

    @Test(arguments: ["/api/products", "/api/products/1"])
    func knownTagIsAnsweredWith304(_ path: String) async throws {
        try await withMarket { market in
            try await market.list()
            let tag = try #require(try await market.get(path).headers[.eTag])
            for known in [tag, "W/\(tag)", "\"other\", \(tag)", "*"] {
                let response = try await market.get(path, [.ifNoneMatch: known])
                #expect(response.status == .notModified)
                #expect(response.body.readableBytes == 0)
                #expect(response.headers[.eTag] == tag)
            }
            #expect(try await market.get(path, [.ifNoneMatch: "\"other\""]).status == .ok)
            _ = try await market.send(.patch, "/api/products/1", #"{"secret":"correct horse","stock":3}"#)
            #expect(try await market.get(path, [.ifNoneMatch: tag]).status == .ok)
        }
    }

    @Test func issuingATokenChangesNoTag() async throws {
        try await withMarket { market in
            try await market.list()
            let tag = try await market.get("/api/products").headers[.eTag]
            #expect(try await market.send(.post, "/api/products/1/secret", "\"correct horse\"").status == .ok)
            #expect(try await market.get("/api/products").headers[.eTag] == tag)
        }
    }

    @Test func gzipIsSentToWhomItIsWelcomeAndSaysTheSame() async throws {
        try await withMarket { market in
            for _ in 1...4 { try await market.list() }
            let plain = try await market.get("/api/products")
            for _ in 1...2 {
                let packed = try await market.get("/api/products", [.acceptEncoding: "br, gzip;q=0.8"])
                #expect(packed.headers[.contentEncoding] == "gzip")
                #expect(packed.headers[.vary] == "Accept-Encoding")
                #expect(packed.body.readableBytes < plain.body.readableBytes / 2)
                #expect(try gunzip(Array(packed.body.readableBytesView)) == Array(plain.body.readableBytesView))
            }
            let refused = try await market.get("/api/products", [.acceptEncoding: "gzip;q=0"])
            #expect(refused.headers[.contentEncoding] == nil)
            #expect(refused.body == plain.body)
        }
    }

    @Test func linksFollowTheHostThatWasAsked() async throws {
        try await withMarket { market in
            try await market.list()
            for host in ["market.example", "10.0.0.2:8080", "market.example"] {
                let connection = try RawConnection(port: market.port)
                await connection.send("GET /api/products HTTP/1.1\r\nHost: \(host)\r\n\r\n")
                let response = await connection.read(until: "]}")
                #expect(response.contains("\"thumbnail\":\"http://\(host)/images/"))
            }
            let connection = try RawConnection(port: market.port)
            await connection.send("GET /api/products HTTP/1.1\r\nHost: \"><script>\r\n\r\n")
            let odd = await connection.read(until: "]}")
            #expect(!odd.contains("script"))
        }
    }

    @Test func baseURLReplacesTheHost() async throws {
        try await withMarket(baseURL: "https://market.example/") { market in
            let product = try await market.list()
            #expect(product["thumbnail"].string?.hasPrefix("https://market.example/images/") == true)
            let list = try JSON(await market.get("/api/products"))
            #expect(list["pages"][0]["thumbnail"].string?.hasPrefix("https://market.example/images/") == true)
        }
    }

    @Test func forwardedHeadersAreBelievedOnlyWhenToldTo() async throws {
        let headers: HTTPFields = [
            .field("X-Forwarded-Proto"): "https", .field("X-Forwarded-Host"): "shop.example",
        ]
        try await withMarket(proxies: .loopback) { market in
            try await market.list()
            let list = try JSON(await market.get("/api/products", headers))
            #expect(list["pages"][0]["thumbnail"].string?.hasPrefix("https://shop.example/images/") == true)
            let direct = try JSON(await market.get("/api/products"))
            #expect(direct["pages"][0]["thumbnail"].string?.hasPrefix("http://localhost") == true)
        }
        try await withMarket { market in
            try await market.list()
            let list = try JSON(await market.get("/api/products", headers))
            #expect(list["pages"][0]["thumbnail"].string?.hasPrefix("http://localhost") == true)
        }
    }

    private func gunzip(_ bytes: [UInt8]) throws -> [UInt8] {
        let process = Process()
        process.executableURL = URL(filePath: "/bin/gzip")
        process.arguments = ["-dc"]
        let input = Pipe()
        let output = Pipe()
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        try input.fileHandleForWriting.write(contentsOf: Data(bytes))
        try input.fileHandleForWriting.close()
        let unpacked = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return Array(unpacked)
    }
}
