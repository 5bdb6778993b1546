import Foundation

/// Measures, truncates and sanitizes text for a terminal.
package enum DisplayText {
    /// Returns the width of a text in columns: 2 for Hangul, Chinese, Japanese and emoji, 0 for combining marks.
    static func width(_ text: some StringProtocol) -> Int {
        text.reduce(0) { $0 + width(of: $1) }
    }

    /// Returns a number with its noun: “1 product”, “500 products”.
    package static func count(_ number: some BinaryInteger, _ noun: String) -> String {
        "\(number) \(noun)\(number == 1 ? "" : "s")"
    }

    /// Truncates a text to a width, ending it with `…`.
    static func truncated(_ text: String, to width: Int) -> String {
        guard self.width(text) > width else { return text }
        var kept = ""
        var usedWidth = 0
        for character in text {
            let next = self.width(of: character)
            guard usedWidth + next <= width - 1 else { break }
            kept.append(character)
            usedWidth += next
        }
        return kept + "…"
    }

    /// Returns a text on one line without control characters, because a product's name must not recolor or retitle a
    /// terminal.
    package static func line(_ text: String) -> String {
        let scalars = text.unicodeScalars.map { isControl($0) ? " " : Character($0) }
        return String(scalars)
    }

    /// Returns the lines of a text, each without control characters.
    static func lines(_ text: String) -> [String] {
        text.replacing("\r\n", with: "\n").split(separator: "\n", omittingEmptySubsequences: false).map {
            line(String($0))
        }
    }

    /// Wraps a text to a width, between words if possible.
    static func wrapped(_ text: String, to width: Int) -> [String] {
        lines(text).flatMap { line in
            var rows: [String] = []
            var row = ""
            for word in line.split(separator: " ", omittingEmptySubsequences: false) {
                var rest = String(word)
                if !row.isEmpty, self.width(row) + 1 + self.width(rest) > width {
                    rows.append(row)
                    row = ""
                }
                while self.width(rest) > width {
                    let piece = prefix(of: rest, width: width)
                    rows.append(piece)
                    rest.removeFirst(piece.count)
                }
                row += row.isEmpty ? rest : " " + rest
            }
            return rows + [row]
        }
    }

    /// Returns the characters that fit into a width, at least one.
    private static func prefix(of text: String, width: Int) -> String {
        var usedWidth = 0
        let fitting = text.prefix { character in
            usedWidth += self.width(of: character)
            return usedWidth <= width
        }
        return fitting.isEmpty ? String(text.prefix(1)) : String(fitting)
    }

    /// Returns whether a terminal would interpret a character instead of showing it.
    static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator, .surrogate: true
        // Direction controls can make a line look like another one.
        case .format: (0x202A...0x202E).contains(scalar.value) || (0x2066...0x2069).contains(scalar.value)
        default: false
        }
    }

    private static func width(of character: Character) -> Int {
        guard let first = character.unicodeScalars.first else { return 0 }
        if first.properties.isEmojiPresentation { return 2 }
        // A character that is shown as an emoji only with this variation selector.
        if character.unicodeScalars.contains("\u{FE0F}") { return 2 }
        switch first.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .control, .format: return 0
        default: return wide.contains { $0.contains(first.value) } ? 2 : 1
        }
    }

    /// Blocks whose characters are wide or full-width (Unicode Standard Annex 11).
    private static let wide: [ClosedRange<UInt32>] = [
        0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xA000...0xA4CF,
        0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6,
        0x20000...0x3FFFD,
    ]
}
