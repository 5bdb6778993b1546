import Testing

@testable import MarketModels

/// API.md, “Rules for every edition”: page numbers and sizes are clamped, never refused.
@Suite struct ProductQueryTests {
    @Test func pageNumbersAndSizesAreBroughtIntoRange() {
        #expect(ProductQuery(window: .page(.min), size: .min) == ProductQuery(window: .page(1), size: 1))
        #expect(ProductQuery(window: .page(.max), size: .max) == ProductQuery(window: .page(.max), size: 800))
    }

    /// API.md, “Extensions”: orders by price group by currency, KRW first.
    @Test func currenciesFollowTheFirstOneByTheirCodes() {
        func usual(_ query: ProductQuery) -> [Currency] { query.currencies().filter(Currency.usual.contains) }
        #expect(usual(ProductQuery()) == [.krw, .cny, .eur, .gbp, .hkd, .jpy, .usd])
        #expect(usual(ProductQuery(firstCurrency: .usd)) == [.usd, .krw, .cny, .eur, .gbp, .hkd, .jpy])
        let all = ProductQuery().currencies()
        #expect(Set(all) == Set(Currency.allCases) && all.count == Currency.allCases.count)
        #expect(all.dropFirst().map(\.rawValue) == all.dropFirst().map(\.rawValue).sorted())
        let few = ProductQuery(currencyScope: .wonAndDollar)
        #expect(few.currencies() == [.krw, .usd])
        for (currency, rest) in [(Currency.krw, [Currency.krw, .usd]), (.gbp, [.usd]), (.usd, [.usd])] {
            let place = PriceCursor(
                firstCurrency: .krw,
                amount: Money(minorUnits: 5, currency: currency),
                id: Product.ID(rawValue: 1)
            )
            #expect(few.currencies(behind: place) == rest)
        }
    }
}
