extension Sequence<UInt8> {
    /// The bytes as lower-case hexadecimal digits, two for each byte.
    package var hexDigits: String {
        String(decoding: flatMap { [hexDigit($0 >> 4), hexDigit($0 & 15)] }, as: UTF8.self)
    }
}

extension FixedWidthInteger {
    /// The number as lower-case hexadecimal digits with leading zeros: 16 for 64 bits.
    package var hexDigits: String {
        let digits = String(magnitude, radix: 16)
        return String(repeating: "0", count: Self.bitWidth / 4 - digits.count) + digits
    }
}

private func hexDigit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
}
