import Foundation
import HTTPTypes
import MarketAPI
import MarketServer
import NIOCore
import TestMarkets
import Testing

/// What Apple's devices ask for to open links in an app.
struct AppLinkTests {
    private static let app = AppIdentifier("A1B2C3D4E5.example.market")
    private static let path = "/.well-known/apple-app-site-association"

    private struct Association: Decodable {
        struct Links: Decodable { let details: [Detail] }

        struct Detail: Decodable {
            let appIDs: [String]
            let components: [Component]
        }

        struct Component: Decodable {
            let path: String
            let exclude: Bool?

            private enum CodingKeys: String, CodingKey {
                case path = "/"
                case exclude
            }
        }

        let applinks: Links
    }

    /// Whether the app opens a path: the first component that matches decides, as Apple documents it.
    private func opens(_ path: String, _ components: [Association.Component]) throws -> Bool {
        for component in components {
            let pattern = component.path.replacing(".", with: "\\.").replacing("*", with: ".*")
            if try Regex(pattern).wholeMatch(in: path) != nil { return component.exclude != true }
        }
        return false
    }

    @Test func appOpensPagesOfProductsAndNoForms() async throws {
        try await withMarket(iosApp: Self.app) { market in
            let answer = try await market.client.execute(uri: Self.path, method: .get, headers: [:], body: nil)
            #expect(answer.status == .ok)
            #expect(answer.headers[.contentType] == "application/json")
            let association = try JSONDecoder().decode(Association.self, from: Data(answer.body.readableBytesView))
            let detail = try #require(association.applinks.details.first)
            #expect(detail.appIDs == ["A1B2C3D4E5.example.market"])
            #expect(try opens("/products/12", detail.components))
            for path in ["/", "/products", "/products/new", "/products/12/edit", "/sellers/12", "/mine"] {
                #expect(try !opens(path, detail.components), "\(path)")
            }
        }
    }

    @Test func withoutAnAppThereIsNothing() async throws {
        try await withMarket { market in
            let answer = try await market.client.execute(uri: Self.path, method: .get, headers: [:], body: nil)
            #expect(answer.status == .notFound)
        }
    }

    @Test func oldEditionsKnowNothingOfIt() async throws {
        try await withMarket(edition: .openmarket, iosApp: Self.app) { market in
            let answer = try await market.client.execute(uri: Self.path, method: .get, headers: [:], body: nil)
            #expect(answer.status == .notFound)
        }
    }
}
