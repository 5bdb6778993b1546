import Foundation
public import MarketModels

/// How texts are prepared for searching: the same way for every store.
///
/// A text is folded: compatibility forms, letter case and kinds of quotes are made alike, what can't be seen is left
/// out, and a single blank stands between words and at either end. A phrase is found where it occurs in a folded text.
///
/// Korean words are often two syllables long and are searched by one, so an index of words, or of runs of three
/// characters, does not do. A store with an index of tokens makes every pair of neighbouring characters a token, and
/// every character that occurs one too: see ``tokens(of:)``. A store that looks for a part of a text needs no tokens.
public enum SearchText {
    /// Stands between words. It is no white space, so that it may be part of a token.
    public static let blank: Unicode.Scalar = "\u{2423}"

    /// A text, folded, with a blank at either end; empty if nothing is left of it.
    ///
    /// Blanks between a digit and a letter are left out, so that `35 mm` and `35mm` are one.
    public static func folded(_ text: String) -> String {
        text.isEmpty ? "" : enclosed(joiningNumbers(scalars(of: text)))
    }

    /// The initial consonants of a text, as ``folded(_:)`` has texts: `␣ㄱㅌ␣` of `기타`.
    public static func initials(of text: String) -> String {
        enclosed(HangulConsonants.initials(of: scalars(of: text)))
    }

    /// What was typed, word by word: folded, without quotes around it.
    public static func words(of text: String) -> [String] {
        scalars(of: text).split(separator: blank).map { word in
            let bare = word.drop(while: isQuote)
            let end = bare.lastIndex { !isQuote($0) }
            // A word of nothing but quotes is looked for as it is.
            return string(end.map { bare[...$0] } ?? word)
        }
    }

    /// What to put into an index for a folded text: its tokens, with spaces between them.
    public static func tokens(of folded: String) -> String {
        let scalars = Array(folded.unicodeScalars)
        var tokens = String.UnicodeScalarView()
        tokens.reserveCapacity(scalars.count * 4)
        for index in scalars.indices.dropLast() {
            tokens.append(scalars[index])
            tokens.append(scalars[index + 1])
            tokens.append(" ")
        }
        var seen: Set<Unicode.Scalar> = [blank]
        for scalar in scalars where seen.insert(scalar).inserted {
            tokens.append(scalar)
            tokens.append(" ")
        }
        return String(tokens)
    }

    /// The tokens that stand in a row wherever a part of a folded text occurs.
    public static func phrase(_ part: String) -> [String] {
        let scalars = Array(part.unicodeScalars)
        guard scalars.count > 1 else { return [part] }
        return zip(scalars, scalars.dropFirst()).map { string([$0, $1]) }
    }

    // MARK: Folding

    /// Folded, without a blank at either end.
    static func scalars(of text: String) -> [Unicode.Scalar] {
        var scalars: [Unicode.Scalar] = []
        scalars.reserveCapacity(text.utf8.count)
        for scalar in normalized(text) where !scalar.isIgnorable {
            if scalar.isBlank || scalar == blank {
                if !scalars.isEmpty, scalars.last != blank { scalars.append(blank) }
            } else {
                scalars.append(straight(scalar))
            }
        }
        if scalars.last == blank { scalars.removeLast() }
        return scalars
    }

    private static func normalized(_ text: String) -> [Unicode.Scalar] {
        // Composition would take consonants that stand alone for the ends of syllables.
        var scalars: [Unicode.Scalar] = []
        var rest = text.unicodeScalars[...]
        while let index = rest.firstIndex(where: { HangulConsonants.standingAlone($0) != nil }) {
            scalars += composed(rest[..<index])
            scalars += HangulConsonants.standingAlone(rest[index]) ?? []
            rest = rest[rest.index(after: index)...]
        }
        return scalars + composed(rest)
    }

    private static func composed(_ scalars: Substring.UnicodeScalarView) -> [Unicode.Scalar] {
        if scalars.allSatisfy(\.isASCII) {
            return scalars.map { "A"..."Z" ~= $0 ? Unicode.Scalar($0.value + 32) ?? $0 : $0 }
        }
        // Twice composed: lower case may leave a mark apart from its letter.
        let text = String(scalars).precomposedStringWithCompatibilityMapping.lowercased()
            .precomposedStringWithCompatibilityMapping
        return text.unicodeScalars.flatMap { HangulConsonants.leftOver($0) ?? [$0] }
    }

    private static func straight(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        switch scalar {
        case "\u{2018}"..."\u{201B}", "\u{2032}", "\u{2035}", "\u{2039}", "\u{203A}", "\u{00B4}", "`", "\u{02BC}": "'"
        case "\u{201C}"..."\u{201F}", "\u{2033}", "\u{2036}", "\u{00AB}", "\u{00BB}", "\u{301D}"..."\u{301F}": "\""
        default: scalar
        }
    }

    private static func isQuote(_ scalar: Unicode.Scalar) -> Bool { scalar == "'" || scalar == "\"" }

    private static func joiningNumbers(_ scalars: [Unicode.Scalar]) -> [Unicode.Scalar] {
        scalars.indices.filter { index in
            guard scalars[index] == blank else { return true }
            let (before, after) = (scalars[index - 1], scalars[index + 1])
            return !(before.isDigit && after.properties.isAlphabetic || before.properties.isAlphabetic && after.isDigit)
        }.map { scalars[$0] }
    }

    private static func enclosed(_ scalars: [Unicode.Scalar]) -> String {
        scalars.isEmpty ? "" : string([blank] + scalars + [blank])
    }

    static func string(_ scalars: some Sequence<Unicode.Scalar>) -> String {
        var view = String.UnicodeScalarView()
        view.append(contentsOf: scalars)
        return String(view)
    }
}

extension Unicode.Scalar {
    var isDigit: Bool { properties.numericType == .decimal }

    /// Whether it stands for a syllable or a word rather than for a sound: Hangul syllables, kana and ideographs.
    var isSyllable: Bool {
        switch value {
        case 0xAC00...0xD7A3, 0x3041...0x30FF: true
        default: properties.isIdeographic
        }
    }
}
