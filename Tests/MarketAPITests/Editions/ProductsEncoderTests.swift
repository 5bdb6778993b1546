import Foundation
import MarketAPI
import MarketModels
import Testing

struct ProductsEncoderTests {
    private let encoder = ProductsEncoder(origin: Origin(baseURL: "https://market.example") ?? fallback)
    private static var fallback: Origin { preconditionFailure("the origin above is one") }

    private func product(
        currency: Currency,
        price: Int64,
        discount: Int64 = 0,
        at time: Int64 = 0,
        reduction: PriceReduction? = nil
    ) throws -> Product {
        let moment = Timestamp(millisecondsSinceEpoch: time)
        return Product(
            id: Product.ID(rawValue: 1),
            vendor: Vendor(id: Vendor.ID(rawValue: 2), name: "v", createdAt: moment),
            listing: Listing(
                name: "n",
                description: "d",
                pricing: try #require(
                    Pricing(currency: currency, priceMinorUnits: price, discountMinorUnits: discount)
                ),
                stock: 3
            ),
            images: [],
            thumbnail: nil,
            registeredAt: moment,
            updatedAt: moment,
            version: 1,
            reduction: reduction
        )
    }

    private func text(_ product: Product) -> String { String(decoding: encoder.product(product), as: UTF8.self) }

    @Test(arguments: zip([1999, 2000, 1990, 1905, 5, 0], ["19.99", "20", "19.9", "19.05", "0.05", "0"]))
    func dollarsAreWrittenExactly(_ cents: Int64, _ written: String) throws {
        #expect(text(try product(currency: .usd, price: cents)).contains("\"price\":\(written),"))
    }

    @Test func wonAreWholeNumbers() throws {
        let text = text(try product(currency: .krw, price: 9_007_199_254_740_991, discount: 1))
        #expect(text.contains("\"price\":9007199254740991,"))
        #expect(text.contains("\"bargain_price\":9007199254740990,"))
        #expect(text.contains("\"discounted_price\":1,"))
    }

    @Test(arguments: [(2500, 1950, "25"), (2040, 1999, nil), (2050, 1999, "21")] as [(Int64, Int64, String?)])
    func reductionIsRoundedOrLeftOut(_ lowest: Int64, _ price: Int64, _ shown: String?) throws {
        let origin = Origin(baseURL: "https://market.example") ?? Self.fallback
        let reduction = PriceReduction(
            lowest: Money(minorUnits: lowest, currency: .eur),
            reducedAt: Timestamp(millisecondsSinceEpoch: 0)
        )
        let product = try product(currency: .eur, price: price, reduction: reduction)
        let whole = ProductsEncoder(origin: origin, dialect: .main(roundingPrices: true)).product(product)
        let text = String(decoding: whole, as: UTF8.self)
        #expect(text.contains("reduced_") == (shown != nil))
        if let shown { #expect(text.contains("\"reduced_from\":\(shown),")) }
        let exact = ProductsEncoder(origin: origin).product(product)
        #expect(String(decoding: exact, as: UTF8.self).contains("\"reduced_from\":"))
    }

    /// API.md, “Rules for every edition”: under `--whole-prices`.
    @Test(arguments: [(1999, 0, 20, 20), (1949, 0, 19, 19), (1950, 50, 20, 19), (1999, 1999, 20, 0), (40, 10, 0, 0)])
    func roundedPricesAddUp(_ price: Int64, _ discount: Int64, _ shown: Int, _ paid: Int) throws {
        let origin = Origin(baseURL: "https://market.example") ?? Self.fallback
        for dialect in [
            Dialect.main(roundingPrices: true), .exactly(.training, roundingPrices: true),
            .exactly(.openmarket, roundingPrices: true),
        ] {
            let encoder = ProductsEncoder(origin: origin, dialect: dialect)
            let product = try product(currency: .eur, price: price, discount: discount)
            let text = String(decoding: encoder.product(product), as: UTF8.self)
            #expect(text.contains("\"price\":\(shown),\"bargain_price\":\(paid),\"discounted_price\":\(shown - paid),"))
        }
    }

    /// The one format that all three date formats of the apps can parse (API.md, “training”).
    @Test(
        arguments: [
            (0, "1970-01-01"), (951_782_399_999, "2000-02-28"), (951_782_400_000, "2000-02-29"),
            (1_709_164_800_000, "2024-02-29"), (4_102_444_799_999, "2099-12-31"), (-1, "1969-12-31"),
        ] as [(Int64, String)]
    )
    func datesAreTheDayInUTC(_ time: Int64, _ day: String) throws {
        let text = text(try product(currency: .krw, price: 1, at: time))
        #expect(text.contains("\"created_at\":\"\(day)T00:00:00.00\""))
        for format in ["yyyy-MM-dd'T'HH:mm:ss.SS", "yyyy-MM-dd'T'HH:mm:ss.SSS"] {
            let formatter = DateFormatter()
            formatter.locale = Locale(identifier: "en_US_POSIX")
            formatter.dateFormat = format
            #expect(formatter.date(from: "\(day)T00:00:00.00") != nil)
        }
    }

    @Test func productWithoutImagesHasThePlaceholder() throws {
        #expect(
            text(try product(currency: .krw, price: 1)).contains(
                "\"thumbnail\":\"https://market.example/images/placeholder.png\""
            )
        )
    }
}
