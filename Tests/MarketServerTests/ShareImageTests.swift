import Foundation
import HTTPTypes
import MarketModels
import NIOCore
import TestMarkets
import Testing

/// The images that messengers show for links to products.
struct ShareImageTests {
    private static let path = "/api/products/1"

    /// Returns the path of the image that the page of the first product names.
    private func address(_ market: TestMarket, language: String = "ko") async throws -> String {
        let page = try await TestBrowser(market, language: language).get("/products/1").html
        return String(try #require(page.firstMatch(of: /og:image" content="https?:\/\/[^\/"]+(\/[^"]+)"/)?.1))
    }

    /// Requests a path that `openapi.json` doesn't describe, because only pages name it.
    private func get(
        _ market: TestMarket,
        _ path: String,
        _ method: HTTPRequest.Method = .get,
        headers: HTTPFields = [:]
    ) async throws -> TestResponse {
        try await market.client.execute(uri: path, method: method, headers: headers, body: nil)
    }

    /// Edits the first product, with JSON that continues after the secret.
    private func edit(_ market: TestMarket, _ fields: String) async throws {
        let response = try await market.send(.patch, Self.path, "{\"secret\":\"\(TestMarket.secret)\",\(fields)}")
        try #require(response.status == .accepted, "\(String(buffer: response.body))")
    }

    private func delete(_ market: TestMarket) async throws {
        let body = "{\"secret\":\"\(TestMarket.secret)\"}"
        let token = try await market.send(.post, Self.path + "/secret", body)
        let gone = try await market.send(.delete, "\(Self.path)/\(String(buffer: token.body))")
        try #require(gone.status == .ok)
    }

    private func files(_ market: TestMarket) -> [String] {
        (try? FileManager.default.subpathsOfDirectory(atPath: market.folder + "/images/share"))?
            .filter { $0.hasSuffix(".jpg") } ?? []
    }

    /// Returns the size that the frame header of a JPEG declares.
    private func size(of bytes: [UInt8]) throws -> [Int] {
        var offset = 2
        while offset + 9 < bytes.count, bytes[offset] == 0xFF {
            if [0xC0, 0xC2].contains(bytes[offset + 1]) {
                let numbers = bytes[(offset + 5)...].prefix(4).map { Int($0) }
                return [numbers[2] << 8 | numbers[3], numbers[0] << 8 | numbers[1]]
            }
            offset += 2 + Int(bytes[offset + 2]) << 8 + Int(bytes[offset + 3])
        }
        throw CancellationError()
    }

    @Test func imageIsA1200By630JPEGAndImmutable() async throws {
        try await withMarket { market in
            try await market.list(["name": "<b>의자</b>", "price": 20000, "discounted_price": 5000])
            let path = try await address(market)
            let image = try await get(market, path)
            #expect(image.status == .ok)
            #expect(image.headers[.contentType] == "image/jpeg")
            #expect(image.headers[.cacheControl] == "public, max-age=31536000, immutable")
            #expect(image.headers[.contentLength] == String(image.body.readableBytes))
            #expect(try size(of: Array(image.body.readableBytesView)) == [1200, 630])
            let tag = try #require(image.headers[.eTag])
            #expect(try await get(market, path, headers: [.ifNoneMatch: tag]).status == .notModified)
            let head = try await get(market, path, .head)
            #expect(head.status == .ok)
            #expect(head.headers[.contentLength] == image.headers[.contentLength])
        }
    }

    @Test func secondRequestIsAnsweredFromTheFile() async throws {
        try await withMarket { market in
            try await market.list()
            let path = try await address(market)
            let first = try await get(market, path)
            let file = try #require(files(market).first)
            func number() throws -> Int? {
                let attributes = try FileManager.default.attributesOfItem(
                    atPath: market.folder + "/images/share/" + file
                )
                return attributes[.systemFileNumber] as? Int
            }
            let before = try number()
            #expect(try await get(market, path).body == first.body)
            #expect(try number() == before)
        }
    }

    @Test func productWithoutImagesHasACard() async throws {
        try await withMarket { market in
            try await market.item(photos: [])
            let image = try await get(market, try await address(market))
            #expect(image.status == .ok)
            #expect(try size(of: Array(image.body.readableBytesView)) == [1200, 630])
        }
    }

    @Test func eachLanguageHasItsOwn() async throws {
        try await withMarket { market in
            try await market.list()
            let (korean, english) = (try await address(market), try await address(market, language: "en"))
            #expect(korean.hasPrefix("/images/share/1-ko-"))
            #expect(english.hasPrefix("/images/share/1-en-"))
            #expect(try await get(market, korean).body != get(market, english).body)
            #expect(files(market).count == 2)
        }
    }

    @Test func imageIsNamedAnewWhenWhatItShowsChanges() async throws {
        try await withMarket { market in
            try await market.list(["stock": 3])
            var known = [try await address(market)]
            for change in [
                #""price":12345"#, #""discounted_price":345"#, #""name":"다른 이름""#, #""stock":0"#, #""currency":"USD""#,
            ] {
                try await edit(market, change)
                let path = try await address(market)
                #expect(!known.contains(path), "\(change)")
                known.append(path)
            }
        }
    }

    @Test func imageKeepsItsNameWhenAnythingElseChanges() async throws {
        try await withMarket { market in
            try await market.list(["stock": 3])
            let path = try await address(market)
            for change in [#""stock":2"#, #""descriptions":"다른 설명""#, #""contact":"010-1234-5678""#] {
                try await edit(market, change)
                #expect(try await address(market) == path, "\(change)")
            }
        }
    }

    @Test func addressOfAnEarlierStateLeadsToTheCurrentImage() async throws {
        try await withMarket { market in
            try await market.list()
            let old = try await address(market)
            #expect(try await get(market, old).status == .ok)
            try await edit(market, #""price":12345"#)
            let current = try await address(market)
            let response = try await get(market, old)
            #expect(response.status == .found)
            #expect(response.headers[.location] == current)
            #expect(response.headers[.cacheControl] == "no-store")
            #expect(try await get(market, current).status == .ok)
            // The image of the earlier state is removed with the making of the current one.
            #expect(files(market).count == 1)
        }
    }

    @Test func imageOfADeletedProductIsGone() async throws {
        try await withMarket { market in
            try await market.list()
            let path = try await address(market)
            #expect(try await get(market, path).status == .ok)
            #expect(files(market).count == 1)
            try await delete(market)
            #expect(try await get(market, path).status == .gone)
            #expect(files(market).isEmpty)
        }
    }

    @Test func otherNamesAreNotThere() async throws {
        try await withMarket { market in
            try await market.list()
            let hash = String(repeating: "0", count: 32)
            for name in ["2-ko-\(hash).jpg", "1-xx-\(hash).jpg", "1-ko-\(hash).png", "1-ko.jpg", "placeholder.png"] {
                #expect(try await get(market, "/images/share/\(name)").status == .notFound, "\(name)")
            }
        }
    }
}
