import Foundation

/// Finds a body's delimiter in a part's data: a line break, the delimiter's text, and behind it blanks and a line break
/// or two dashes. The same text with anything else behind it is data.
///
/// No line break can occur inside the delimiter's text, so a match that fails never hides the beginning of another one:
/// every byte is looked at a bounded number of times.
struct MultipartDelimiter {
    enum Step {
        /// The byte belongs to what may be a delimiter.
        case more
        /// What was held is data; the byte itself was not taken.
        case failed
        case delimiter
        case closing
    }

    private enum Phase { case idle, carriageReturn, text, behind, padding, lineEnd, dash }

    /// More blanks than any mail gateway ever added.
    private static let maximumPadding = 64

    let text: [UInt8]
    private let firstByte: UInt8
    private var phase = Phase.idle
    private var matchedCount = 0
    private(set) var held: [UInt8] = []

    /// - Parameter text: not empty, without line breaks.
    init(text: [UInt8]) {
        self.text = text
        firstByte = text.first ?? .dash
    }

    /// Whether the bytes before this place may be a delimiter's beginning.
    var isPending: Bool { phase != .idle }

    /// Whether the whole text of a delimiter is held: at the end of a body that is as good as a delimiter.
    var isComplete: Bool {
        switch phase {
        case .idle, .carriageReturn, .text: false
        case .behind, .padding, .lineEnd, .dash: true
        }
    }

    /// Data begins here, at the beginning of a line: an empty part has no line break of its own.
    mutating func beginLine() {
        held.removeAll(keepingCapacity: true)
        phase = .text
        matchedCount = 0
    }

    mutating func reset() {
        held.removeAll(keepingCapacity: true)
        phase = .idle
    }

    /// Where in the bytes the next delimiter may begin, and holds its line break; all before it is data.
    ///
    /// - Returns: where the data ends, and how many bytes are read by now.
    mutating func scan(_ bytes: UnsafeRawBufferPointer, from start: Int) -> (dataEnd: Int, next: Int) {
        var searched = start
        while let lineFeed = bytes.firstIndex(ofByte: .lineFeed, from: searched) {
            searched = lineFeed + 1
            while searched < bytes.count, bytes[searched] == .lineFeed { searched += 1 }
            // Most line feeds in a picture are refused by this one comparison.
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

    /// Whether the bytes go on with the text, as far as they go.
    private func mayBeText(_ bytes: UnsafeRawBufferPointer, at index: Int) -> Bool {
        let length = min(text.count, bytes.count - index)
        guard length > 0, let base = bytes.baseAddress else { return true }
        return text.withUnsafeBytes { expected in
            expected.baseAddress.map { memcmp(base + index, $0, length) == 0 } ?? true
        }
    }

    /// Takes one byte of what may be a delimiter.
    mutating func take(_ byte: UInt8) -> Step {
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

    /// What a line of a part's header is, if it is a delimiter: then the part has no data at all.
    func kind(ofLine line: ArraySlice<UInt8>) -> Step? {
        guard line.starts(with: text) else { return nil }
        let rest = line.dropFirst(text.count)
        if rest.starts(with: [.dash, .dash]) { return .closing }
        return rest.trimmingLineEnd().isEmpty ? .delimiter : nil
    }
}
