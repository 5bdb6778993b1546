extension String {
    /// The most combining marks in a row that any script needs: the limit of Unicode's stream-safe text format (UAX #15).
    private static let longestMarkRun = 30

    /// Whether the text has more combining marks in a row than any script needs: more than 30.
    package var hasCombiningFlood: Bool {
        // No character that begins with a smaller byte is a mark, and looking up properties is slow.
        guard utf8.contains(where: { $0 >= 0xCC }) else { return false }
        var run = 0
        for scalar in unicodeScalars {
            run = scalar.isReordered ? run + 1 : 0
            if run > Self.longestMarkRun { return true }
        }
        return false
    }

    /// The text with a combining grapheme joiner, which nobody sees, after every 31 combining marks in a row.
    ///
    /// Comparing, hashing, splitting and composing strings sorts such a run, in quadratic time: 64 KiB of marks take
    /// seconds. So what clients send becomes a string only in this way. Rules that refuse a text with
    /// ``hasCombiningFlood`` still do, and texts that differ stay different.
    package var streamSafe: String {
        guard hasCombiningFlood else { return self }
        var text = UnicodeScalarView()
        var run = 0
        for scalar in unicodeScalars {
            run = scalar.isReordered ? run + 1 : 0
            if run > Self.longestMarkRun + 1 {
                text.append("\u{34F}")
                run = 1
            }
            text.append(scalar)
        }
        return String(text)
    }
}

extension Unicode.Scalar {
    /// Whether normalization sorts this among its neighbors: a combining mark, or one of the five characters that
    /// normalization turns into marks.
    fileprivate var isReordered: Bool {
        guard value >= 0x300, !isHangulSyllable else { return false }
        switch value {
        case 0xF73, 0xF75, 0xF81, 0xFF9E, 0xFF9F: return true
        default: return properties.canonicalCombiningClass != .notReordered
        }
    }
}
