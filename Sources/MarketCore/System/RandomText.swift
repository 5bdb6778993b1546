internal import Foundation
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
    package static func randomUUID() -> String { UUID().uuidString.lowercased() }
}
