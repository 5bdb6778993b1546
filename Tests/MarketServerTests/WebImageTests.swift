import HTTPTypes
import MarketAPI
import MarketModels
import NIOCore
import TestMarkets
import Testing

/// Images in the sizes of the pages.
struct WebImageTests {
    /// Returns the path of a product's first image, without its extension.
    private func stem(_ product: JSON) throws -> String {
        let url = try #require(product["images"][0]["url"].string)
        return String(try #require(url.firstMatch(of: /\/images\/[0-9a-f]+/)).output)
    }

    @Test func everyWidthIsThereAndImmutable() async throws {
        try await withMarket { market in
            let stem = try stem(try await market.list())
            for width in WebImageWidth.allCases {
                let path = "\(stem)-\(width.pixels).webp"
                // Generated for the first request, read for the second.
                for _ in 0..<2 {
                    let image = try await market.get(path)
                    #expect(image.status == .ok)
                    #expect(image.headers[.contentType] == "image/webp")
                    #expect(image.headers[.cacheControl] == "public, max-age=31536000, immutable")
                    #expect(image.headers[.contentLength] == String(image.body.readableBytes))
                    #expect(Array(image.body.readableBytesView.prefix(4)) == Array("RIFF".utf8))
                }
                let tag = try #require(try await market.get(path).headers[.eTag])
                #expect(try await market.get(path, [.ifNoneMatch: tag]).status == .notModified)
            }
        }
    }

    @Test func headAnswersWithoutTheBytes() async throws {
        try await withMarket { market in
            let path = "\(try stem(try await market.list()))-800.webp"
            let head = try await market.send(.head, path)
            #expect(head.status == .ok)
            #expect(head.headers[.contentType] == "image/webp")
            #expect(head.body.readableBytes == 0)
            #expect(head.headers[.contentLength] == (try await market.get(path)).headers[.contentLength])
        }
    }

    @Test(arguments: [
        "-1.webp", "-0400.webp", "-401.webp", "-2048.webp", "-4000000000.webp", ".webp", "-thumb.webp", "-400.jpg",
    ])
    func otherWidthsAreNotThere(_ ending: String) async throws {
        try await withMarket { market in
            let stem = try stem(try await market.list())
            #expect(try await market.get(stem + ending).status == .notFound)
        }
    }

    @Test func imageThatIsGoneIsGoneInEveryWidth() async throws {
        try await withMarket { market in
            let product = try await market.list()
            let path = "\(try stem(product))-400.webp"
            #expect(try await market.get(path).status == .ok)
            let id = try #require(product["id"].int)
            let token = try await market.send(
                .post,
                "/api/products/\(id)/secret",
                "{\"secret\":\"\(TestMarket.secret)\"}",
                [.contentType: "application/json"]
            )
            let gone = try await market.send(.delete, "/api/products/\(id)/\(String(buffer: token.body))")
            #expect(gone.status == .ok)
            for ending in ["-200.webp", "-400.webp", "-800.webp", ".jpg", "-thumb.jpg"] {
                #expect(try await market.get(try stem(product) + ending).status == .notFound)
            }
            let unknown = String(repeating: "0", count: ImageName.digitCount)
            #expect(try await market.get("/images/\(unknown)-400.webp").status == .notFound)
        }
    }

    @Test func pagesShowWebPAndLinkToJPEG() async throws {
        try await withMarket { market in
            let product = try await market.list()
            let (stem, browser) = (try stem(product), TestBrowser(market))
            let list = try await browser.get("/").html
            #expect(
                list.contains(
                    "<source type=\"image/webp\" srcset=\"\(stem)-200.webp 200w, \(stem)-400.webp 400w\" sizes=\"96px\">"
                )
            )
            #expect(list.contains("src=\"\(stem)-thumb.jpg\""))
            let page = try await browser.get("/products/\(try #require(product["id"].int))").html
            #expect(page.contains("\(stem)-400.webp"))
            #expect(page.contains("href=\"\(stem).jpg\""))
        }
    }
}
