import Foundation

/// Finds the delimiter in the data of a part: a line break, the delimiter's text, and then either blanks and a line
/// break or two dashes. The same text followed by anything else is data.
///
/// The delimiter's text contains no line break, so a failed match never hides the beginning of another one. Every byte
/// is examined a bounded number of times.
struct MultipartDelimiter {
    enum Step {
        /// The byte may belong to a delimiter.
        case more
        /// The held bytes are data; the byte itself was not consumed.
        case failed
        case delimiter
        case closing
    }

    private enum Phase { case idle, carriageReturn, text, behind, padding, lineEnd, dash }

    /// The maximum number of blanks after a delimiter, more than any mail gateway adds.
    private static let maximumPadding = 64

    let text: [UInt8]
    private let firstByte: UInt8
    private var phase = Phase.idle
    private var matchedCount = 0
    private(set) var held: [UInt8] = []

    /// - Parameter text: The delimiter's text, not empty and without line breaks.
    init(text: [UInt8]) {
        self.text = text
        firstByte = text.first ?? .dash
    }

    /// Whether the last bytes may be the beginning of a delimiter.
    var isPending: Bool { phase != .idle }

    /// Whether the whole text of a delimiter is held. At the end of a body this counts as a delimiter.
    var isComplete: Bool {
        switch phase {
        case .idle, .carriageReturn, .text: false
        case .behind, .padding, .lineEnd, .dash: true
        }
    }

    /// Starts matching at the beginning of a line, because an empty part has no line break of its own.
    mutating func beginLine() {
        held.removeAll(keepingCapacity: true)
        phase = .text
        matchedCount = 0
    }

    mutating func reset() {
        held.removeAll(keepingCapacity: true)
        phase = .idle
    }

    /// Finds where the next delimiter may begin, and holds its line break; everything before it is data.
    ///
    /// - Returns: The end of the data, and the index of the next unread byte.
    mutating func scan(_ bytes: UnsafeRawBufferPointer, from start: Int) -> (dataEnd: Int, next: Int) {
        var searched = start
        while let lineFeed = bytes.firstIndex(ofByte: .lineFeed, from: searched) {
            searched = lineFeed + 1
            while searched < bytes.count, bytes[searched] == .lineFeed { searched += 1 }
            // This one comparison rejects most line feeds in an image.
            guard searched == bytes.count || bytes[searched] == firstByte, mayBeText(bytes, at: searched) else {
                continue
            }
            let lineFeed = searched - 1
            let hasReturn = lineFeed > start && bytes[lineFeed - 1] == .carriageReturn
            let dataEnd = hasReturn ? lineFeed - 1 : lineFeed
            beginLine()
            held += bytes[dataEnd...lineFeed]
            return (dataEnd, searched)
        }
        if bytes.count > start, bytes[bytes.count - 1] == .carriageReturn {
            held.append(.carriageReturn)
            phase = .carriageReturn
            return (bytes.count - 1, bytes.count)
        }
        return (bytes.count, bytes.count)
    }

    /// Returns whether the bytes continue with the delimiter's text, as far as they go.
    private func mayBeText(_ bytes: UnsafeRawBufferPointer, at index: Int) -> Bool {
        let length = min(text.count, bytes.count - index)
        guard length > 0, let base = bytes.baseAddress else { return true }
        return text.withUnsafeBytes { expected in
            expected.baseAddress.map { memcmp(base + index, $0, length) == 0 } ?? true
        }
    }

    /// Consumes one byte of a possible delimiter.
    mutating func consume(_ byte: UInt8) -> Step {
        switch (phase, byte) {
        case (.carriageReturn, .lineFeed):
            phase = .text
            matchedCount = 0
        case (.text, _) where byte == text[matchedCount]:
            matchedCount += 1
            if matchedCount == text.count {
                phase = .behind
                matchedCount = 0
            }
        case (.behind, .dash):
            phase = .dash
        case (.behind, .space), (.behind, .tab), (.padding, .space), (.padding, .tab):
            matchedCount += 1
            guard matchedCount <= Self.maximumPadding else { return .failed }
            phase = .padding
        case (.behind, .carriageReturn), (.padding, .carriageReturn):
            phase = .lineEnd
        case (.behind, .lineFeed), (.padding, .lineFeed), (.lineEnd, .lineFeed):
            return .delimiter
        case (.dash, .dash):
            return .closing
        default:
            return .failed
        }
        held.append(byte)
        return .more
    }

    /// Returns which delimiter a line of a part's header is, or nil if it is none. A part whose header ends like this
    /// has no data.
    func kind(ofLine line: ArraySlice<UInt8>) -> Step? {
        guard line.starts(with: text) else { return nil }
        let rest = line.dropFirst(text.count)
        if rest.starts(with: [.dash, .dash]) { return .closing }
        return rest.trimmingLineEnd().isEmpty ? .delimiter : nil
    }
}
