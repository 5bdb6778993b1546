/// Bare words: numbers, `true`, `false`, `null` and what apps send by mistake, such as `nil` and `Optional(9000)`.
enum JSONWord {
    static func isCharacter(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"): true
        default: isNumberCharacter(byte)
        }
    }

    /// Whether a word that has begun goes on with it.
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

    /// What a word means. Whether a number is well formed, and where `Optional(…)` may stand for one, is for its reader to
    /// say.
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
