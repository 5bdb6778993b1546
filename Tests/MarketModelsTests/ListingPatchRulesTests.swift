import Testing

@testable import MarketModels

/// API.md, “training”: a PATCH is validated as a whole.
@Suite struct ListingPatchRulesTests {
    private func apply(
        _ patch: ProductPatch,
        price: Int64 = 10000,
        discount: Int64 = 1000,
        currency: Currency = .krw,
        after earlier: [ListingProblem] = []
    ) throws -> Result<Listing, ListingProblems> {
        let pricing = try #require(Pricing(currency: currency, priceMinorUnits: price, discountMinorUnits: discount))
        let listing = Listing(name: "의자", description: "나무", pricing: pricing, stock: 3)
        return Result { () throws(ListingProblems) in
            try ListingRules.apply(patch, to: listing, after: earlier)
        }
    }

    private func problems(_ patch: ProductPatch, after earlier: [ListingProblem] = []) throws -> [ListingProblem] {
        if case .failure(let problems) = try apply(patch, after: earlier) { problems.all } else { [] }
    }

    @Test func whatIsNotGivenStays() throws {
        let pricing = try #require(Pricing(currency: .krw, priceMinorUnits: 10000, discountMinorUnits: 1000))
        let stored = Listing(name: "의자", description: "나무", pricing: pricing, stock: 3)
        #expect(try apply(ProductPatch()).get() == stored)
        let changed = Listing(name: "책상", description: "나무", pricing: pricing, stock: 0)
        #expect(try apply(ProductPatch(name: "책상", stock: .zero)).get() == changed)
    }

    @Test func aPriceBelowTheStoredDiscountIsRefused() throws {
        let refused = [ListingProblem(.discount, .discountAbovePrice)]
        #expect(try problems(ProductPatch(price: DecimalAmount(999))) == refused)
        #expect(try problems(ProductPatch(discount: DecimalAmount(10001))) == refused)
        #expect(try problems(ProductPatch(price: DecimalAmount(5), discount: DecimalAmount(5))) == [])
    }

    @Test func aCurrencyAloneKeepsTheDigits() throws {
        let dollars = try apply(ProductPatch(currency: .usd)).get().pricing
        #expect(dollars == Pricing(currency: .usd, priceMinorUnits: 1_000_000, discountMinorUnits: 100_000))
        let won = try apply(ProductPatch(currency: .krw), price: 2000, discount: 0, currency: .usd).get().pricing
        #expect(won == Pricing(currency: .krw, priceMinorUnits: 20, discountMinorUnits: 0))
    }

    @Test func digitsThatTheOtherCurrencyHasNotAreRefused() throws {
        let outcome = try apply(ProductPatch(currency: .krw), price: 1999, discount: 0, currency: .usd)
        #expect(outcome == .failure(ListingProblems(ListingProblem(.price, .tooPrecise))))
    }

    @Test func nothingIsComparedWithAFieldThatWasNotRead() throws {
        let price = ListingProblem(.price, .notANumber)
        #expect(try problems(ProductPatch(discount: DecimalAmount(20000)), after: [price]) == [price])
        let currency = ListingProblem(.currency, .unknownCurrency)
        #expect(try problems(ProductPatch(price: DecimalAmount("19.99")), after: [currency]) == [currency])
        let discount = ListingProblem(.discount, .tooLarge)
        #expect(try problems(ProductPatch(price: DecimalAmount(1)), after: [discount]) == [discount])
    }

    @Test func aProblemAloneRefusesAPatchThatChangesNothing() throws {
        let problem = ListingProblem(.thumbnail, .notANumber)
        #expect(try problems(ProductPatch(), after: [problem]) == [problem])
    }

    @Test func aNameCannotBeTakenAway() throws {
        #expect(try problems(ProductPatch(name: "")) == [ListingProblem(.name, .missing)])
        #expect(try problems(ProductPatch(name: " ")) == [ListingProblem(.name, .blank)])
        #expect(try problems(ProductPatch(description: "", contact: "")) == [])
    }
}
