/// An amount in the minor units of a currency: won for KRW, yen for JPY, cents for USD, fils for KWD.
public struct Money: Hashable, Sendable {
    /// The largest amount, in minor units: 2^53−1, the largest integer that every JSON parser reads exactly.
    public static let maximumMinorUnits: Int64 = 9_007_199_254_740_991

    /// The amount in minor units.
    public let minorUnits: Int64
    /// The currency.
    public let currency: Currency

    /// Creates an amount without checking it against ``maximumMinorUnits``.
    public init(minorUnits: Int64, currency: Currency) {
        self.minorUnits = minorUnits
        self.currency = currency
    }

    /// The reasons why an amount can't be expressed in a currency.
    public enum ConversionError: Error, Hashable, Sendable {
        /// The amount has more fraction digits than the currency.
        case tooPrecise
        /// The amount is negative.
        case negative
        /// The amount is above ``Money/maximumMinorUnits``.
        case tooLarge
    }

    /// Converts a decimal amount to a currency's minor units, exactly.
    ///
    /// - Throws: ``ConversionError`` if the amount is negative, too large or too precise.
    public init(_ amount: DecimalAmount, in currency: Currency) throws(ConversionError) {
        guard amount.significand >= 0 else { throw .negative }
        guard amount.scale <= currency.exponent else { throw .tooPrecise }
        var minorUnits = amount.significand
        for _ in amount.scale..<currency.exponent {
            let (product, overflow) = minorUnits.multipliedReportingOverflow(by: 10)
            guard !overflow else { throw .tooLarge }
            minorUnits = product
        }
        guard minorUnits <= Self.maximumMinorUnits else { throw .tooLarge }
        self.init(minorUnits: minorUnits, currency: currency)
    }

    /// The amount in plain digits, without grouping or currency: `10000`, `19.99`, `20` (never `20.00`).
    public var plainDigits: String {
        let unit = currency.minorUnitsPerUnit
        let (whole, rest) = minorUnits.quotientAndRemainder(dividingBy: unit)
        guard rest != 0 else { return String(whole) }
        var digits = String(unit + rest).dropFirst()
        while digits.last == "0" { digits.removeLast() }
        return "\(whole).\(digits)"
    }

    /// Whether the amount is a multiple of the whole unit; always true for won and yen.
    public var isWhole: Bool { minorUnits % currency.minorUnitsPerUnit == 0 }

    /// The amount in whole units, rounded half up, as the `items` edition sends it.
    public var wholeUnitsRoundedHalfUp: Int64 {
        let unit = currency.minorUnitsPerUnit
        return (minorUnits + unit / 2) / unit
    }
}
