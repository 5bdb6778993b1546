import Foundation
import MarketAPI
import MarketServer
import NIOCore
import TestMarkets
import Testing

/// Tolerance of searches in the API and on the pages.
struct ForgivingSearchTests {
    private static func encoded(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
    }

    private func fill(_ market: TestMarket) async throws {
        try await market.list(["name": "35 mm film camera", "descriptions": ""], identifier: "one")
        try await market.list(["name": "일렉기타", "descriptions": ""], identifier: "one")
        try await market.list(["name": "제주 노지 감귤", "descriptions": "10 kg"], identifier: "two")
    }

    @Test func mainPortForgivesAndSaysWhatItTookForATypo() async throws {
        try await withMarket { market in
            try await fill(market)
            for (text, ids, corrected) in [
                ("camera 35mm", [1], nil), ("노지감귤", [3], nil), ("ㄱㅌ", [2], nil), ("vendor 2", [3], nil),
                ("camrea", [1], "camera"),
                ("camrea film", [1], "camera film"), ("일렉기다", [2], "일렉기타"), ("sofas", [], nil),
                ("\u{200B}", [3, 2, 1], nil),
            ] as [(String, [Int], String?)] {
                let response = try await market.get("/api/products?search_value=\(Self.encoded(text))")
                let list = try JSON(response)
                #expect(list["pages"].array.compactMap { $0["id"].int } == ids, "\(text)")
                #expect(list["total_count"].int == ids.count, "\(text)")
                #expect(list["corrected_query"].string == corrected, "\(text)")
                #expect(list.keys.contains("corrected_query") == (corrected != nil), "\(text)")
                let answer = try JSONDecoder().decode(
                    ProductListResponse.self,
                    from: Data(response.body.readableBytesView)
                )
                #expect(answer.correctedQuery == corrected)
            }
        }
    }

    @Test func editionsPortForgivesNothingButSpaces() async throws {
        try await withMarket(edition: .openmarket) { market in
            try await fill(market)
            for (text, ids) in [
                ("camera 35mm", [1]), ("노지감귤", [3]), ("filmcamera", [1]), ("ㄱㅌ", []), ("vendor", [3, 2, 1]),
                ("vendro", []), ("camrea", []),
                ("kg", []),
                ("\u{3164}", [3, 2, 1]),
            ] as [(String, [Int])] {
                let list = try JSON(await market.get("/api/products?search_value=\(Self.encoded(text))"))
                #expect(list["pages"].array.compactMap { $0["id"].int } == ids, "\(text)")
                #expect(!list.keys.contains("corrected_query"), "\(text)")
            }
        }
    }

    @Test(arguments: ["ko", "en"])
    func pagesSayWhatWasSearchedInstead(_ language: String) async throws {
        try await withMarket { market in
            try await fill(market)
            let browser = TestBrowser(market, language: language)
            let corrected = try await browser.get("/?q=camrea&sort=price_asc")
            #expect(corrected.html.contains("data-id=\"1\""))
            #expect(corrected.html.contains("camrea"))
            #expect(corrected.html.contains("<a href=\"/?q=camera&amp;sort=price_asc\" dir=\"auto\">"))
            #expect(corrected.html.contains("name=\"q\" dir=\"auto\" value=\"camrea\""))
            let plain = try await browser.get("/?q=camera")
            #expect(!plain.html.contains("class=\"corrected\""))
            let invisible = try await browser.get("/?q=%E2%80%8B+")
            #expect(invisible.html.contains("name=\"q\" dir=\"auto\" value=\"\""))
            #expect(invisible.html.contains("data-id=\"3\""))
        }
    }
}
