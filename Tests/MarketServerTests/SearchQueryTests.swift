import Foundation
import MarketAPI
import MarketServer
import Testing

/// How typed text reaches the search: in the address of a page, and in a call of the API.
struct SearchQueryTests {
    private func list(_ market: TestMarket) async throws {
        try await market.list(["name": "Film camera", "descriptions": ""])
        try await market.list(["name": "C+ + battery", "descriptions": ""])
    }

    private func ids(_ page: TestBrowser.Page) -> [Int] {
        page.html.matches(of: /data-id="(\d+)"/).compactMap { Int($0.1) }
    }

    @Test(arguments: [
        ("film+camera", [1]), ("film%20camera", [1]), ("+film+", [1]), ("film%20", [1]), ("camera+film", [1]),
        ("film%2Bcamera", []), ("C%2B+%2B", [2]),
    ])
    func plusIsASpaceInEveryEdition(_ text: String, _ expected: [Int]) async throws {
        try await withMarket { market in
            try await list(market)
            let main = try JSON(await market.get("/api/products?search_value=\(text)"))
            #expect(main["pages"].array.compactMap { $0["id"].int } == expected)
        }
        try await withMarket(edition: .openmarket) { market in
            try await list(market)
            let old = try JSON(await market.get("/api/products?search_value=\(text)"))
            #expect(old["pages"].array.compactMap { $0["id"].int } == expected)
        }
    }

    @Test func pagesReadAPlusAsASpaceAndShowIt() async throws {
        try await withMarket { market in
            try await list(market)
            let browser = TestBrowser(market)
            for (text, expected, shown) in [
                ("film+camera", [1], "film camera"), ("film+", [1], "film"), ("C%2B", [2], "C+"),
                ("%20+%20", [2, 1], ""),
            ] {
                let page = try await browser.get("/?q=\(text)")
                #expect(ids(page) == expected, "\(text)")
                #expect(page.html.contains("name=\"q\" dir=\"auto\" value=\"\(shown)\""), "\(text)")
            }
        }
    }

    @Test func aPlusInOtherParametersIsASpaceToo() async throws {
        try await withMarket { market in
            try await list(market)
            // Neither is the name of an order, nor a valid number.
            let newest = try JSON(await market.get("/api/products?sort=+price_asc&items_per_page=+1&page_no=%2B1"))
            #expect(newest["pages"].array.compactMap { $0["id"].int } == [2, 1])
        }
    }
}
