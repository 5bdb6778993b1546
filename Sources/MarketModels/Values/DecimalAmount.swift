/// An exact decimal number as somebody wrote it, before it is known which currency it counts.
///
/// The value is `significand × 10^-scale`. Trailing zeros behind the point are dropped, so equal numbers are equal
/// values: `19.90` and `19.9` are the same amount.
public struct DecimalAmount: Hashable, Sendable {
    /// The digits, with the sign.
    public let significand: Int64
    /// How many of the digits stand behind the decimal point, 0 to 18.
    public let scale: Int

    public static let zero = DecimalAmount(0)

    /// A whole amount.
    public init(_ whole: Int64) {
        significand = whole
        scale = 0
    }

    /// The amount that a count of a currency's minor units stands for.
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

    /// Why a text is no amount that can be counted with.
    public enum ReadingError: Error, Hashable, Sendable {
        /// Not a decimal number: `NaN`, `1,000`, an empty text.
        case notANumber
        /// Below what fits.
        case negative
        /// Above what fits, which is far above every bound that a listing has.
        case tooLarge
        /// More digits behind the point than fit, which is far more than any currency has.
        case tooPrecise
    }

    /// Reads a JSON number or the same digits as text: `10000`, `19.99`, `-3`, `1e4`, `+5`, `.5`.
    ///
    /// Any number of up to 18 digits, not counting zeros in front and behind, is read exactly.
    public init(reading text: some StringProtocol) throws(ReadingError) {
        var parser = DecimalParser()
        for byte in text.utf8 {
            guard parser.take(byte) else { throw .notANumber }
        }
        (significand, scale) = try parser.finish()
    }

    /// As ``init(reading:)``, for those who don't ask why.
    public init?(_ text: some StringProtocol) {
        guard let amount = try? DecimalAmount(reading: text) else { return nil }
        self = amount
    }

    /// The digits as people and JSON write them: `10000`, `19.99`, `-0.5`.
    public var digits: String {
        guard scale > 0 else { return String(significand) }
        let digits = String(significand.magnitude)
        let padded = String(repeating: "0", count: max(0, scale + 1 - digits.count)) + digits
        return "\(significand < 0 ? "-" : "")\(padded.dropLast(scale)).\(padded.suffix(scale))"
    }
}
