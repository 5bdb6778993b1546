import Foundation
import MarketModels

/// Scans the content of a JSON string in chunks, and decodes it if it is requested.
///
/// Raw line breaks and control characters are accepted. A backslash before a character that JSON doesn't escape is
/// kept as a backslash, because apps that build JSON by hand escape nothing (API.md, “Rules for every edition”).
struct JSONTextScanner {
    private enum State { case plain, escape, unicode(digitCount: Int, value: UInt16) }

    private var state = State.plain
    private var isKept = false
    private var maximum = 0
    private var pendingHighSurrogate: UInt16?
    private var isUnreadable = false
    /// Whether the text exceeds the maximum; the rest is skipped.
    private(set) var isTooLong = false
    private(set) var bytes: [UInt8] = []

    /// Begins a text, after its opening quote.
    ///
    /// - Parameter maximum: The maximum number of bytes to keep; nil skips the text.
    mutating func begin(keeping maximum: Int?) {
        isKept = maximum != nil
        self.maximum = maximum ?? 0
        state = .plain
        pendingHighSurrogate = nil
        isUnreadable = false
        isTooLong = false
        bytes.removeAll(keepingCapacity: true)
    }

    /// The text, after its closing quote, with long runs of combining marks divided.
    var value: JSONValue {
        guard !isUnreadable, pendingHighSurrogate == nil, let text = String(validating: bytes, as: UTF8.self) else {
            return .unreadableText
        }
        return .text(text.streamSafe)
    }

    /// Returns the bytes kept so far and releases them.
    mutating func takeBytes() -> [UInt8] {
        defer { bytes.removeAll() }
        return bytes
    }

    /// Scans the next bytes, up to and including the closing quote if they contain it.
    mutating func read(_ input: UnsafeRawBufferPointer, from position: inout Int) -> Bool {
        // The quote's index is cached until it is passed, so that a text full of escapes is not searched repeatedly.
        var quote = -1
        while position < input.count {
            switch state {
            case .plain:
                if quote < position { quote = input.firstIndex(ofByte: .quote, from: position) ?? input.count }
                let stretch = UnsafeRawBufferPointer(rebasing: input[..<quote])
                let stop = stretch.firstIndex(ofByte: .backslash, from: position) ?? quote
                append(input[position..<stop])
                position = stop
                guard stop < input.count else { return false }
                position += 1
                if stop == quote { return true }
                state = .escape
            case .escape:
                takeEscape(input[position], &position)
            case .unicode(let digitCount, let value):
                takeHexDigit(input[position], digitCount, value, &position)
            }
        }
        return false
    }

    private mutating func takeEscape(_ byte: UInt8, _ position: inout Int) {
        state = .plain
        guard isKept else {
            // The digits of a `\u` are skipped like all other characters.
            position += 1
            return
        }
        position += 1
        switch byte {
        case .quote, .backslash, UInt8(ascii: "/"): append(CollectionOfOne(byte))
        case UInt8(ascii: "b"): append(CollectionOfOne(0x08))
        case UInt8(ascii: "f"): append(CollectionOfOne(0x0C))
        case UInt8(ascii: "n"): append(CollectionOfOne(.lineFeed))
        case UInt8(ascii: "r"): append(CollectionOfOne(.carriageReturn))
        case UInt8(ascii: "t"): append(CollectionOfOne(.tab))
        case UInt8(ascii: "u"): state = .unicode(digitCount: 0, value: 0)
        default:
            append(CollectionOfOne(.backslash))
            position -= 1
        }
    }

    private mutating func takeHexDigit(_ byte: UInt8, _ digitCount: Int, _ value: UInt16, _ position: inout Int) {
        guard let digit = Character(UnicodeScalar(byte)).hexDigitValue, byte < 0x80 else {
            // The rest is read as if there had been no `\u`, because the next byte may be the closing quote.
            isUnreadable = true
            state = .plain
            return
        }
        position += 1
        let value = value << 4 | UInt16(digit)
        guard digitCount == 3 else {
            state = .unicode(digitCount: digitCount + 1, value: value)
            return
        }
        state = .plain
        takeCodeUnit(value)
    }

    private mutating func takeCodeUnit(_ unit: UInt16) {
        if let high = pendingHighSurrogate {
            pendingHighSurrogate = nil
            guard UTF16.isTrailSurrogate(unit) else {
                isUnreadable = true
                return
            }
            let scalar = 0x10000 + (UInt32(high) & 0x3FF) << 10 + UInt32(unit) & 0x3FF
            append(scalar)
        } else if UTF16.isLeadSurrogate(unit) {
            pendingHighSurrogate = unit
        } else {
            append(UInt32(unit))
        }
    }

    private mutating func append(_ scalar: UInt32) {
        guard let scalar = UnicodeScalar(scalar) else {
            isUnreadable = true
            return
        }
        append(UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
    }

    private mutating func append(_ piece: some Collection<UInt8>) {
        guard isKept, !piece.isEmpty else { return }
        if pendingHighSurrogate != nil { isUnreadable = true }
        guard !isTooLong, bytes.count + piece.count <= maximum else {
            isTooLong = true
            return
        }
        bytes.append(contentsOf: piece)
    }
}
