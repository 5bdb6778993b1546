internal import MarketModels

/// The secret of a browser, from which its right for each product is derived. So a browser with any number of listings
/// stores one short text, and nobody who learns a right learns those for other products.
public struct BrowserKey: Hashable, Sendable {
    /// The number of characters.
    public static let length = 32

    /// 128 random bits in lowercase hexadecimal digits.
    public let text: String

    /// Creates a random key.
    public init() {
        var generator = SystemRandomNumberGenerator()
        text = (generator.next() as UInt64).hexDigits + (generator.next() as UInt64).hexDigits
    }

    /// Reads a key that a browser has stored, or returns nil if the text is none.
    public init?(_ text: String) {
        let isHexadecimal = text.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"): true
            default: false
            }
        }
        guard text.utf8.count == Self.length, isHexadecimal else { return nil }
        self.text = text
    }
}
