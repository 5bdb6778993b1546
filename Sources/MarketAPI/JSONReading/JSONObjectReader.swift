/// Parses a JSON body incrementally, from chunks of any size: one object, of which only the requested keys are kept, or
/// a single text.
///
/// All other values are only checked for their structure and skipped, because two apps send all their images as base64
/// inside `params` (API.md, “Rules for every edition”). The parser does not recurse, and ``JSONReadingLimits`` bounds
/// the memory it uses.
///
/// It is more lenient than JSON. It accepts raw line breaks and control characters inside texts, a leading byte order
/// mark, a trailing comma before a closing bracket, a backslash before a character that needs none, and tokens such as
/// `NaN`, `Optional(9000)` and `nil` (read as `null`) as values. If a key is repeated, its last value is used.
public struct JSONObjectReader {
    private enum State {
        case start, key, colon, value, element, separator, end
        case keyText, text, word
    }

    private enum Container { case object, array }

    private let limits: JSONReadingLimits
    private var state = State.start
    private var failure: JSONReadingError?
    private var offset = 0
    private var byteOrderMarkCount = 0
    private var containers: [Container] = []
    private var scanner = JSONTextScanner()
    private var word: [UInt8] = []
    private var kept: JSONSelectedValues
    private let streamedKeys: Set<String>
    private var isStreaming = false
    private var streamed: [JSONStreamedText] = []

    /// Creates a reader.
    ///
    /// - Parameters:
    ///   - keys: The keys of the outermost object whose values are kept.
    ///   - streamedKeys: Those of `keys` whose texts, and texts in arrays, are not kept but returned by
    ///     ``takeStreamed()``. An empty text represents each of them among the kept values.
    ///   - limits: The limits of memory and nesting.
    public init(
        keeping keys: Set<String>,
        streaming streamedKeys: Set<String> = [],
        limits: JSONReadingLimits = JSONReadingLimits()
    ) {
        self.limits = limits
        self.streamedKeys = streamedKeys
        kept = JSONSelectedValues(keys: keys, limits: limits)
    }

    /// Returns the pieces of streamed texts read since the last call. Call it after each ``read(_:)`` to release their
    /// memory.
    public mutating func takeStreamed() -> [JSONStreamedText] {
        guard !streamed.isEmpty else { return [] }
        defer { streamed = [] }
        return streamed
    }

    /// The number of body bytes in memory, without the values that are complete.
    package var bufferedByteCount: Int { scanner.bytes.count + word.count + containers.count + kept.openArrayByteCount }

    /// The number of body bytes in memory, including the values that are complete.
    public var heldByteCount: Int { bufferedByteCount + kept.completeByteCount }

    /// Parses the next chunk of the body.
    ///
    /// - Throws: ``JSONReadingError``; every later call throws the same error.
    public mutating func read(_ bytes: UnsafeRawBufferPointer) throws(JSONReadingError) {
        if let failure { throw failure }
        var position = 0
        do {
            while position < bytes.count { try readSome(bytes, &position) }
            offset += bytes.count
        } catch {
            failure = error
            throw error
        }
    }

    /// Finishes parsing at the end of the body, and returns the document.
    ///
    /// - Throws: ``JSONReadingError``, if the body is malformed, empty or incomplete.
    public mutating func finish() throws(JSONReadingError) -> JSONDocument {
        if let failure { throw failure }
        switch state {
        case .end: return kept.document
        case .start: throw .empty
        default: throw .cutOff(offset: offset)
        }
    }

    private mutating func readSome(
        _ bytes: UnsafeRawBufferPointer,
        _ position: inout Int
    ) throws(JSONReadingError) {
        switch state {
        case .keyText:
            if scanner.read(bytes, from: &position) { endKey() }
        case .text:
            let hasEnded = scanner.read(bytes, from: &position)
            if isStreaming, !scanner.bytes.isEmpty { streamed.append(.bytes(scanner.takeBytes())) }
            if scanner.isTooLong { throw .valueTooLarge(key: kept.key) }
            if hasEnded { try endText() }
        case .word:
            try readWord(bytes, &position)
        case .start where try readByteOrderMark(bytes[position], position):
            position += 1
        default:
            let byte = bytes[position]
            if byte != .space, byte != .lineFeed, byte != .carriageReturn, byte != .tab {
                try readStructure(byte, position)
            }
            // The first byte of a token is part of it.
            if case .word = state { return }
            position += 1
        }
    }

    /// - Returns: whether the byte belongs to a byte order mark.
    private mutating func readByteOrderMark(_ byte: UInt8, _ position: Int) throws(JSONReadingError) -> Bool {
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        guard offset + position == byteOrderMarkCount, byteOrderMarkCount < mark.count else { return false }
        if byte == mark[byteOrderMarkCount] {
            byteOrderMarkCount += 1
            return true
        }
        guard byteOrderMarkCount == 0 else { throw unexpected(at: position) }
        return false
    }

    private func unexpected(at position: Int) -> JSONReadingError { .unexpectedByte(offset: offset + position) }

    // MARK: Structure

    private mutating func readStructure(_ byte: UInt8, _ position: Int) throws(JSONReadingError) {
        switch (state, byte) {
        case (.start, .openBrace):
            try open(.object, position)
        case (.start, .quote):
            beginText(isKept: true)
        case (.key, .quote):
            scanner.begin(keeping: containers.count == 1 ? kept.longestKey : nil)
            state = .keyText
        case (.colon, .colon):
            state = .value
        case (.separator, .comma):
            state = containers.last == .object ? .key : .element
        case (.key, .closeBrace), (.element, .closeBracket):
            close()
        case (.separator, .closeBrace) where containers.last == .object,
            (.separator, .closeBracket) where containers.last == .array:
            close()
        case (.value, _), (.element, _):
            try beginValue(byte, position)
        default:
            throw unexpected(at: position)
        }
    }

    private mutating func beginValue(_ byte: UInt8, _ position: Int) throws(JSONReadingError) {
        let isKept = kept.wantsValue(atDepth: containers.count)
        switch byte {
        case .openBrace:
            if isKept { try kept.append(.object) }
            try open(.object, position)
        case .openBracket:
            if isKept { try kept.beginArray(atDepth: containers.count) }
            try open(.array, position)
        case .quote:
            beginText(isKept: isKept)
        case _ where JSONLiteral.isCharacter(byte):
            word.removeAll(keepingCapacity: true)
            state = .word
        default:
            throw unexpected(at: position)
        }
    }

    private mutating func open(_ container: Container, _ position: Int) throws(JSONReadingError) {
        guard containers.count < limits.depth else {
            throw .tooDeep(maximum: limits.depth, offset: offset + position)
        }
        containers.append(container)
        state = container == .object ? .key : .element
    }

    private mutating func close() {
        kept.endArray(atDepth: containers.count)
        containers.removeLast()
        state = containers.isEmpty ? .end : .separator
    }

    // MARK: Strings and literals

    private mutating func endKey() {
        if containers.count == 1 { kept.begin(key: scanner.isTooLong ? [] : scanner.bytes) }
        state = .colon
    }

    private mutating func beginText(isKept: Bool) {
        isStreaming = isKept && kept.key.map(streamedKeys.contains) == true
        if isStreaming { streamed.append(.began) }
        scanner.begin(keeping: isStreaming ? .max : isKept ? limits.valueByteCount : nil)
        state = .text
    }

    private mutating func endText() throws(JSONReadingError) {
        if containers.isEmpty {
            kept.takeBare(scanner.value)
            state = .end
        } else {
            if isStreaming {
                streamed.append(.ended)
                isStreaming = false
                try kept.append(.text(""))
            } else if kept.wantsValue(atDepth: containers.count) {
                try kept.append(scanner.value, byteCount: scanner.bytes.count)
            }
            state = .separator
        }
    }

    private mutating func readWord(
        _ bytes: UnsafeRawBufferPointer,
        _ position: inout Int
    ) throws(JSONReadingError) {
        let isKept = kept.wantsValue(atDepth: containers.count)
        while position < bytes.count, JSONLiteral.isLaterCharacter(bytes[position]) {
            if isKept {
                word.append(bytes[position])
                guard word.count <= limits.valueByteCount else { throw .valueTooLarge(key: kept.key) }
            }
            position += 1
        }
        guard position < bytes.count else { return }
        if isKept { try kept.append(JSONLiteral.value(word), byteCount: word.count) }
        state = .separator
    }
}

/// A piece of a text that ``JSONObjectReader`` streams instead of keeping it.
public enum JSONStreamedText: Hashable, Sendable {
    case began
    /// The next bytes of the text, with escapes decoded; never empty.
    case bytes([UInt8])
    case ended
}

extension UInt8 {
    static let comma = UInt8(ascii: ",")
    static let openBrace = UInt8(ascii: "{")
    static let closeBrace = UInt8(ascii: "}")
    static let openBracket = UInt8(ascii: "[")
    static let closeBracket = UInt8(ascii: "]")
}
