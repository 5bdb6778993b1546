/// An exact decimal number that is not yet bound to a currency.
///
/// The value is `significand × 10^-scale`. Trailing zeros after the decimal point are removed, so equal numbers are
/// equal values: `19.90` and `19.9` are the same amount.
public struct DecimalAmount: Hashable, Sendable {
    /// The digits, with the sign.
    public let significand: Int64
    /// The number of digits after the decimal point, 0 to 18.
    public let scale: Int

    /// The amount 0.
    public static let zero = DecimalAmount(0)

    /// Creates a whole amount.
    public init(_ whole: Int64) {
        significand = whole
        scale = 0
    }

    /// Creates the amount, in whole units, of a sum of money.
    public init(_ money: Money) {
        var significand = money.minorUnits
        var scale = money.currency.exponent
        while scale > 0, significand % 10 == 0 {
            significand /= 10
            scale -= 1
        }
        self.significand = significand
        self.scale = scale
    }

    /// The reasons why a text can't be read as an amount.
    public enum ReadingError: Error, Hashable, Sendable {
        /// The text is not a decimal number: `NaN`, `1,000`, an empty text.
        case notANumber
        /// The number is negative and too large in magnitude.
        case negative
        /// The number is too large to represent, far above every bound of a listing.
        case tooLarge
        /// The number has more fraction digits than can be represented, far more than any currency has.
        case tooPrecise
    }

    /// Parses a JSON number or the same digits as text: `10000`, `19.99`, `-3`, `1e4`, `+5`, `.5`.
    ///
    /// Every number of up to 18 digits, not counting leading and trailing zeros, is read exactly.
    public init(reading text: some StringProtocol) throws(ReadingError) {
        (significand, scale) = try DecimalParser.read(text, rounds: false)
    }

    /// Parses a number that a program has sent, as ``init(reading:)`` does. Programs that keep 19.99 as a binary fraction may send
    /// `19.989999999999998`, which is read as what people have typed.
    package init(sent text: some StringProtocol) throws(ReadingError) {
        (significand, scale) = try DecimalParser.read(text, rounds: true)
    }

    /// Parses a number as ``init(reading:)``, or returns nil if that fails.
    public init?(_ text: some StringProtocol) {
        guard let amount = try? DecimalAmount(reading: text) else { return nil }
        self = amount
    }

    /// The amount in the notation of JSON: `10000`, `19.99`, `-0.5`.
    public var digits: String {
        guard scale > 0 else { return String(significand) }
        let digits = String(significand.magnitude)
        let padded = String(repeating: "0", count: max(0, scale + 1 - digits.count)) + digits
        return "\(significand < 0 ? "-" : "")\(padded.dropLast(scale)).\(padded.suffix(scale))"
    }
}
