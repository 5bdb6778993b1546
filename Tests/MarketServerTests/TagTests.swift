import HTTPTypes
import Hummingbird
import TestMarkets
import Testing

/// A tag is never the same for different bytes.
struct TagTests {
    private static let paths = ["/api/products", "/api/products/1", "/items/1", "/item/1", "/", "/products/1"]

    private static func tags(in market: TestMarket) async throws -> [String: String] {
        var tags: [String: String] = [:]
        for path in paths {
            let (status, headers) = try await get(path, in: market)
            try #require(status == .ok, "\(path)")
            let tag = try #require(headers[.eTag], "\(path)")
            tags[path] = tag
        }
        return tags
    }

    /// Requests a page as a browser does.
    private static func get(
        _ path: String,
        _ headers: HTTPFields = [:],
        in market: TestMarket
    ) async throws -> (HTTPResponse.Status, HTTPFields) {
        if path.hasPrefix("/api") || path.hasPrefix("/item") {
            let response = try await market.get(path, headers)
            return (response.status, response.headers)
        }
        let page = try await TestBrowser(market).get(path, headers)
        return (HTTPResponse.Status(code: page.status), page.headers)
    }

    /// The data folder is deleted, or replaced by an old one, and something else is listed: ids, versions and revisions
    /// repeat.
    @Test func tagsOfAnEarlierMarketNameNothing() async throws {
        let earlier = try await withMarket { market in
            try await market.list(["name": "A chair"])
            return try await Self.tags(in: market)
        }
        try await withMarket { market in
            try await market.list(["name": "A table"])
            for (path, tag) in earlier {
                #expect(try await Self.get(path, [.ifNoneMatch: tag], in: market).0 == .ok, "\(path)")
            }
            let edit = try await market.send(
                .patch,
                "/api/products/1",
                #"{"name":"Mine","secret":"\#(TestMarket.secret)"}"#,
                [.ifMatch: try #require(earlier["/api/products/1"])]
            )
            #expect(edit.status == .preconditionFailed, "an edit of the chair must not change the table")
        }
    }

    @Test func tagsOfAnotherBaseURLNameNothing() async throws {
        let one = try await withMarket(baseURL: "https://one.example") { market in
            try await market.list()
            return try await Self.tags(in: market)
        }
        try await withMarket(baseURL: "https://two.example") { market in
            try await market.list()
            for (path, tag) in one where path.hasPrefix("/api") || path.hasPrefix("/item") {
                #expect(try await market.get(path, [.ifNoneMatch: tag]).status == .ok, "\(path)")
            }
        }
    }

    @Test func theTagOfAnEditIsThatOfTheProductAfterIt() async throws {
        try await withMarket { market in
            try await market.list()
            let edit = try await market.send(
                .patch,
                "/api/products/1",
                #"{"name":"Another","secret":"\#(TestMarket.secret)"}"#
            )
            let tag = try #require(edit.headers[.eTag])
            #expect(try await market.get("/api/products/1", [.ifNoneMatch: tag]).status == .notModified)
        }
    }
}
