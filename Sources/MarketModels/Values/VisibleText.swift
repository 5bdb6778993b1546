extension StringProtocol {
    /// Whether a text has a character that people see. Combining marks alone have no base character.
    package var isVisible: Bool { unicodeScalars.contains { !$0.isInvisible && !$0.isCombiningMark } }

    /// Whether a text is more than white space, and yet nobody sees it.
    package var isUnseen: Bool { !isVisible && unicodeScalars.contains { !$0.properties.isWhitespace } }

    /// The text without what could deceive or disturb: overrides, embeddings and isolates of the direction, and control
    /// characters. People paste them without knowing, as around phone numbers from an address book.
    ///
    /// Joiners and direction marks stay, because emoji and the scripts of Persian, Hindi or Hebrew need them. Line
    /// breaks of any kind become `\n` or, on one line, a space, and so does a tab there. NUL stays, for the caller to
    /// refuse.
    package func withoutControls(onOneLine: Bool) -> String {
        guard unicodeScalars.contains(where: { $0.isUnwanted(onOneLine: onOneLine) }) else { return String(self) }
        var text = String.UnicodeScalarView()
        var isBehindReturn = false
        for scalar in unicodeScalars {
            defer { isBehindReturn = scalar == "\r" }
            if !scalar.isUnwanted(onOneLine: onOneLine) {
                text.append(scalar)
            } else if scalar == "\n", isBehindReturn {
                continue
            } else if scalar.properties.isWhitespace {
                text.append(onOneLine ? " " : "\n")
            }
        }
        return String(text)
    }
}

extension Unicode.Scalar {
    /// Whether this has no glyph: white space, control and format characters, and fillers.
    package var isInvisible: Bool { isBlank || isIgnorable }

    /// Whether this separates words: white space, control characters, and Braille without a dot.
    package var isBlank: Bool {
        if value < 0x7F { return value <= 0x20 }
        if isHangulSyllable { return false }
        switch properties.generalCategory {
        case .spaceSeparator, .lineSeparator, .paragraphSeparator, .control: return true
        default: return value == 0x2800
        }
    }

    /// Whether this is a precomposed syllable: a letter that no normalization and no letter case changes. Most Korean
    /// letters are, and asking for their properties would take most of the time of reading a text.
    package var isHangulSyllable: Bool { 0xAC00...0xD7A3 ~= value }

    /// Whether this combines with the character before it.
    fileprivate var isCombiningMark: Bool {
        guard value >= 0x300 else { return false }
        switch properties.generalCategory {
        case .nonspacingMark, .enclosingMark: return true
        default: return false
        }
    }

    /// Whether removing this from a text makes no visible difference: a joiner, a variation selector, a Hangul filler,
    /// what stands for a missing object, a note head that isn't drawn, what Unicode says will never be a character.
    package var isIgnorable: Bool {
        guard value > 0x7F, !isHangulSyllable else { return false }
        return properties.isDefaultIgnorableCodePoint || properties.generalCategory == .format || value == 0xFFFC
            || value == 0x1D159 || properties.isNoncharacterCodePoint
    }

    fileprivate func isUnwanted(onOneLine: Bool) -> Bool {
        switch value {
        case 0: false
        case 0x09, 0x0A, 0x0D: onOneLine
        case 0x01...0x1F, 0x7F...0x9F, 0x2028, 0x2029: true
        case 0x061C, 0x200E, 0x200F: false
        default: isDirectionControl
        }
    }
}
