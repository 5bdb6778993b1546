/// The name of a stored image: the hash of its normalized bytes, as 40 lower-case hexadecimal digits.
///
/// Equal images have equal names, and a name never denotes different bytes, so a response with a name in its path can
/// be cached forever. A name contains only these digits, so it is always safe as a path component.
public struct ImageName: Hashable, Sendable {
    /// The number of hexadecimal digits.
    public static let digitCount = 40

    /// The name as lower-case hexadecimal digits.
    public let hexDigits: String

    /// Creates a name from exactly 40 lower-case hexadecimal digits, or returns nil for any other text.
    public init?(_ text: String) {
        var text = text
        // A list reads twenty names, and iterating over the bytes directly is ten times as fast.
        guard text.utf8.count == Self.digitCount,
            text.withUTF8({ bytes in bytes.allSatisfy { $0.isLowerCaseHexDigit } })
        else { return nil }
        hexDigits = text
    }

    /// Creates a name from exactly 40 lower-case hexadecimal digits, or returns nil for any other text.
    public init?(_ text: Substring) { self.init(String(text)) }

    /// Creates a name from a digest, or returns nil unless the digest has exactly 20 bytes.
    public init?(digest: some Collection<UInt8>) {
        guard digest.count * 2 == Self.digitCount else { return nil }
        hexDigits = digest.hexDigits
    }
}
