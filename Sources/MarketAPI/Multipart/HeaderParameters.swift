import MarketModels

/// The parameters of a header field's value: `form-data; name="images"; filename="의자.jpg"`.
///
/// It reads what apps really send, which violates RFC 2183: values without quotes (up to the next semicolon or
/// parameter), quotes that are never closed, quotes inside the quotes of a file name, text after a closing quote, and raw
/// UTF-8.
struct HeaderParameters {
    /// The parameters in order. Names are compared as bytes, because comparing strings is quadratic in the length of a
    /// run of combining marks.
    private var parameters: [(name: [UInt8], value: String)] = []

    /// The first parameter with the name, so that a malformed file name can't override the name of a part.
    ///
    /// - Parameter name: The name in lower case.
    subscript(name: String) -> String? { parameters.first { $0.name.elementsEqual(name.utf8) }?.value }

    init(_ value: some Sequence<UInt8>) {
        var scanner = HeaderParameterScanner(Array(value))
        while let parameter = scanner.next() { parameters.append(parameter) }
    }
}

/// Scans the bytes of a header field's value.
private struct HeaderParameterScanner {
    private let bytes: [UInt8]
    private var position = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Returns the next parameter that has a value.
    mutating func next() -> (name: [UInt8], value: String)? {
        while position < bytes.count {
            let start = position
            while position < bytes.count, bytes[position] != .semicolon, bytes[position] != .equals { position += 1 }
            let name = bytes[start..<position].trimmingBlanks().map(\.lowercased)
            guard position < bytes.count, bytes[position] == .equals else {
                position += 1
                continue
            }
            position += 1
            skipBlanks()
            return (name, value(ofFileName: name.starts(with: "filename".utf8)).streamSafe)
        }
        return nil
    }

    /// - Parameter isFileName: Whether the value may hold quotes and, without quotes around it, blanks.
    private mutating func value(ofFileName isFileName: Bool) -> String {
        if position < bytes.count, bytes[position] == .quote {
            position += 1
            let value = quotedValue(mayHoldQuotes: isFileName)
            skipToNextParameter()
            return value
        }
        let start = position
        skipToNextParameter()
        let text = bytes[start..<position].trimmingBlanks()
        return String(decoding: isFileName ? text : text.prefix { !$0.isBlank }, as: UTF8.self)
    }

    /// Reads the value after an opening quote.
    private mutating func quotedValue(mayHoldQuotes: Bool) -> String {
        var value: [UInt8] = []
        while position < bytes.count {
            let byte = bytes[position]
            if byte == .backslash, position + 1 < bytes.count,
                bytes[position + 1] == .quote || bytes[position + 1] == .backslash
            {
                value.append(bytes[position + 1])
                position += 2
                continue
            }
            if byte == .quote, !mayHoldQuotes || closes(at: position) {
                position += 1
                return String(decoding: value, as: UTF8.self)
            }
            // `name="images[]; filename="a.jpg"`: the closing quote of the name is missing.
            if byte == .semicolon, startsParameter(at: position + 1) { break }
            value.append(byte)
            position += 1
        }
        return String(decoding: value[...].trimmingBlanks(), as: UTF8.self)
    }

    /// Returns whether a quote ends its value; one in the middle of a file name does not.
    private func closes(at quote: Int) -> Bool {
        let next = indexBehindBlanks(from: quote + 1)
        return next == bytes.count || bytes[next] == .semicolon || startsParameter(at: next)
    }

    private func startsParameter(at index: Int) -> Bool {
        let start = indexBehindBlanks(from: index)
        for name in ["filename*", "filename", "name"] {
            let end = start + name.utf8.count
            guard end < bytes.count,
                zip(bytes[start..<end], name.utf8).allSatisfy({ $0 | ($1 == .asterisk ? 0 : 0x20) == $1 })
            else { continue }
            let next = indexBehindBlanks(from: end)
            if next < bytes.count, bytes[next] == .equals { return true }
        }
        return false
    }

    private func indexBehindBlanks(from index: Int) -> Int {
        var index = index
        while index < bytes.count, bytes[index].isBlank { index += 1 }
        return index
    }

    /// Skips what doesn't belong to a parameter: text after a closing quote.
    private mutating func skipToNextParameter() {
        // A parameter may follow a quote at once, but not an unquoted value.
        var isBehindBlank = bytes[position - 1] == .quote
        while position < bytes.count, bytes[position] != .semicolon {
            let isBlank = bytes[position].isBlank
            if isBehindBlank, !isBlank, startsParameter(at: position) { return }
            isBehindBlank = isBlank
            position += 1
        }
    }

    private mutating func skipBlanks() { position = indexBehindBlanks(from: position) }
}
