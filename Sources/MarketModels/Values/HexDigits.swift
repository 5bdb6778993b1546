extension Sequence<UInt8> {
    /// The bytes as lower-case hexadecimal digits, two for each byte.
    @inlinable package var hexDigits: String {
        var digits: [UInt8] = []
        digits.reserveCapacity(2 * underestimatedCount)
        for byte in self {
            digits.append(hexDigit(byte >> 4))
            digits.append(hexDigit(byte & 15))
        }
        return String(decoding: digits, as: UTF8.self)
    }
}

extension FixedWidthInteger {
    /// The number as lower-case hexadecimal digits with leading zeros: 16 for 64 bits.
    package var hexDigits: String {
        let digits = String(magnitude, radix: 16)
        return String(repeating: "0", count: Self.bitWidth / 4 - digits.count) + digits
    }
}

extension UInt8 {
    /// Whether the byte is a hexadecimal digit in lower case, as `hexDigits` has them.
    package var isLowerCaseHexDigit: Bool {
        UInt8(ascii: "0")...UInt8(ascii: "9") ~= self || UInt8(ascii: "a")...UInt8(ascii: "f") ~= self
    }
}

@inlinable package func hexDigit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
}
