/// Encodes values directly as JSON bytes, without building a tree first.
///
/// It writes values in the order of the calls: the caller opens and closes objects and arrays.
public struct JSONWriter: Sendable {
    /// The bytes written so far.
    public private(set) var bytes: [UInt8]
    private var needsComma = false

    /// Creates a writer that reserves `capacity` bytes.
    public init(capacity: Int = 1024) {
        bytes = []
        bytes.reserveCapacity(capacity)
    }

    // MARK: Structure

    /// Begins an object.
    public mutating func beginObject() {
        separate()
        bytes.append(UInt8(ascii: "{"))
        needsComma = false
    }

    /// Ends the innermost object.
    public mutating func endObject() {
        bytes.append(UInt8(ascii: "}"))
        needsComma = true
    }

    /// Begins an array.
    public mutating func beginArray() {
        separate()
        bytes.append(UInt8(ascii: "["))
        needsComma = false
    }

    /// Ends the innermost array.
    public mutating func endArray() {
        bytes.append(UInt8(ascii: "]"))
        needsComma = true
    }

    /// Writes a key without escaping it: static keys contain no character that needs an escape.
    public mutating func key(_ name: StaticString) {
        separate()
        bytes.append(UInt8(ascii: "\""))
        name.withUTF8Buffer { bytes.append(contentsOf: $0) }
        bytes.append(UInt8(ascii: "\""))
        bytes.append(UInt8(ascii: ":"))
        needsComma = false
    }

    /// Writes a key that contains no character that needs an escape.
    public mutating func key(plain name: String) {
        separate()
        bytes.append(UInt8(ascii: "\""))
        var name = name
        name.withUTF8 { bytes.append(contentsOf: $0) }
        bytes.append(UInt8(ascii: "\""))
        bytes.append(UInt8(ascii: ":"))
        needsComma = false
    }

    /// Writes a dynamic key, escaping it where necessary.
    public mutating func key(text: String) {
        string(text)
        bytes.append(UInt8(ascii: ":"))
        needsComma = false
    }

    // MARK: Values

    /// Writes a text, escaping it where necessary.
    public mutating func string(_ text: String) {
        separate()
        bytes.append(UInt8(ascii: "\""))
        appendEscaped(text)
        bytes.append(UInt8(ascii: "\""))
        needsComma = true
    }

    /// Writes an integer, which must fit into `Int64`.
    public mutating func number(_ value: some BinaryInteger & SignedInteger) {
        separate()
        appendDigits(Int64(value))
        needsComma = true
    }

    /// Writes a number from text that is a valid JSON number.
    public mutating func number(digits: String) {
        separate()
        bytes.append(contentsOf: digits.utf8)
        needsComma = true
    }

    /// Writes `true` or `false`.
    public mutating func bool(_ value: Bool) {
        separate()
        bytes.append(contentsOf: value ? "true".utf8 : "false".utf8)
        needsComma = true
    }

    /// Writes `null`.
    public mutating func null() {
        separate()
        bytes.append(contentsOf: "null".utf8)
        needsComma = true
    }

    /// Writes bytes that are one complete JSON value.
    public mutating func raw(_ json: some Sequence<UInt8>) {
        separate()
        bytes.append(contentsOf: json)
        needsComma = true
    }

    // MARK: Members

    /// Writes a key and a text.
    public mutating func member(_ name: StaticString, _ text: String) {
        key(name)
        string(text)
    }

    /// Writes a key and an integer, which must fit into `Int64`.
    public mutating func member(_ name: StaticString, _ value: some BinaryInteger & SignedInteger) {
        key(name)
        number(value)
    }

    /// Writes a key and `true` or `false`.
    public mutating func member(_ name: StaticString, _ value: Bool) {
        key(name)
        bool(value)
    }

    /// Writes a key and a text, or `null` for nil.
    public mutating func member(_ name: StaticString, _ text: String?) {
        key(name)
        if let text { string(text) } else { null() }
    }

    // MARK: Plain text inside a string

    /// Writes a string that consists of parts which need no escapes, such as digits, hexadecimal names and dates.
    ///
    /// The closure receives the writer itself, because a second reference to its bytes would copy them.
    ///
    /// - Parameter write: Writes the parts with `appendPlain`; it must call nothing else.
    public mutating func plainString(_ write: (inout JSONWriter) -> Void) {
        separate()
        bytes.append(UInt8(ascii: "\""))
        write(&self)
        bytes.append(UInt8(ascii: "\""))
        needsComma = true
    }

    /// Appends text that needs no escapes. Call it only inside ``plainString(_:)``.
    public mutating func appendPlain(_ text: String) {
        bytes.append(contentsOf: text.utf8)
    }

    /// Appends a byte that needs no escape. Call it only inside ``plainString(_:)``.
    public mutating func appendPlain(_ byte: UInt8) {
        bytes.append(byte)
    }

    /// Appends a number from 0 to 9999, padded with zeros to `digits` digits, 1 to 4.
    public mutating func appendPlain(_ value: Int, digits: Int) {
        if digits > 3 { bytes.append(UInt8(ascii: "0") + UInt8(value / 1000 % 10)) }
        if digits > 2 { bytes.append(UInt8(ascii: "0") + UInt8(value / 100 % 10)) }
        if digits > 1 { bytes.append(UInt8(ascii: "0") + UInt8(value / 10 % 10)) }
        bytes.append(UInt8(ascii: "0") + UInt8(value % 10))
    }

    // MARK: Implementation

    private mutating func separate() {
        if needsComma { bytes.append(UInt8(ascii: ",")) }
    }

    private mutating func appendDigits(_ value: Int64) {
        if value < 0 { bytes.append(UInt8(ascii: "-")) }
        var magnitude = value.magnitude
        if magnitude < 10 {
            bytes.append(UInt8(ascii: "0") + UInt8(magnitude))
            return
        }
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 20) { digits in
            var start = digits.count
            while magnitude > 0 {
                start -= 1
                let (rest, digit) = magnitude.quotientAndRemainder(dividingBy: 10)
                digits[start] = UInt8(ascii: "0") + UInt8(digit)
                magnitude = rest
            }
            bytes.append(contentsOf: digits[start...])
        }
    }

    private mutating func appendEscaped(_ text: String) {
        var text = text
        text.withUTF8 { utf8 in
            var runStart = 0
            for index in utf8.indices where Self.needsEscape(utf8[index]) {
                bytes.append(contentsOf: utf8[runStart..<index])
                appendEscape(of: utf8[index])
                runStart = index + 1
            }
            bytes.append(contentsOf: utf8[runStart...])
        }
    }

    @inline(__always)
    private static func needsEscape(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
    }

    private mutating func appendEscape(of byte: UInt8) {
        bytes.append(UInt8(ascii: "\\"))
        switch byte {
        case UInt8(ascii: "\n"): bytes.append(UInt8(ascii: "n"))
        case UInt8(ascii: "\r"): bytes.append(UInt8(ascii: "r"))
        case UInt8(ascii: "\t"): bytes.append(UInt8(ascii: "t"))
        case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes.append(byte)
        default:
            let digits = Array("0123456789abcdef".utf8)
            bytes.append(contentsOf: "u00".utf8)
            bytes.append(digits[Int(byte >> 4)])
            bytes.append(digits[Int(byte & 15)])
        }
    }
}
