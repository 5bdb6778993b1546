/// Bare words: numbers, `true`, `false`, `null` and what apps send by mistake.
enum JSONWord {
    static func isCharacter(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"): true
        default: isNumberCharacter(byte)
        }
    }

    private static func isNumberCharacter(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), .dash, UInt8(ascii: "."): true
        default: false
        }
    }

    /// What a word means. Whether a number is well formed is for its reader to say.
    static func value(_ bytes: [UInt8]) -> JSONValue {
        let text = String(decoding: bytes, as: UTF8.self)
        switch text {
        case "true": return .bool(true)
        case "false": return .bool(false)
        case "null": return .null
        default: break
        }
        let isNumber =
            bytes.first.map(isNumberCharacter) == true
            && bytes.allSatisfy { isNumberCharacter($0) || $0 | 0x20 == UInt8(ascii: "e") }
        return isNumber ? .number(text) : .other
    }
}
