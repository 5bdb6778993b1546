import MarketCore
import MarketModels
import MarketSQLite
import Testing

/// Typed text is always searched for and never interpreted as query syntax.
struct SearchQuotingTests {
    /// The syntax of FTS5, characters that the normalization of texts treats specially, and characters that combine
    /// with them.
    private static let pieces: [String] = [
        "\"", "\u{301}", "\u{20DD}", "\u{200D}", "\u{FE0F}", "'", "*", "^", "(", ")", ":", "+", "-", " ", "AND", "OR",
        "NOT", "NEAR(",
        "name", "{", "}", ",", "\\", "%", "a", "의자", "\u{1100}", "\u{3131}", "1", "\u{201D}", "\u{0}", "\u{10FFFF}",
        "😀", "\u{2423}", ";",
    ]

    private func page(_ text: String, _ store: SQLiteProductStore, _ order: ProductQuery.Order) async throws
        -> ProductPage?
    {
        guard let search = ProductSearch(text, in: .nameAndDescription) else { return nil }
        return try await store.page(ProductQuery(order: order, search: search))
    }

    @Test func aQuoteWithAMarkBehindItIsSearchedFor() async throws {
        try await withStore { store in
            let vendor = try #require(try await store.addVendor(.sample()))
            _ = try await store.add(.sample(of: vendor.id.rawValue, description: "2\"\u{301} x"))
            for text in ["\"\u{301}", "2\"\u{301}", "a\"\u{301}b", "\"\u{301} OR \"\u{301}"] {
                _ = try await page(text, store, .newest)
            }
            #expect(try await page("2\"\u{301}", store, .newest)?.products.count == 1)
        }
    }

    @Test(arguments: [UInt64(1), 2, 3, 4]) func randomTextsAreSearchedFor(_ seed: UInt64) async throws {
        try await withStore { store in
            let vendor = try #require(try await store.addVendor(.sample()))
            _ = try await store.add(.sample(of: vendor.id.rawValue))
            var state = seed
            func next(_ bound: Int) -> Int {
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                return Int((state >> 33) % UInt64(bound))
            }
            for _ in 0..<1500 {
                let text = (0...next(8)).map { _ in Self.pieces[next(Self.pieces.count)] }.joined()
                do {
                    _ = try await page(text, store, next(2) == 0 ? .newest : .cheapest)
                } catch {
                    let scalars = text.unicodeScalars.map { String($0.value, radix: 16) }
                    Issue.record("\(scalars): \(error)")
                }
            }
        }
    }
}
