/// The name of a stored picture: the hash of its normalised bytes, as 40 lower-case hexadecimal digits.
///
/// Equal pictures have equal names, and a name never stands for other bytes, so whatever carries it may be cached for
/// ever. Because nothing else than these digits can be a name, a name is always safe as a part of a path.
public struct PictureName: Hashable, Sendable {
    public static let digitCount = 40

    public let hexDigits: String

    public init?(_ text: String) {
        var text = text
        // Lists read twenty of these at once: going through the bytes directly is ten times as fast.
        guard text.utf8.count == Self.digitCount, text.withUTF8({ $0.allSatisfy(Self.isDigit) }) else { return nil }
        hexDigits = text
    }

    public init?(_ text: Substring) { self.init(String(text)) }

    private static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
    }

    /// - Parameter digest: exactly 20 bytes.
    public init?(digest: some Collection<UInt8>) {
        guard digest.count * 2 == Self.digitCount else { return nil }
        let digits = Array("0123456789abcdef".utf8)
        hexDigits = String(
            decoding: digest.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] },
            as: UTF8.self
        )
    }
}
