extension Unicode.Scalar {
    var isASCIIDigit: Bool { ("0"..."9").contains(self) }

    var isASCIILetter: Bool { ("a"..."z").contains(self) || ("A"..."Z").contains(self) }

    var isHexDigit: Bool { isASCIIDigit || ("a"..."f").contains(self) || ("A"..."F").contains(self) }

    /// Whether RFC 3986 allows this in a URI.
    var isOfURI: Bool { isASCIILetter || isASCIIDigit || "-._~:/?#[]@!$&'()*+,;=%".unicodeScalars.contains(self) }

    /// Whether this is a Hangul, kana or Chinese character, none of which can be mistaken for a Latin letter.
    var isEastAsianLetter: Bool {
        switch value {
        case 0xAC00...0xD7A3, 0x3040...0x30FF, 0x4E00...0x9FFF: true
        default: false
        }
    }

    /// Whether this separates a match from the text around it: a space, a bracket, a comma, a Korean letter.
    ///
    /// Letters of other scripts don't, because they can imitate Latin letters. Neither do marks, invisible characters
    /// and characters that join names.
    var isApart: Bool {
        if isASCII { return properties.isWhitespace || "()[]{}<>\"',;:/|!~*".unicodeScalars.contains(self) }
        if isEastAsianLetter || properties.isWhitespace { return true }
        switch properties.generalCategory {
        case .openPunctuation, .closePunctuation, .initialPunctuation, .finalPunctuation, .dashPunctuation,
            .otherPunctuation, .otherSymbol, .mathSymbol, .currencySymbol:
            return true
        default:
            return self == "\u{FE0F}"  // Follows an emoji.
        }
    }

    /// Whether this can follow a link without belonging to it.
    var closesWords: Bool {
        if isASCII { return "<>\"".unicodeScalars.contains(self) }
        switch properties.generalCategory {
        case .openPunctuation, .closePunctuation, .initialPunctuation, .finalPunctuation: return true
        // Full-width and ideographic: 、。，！
        case .otherPunctuation: return (0x3001...0x3002).contains(value) || (0xFF01...0xFF1F).contains(value)
        default: return false
        }
    }

    /// Whether browsers treat this as the dot between the labels of a host.
    var isFullStop: Bool { self == "\u{3002}" || self == "\u{FF0E}" || self == "\u{FF61}" }

    var endsSentence: Bool { ".,;:!?'".unicodeScalars.contains(self) }

    var isCurrency: Bool { properties.generalCategory == .currencySymbol }

    /// Whether this is a mark, embedding, override or isolate of the bidirectional algorithm.
    var isDirectionControl: Bool {
        switch value {
        case 0x061C, 0x200E...0x200F, 0x202A...0x202E, 0x2066...0x2069: true
        default: false
        }
    }
}
