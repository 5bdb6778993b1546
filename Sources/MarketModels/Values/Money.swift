/// An amount of one currency, counted in its minor units: won for KRW, yen for JPY, cents for USD.
public struct Money: Hashable, Sendable {
    /// The largest amount, in minor units: 2^53−1, the last integer that every JSON reader keeps exact.
    public static let maximumMinorUnits: Int64 = 9_007_199_254_740_991

    public let minorUnits: Int64
    public let currency: Currency

    public init(minorUnits: Int64, currency: Currency) {
        self.minorUnits = minorUnits
        self.currency = currency
    }

    /// Why an amount can't be counted in a currency.
    public enum ConversionError: Error, Hashable, Sendable {
        /// It has more decimal digits than the currency's minor unit.
        case tooPrecise
        case negative
        /// It is above ``Money/maximumMinorUnits``.
        case tooLarge
    }

    /// Counts a decimal amount in a currency's minor units, exactly.
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
        // With two digits at most, a fraction is either tenths or hundredths.
        return rest % 10 == 0 ? "\(whole).\(rest / 10)" : "\(whole).\(rest / 10)\(rest % 10)"
    }

    /// Whether no fraction of a whole unit is left: always with won and yen.
    public var isWhole: Bool { minorUnits % currency.minorUnitsPerUnit == 0 }

    /// Whole units, rounded half up: what the `items` edition sends.
    public var wholeUnitsRoundedHalfUp: Int64 {
        let unit = currency.minorUnitsPerUnit
        return (minorUnits + unit / 2) / unit
    }
}
