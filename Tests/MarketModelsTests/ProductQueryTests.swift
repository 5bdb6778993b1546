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
        #expect(ProductQuery().currencies() == [.krw, .cny, .eur, .gbp, .hkd, .jpy, .usd])
        #expect(ProductQuery(firstCurrency: .usd).currencies() == [.usd, .krw, .cny, .eur, .gbp, .hkd, .jpy])
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
