import HTTPTypes
import MarketCore
import MarketModels
import NIOCore
import ProductStoreContract
import TestMarkets
import Testing

@testable import MarketServer

/// Who may be the same person as a seller, for operators only (UX.md, “Operators”).
struct RelatedSellersTests {
    @Test(arguments: [
        ("ko", "같은 연락처", "같은 브라우저·네트워크", "까지 차단됨"), ("en", "Same contact", "Same browser and network", "Blocked until"),
    ])
    func aSellersPageShowsOthersWithTheSameContactBrowserOrNetwork(
        _ language: String,
        _ contact: String,
        _ browserLabel: String,
        _ blocked: String
    ) async throws {
        try await withMarket(proxies: .loopback) { market in
            for (seller, contact, address) in [
                ("kim", "010-1234-5678", "203.0.113.1"), ("lee", "+82 10 1234 5678", "203.0.113.2"),
                ("park", "010-1234-5679", "203.0.113.1"),
                // From this machine, or through a proxy that isn't trusted.
                ("choi", "Nobody's", nil), ("jung", "Somebody's", nil),
            ] as [(String, String, String?)] {
                var headers: HTTPFields = [.identifier: seller]
                headers[.xForwardedFor] = address
                let form = FormBody.listing(["name": "Chair", "contact": contact])
                try #require(try await market.send(.post, "/api/products", form: form, headers).status == .created)
            }
            // Whoever enters a password gets the right.
            let shared = TestBrowser(market)
            let csrf = try #require(try await shared.get("/products/1/manage").hidden("csrf"))
            for id in [1, 3] {
                let fields = [("csrf", csrf), ("password", TestMarket.secret)]
                #expect(try await shared.post("/products/\(id)/manage", fields).status == 303)
            }
            let desk = TestBrowser(market, language: language)
            try await desk.signIn(as: "Lee", .moderator)
            func facts(_ path: String) async throws -> [String: String] {
                let page = try await desk.get(path).html
                let found = page.matches(of: #/<dt>([^<]*)</dt><dd dir="auto"><a href="/operator/sellers/(\d+)">/#)
                return Dictionary(found.map { (String($0.1), String($0.2)) }, uniquingKeysWith: { "\($0) \($1)" })
            }
            #expect(try await facts("/operator/sellers/1") == [contact: "2", browserLabel: "3"])
            #expect(try await facts("/operator/sellers/2") == [contact: "1"])
            #expect(try await facts("/operator/sellers/3") == [browserLabel: "1"])
            #expect(try await facts("/operator/sellers/4").isEmpty)
            _ = try await market.services.moderateListings.setBlocked(
                true,
                days: 7,
                vendor: Vendor.ID(rawValue: 2),
                reason: "Why",
                by: OperatorAuthenticator.commandLine
            )
            #expect(try await desk.get("/operator/sellers/1").html.contains(blocked))
            // Nobody else sees it.
            let stranger = TestBrowser(market, language: language)
            for path in ["/operator/sellers/1", "/sellers/1", "/products/1"] {
                let page = try await stranger.get(path).html
                #expect(!page.contains(contact) && !page.contains(browserLabel), "\(path)")
            }
            #expect(!String(buffer: try await market.get("/api/products/1").body).contains("010-1234-5678"))
        }
    }
}
