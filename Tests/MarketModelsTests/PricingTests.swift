import Testing

@testable import MarketModels

@Suite struct PricingTests {
    @Test(arguments: [(0, 0), (100, 0), (100, 100), (9_007_199_254_740_991, 9_007_199_254_740_991)])
    func amountsWithinTheBounds(price: Int64, discount: Int64) throws {
        let pricing = try #require(Pricing(currency: .krw, priceMinorUnits: price, discountMinorUnits: discount))
        #expect(pricing.salePrice == Money(minorUnits: price - discount, currency: .krw))
        #expect(pricing.isDiscounted == (discount > 0))
    }

    @Test(
        arguments: [
            (-1, 0), (-1, -1), (100, -1), (100, 101), (0, 1), (9_007_199_254_740_992, 0), (.max, .max), (.min, .min),
            (.min, 0),
        ] as [(Int64, Int64)]
    )
    func amountsOutOfBounds(price: Int64, discount: Int64) {
        #expect(Pricing(currency: .usd, priceMinorUnits: price, discountMinorUnits: discount) == nil)
    }
}
