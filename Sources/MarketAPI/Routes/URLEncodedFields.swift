import MarketModels

/// The fields of a query or an `application/x-www-form-urlencoded` body (URL Standard, section 5.1): `+` is a space,
/// `%2B` a plus.
public struct URLEncodedFields: Sendable {
    /// The fields in their original order.
    public let pairs: [(name: String, value: String)]

    /// Parses the fields. Parsing never fails: malformed escapes are kept as they are, and bytes that are not UTF-8
    /// become U+FFFD. Long runs of combining marks are divided, because comparing them takes quadratic time.
    ///
    /// - Parameter text: A query without its `?`, or a body.
    public init(_ text: some StringProtocol) {
        // An array is split several times faster than a string's view.
        pairs = Array(text.utf8).split(separator: UInt8(ascii: "&")).map { pair in
            let sides = pair.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            return (Self.decoded(sides[0]), sides.count > 1 ? Self.decoded(sides[1]) : "")
        }
    }

    /// The first value with the name, or nil if there is none. A field without `=` has an empty value.
    public subscript(_ name: String) -> String? {
        pairs.first { $0.name == name }?.value
    }

    private static func decoded(_ bytes: ArraySlice<UInt8>) -> String {
        guard bytes.contains(where: { $0 == UInt8(ascii: "%") || $0 == UInt8(ascii: "+") }) else {
            return String(decoding: bytes, as: UTF8.self).streamSafe
        }
        var decoded: [UInt8] = []
        decoded.reserveCapacity(bytes.count)
        var rest = bytes
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "+"):
                decoded.append(UInt8(ascii: " "))
            case UInt8(ascii: "%"):
                let digits = rest.prefix(2).compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
                guard digits.count == 2 else { fallthrough }
                decoded.append(UInt8(digits[0] << 4 | digits[1]))
                rest = rest.dropFirst(2)
            default:
                decoded.append(byte)
            }
        }
        return String(decoding: decoded, as: UTF8.self).streamSafe
    }
}
