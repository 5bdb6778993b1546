import Foundation

/// Any JSON value, parsed strictly. Unlike `JSONSerialization` on Linux, it distinguishes booleans from numbers and
/// detects repeated keys.
enum JSONNode: Hashable, Sendable {
    case null
    case bool(Bool)
    case number(Double)
    case string(String)
    case array([JSONNode])
    case object([String: JSONNode])

    init(_ data: Data) throws(JSONNodeError) {
        var reader = JSONNodeReader(data)
        self = try reader.readDocument()
    }

    /// The member of an object; nil if this isn't an object or has no such member.
    subscript(_ key: String) -> JSONNode? {
        if case .object(let members) = self { members[key] } else { nil }
    }

    var members: [String: JSONNode] {
        if case .object(let members) = self { members } else { [:] }
    }

    var elements: [JSONNode] {
        if case .array(let elements) = self { elements } else { [] }
    }

    var text: String? {
        if case .string(let text) = self { text } else { nil }
    }

    var number: Double? {
        if case .number(let number) = self { number } else { nil }
    }

    var bool: Bool? {
        if case .bool(let bool) = self { bool } else { nil }
    }
}

/// The reason why bytes aren't valid JSON.
struct JSONNodeError: Error, Hashable, CustomStringConvertible {
    let description: String
}

/// Parses one JSON value (RFC 8259) from bytes.
private struct JSONNodeReader {
    private let bytes: [UInt8]
    private var place = 0

    init(_ data: Data) { bytes = Array(data) }

    mutating func readDocument() throws(JSONNodeError) -> JSONNode {
        let value = try readValue()
        skipSpace()
        guard place == bytes.count else { throw problem("more follows") }
        return value
    }

    private mutating func readValue() throws(JSONNodeError) -> JSONNode {
        skipSpace()
        switch next {
        case UInt8(ascii: "{"): return .object(try readObject())
        case UInt8(ascii: "["): return .array(try readArray())
        case UInt8(ascii: "\""): return .string(try readString())
        case UInt8(ascii: "t"): return try read("true", as: .bool(true))
        case UInt8(ascii: "f"): return try read("false", as: .bool(false))
        case UInt8(ascii: "n"): return try read("null", as: .null)
        default: return .number(try readNumber())
        }
    }

    private mutating func readObject() throws(JSONNodeError) -> [String: JSONNode] {
        var members: [String: JSONNode] = [:]
        place += 1
        if take("}") { return members }
        repeat {
            skipSpace()
            guard next == UInt8(ascii: "\"") else { throw problem("a key is missing") }
            let key = try readString()
            guard take(":") else { throw problem("a colon is missing") }
            guard members.updateValue(try readValue(), forKey: key) == nil else {
                throw problem("the key '\(key)' is there twice")
            }
        } while take(",")
        guard take("}") else { throw problem("an object does not end") }
        return members
    }

    private mutating func readArray() throws(JSONNodeError) -> [JSONNode] {
        var elements: [JSONNode] = []
        place += 1
        if take("]") { return elements }
        repeat { elements.append(try readValue()) } while take(",")
        guard take("]") else { throw problem("an array does not end") }
        return elements
    }

    private mutating func readString() throws(JSONNodeError) -> String {
        let start = place
        place += 1
        while let byte = next, byte != UInt8(ascii: "\"") {
            guard byte >= 0x20 else { throw problem("a control character is in a text") }
            place += byte == UInt8(ascii: "\\") ? 2 : 1
        }
        guard next != nil else { throw problem("a text does not end") }
        place += 1
        let literal = bytes[start..<place]
        if !literal.contains(UInt8(ascii: "\\")),
            let text = String(validating: literal.dropFirst().dropLast(), as: UTF8.self)
        {
            return text
        }
        // Foundation decodes escapes.
        guard let text = try? JSONDecoder().decode([String].self, from: Data([0x5B] + literal + [0x5D])).first else {
            throw problem("a text can't be read")
        }
        return text
    }

    private mutating func readNumber() throws(JSONNodeError) -> Double {
        let start = place
        while let byte = next, "+-.eE0123456789".utf8.contains(byte) { place += 1 }
        let text = String(decoding: bytes[start..<place], as: UTF8.self)
        let digits = text.drop { $0 == "-" }
        guard let first = digits.first, first.isNumber, !(first == "0" && digits.dropFirst().first?.isNumber == true),
            !text.hasSuffix("."), let number = Double(text)
        else { throw problem("a value can't be read") }
        return number
    }

    private mutating func read(_ word: String, as node: JSONNode) throws(JSONNodeError) -> JSONNode {
        guard bytes[place...].starts(with: word.utf8) else { throw problem("a word is unknown") }
        place += word.utf8.count
        return node
    }

    private var next: UInt8? { place < bytes.count ? bytes[place] : nil }

    private mutating func skipSpace() {
        while let byte = next, [0x20, 0x09, 0x0A, 0x0D].contains(byte) { place += 1 }
    }

    private mutating func take(_ character: Unicode.Scalar) -> Bool {
        skipSpace()
        guard next == UInt8(ascii: character) else { return false }
        place += 1
        return true
    }

    private func problem(_ text: String) -> JSONNodeError {
        JSONNodeError(description: "no JSON: \(text) at byte \(place)")
    }
}
