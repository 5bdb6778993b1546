import Foundation
import Testing

@testable import MarketModels

@Suite struct DecimalAmountTests {
    @Test(
        arguments: [
            ("0", 0, 0), ("-0", 0, 0), ("0.00", 0, 0), ("0e999999999999", 0, 0), ("10000", 10000, 0),
            ("10000.0", 10000, 0),
            ("19.99", 1999, 2), ("19.90", 199, 1), ("-3", -3, 0), ("+5", 5, 0), (".5", 5, 1), ("-.5", -5, 1),
            ("5.", 5, 0),
            ("1e4", 10000, 0), ("1E+4", 10000, 0), ("12e-1", 12, 1), ("100e-2", 1, 0), ("1.50e1", 15, 0),
            ("000000000000000000000000007", 7, 0), ("1.000000000000000000000000000", 1, 0),
            ("0.00000000000000000000000001e26", 1, 0), ("999999999999999999", 999_999_999_999_999_999, 0),
            ("9007199254740991", 9_007_199_254_740_991, 0), ("0.000000000000000001", 1, 18),
            ("1000000000000000000", 1_000_000_000_000_000_000, 0), ("100000000000000000000000e-23", 1, 0),
        ] as [(String, Int64, Int)]
    )
    func numbersAreReadExactly(text: String, significand: Int64, scale: Int) throws {
        let amount = try DecimalAmount(reading: text)
        #expect(amount.significand == significand)
        #expect(amount.scale == scale)
        #expect(DecimalAmount(text) == amount)
    }

    @Test(arguments: [
        "", " ", "-", "+", ".", "-.", "e5", ".e5", "1e", "1e+", "1e-", "1e5.0", "--1", "+-1", "1-", "1.2.3", "1,000",
        "0x10",
        "NaN", "nil", "Optional(90)", "1 ", "１", "10원", "1e5e5", "1e+-5",
    ])
    func whatIsNoNumber(text: String) {
        #expect(throws: DecimalAmount.ReadingError.notANumber) { try DecimalAmount(reading: text) }
        #expect(DecimalAmount(text) == nil)
    }

    @Test(
        arguments: [
            // 2^63 and its neighbours: one digit more than fits.
            ("9223372036854775807", .tooLarge), ("9223372036854775808", .tooLarge), ("9223372036854775809", .tooLarge),
            ("-9223372036854775808", .negative), ("99999999999999999999999", .tooLarge), ("1e19", .tooLarge),
            ("1e99999999999999999999", .tooLarge), ("-1e400", .negative), ("0.0000000000000000001", .tooPrecise),
            ("1e-99999999999999999999", .tooPrecise), ("123456789012345678.9", .tooPrecise),
            ("1.0000000000000000000000001", .tooPrecise),
        ] as [(String, DecimalAmount.ReadingError)]
    )
    func whatDoesNotFit(text: String, error: DecimalAmount.ReadingError) {
        #expect(throws: error) { try DecimalAmount(reading: text) }
    }

    /// What `JSONSerialization`, SwiftyJSON and `Decimal` make of a price that is kept as a `Double`, with 17 digits and more.
    @Test(
        arguments: [
            ("19.989999999999998", "19.99"), ("472.23000000000002", "472.23"), ("8.6999999999999993", "8.7"),
            ("0.30000000000000004", "0.3"), ("19.98999999999999488", "19.99"), ("12.000000000000002", "12"),
            ("999999999.99000001", "999999999.99"), ("1.2350000000000001", "1.235"), ("-8.6999999999999993", "-8.7"),
            ("1.9989999999999998e1", "19.99"), ("0.99999999999999989", "1"),
        ]
    )
    func binaryFractionIsTheAmountThatWasTyped(sent: String, typed: String) throws {
        #expect(try DecimalAmount(sent: sent) == DecimalAmount(reading: typed))
        #expect(DecimalAmount(sent) != DecimalAmount(typed))
    }

    @Test func everyCentIsFoundAgain() throws {
        for cents in stride(from: Int64(1), to: 20_000_000_000, by: 99_999_989) {
            let money = Money(minorUnits: cents, currency: .usd)
            let fraction = String(format: "%.17g", Double(cents) / 100)
            #expect(try Money(DecimalAmount(sent: fraction), in: .usd) == money, "\(fraction)")
        }
    }

    /// What somebody has typed, or a program has counted, is never another number.
    @Test(
        arguments: [
            "90071992547409.91", "9007199254740991", "999999999999999999", "9007199254740.991", "19.99", "0.001",
            "1.23456789",
            "0.12345678901234567", "19.98765432109876", "1234567890123.4567", "0.000000000000000001",
        ]
    )
    func otherNumbersStayAsTheyAre(_ text: String) throws {
        #expect(try DecimalAmount(sent: text) == DecimalAmount(reading: text))
    }

    @Test func noCurrencyHasMoreDecimals() {
        #expect(Currency.allCases.map(\.exponent).max() == Currency.largestExponent)
        #expect(Currency(ofMarket: "ZZZ")?.exponent == Currency.largestExponent)
    }

    @Test func longTextsTakeNoTime() {
        let zeros = String(repeating: "0", count: 1_000_000)
        #expect(DecimalAmount("0." + zeros + "1") == nil)
        #expect(DecimalAmount("1" + zeros) == nil)
        #expect(DecimalAmount("1" + zeros + "e-1000000") == DecimalAmount(1))
    }

    @Test func moneyBecomesTheSameAmount() {
        #expect(DecimalAmount(Money(minorUnits: 1990, currency: .usd)) == DecimalAmount("19.9"))
        #expect(DecimalAmount(Money(minorUnits: 2000, currency: .usd)) == DecimalAmount(20))
        #expect(DecimalAmount(Money(minorUnits: 2000, currency: .krw)) == DecimalAmount(2000))
        #expect(DecimalAmount(Money(minorUnits: 0, currency: .usd)) == .zero)
    }
}
