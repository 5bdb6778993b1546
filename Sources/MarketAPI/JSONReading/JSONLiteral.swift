/// Unquoted tokens: numbers, `true`, `false`, `null`, and tokens that apps send by mistake, such as `nil` and
/// `Optional(9000)`.
enum JSONLiteral {
    static func isCharacter(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"): true
        default: isNumberCharacter(byte)
        }
    }

    /// Returns whether a byte can continue a token.
    static func isLaterCharacter(_ byte: UInt8) -> Bool {
        isCharacter(byte) || byte == UInt8(ascii: "(") || byte == UInt8(ascii: ")")
    }

    private static func isNumberCharacter(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), .dash, UInt8(ascii: "."): true
        default: false
        }
    }

    private static let optional = "Optional("

    /// Returns the value of a token. The code that reads a number checks that it is well formed, and whether it accepts
    /// `Optional(…)`.
    static func value(_ bytes: [UInt8]) -> JSONValue {
        let text = String(decoding: bytes, as: UTF8.self)
        switch text {
        case "true": return .bool(true)
        case "false": return .bool(false)
        case "null", "nil": return .null
        default: break
        }
        let wrapped = text.hasPrefix(optional) && text.hasSuffix(")")
        let digits = wrapped ? bytes.dropFirst(optional.utf8.count).dropLast() : bytes[...]
        let isNumber =
            digits.first.map(isNumberCharacter) == true
            && digits.allSatisfy { isNumberCharacter($0) || $0 | 0x20 == UInt8(ascii: "e") }
        return isNumber ? .number(text) : .other
    }
}
