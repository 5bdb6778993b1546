internal import MarketModels

extension String {
    /// Returns 128 random bits in hexadecimal digits.
    package static func randomToken() -> String {
        var generator = SystemRandomNumberGenerator()
        return (generator.next() as UInt64).hexDigits + (generator.next() as UInt64).hexDigits
    }

    /// Whether the text has the form of a ``randomToken()``. Links are sometimes passed on in capital letters.
    package var isRandomToken: Bool {
        utf8.count == 32 && utf8.allSatisfy { Unicode.Scalar($0).properties.isASCIIHexDigit }
    }

    /// Returns a random (version 4) UUID in lower case, with 122 random bits.
    package static func randomUUID() -> String {
        var generator = SystemRandomNumberGenerator()
        let high = (generator.next() as UInt64) & 0xFFFF_FFFF_FFFF_0FFF | 0x0000_0000_0000_4000
        let low = (generator.next() as UInt64) & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000
        let digits = high.hexDigits + low.hexDigits
        var text = ""
        for (offset, digit) in digits.enumerated() {
            if [8, 12, 16, 20].contains(offset) { text.append("-") }
            text.append(digit)
        }
        return text
    }
}
