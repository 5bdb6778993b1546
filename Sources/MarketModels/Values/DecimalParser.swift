/// Parses a decimal number byte by byte. The value is `magnitude × 10^(exponent - scale)`.
struct DecimalParser {
    private enum Place { case start, sign, whole, fraction, exponentStart, exponentSign, exponent }

    /// A number below this has room for another digit: the result has at most 18.
    private static let room: Int64 = 100_000_000_000_000_000
    /// The cap of the exponent. Larger exponents give the same result: too large, too precise or zero.
    private static let largestExponent = 1_000_000_000

    private var place = Place.start
    private var isNegative = false
    private var hasDigits = false
    private var magnitude: Int64 = 0
    private var scale = 0
    /// Whether a digit other than 0 was dropped for lack of room.
    private var hasLostDigits = false
    private var exponent = 0
    private var exponentIsNegative = false

    /// - Parameter rounds: Whether the number may be a binary fraction, which is read as the amount that it stands for.
    static func read(
        _ text: some StringProtocol,
        rounds: Bool
    ) throws(DecimalAmount.ReadingError) -> (significand: Int64, scale: Int) {
        var parser = DecimalParser()
        for byte in text.utf8 {
            guard parser.consume(byte) else { throw .notANumber }
        }
        return try parser.finish(rounds: rounds)
    }

    /// - Returns: Whether the byte is valid at this position of a number.
    private mutating func consume(_ byte: UInt8) -> Bool {
        switch (byte, place) {
        case (UInt8(ascii: "-"), .start), (UInt8(ascii: "+"), .start):
            isNegative = byte == UInt8(ascii: "-")
            place = .sign
        case (UInt8(ascii: "."), .start), (UInt8(ascii: "."), .sign), (UInt8(ascii: "."), .whole):
            place = .fraction
        case (UInt8(ascii: "e"), .whole), (UInt8(ascii: "E"), .whole),
            (UInt8(ascii: "e"), .fraction), (UInt8(ascii: "E"), .fraction):
            place = .exponentStart
            return hasDigits
        case (UInt8(ascii: "-"), .exponentStart), (UInt8(ascii: "+"), .exponentStart):
            exponentIsNegative = byte == UInt8(ascii: "-")
            place = .exponentSign
        case (UInt8(ascii: "0")...UInt8(ascii: "9"), _):
            takeDigit(Int64(byte - UInt8(ascii: "0")))
        default:
            return false
        }
        return true
    }

    private mutating func takeDigit(_ digit: Int64) {
        switch place {
        case .start, .sign, .whole, .fraction:
            if place != .fraction { place = .whole }
            hasDigits = true
            let hasRoom = magnitude < Self.room
            if hasRoom {
                magnitude = magnitude * 10 + digit
            } else if digit != 0 {
                hasLostDigits = true
            }
            if place == .fraction, hasRoom { scale += 1 }
            if place == .whole, !hasRoom { scale -= 1 }
        case .exponentStart, .exponentSign, .exponent:
            place = .exponent
            exponent = min(exponent * 10 + Int(digit), Self.largestExponent)
        }
    }

    private func finish(rounds: Bool) throws(DecimalAmount.ReadingError) -> (significand: Int64, scale: Int) {
        guard hasDigits, place == .whole || place == .fraction || place == .exponent else { throw .notANumber }
        if magnitude == 0 { return (0, 0) }
        var significand = magnitude
        var scale = scale - (exponentIsNegative ? -exponent : exponent)
        if rounds, let (significand, scale) = Self.rounded(significand, scale) {
            return (isNegative ? -significand : significand, scale)
        }
        while scale < 0 {
            let (product, overflow) = significand.multipliedReportingOverflow(by: 10)
            guard !overflow, !hasLostDigits else { throw isNegative ? .negative : .tooLarge }
            significand = product
            scale += 1
        }
        guard !hasLostDigits else { throw .tooPrecise }
        while scale > 0, significand % 10 == 0 {
            significand /= 10
            scale -= 1
        }
        guard scale <= 18 else { throw .tooPrecise }
        return (isNegative ? -significand : significand, scale)
    }

    /// Returns the amount that a binary fraction of 64 bits stands for, which has 15 digits that are right: 19.99 for
    /// 19.989999999999998.
    ///
    /// - Returns: nil for a number of up to 15 digits, one that can be exact, and one that is too far from any amount of money.
    private static func rounded(_ significand: Int64, _ scale: Int) -> (significand: Int64, scale: Int)? {
        let power: Int64 = 1_000_000_000_000_000
        guard significand >= power, scale > Currency.largestExponent else { return nil }
        var (unit, scale) = (Int64(1), scale)
        while significand / unit >= power {
            unit *= 10
            scale -= 1
        }
        var rounded = (significand + unit / 2) / unit
        guard (rounded * unit - significand).magnitude <= significand / power else { return nil }
        while scale > 0, rounded % 10 == 0 {
            rounded /= 10
            scale -= 1
        }
        return scale <= Currency.largestExponent ? (rounded, scale) : nil
    }
}
