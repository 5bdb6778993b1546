import Foundation
import HTTPTypes
import MarketCore
import MarketModels
import MarketServer
import NIOCore
import TestMarkets
import Testing

/// The two ways of deleting (API.md, “training”).
struct ProductDeletionTests {
    private static let secretBody = #"{"secret":"correct horse"}"#

    @Test(arguments: [secretBody, "\"correct horse\"", " \"correct horse\"\n"])
    func tokenIsPlainTextThatLooksLikeAUUID(_ body: String) async throws {
        try await withMarket { market in
            try await market.list()
            let response = try await market.send(.post, "/api/products/1/secret", body)
            #expect(response.status == .ok)
            #expect(response.headers[.contentType]?.hasPrefix("text/plain") == true)
            let token = String(buffer: response.body)
            #expect(UUID(uuidString: token) != nil)
            #expect(token.utf8.count == 36)
        }
    }

    @Test func productOfARemovedCategoryIsDeletedAsItIsShown() async throws {
        try await withMarket { market in
            for _ in 1...2 { try await market.list(["category": "cameras"]) }
            try await market.services.editCategories.remove("cameras")
            let shown = try await market.get("/api/products/1")
            #expect(try JSON(shown)["category"].string == "electronics")
            let token = String(buffer: try await market.send(.post, "/api/products/1/secret", Self.secretBody).body)
            #expect(try await market.send(.delete, "/api/products/1/\(token)").body == shown.body)
            let removed = try await market.services.deleteProduct.erase(Product.ID(rawValue: 2))
            #expect(removed.listing.attributes.category == "electronics")
        }
    }

    @Test(arguments: ["/api/products/1/TOKEN", "/api/products/1/%22TOKEN%22", "/api/products/Optional(1)/TOKEN/"])
    func tokenDeletesItsProduct(_ path: String) async throws {
        try await withMarket { market in
            let posted = try await market.list()
            let token = String(buffer: try await market.send(.post, "/api/products/1/secret", Self.secretBody).body)
            let response = try await market.send(.delete, path.replacing("TOKEN", with: token))
            #expect(response.status.code == 200)
            #expect(try JSON(response)["id"].int == 1)
            #expect(try await market.get("/api/products/1").status == .notFound)
            #expect(try JSON(await market.get("/api/products"))["total_count"].int == 0)
            let url = try #require(posted["images"][0]["url"].string)
            let image = try await market.follow(url)
            #expect(image.status == .notFound)
            // Its id is never reused.
            #expect(try await market.list()["id"].int == 2)
        }
    }

    @Test(arguments: ["PATH", "/api/products/PATH", "/api/products//PATH", "PATH/"])
    func archivedPathDeletesItsProduct(_ pattern: String) async throws {
        try await withMarket { market in
            try await market.list()
            let response = try await market.send(.post, "/api/products/1/archived", Self.secretBody)
            #expect(response.status == .ok)
            let path = String(buffer: response.body)
            #expect(path.hasPrefix("/api/products/"))
            #expect(path.split(separator: "/").count == 3)
            let deletion = try await market.send(.delete, pattern.replacing("PATH", with: path))
            #expect(deletion.status.code == 200)
            #expect(try JSON(deletion)["name"].string == "의자")
        }
    }

    @Test func tokenIsSpentByItsFirstUse() async throws {
        try await withMarket { market in
            try await market.list()
            let token = String(buffer: try await market.send(.post, "/api/products/1/secret", Self.secretBody).body)
            #expect(try await market.send(.delete, "/api/products/1/\(token)").status == .ok)
            let again = try await market.send(.delete, "/api/products/1/\(token)")
            #expect(again.status == .badRequest)
            #expect(try JSON(again)["code"].string == "dead_token")
        }
    }

    @Test func tokenOfAnotherProductDeletesNothing() async throws {
        try await withMarket { market in
            try await market.list()
            try await market.list()
            let token = String(buffer: try await market.send(.post, "/api/products/1/secret", Self.secretBody).body)
            #expect(try await market.send(.delete, "/api/products/2/\(token)").status == .badRequest)
            #expect(try JSON(await market.get("/api/products"))["total_count"].int == 2)
            #expect(try await market.send(.delete, "/api/products/1/\(token)").status == .ok)
        }
    }

    @Test func tokenExpires() async throws {
        try await withMarket { market in
            try await market.list()
            let token = String(buffer: try await market.send(.post, "/api/products/1/secret", Self.secretBody).body)
            market.clock.advance(seconds: 3601)
            #expect(try await market.send(.delete, "/api/products/1/\(token)").status == .badRequest)
            #expect(try await market.get("/api/products/1").status == .ok)
        }
    }

    @Test(arguments: ["nonsense", "00000000-0000-4000-8000-000000000000", "%00", "Optional(x)"])
    func whatIsNoTokenIs400(_ token: String) async throws {
        try await withMarket { market in
            try await market.list()
            #expect(try await market.send(.delete, "/api/products/1/\(token)").status == .badRequest)
            #expect(try await market.send(.delete, "/api/products/\(token)").status == .badRequest)
        }
    }

    @Test(arguments: ["/api/products/1/secret", "/api/products/1/archived"])
    func wrongSecretBuysNothing(_ path: String) async throws {
        try await withMarket { market in
            try await market.list()
            #expect(try await market.send(.post, path, #"{"secret":"wrong"}"#).status == .forbidden)
            #expect(try await market.send(.post, path, "{}").status == .badRequest)
            #expect(try await market.send(.post, path, "").status == .badRequest)
            #expect(try await market.send(.post, path, String(repeating: "x", count: 200)).status == .badRequest)
        }
    }

    @Test func ofManyDeletionsWithOneTokenOneSucceeds() async throws {
        try await withMarket { market in
            try await market.list()
            let token = String(buffer: try await market.send(.post, "/api/products/1/secret", Self.secretBody).body)
            let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 1...8 {
                    group.addTask { try await market.send(.delete, "/api/products/1/\(token)").status.code }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(statuses.sorted() == [200] + Array(repeating: 400, count: 7))
        }
    }

    @Test func imageThatAnotherProductShowsStays() async throws {
        try await withMarket { market in
            try await market.list(photos: ["red", "green"])
            let other = try await market.list(photos: ["green"])
            _ = try await market.services.deleteProduct.erase(Product.ID(rawValue: 1))
            #expect(try await market.services.imageStore.names().count == 1)
            let url = try #require(other["images"][0]["url"].string)
            let image = try await market.follow(url)
            #expect(image.status == .ok)
        }
    }
}
