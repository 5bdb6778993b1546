import Foundation
import MarketAPI
import MarketModels
import Testing

/// Lists in which not every match is counted (API.md, “Extensions”).
struct CappedTotalTests {
    private func list(
        _ dialect: Dialect,
        isCapped: Bool,
        hasMore: Bool = true,
        number: Int = 1
    ) throws -> [String: Any] {
        let origin = try #require(Origin(baseURL: "https://market.example"))
        let page = ProductPage(
            products: [],
            totalCount: ProductSearch.countedMatches,
            isTotalCapped: isCapped,
            nextCursor: hasMore ? .afterID(Product.ID(rawValue: 1)) : nil,
            revision: Revision(rawValue: 1)
        )
        let bytes = ProductsEncoder(origin: origin, dialect: dialect).list(page, number: number, size: 20)
        let object = try JSONSerialization.jsonObject(with: Data(bytes))
        return try #require(object as? [String: Any])
    }

    @Test func tenThousandMatchesAreCounted() {
        #expect(ProductSearch.countedMatches == 10_000)
    }

    @Test func cappedTotalSaysSoOnTheMainPort() throws {
        let capped = try list(.main, isCapped: true)
        #expect(capped["total_count"] as? Int == 10_000)
        #expect(capped["total_capped"] as? Bool == true)
        let exact = try list(.main, isCapped: false)
        #expect(exact["total_count"] as? Int == 10_000)
        #expect(!exact.keys.contains("total_capped"))
    }

    @Test func oldEditionsAreNotTold() throws {
        for dialect in [Dialect.exactly(.training), .exactly(.openmarket)] {
            let capped = try list(dialect, isCapped: true)
            #expect(!capped.keys.contains("total_capped"))
        }
    }

    @Test func whereTheTotalIsCappedTheCursorTellsWhetherMoreFollows() throws {
        // According to the count, page 500 is the last.
        let exact = try list(.main, isCapped: false, number: 500)
        #expect(exact["has_next"] as? Bool == false)
        let capped = try list(.main, isCapped: true, number: 500)
        #expect(capped["has_next"] as? Bool == true)
        let end = try list(.main, isCapped: true, hasMore: false, number: 700)
        #expect(end["has_next"] as? Bool == false)
    }
}
