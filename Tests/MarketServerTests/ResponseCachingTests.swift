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
            _ = try await market.services.deleteProduct.erase(Product.ID(rawValue: 1))
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
            // What is asked for once isn't kept.
            #expect(cached() == nil)
            #expect(try await page() == first)
            // A busy machine may not know in time whether anything changes, and renders the page again.
            var (rendered, isKept): (CachedResponse?, Bool) = (nil, false)
            for _ in 1...100 where !isKept {
                rendered = cached()
                try await market.list(["name": "two"])
                #expect(try await page() == first)
                isKept = rendered != nil && cached() === rendered
            }
            #expect(isKept)
            _ = try await market.send(.patch, "/api/products/1", #"{"secret":"correct horse","name":"three"}"#)
            #expect(try await page().contains("three"))
            #expect(cached() !== rendered)
            _ = try await market.services.deleteProduct.erase(Product.ID(rawValue: 1))
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

    @Test func gzipIsSentOnlyIfAcceptedWithTheSameContent() async throws {
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

    /// Four readers ask for all products again and again, on pipelined connections.
    @Test func productsFollowTheirCategoryDuringReads() async throws {
        try await withMarket { market in
            try await market.list(["category": "cameras"])
            for _ in 2...30 { _ = try await market.store.add(Self.camera(registeredAt: market.clock.now)) }
            let paths = (1...30).map { "/api/products/\($0)" } + ["/api/categories", "/api/products/0"]
            let requests = paths.map { "GET \($0) HTTP/1.1\r\nHost: localhost\r\n\r\n" }.joined()
            let isOver = MutexBox(false)
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 1...4 {
                    group.addTask { [port = market.port] in
                        let connection = try RawConnection(port: port)
                        while !isOver.withLock({ $0 }) {
                            await connection.send(requests)
                            try #require(await connection.read(until: " 404 Not Found").contains(" 404 Not Found"))
                        }
                    }
                }
                do { try await changeCategory(in: market) } catch {
                    isOver.withLock { $0 = true }
                    throw error
                }
                isOver.withLock { $0 = true }
                try await group.waitForAll()
            }
            let tag = try #require(try await market.get("/api/products/1").headers[.eTag])
            let edit = try await market.send(
                .patch,
                "/api/products/1",
                #"{"secret":"correct horse","stock":3}"#,
                [.ifMatch: tag]
            )
            #expect(edit.status == .accepted)
        }
    }

    private func changeCategory(in market: TestMarket) async throws {
        let categories = market.services.editCategories
        for round in 1...5 {
            try await categories.remove("cameras")
            #expect(try await wrongProducts(in: market, besides: "electronics") == [], "removed in round \(round)")
            try await categories.add("cameras", names: [.korean: "카메라", .english: "Cameras"], in: "electronics")
            #expect(try await wrongProducts(in: market, besides: "cameras") == [], "brought back in round \(round)")
        }
    }

    private func wrongProducts(in market: TestMarket, besides category: String) async throws -> [Int] {
        var wrong: [Int] = []
        for id in 1...30 where try JSON(await market.get("/api/products/\(id)"))["category"].string != category {
            wrong.append(id)
        }
        return wrong
    }

    private static func camera(registeredAt now: Timestamp) throws -> NewProduct {
        NewProduct(
            seller: .vendor(Vendor.guestID),
            listing: Listing(
                name: "Camera",
                description: "",
                pricing: try #require(Pricing(currency: .krw, priceMinorUnits: 1000, discountMinorUnits: 0)),
                stock: 1,
                attributes: ListingAttributes(category: "cameras")
            ),
            contact: nil,
            secretHash: SecretHash(rawValue: "$nothing$"),
            images: [],
            registeredAt: now
        )
    }

    /// What is answered from memory and what the router answers follow the same header fields in the same way. With the
    /// length of a body, a request is the router's.
    @Test func routerReadsHeaderFieldsAsTheCacheDoes() async throws {
        try await withMarket { market in
            for _ in 1...4 { try await market.list() }
            let path = "/api/products"
            let tag = try #require(try await market.get(path).headers[.eTag])
            let codings = [
                "gzip", "GZIP ; Q=0.5", "x-gzip", "gzip;q=0", "gzip;q=0.000", "gzip;q=high", "*", "*;q=0", "*;q=0.3",
                "br",
                "identity", "identity;q=0", "identity;q=0.2", "deflate, gzip;q=1.0", "", " , ", "gzip;q=1;x=2",
            ]
            let tags = [
                tag, "W/\(tag)", "\"other\"", "*", "\"a,\(tag)", "\"a\", \(tag)", "w/\(tag)", tag + " x", "",
                String(tag.dropFirst().dropLast()), "\"a, b\",\t\(tag)",
            ]
            var random = SeededGenerator(seed: 9)
            for _ in 1...200 {
                var fields = HTTPFields()
                for _ in 0..<Int.random(in: 0...3, using: &random) {
                    let items = (1...Int.random(in: 1...2, using: &random)).compactMap { _ in
                        codings.randomElement(using: &random)
                    }
                    fields.append(HTTPField(name: .acceptEncoding, value: items.joined(separator: ", ")))
                }
                for _ in 0..<max(0, Int.random(in: -1...2, using: &random)) {
                    let items = (1...Int.random(in: 1...2, using: &random)).compactMap { _ in
                        tags.randomElement(using: &random)
                    }
                    fields.append(HTTPField(name: .ifNoneMatch, value: items.joined(separator: ", ")))
                }
                let cached = try await market.client.execute(uri: path, method: .get, headers: fields, body: nil)
                let routed = try await market.client.execute(
                    uri: path,
                    method: .get,
                    headers: fields,
                    body: ByteBuffer()
                )
                let head = try await market.client.execute(uri: path, method: .head, headers: fields, body: nil)
                for other in [routed, head] {
                    #expect(other.status == cached.status, "\(fields)")
                    for name in [HTTPField.Name.contentEncoding, .eTag, .vary, .contentLength, .cacheControl] {
                        #expect(other.headers[name] == cached.headers[name], "\(name) for \(fields)")
                    }
                }
                #expect(routed.body == cached.body)
                #expect(head.body.readableBytes == 0)
            }
        }
    }

    /// RFC 9110, 12.5.3: each list is that of the lines of the header.
    @Test(arguments: [
        ([], false), (["gzip"], true), (["br", "gzip"], true), (["gzip", "br"], true), (["*;q=0, gzip"], true),
        (["gzip, *;q=0"], true), (["gzip;q=0, *"], false), (["*", "gzip;q=0"], false), (["*"], true),
        (["*;q=0"], false),
        (["gzip;q=0.000"], false), (["gzip;Q=0"], false), (["GZip;q=0.001"], true), (["x-gzip"], true), (["br"], false),
        (["gzip;q=high"], false), (["identity, gzip;q=0.5"], false), (["identity;q=0.5, gzip;q=0.5"], true),
        (["identity;q=0", "gzip;q=0.1"], true), (["gzip;q=0.5, *;q=0"], true), (["gzip ; q=0"], false),
    ])
    func gzipIsSentWhereTheLinesAllowIt(_ lines: [String], _ isExpected: Bool) async throws {
        try await withMarket { market in
            for _ in 1...4 { try await market.list() }
            var fields = HTTPFields()
            for line in lines { fields.append(HTTPField(name: .acceptEncoding, value: line)) }
            for path in ["/api/products", "/", "/assets/\(try await assetVersion(in: market))/app.css"] {
                for body in [nil, ByteBuffer()] {
                    let response = try await market.client.execute(uri: path, method: .get, headers: fields, body: body)
                    #expect(response.status == .ok, "\(path)")
                    #expect((response.headers[.contentEncoding] == "gzip") == isExpected, "\(path)")
                }
            }
        }
    }

    @Test func clientThatRefusesEverythingElseGetsGzip() async throws {
        try await withMarket { market in
            try await market.item(photos: [])
            for (codings, isExpected) in [("gzip", false), ("gzip, identity;q=0", true), ("gzip, *;q=0", true)] {
                for body in [nil, ByteBuffer()] {
                    let response = try await market.client.execute(
                        uri: "/items/1",
                        method: .get,
                        headers: [.acceptEncoding: codings],
                        body: body
                    )
                    #expect(response.status == .ok)
                    #expect((response.headers[.contentEncoding] == "gzip") == isExpected, "\(codings)")
                }
            }
        }
    }

    private func assetVersion(in market: TestMarket) async throws -> Substring {
        let page = try await market.client.execute(uri: "/", method: .get, headers: [.cookie: "style=1"], body: nil)
        let html = String(buffer: page.body)
        return try #require(html.firstMatch(of: /\/assets\/([^\/]+)\//)?.1)
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
