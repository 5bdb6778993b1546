/// The fields of a query or of an `application/x-www-form-urlencoded` body (URL Standard, section 5.1): `+` is a space,
/// `%2B` a plus.
public struct URLEncodedFields: Sendable {
    /// In the order in which they stand there.
    public let pairs: [(name: String, value: String)]

    /// - Parameter text: a query without its `?`, or a body. What is no escape stands for itself, and bytes that are no UTF-8
    ///   become U+FFFD, so that nothing is ever refused here.
    public init(_ text: some StringProtocol) {
        pairs = text.utf8.split(separator: UInt8(ascii: "&")).map { pair in
            let sides = pair.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            return (Self.decoded(sides[0]), sides.count > 1 ? Self.decoded(sides[1]) : "")
        }
    }

    /// The first value, or nil if there is no such field. A field without `=` is empty.
    public subscript(_ name: String) -> String? {
        pairs.first { $0.name == name }?.value
    }

    private static func decoded(_ bytes: some Collection<UInt8>) -> String {
        guard bytes.contains(where: { $0 == UInt8(ascii: "%") || $0 == UInt8(ascii: "+") }) else {
            return String(decoding: bytes, as: UTF8.self)
        }
        var decoded: [UInt8] = []
        decoded.reserveCapacity(bytes.count)
        var rest = bytes[...]
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
        return String(decoding: decoded, as: UTF8.self)
    }
}
