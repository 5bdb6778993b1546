internal import MarketHashing
public import MarketModels

/// The secret of a browser, by which the rights that it holds are found: a browser with any number of listings stores one short
/// text.
public struct BrowserKey: Hashable, Sendable {
    /// The number of characters.
    public static let length = 32

    /// 128 random bits in lowercase hexadecimal digits.
    public let text: String

    public init() { text = .randomToken() }

    /// Reads a key that a browser has stored, or returns nil if the text is none.
    public init?(_ text: String) {
        guard text.isRandomToken, text == text.lowercased() else { return nil }
        self.text = text
    }

    /// The key that a browser gets by a link: the same one when it repeats that, because the answer got lost.
    ///
    /// - Parameter browser: a secret that only this browser has.
    public init(receivedBy link: String, in browser: String) {
        text = BLAKE2b.digits(of: ["received key", link.lowercased(), browser], byteCount: 16)
    }

    /// The identifier that replaces another one when this browser ends all others, which don't know its key: the same one when
    /// that is repeated, because the answer got lost.
    public func successor(of identifier: VendorIdentifier) -> VendorIdentifier? {
        VendorIdentifier(BLAKE2b.digits(of: ["successor of identifier", identifier.text, text], byteCount: 16))
    }

    /// By what the store knows the browser.
    public var digest: BrowserDigest {
        BrowserDigest(rawValue: BLAKE2b.digits(of: ["browser of rights", text], byteCount: 32))
    }
}

/// A hash of a browser's key, in hexadecimal digits, by which a browser is known. It tells nothing about the key, and is worth
/// nothing without it.
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
