import Foundation

/// Finds the first delimiter of a body, line by line.
///
/// A line that equals the header's boundary, with any number of leading dashes, is the delimiter, and every later
/// delimiter has the same number of dashes. Without such a line, the delimiter is the first line that begins with two
/// dashes and is followed by a header field: some apps declare another boundary than they use, or none.
struct MultipartPreamble {
    enum Finding {
        /// The delimiter's text, and the part of the first part's header that has been read.
        case delimiter([UInt8], header: [UInt8])
        /// The closing delimiter comes first: the body has no parts.
        case closed
    }

    private let boundary: [UInt8]?
    private let limits: MultipartLimits
    private var line: [UInt8] = []
    private var isLineTooLong = false
    /// The previous line, if it may be the delimiter.
    private var candidate: [UInt8]?
    private var byteCount = 0

    init(boundary: String?, limits: MultipartLimits) {
        self.boundary = boundary.map { Array($0.utf8) }
        self.limits = limits
    }

    var bufferedByteCount: Int { line.count + (candidate?.count ?? 0) }

    /// Reads until the delimiter is found or the bytes are used up, and removes the consumed bytes from the front.
    mutating func read(_ bytes: inout UnsafeRawBufferPointer) throws(MultipartError) -> Finding? {
        while !bytes.isEmpty {
            let lineFeed = bytes.firstIndex(ofByte: .lineFeed, from: 0)
            let end = lineFeed.map { $0 + 1 } ?? bytes.count
            byteCount += end
            guard byteCount <= limits.preambleByteCount else {
                throw boundary == nil ? .noBoundary : .preambleTooLarge(maximum: limits.preambleByteCount)
            }
            // A line longer than a header may be is neither a delimiter nor a header field.
            if isLineTooLong || line.count + end > limits.headerByteCount {
                isLineTooLong = true
                line.removeAll()
            } else {
                line += bytes[..<end]
            }
            bytes = UnsafeRawBufferPointer(rebasing: bytes[end...])
            if lineFeed != nil, let finding = takeLine() { return finding }
        }
        return nil
    }

    /// Examines the last line, which may have no line break.
    mutating func finish() throws(MultipartError) -> Finding {
        guard byteCount > 0 else { throw .empty }
        guard let finding = takeLine() else { throw .noBoundary }
        return finding
    }

    private mutating func takeLine() -> Finding? {
        defer {
            line.removeAll(keepingCapacity: true)
            isLineTooLong = false
        }
        let text = line[...].trimmingLineEnd()
        if let finding = match(text) { return finding }
        if let candidate, Self.looksLikeHeaderField(text) { return .delimiter(candidate, header: line) }
        let mayBeDelimiter = text.starts(with: [.dash, .dash]) && text.count <= MultipartBoundary.maximumByteCount
        candidate = mayBeDelimiter && text.count > 2 ? Array(text) : nil
        return nil
    }

    /// Compares a line with the header's boundary.
    private func match(_ text: ArraySlice<UInt8>) -> Finding? {
        guard let boundary else { return nil }
        let bare = boundary.drop { $0 == .dash }
        // A boundary that consists only of dashes differs from other lines only in their number.
        let wanted = bare.isEmpty ? [.dash, .dash] + boundary[...] : bare
        let given = bare.isEmpty ? text : text.drop { $0 == .dash }
        if given == wanted { return .delimiter(Array(text), header: []) }
        if given == wanted + [.dash, .dash] { return .closed }
        return nil
    }

    private static func looksLikeHeaderField(_ text: ArraySlice<UInt8>) -> Bool {
        guard let colon = text.firstIndex(of: .colon) else { return false }
        let name = text[..<colon].trimmingBlanks()
        return !name.isEmpty && name.allSatisfy(\.isHeaderNameCharacter)
    }
}

extension UnsafeRawBufferPointer {
    /// Returns the first index of a byte at or after `start`.
    func firstIndex(ofByte byte: UInt8, from start: Int) -> Int? {
        guard start < count, let base = baseAddress,
            let found = memchr(base + start, Int32(byte), count - start)
        else { return nil }
        return UnsafeRawPointer(found) - base
    }
}
