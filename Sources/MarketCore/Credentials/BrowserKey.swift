internal import MarketHashing
public import MarketModels

/// The secret of a browser, from which its right for each product is derived. So a browser with any number of listings
/// stores one short text, and nobody who learns a right learns those for other products.
public struct BrowserKey: Hashable, Sendable {
    /// The number of characters.
    public static let length = 32

    /// 128 random bits in lowercase hexadecimal digits.
    public let text: String

    /// Creates a random key.
    public init() { text = .randomToken() }

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

    /// Returns the right of the browser for a product, 32 hexadecimal digits, whether it was issued or not. It tells nothing
    /// about the key.
    public func right(for product: Product.ID) -> String {
        BLAKE2b.digits(of: ["right of a browser", text, String(product.rawValue)], byteCount: 16)
    }

    public var digest: BrowserDigest {
        BrowserDigest(rawValue: BLAKE2b.digits(of: ["browser of rights", text], byteCount: 32))
    }
}

/// A hash of a browser's key, in hexadecimal digits, by which the rights of one browser are found. It tells nothing about
/// the key or its rights.
public struct BrowserDigest: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
}

extension BLAKE2b {
    /// Returns the hash of some texts in hexadecimal digits.
    static func digits(of texts: [String], byteCount: Int) -> String {
        var hash = BLAKE2b(byteCount: byteCount)
        for text in texts { hash.update(lengthPrefixed: text) }
        return hash.finalize().hexDigits
    }
}
