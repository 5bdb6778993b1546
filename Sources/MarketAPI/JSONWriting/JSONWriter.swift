/// Writes JSON as bytes, straight from values, without building a tree first.
///
/// It writes exactly what it is told, in that order: the caller opens and closes objects and arrays.
public struct JSONWriter: Sendable {
    public private(set) var bytes: [UInt8]
    private var needsComma = false

    public init(capacity: Int = 1024) {
        bytes = []
        bytes.reserveCapacity(capacity)
    }

    // MARK: Structure

    public mutating func beginObject() {
        separate()
        bytes.append(UInt8(ascii: "{"))
        needsComma = false
    }

    public mutating func endObject() {
        bytes.append(UInt8(ascii: "}"))
        needsComma = true
    }

    public mutating func beginArray() {
        separate()
        bytes.append(UInt8(ascii: "["))
        needsComma = false
    }

    public mutating func endArray() {
        bytes.append(UInt8(ascii: "]"))
        needsComma = true
    }

    /// Writes a key. It is written as it is: keys are ours and need no escapes.
    public mutating func key(_ name: StaticString) {
        separate()
        bytes.append(UInt8(ascii: "\""))
        name.withUTF8Buffer { bytes.append(contentsOf: $0) }
        bytes.append(UInt8(ascii: "\""))
        bytes.append(UInt8(ascii: ":"))
        needsComma = false
    }

    /// Writes a key that is not known beforehand, with escapes where it needs them.
    public mutating func key(text: String) {
        string(text)
        bytes.append(UInt8(ascii: ":"))
        needsComma = false
    }

    // MARK: Values

    public mutating func string(_ text: String) {
        separate()
        bytes.append(UInt8(ascii: "\""))
        appendEscaped(text)
        bytes.append(UInt8(ascii: "\""))
        needsComma = true
    }

    public mutating func number(_ value: some BinaryInteger & SignedInteger) {
        separate()
        appendDigits(Int64(value))
        needsComma = true
    }

    /// Writes text that is a JSON number already.
    public mutating func number(digits: String) {
        separate()
        bytes.append(contentsOf: digits.utf8)
        needsComma = true
    }

    public mutating func bool(_ value: Bool) {
        separate()
        bytes.append(contentsOf: value ? "true".utf8 : "false".utf8)
        needsComma = true
    }

    public mutating func null() {
        separate()
        bytes.append(contentsOf: "null".utf8)
        needsComma = true
    }

    /// Writes bytes that are one JSON value already.
    public mutating func raw(_ json: some Sequence<UInt8>) {
        separate()
        bytes.append(contentsOf: json)
        needsComma = true
    }

    // MARK: Members

    public mutating func member(_ name: StaticString, _ text: String) {
        key(name)
        string(text)
    }

    public mutating func member(_ name: StaticString, _ value: some BinaryInteger & SignedInteger) {
        key(name)
        number(value)
    }

    public mutating func member(_ name: StaticString, _ value: Bool) {
        key(name)
        bool(value)
    }

    /// Writes null for nil.
    public mutating func member(_ name: StaticString, _ text: String?) {
        key(name)
        if let text { string(text) } else { null() }
    }

    // MARK: Plain text inside a string

    /// Writes a string made of parts that need no escapes: digits, hexadecimal names, dates. The parts are what
    /// `appendPlain` takes, and nothing else may be written meanwhile.
    ///
    /// The writer itself is handed in, so that its bytes are never held twice, which would copy them.
    public mutating func plainString(_ write: (inout JSONWriter) -> Void) {
        separate()
        bytes.append(UInt8(ascii: "\""))
        write(&self)
        bytes.append(UInt8(ascii: "\""))
        needsComma = true
    }

    public mutating func appendPlain(_ text: String) {
        bytes.append(contentsOf: text.utf8)
    }

    public mutating func appendPlain(_ byte: UInt8) {
        bytes.append(byte)
    }

    /// Appends a number from 0 to 9999 with so many digits, 1 to 4.
    public mutating func appendPlain(_ value: Int, digits: Int) {
        if digits > 3 { bytes.append(UInt8(ascii: "0") + UInt8(value / 1000 % 10)) }
        if digits > 2 { bytes.append(UInt8(ascii: "0") + UInt8(value / 100 % 10)) }
        if digits > 1 { bytes.append(UInt8(ascii: "0") + UInt8(value / 10 % 10)) }
        bytes.append(UInt8(ascii: "0") + UInt8(value % 10))
    }

    // MARK: Inside

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
