/// Percent-encoding as Signature V4 wants it: everything except unreserved characters (RFC 3986), with upper-case digits.
enum S3Encoding {
    /// Encodes a part of a query. Slashes are encoded, too.
    static func encode(_ text: String) -> String { encode(text, keepsSlashes: false) }

    /// Encodes the key of an object as a path. Slashes stay.
    static func encodePath(_ key: String) -> String { encode(key, keepsSlashes: true) }

    /// Decodes what a list with `encoding-type=url` contains, or a part of an address.
    ///
    /// - Parameter plusIsSpace: whether a plus stands for a space, as in forms.
    /// - Returns: nil if the text isn't encoded UTF-8.
    static func decode(_ text: some StringProtocol, plusIsSpace: Bool = false) -> String? {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "%"):
                let digits = String(decoding: rest.prefix(2), as: UTF8.self)
                guard digits.count == 2, !digits.hasPrefix("+"), let value = UInt8(digits, radix: 16) else {
                    return nil
                }
                rest.removeFirst(2)
                bytes.append(value)
            case UInt8(ascii: "+") where plusIsSpace: bytes.append(UInt8(ascii: " "))
            default: bytes.append(byte)
            }
        }
        return String(validating: bytes, as: UTF8.self)
    }

    private static func encode(_ text: String, keepsSlashes: Bool) -> String {
        var encoded: [UInt8] = []
        encoded.reserveCapacity(text.utf8.count)
        for byte in text.utf8 {
            if isUnreserved(byte) || keepsSlashes && byte == UInt8(ascii: "/") {
                encoded.append(byte)
            } else {
                encoded.append(UInt8(ascii: "%"))
                encoded.append(hexDigits[Int(byte >> 4)])
                encoded.append(hexDigits[Int(byte & 15)])
            }
        }
        return String(decoding: encoded, as: UTF8.self)
    }

    private static let hexDigits = Array("0123456789ABCDEF".utf8)

    private static func isUnreserved(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
            UInt8(ascii: "~"):
            true
        default: false
        }
    }
}
