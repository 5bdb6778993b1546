import MarketModels
import Testing

/// Discounts given as a sale price, and markets with whole prices.
struct BargainRulesTests {
    private let listing = Listing(name: "의자", description: "", pricing: .of(165, off: 5), stock: 1)

    private func check(_ price: Int64, _ salePrice: RequestedSalePrice, _ currency: Currency = .krw) throws -> Pricing {
        try ListingRules.check(
            ProductDraft(name: "의자", price: DecimalAmount(price), currency: currency, salePrice: salePrice)
        ).listing.pricing
    }

    private func apply(_ patch: ProductPatch) throws -> Pricing {
        try ListingRules.apply(patch, to: listing).pricing
    }

    private func problems(_ body: () throws -> Pricing) -> [ListingProblem]? {
        do {
            _ = try body()
            return nil
        } catch {
            return (error as? ListingProblems)?.all
        }
    }

    @Test func draftMayNameThePriceThatIsPaid() throws {
        #expect(try check(165, RequestedSalePrice(DecimalAmount(160))) == .of(165, off: 5))
        #expect(try check(165, RequestedSalePrice(DecimalAmount(165))) == .of(165, off: 0))
        #expect(try check(165, RequestedSalePrice(.zero)) == .of(165, off: 165))
    }

    @Test func priceThatIsPaidAboveThePriceIsRefusedOrPassedOver() throws {
        let above = DecimalAmount(166)
        #expect(
            problems { try check(165, RequestedSalePrice(above)) } == [ListingProblem(.discount, .discountAbovePrice)]
        )
        #expect(try check(165, RequestedSalePrice(above, isIgnoredIfInvalid: true)) == .of(165, off: 0))
        let fraction = try DecimalAmount(reading: "1.5")
        #expect(try check(165, RequestedSalePrice(fraction, isIgnoredIfInvalid: true)) == .of(165, off: 0))
        #expect(problems { try check(165, RequestedSalePrice(fraction)) } == [ListingProblem(.discount, .tooPrecise)])
    }

    @Test func patchMayNameThePriceThatIsPaid() throws {
        #expect(try apply(ProductPatch(salePrice: RequestedSalePrice(DecimalAmount(100)))) == .of(165, off: 65))
        // An invalid value is ignored, and the stored one stays.
        let wish = RequestedSalePrice(DecimalAmount(1000), isIgnoredIfInvalid: true)
        #expect(try apply(ProductPatch(salePrice: wish)) == .of(165, off: 5))
    }

    @Test func priceAloneKeepsTheAmountOffOrWhatIsPaid() throws {
        #expect(try apply(ProductPatch(price: DecimalAmount(180))) == .of(180, off: 5))
        #expect(try apply(ProductPatch(price: DecimalAmount(180), keepsSalePrice: true)) == .of(180, off: 20))
        #expect(try apply(ProductPatch(price: DecimalAmount(160), keepsSalePrice: true)) == .of(160, off: 0))
        let plain = Listing(name: "x", description: "", pricing: .of(165, off: 0), stock: 1)
        let patch = ProductPatch(price: DecimalAmount(100), keepsSalePrice: true)
        #expect(try ListingRules.apply(patch, to: plain).pricing == .of(100, off: 0))
    }

    /// API.md, “items”.
    @Test func priceBelowWhatIsPaidEndsTheDiscount() throws {
        let lower = ProductPatch(price: DecimalAmount(100), keepsSalePrice: true)
        #expect(try apply(lower) == .of(100, off: 0))
        var renewed = lower
        renewed.salePrice = RequestedSalePrice(DecimalAmount(90))
        #expect(try apply(renewed) == .of(100, off: 10))
        // An invalid value counts as absent.
        renewed.salePrice = RequestedSalePrice(DecimalAmount(1000), isIgnoredIfInvalid: true)
        #expect(try apply(renewed) == .of(100, off: 0))
        renewed.salePrice = RequestedSalePrice(DecimalAmount(1000))
        #expect(problems { try apply(renewed) } == [ListingProblem(.discount, .discountAbovePrice)])
    }

    @Test func marketTakesItsOwnCurrencies() throws {
        let policy = ListingPolicy(prices: PricePolicy(currencies: [.krw, .jpy]))
        func draft(_ currency: Currency) -> ProductDraft {
            ProductDraft(name: "x", price: DecimalAmount(10), currency: currency)
        }
        #expect(try ListingRules.check(draft(.jpy), under: policy).listing.pricing.currency == .jpy)
        let refused = [ListingProblem(.currency, .unknownCurrency)]
        #expect(problems { try ListingRules.check(draft(.usd), under: policy).listing.pricing } == refused)
        let patch = ProductPatch(currency: .eur)
        #expect(problems { try ListingRules.apply(patch, to: listing, under: policy).pricing } == refused)
        // An app doesn't know them, so only the market refuses.
        let dinar = try #require(Currency(rawValue: "KWD"))
        #expect(try ListingRules.check(draft(dinar)).listing.pricing.priceMinorUnits == 10_000)
        #expect(try ListingRules.apply(ProductPatch(currency: dinar), to: listing).pricing.currency == dinar)
        // Earlier listings stay as they are, also when their form sends their currency again.
        let dollars = Listing(
            name: "x",
            description: "",
            pricing: try #require(Pricing(currency: .usd, priceMinorUnits: 2000, discountMinorUnits: 0)),
            stock: 1
        )
        let edited = ProductPatch(price: DecimalAmount(30), currency: .usd)
        #expect(try ListingRules.apply(edited, to: dollars, under: policy).pricing.priceMinorUnits == 3000)
    }

    @Test func patchThatOnlyKeepsIsEmpty() {
        #expect(ProductPatch(keepsSalePrice: true).isEmpty)
        #expect(!ProductPatch(salePrice: RequestedSalePrice(.zero)).isEmpty)
    }

    @Test func marketOfWholePricesRefusesFractions() throws {
        func check(_ price: String, _ discount: String) -> [ListingProblem]? {
            problems {
                try ListingRules.check(
                    ProductDraft(
                        name: "x",
                        price: DecimalAmount(price),
                        currency: .usd,
                        discount: DecimalAmount(discount)
                    ),
                    under: ListingPolicy(prices: .whole)
                ).listing.pricing
            }
        }
        #expect(check("20", "5") == nil)
        #expect(check("20.00", "5") == nil)
        #expect(check("19.99", "5") == [ListingProblem(.price, .fraction)])
        #expect(check("19.99", "0.5") == [ListingProblem(.price, .fraction), ListingProblem(.discount, .fraction)])
        let stored = Listing(
            name: "x",
            description: "",
            pricing: try #require(Pricing(currency: .usd, priceMinorUnits: 1999, discountMinorUnits: 0)),
            stock: 1
        )
        // Stored values are validated only when the price changes.
        #expect(
            try ListingRules.apply(ProductPatch(stock: .zero), to: stored, under: ListingPolicy(prices: .whole)).stock
                == 0
        )
        #expect(
            problems {
                try ListingRules.apply(
                    ProductPatch(discount: DecimalAmount(1)),
                    to: stored,
                    under: ListingPolicy(prices: .whole)
                ).pricing
            } == [ListingProblem(.price, .fraction)]
        )
    }
}

extension Pricing {
    fileprivate static func of(_ price: Int64, off discount: Int64) -> Pricing {
        guard let pricing = Pricing(currency: .krw, priceMinorUnits: price, discountMinorUnits: discount) else {
            fatalError("\(discount) off \(price) is no price")
        }
        return pricing
    }
}
