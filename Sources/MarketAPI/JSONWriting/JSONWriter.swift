/// Encodes values directly as JSON bytes, without building a tree first.
///
/// It writes values in the order of the calls: the caller opens and closes objects and arrays. The bytes are in memory
/// of its own, because an array checks at each byte whether it is shared.
public struct JSONWriter: ~Copyable {
    private var memory: UnsafeMutablePointer<UInt8>
    private var capacity: Int
    private var count = 0
    private var needsComma = false

    /// Creates a writer that reserves `capacity` bytes, which grow as needed.
    public init(capacity: Int = 1024) {
        self.capacity = max(capacity, 64)
        memory = .allocate(capacity: self.capacity)
    }

    deinit {
        memory.deallocate()
    }

    /// The bytes written so far.
    public var bytes: [UInt8] { Array(UnsafeBufferPointer(start: memory, count: count)) }

    // MARK: Structure

    public mutating func beginObject() {
        separate()
        append("{")
        needsComma = false
    }

    public mutating func endObject() {
        append("}")
        needsComma = true
    }

    public mutating func beginArray() {
        separate()
        append("[")
        needsComma = false
    }

    public mutating func endArray() {
        append("]")
        needsComma = true
    }

    /// Writes a key without escaping it: static keys contain no character that needs an escape.
    public mutating func key(_ name: StaticString) {
        separate()
        append("\"")
        name.withUTF8Buffer { append($0) }
        append("\"")
        append(":")
        needsComma = false
    }

    /// Writes a dynamic key, escaping it where necessary.
    public mutating func key(text: String) {
        string(text)
        append(":")
        needsComma = false
    }

    /// Writes a key that is encoded already, with its quotes and its colon.
    mutating func key(encoded: [UInt8]) {
        separate()
        encoded.withUnsafeBufferPointer { append($0) }
        needsComma = false
    }

    // MARK: Values

    /// Writes a text, escaping it where necessary.
    public mutating func string(_ text: String) {
        separate()
        append("\"")
        appendEscaped(text)
        append("\"")
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
        appendPlain(digits)
        needsComma = true
    }

    /// Writes `true` or `false`.
    public mutating func bool(_ value: Bool) {
        separate()
        appendPlain(value ? "true" : "false")
        needsComma = true
    }

    public mutating func null() {
        separate()
        appendPlain("null")
        needsComma = true
    }

    /// Writes bytes that are one complete JSON value.
    public mutating func raw(_ json: [UInt8]) {
        separate()
        json.withUnsafeBufferPointer { append($0) }
        needsComma = true
    }

    // MARK: Members

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

    // MARK: Objects

    /// Returns an object as JSON, with the members that a closure writes.
    public static func object(_ write: (inout JSONWriter) -> Void) -> [UInt8] {
        var json = JSONWriter()
        json.object(write)
        return json.bytes
    }

    /// Writes an object with the members that a closure writes.
    public mutating func object(_ write: (inout JSONWriter) -> Void) {
        beginObject()
        write(&self)
        endObject()
    }

    /// Writes a key and an array with an object for each element.
    public mutating func member<Element>(
        _ name: StaticString,
        objects elements: some Sequence<Element>,
        _ write: (inout JSONWriter, Element) -> Void
    ) {
        member(name) { json in for element in elements { json.object { write(&$0, element) } } }
    }

    /// Writes a key and an array with the elements that a closure writes.
    public mutating func member(_ name: StaticString, array write: (inout JSONWriter) -> Void) {
        key(name)
        beginArray()
        write(&self)
        endArray()
    }

    // MARK: Plain text inside a string

    /// Writes a string that consists of parts which need no escapes, such as digits, hexadecimal names and dates.
    ///
    /// The closure receives the writer itself, because a second reference to its bytes would copy them.
    ///
    /// - Parameter write: Writes the parts with `appendPlain`; it must call nothing else.
    public mutating func plainString(_ write: (inout JSONWriter) -> Void) {
        separate()
        append("\"")
        write(&self)
        append("\"")
        needsComma = true
    }

    /// Appends text that needs no escapes. Call it only inside ``plainString(_:)``.
    public mutating func appendPlain(_ text: String) {
        var text = text
        text.withUTF8 { append($0) }
    }

    /// Appends a byte that needs no escape. Call it only inside ``plainString(_:)``.
    public mutating func appendPlain(_ byte: UInt8) {
        append(byte)
    }

    /// Appends a number from 0 to 9999, padded with zeros to `digits` digits, 1 to 4.
    public mutating func appendPlain(_ value: Int, digits: Int) {
        if digits > 3 { append(Self.digit(value / 1000 % 10)) }
        if digits > 2 { append(Self.digit(value / 100 % 10)) }
        if digits > 1 { append(Self.digit(value / 10 % 10)) }
        append(Self.digit(value % 10))
    }

    // MARK: Implementation

    private mutating func separate() {
        if needsComma { append(",") }
    }

    private mutating func appendDigits(_ value: Int64) {
        if value < 0 { append("-") }
        var magnitude = value.magnitude
        var digitCount = 1
        var power: UInt64 = 10
        // No `Int64` has more than 19 digits, and 10^19 is still a `UInt64`.
        while digitCount < 19, magnitude >= power {
            digitCount += 1
            power *= 10
        }
        reserve(digitCount)
        for place in (count..<(count + digitCount)).reversed() {
            let (rest, digit) = magnitude.quotientAndRemainder(dividingBy: 10)
            memory[place] = Self.digit(Int(digit))
            magnitude = rest
        }
        count += digitCount
    }

    private mutating func appendEscaped(_ text: String) {
        var text = text
        text.withUTF8 { utf8 in
            var rest = UnsafeBufferPointer(rebasing: utf8[...])
            while true {
                let plain = Self.plainPrefixLength(rest)
                append(UnsafeBufferPointer(rebasing: rest.prefix(plain)))
                guard plain < rest.count else { return }
                appendEscape(of: rest[plain])
                rest = UnsafeBufferPointer(rebasing: rest[(plain + 1)...])
            }
        }
    }

    /// Returns the number of bytes before the first one that needs an escape.
    private static func plainPrefixLength(_ bytes: UnsafeBufferPointer<UInt8>) -> Int {
        let (ones, highs): (UInt64, UInt64) = (0x0101_0101_0101_0101, 0x8080_8080_8080_8080)
        // Has the highest bit of each byte that is zero, and perhaps of bytes behind such a one.
        func zeros(_ word: UInt64) -> UInt64 { (word &- ones) & ~word & highs }
        let raw = UnsafeRawBufferPointer(bytes)
        var index = 0
        while index + 8 <= raw.count {
            let word = raw.loadUnaligned(fromByteOffset: index, as: UInt64.self)
            // The highest three bits of a control character are zero.
            let controls = zeros(word & (ones &* 0xE0))
            if controls | zeros(word ^ (ones &* 0x22)) | zeros(word ^ (ones &* 0x5C)) != 0 { break }
            index += 8
        }
        while index < bytes.count, !needsEscape(bytes[index]) { index += 1 }
        return index
    }

    @inline(__always)
    private static func needsEscape(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
    }

    private mutating func appendEscape(of byte: UInt8) {
        append("\\")
        switch byte {
        case UInt8(ascii: "\n"): append("n")
        case UInt8(ascii: "\r"): append("r")
        case UInt8(ascii: "\t"): append("t")
        case UInt8(ascii: "\""), UInt8(ascii: "\\"): append(byte)
        default:
            let digits = Array("0123456789abcdef".utf8)
            appendPlain("u00")
            append(digits[Int(byte >> 4)])
            append(digits[Int(byte & 15)])
        }
    }

    private static func digit(_ value: Int) -> UInt8 { UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: value) }

    // MARK: Memory

    @inline(__always)
    private mutating func append(_ character: Unicode.Scalar) { append(UInt8(ascii: character)) }

    @inline(__always)
    private mutating func append(_ byte: UInt8) {
        reserve(1)
        memory[count] = byte
        count += 1
    }

    @inline(__always)
    private mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard let start = bytes.baseAddress else { return }
        reserve(bytes.count)
        (memory + count).update(from: start, count: bytes.count)
        count += bytes.count
    }

    /// Makes room for more bytes. Whatever writes reserves first.
    @inline(__always)
    private mutating func reserve(_ byteCount: Int) {
        if count + byteCount > capacity { grow(byteCount) }
    }

    @inline(never)
    private mutating func grow(_ byteCount: Int) {
        capacity = max(capacity * 2, count + byteCount)
        let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
        larger.update(from: memory, count: count)
        memory.deallocate()
        memory = larger
    }
}
