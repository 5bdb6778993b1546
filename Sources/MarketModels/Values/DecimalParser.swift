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

    /// - Returns: Whether the byte is valid at this position of a number.
    mutating func consume(_ byte: UInt8) -> Bool {
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

    func finish() throws(DecimalAmount.ReadingError) -> (significand: Int64, scale: Int) {
        guard hasDigits, place == .whole || place == .fraction || place == .exponent else { throw .notANumber }
        if magnitude == 0 { return (0, 0) }
        var significand = magnitude
        var scale = scale - (exponentIsNegative ? -exponent : exponent)
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
}
