import Foundation
import Testing

@testable import MarketModels

@Suite struct MoneyTests {
    private static let kwd = Currency.of("KWD")
    private static let sek = Currency.of("SEK")
    private static let isk = Currency.of("ISK")

    @Test func currenciesAreThoseOfISO4217() throws {
        #expect(Currency.allCases.count == 155)
        #expect(Currency.usual == [.krw, .usd, .jpy, .eur, .gbp, .cny, .hkd])
        #expect(Array(Currency.allCases.prefix(7)) == Currency.usual)
        #expect(Set(Currency.allCases.map(\.numericCode)).count == 155)
        #expect(Currency.allCases.allSatisfy { 1..<1000 ~= $0.numericCode })
        #expect(Currency.usual.map(\.rawValue) == ["KRW", "USD", "JPY", "EUR", "GBP", "CNY", "HKD"])
        let digits = Dictionary(grouping: Currency.allCases, by: \.exponent).mapValues(\.count)
        #expect(digits == [0: 16, 2: 132, 3: 7])
        for currency in Currency.allCases {
            #expect(Currency(rawValue: currency.rawValue) == currency)
            #expect(try JSONDecoder().decode([Currency].self, from: JSONEncoder().encode([currency])) == [currency])
        }
        for code in ["XXX", "XAU", "BTC", "WON", "krw", "KR", ""] { #expect(Currency(rawValue: code) == nil) }
        #expect(throws: DecodingError.self) { try JSONDecoder().decode([Currency].self, from: Data(#"["XXX"]"#.utf8)) }
    }

    /// A market of a later version may know more currencies; what people list is checked against those of this one.
    @Test func currenciesOfAMarketMayBeUnknown() throws {
        for currency in Currency.allCases {
            #expect(Currency(ofMarket: currency.rawValue) == currency && currency.isKnown)
        }
        let codes = ["AAA", "XTS", "ZZZ"]
        let unknown = try codes.map { try #require(Currency(ofMarket: $0)) }
        #expect(unknown.map(\.rawValue) == codes)
        #expect(Set(unknown).count == 3)
        #expect(unknown.allSatisfy { !$0.isKnown && !Currency.allCases.contains($0) })
        #expect(codes.allSatisfy { Currency(rawValue: $0) == nil })
        for text in ["", "XT", "XTSS", "xts", "X1S", "원원원", "X\u{0}S"] { #expect(Currency(ofMarket: text) == nil) }
        #expect(try money("12.345", unknown[1]).plainDigits == "12.345")
    }

    private func money(_ text: String, _ currency: Currency) throws -> Money {
        try Money(DecimalAmount(reading: text), in: currency)
    }

    @Test(
        arguments: [
            ("0", .krw, 0), ("10000", .krw, 10000), ("1e4", .krw, 10000),
            ("9007199254740991", .krw, 9_007_199_254_740_991),
            ("19.99", .usd, 1999), ("20", .usd, 2000), ("0.1", .usd, 10),
            ("90071992547409.91", .usd, 9_007_199_254_740_991),
            ("1200", .jpy, 1200), ("19.99", .eur, 1999), ("0.01", .gbp, 1), ("20", .cny, 2000), ("7.5", .hkd, 750),
            ("1.5", kwd, 1500), ("0.001", kwd, 1), ("19.99", sek, 1999), ("1200", isk, 1200),
        ] as [(String, Currency, Int64)]
    )
    func amountsAreCountedExactly(text: String, currency: Currency, minorUnits: Int64) throws {
        #expect(try money(text, currency) == Money(minorUnits: minorUnits, currency: currency))
    }

    @Test(
        arguments: [
            ("0.5", isk, .tooPrecise), ("0.001", sek, .tooPrecise), ("0.0001", kwd, .tooPrecise),
            ("0.5", .krw, .tooPrecise), ("0.5", .jpy, .tooPrecise), ("0.001", .hkd, .tooPrecise),
            ("19.999", .usd, .tooPrecise), ("-1", .krw, .negative),
            ("-0.5", .krw, .negative),
            ("9007199254740992", .krw, .tooLarge), ("90071992547409.92", .usd, .tooLarge), ("9e18", .usd, .tooLarge),
        ] as [(String, Currency, Money.ConversionError)]
    )
    func whatCannotBeCounted(text: String, currency: Currency, error: Money.ConversionError) {
        #expect(throws: error) { try money(text, currency) }
    }

    @Test(
        arguments: [
            (1999, .usd, "19.99"), (1990, .usd, "19.9"), (2000, .usd, "20"), (5, .usd, "0.05"), (50, .usd, "0.5"),
            (1, kwd, "0.001"), (1500, kwd, "1.5"), (1050, kwd, "1.05"), (2000, kwd, "2"), (1005, sek, "10.05"),
            (0, .usd, "0"), (10000, .krw, "10000"), (9_007_199_254_740_991, .usd, "90071992547409.91"),
        ] as [(Int64, Currency, String)]
    )
    func plainDigits(minorUnits: Int64, currency: Currency, digits: String) throws {
        let amount = Money(minorUnits: minorUnits, currency: currency)
        #expect(amount.plainDigits == digits)
        #expect(try money(digits, currency) == amount)
    }

    /// API.md, “Rules for every edition”: `items` sends whole units.
    @Test(arguments: [(1949, 19), (1950, 20), (49, 0), (50, 1), (9_007_199_254_740_991, 90_071_992_547_410)])
    func wholeUnitsAreRoundedHalfUp(cents: Int64, dollars: Int64) {
        #expect(Money(minorUnits: cents, currency: .usd).wholeUnitsRoundedHalfUp == dollars)
        #expect(Money(minorUnits: cents, currency: .krw).wholeUnitsRoundedHalfUp == cents)
    }
}

extension Currency {
    /// Returns the currency with a code that there is.
    fileprivate static func of(_ code: String) -> Currency { Currency(rawValue: code) ?? .krw }
}
