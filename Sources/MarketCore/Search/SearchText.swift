import Foundation
import MarketModels

/// The preparation of texts for searching, which is the same for every store.
///
/// A text is folded: compatibility forms, letter case and kinds of quotes are unified, invisible characters are
/// removed, and a single blank is placed between words and at either end. A phrase is found where it occurs in a folded
/// text.
///
/// Korean words often consist of two syllables and are searched by one, so an index of words or trigrams isn't
/// sufficient. A store with a token index uses every three adjacent characters, every pair and every distinct character
/// as tokens (``tokens(of:)``). A store that searches for substrings needs no tokens.
public enum SearchText {
    /// The separator of words. It isn't white space, so it can be part of a token.
    public static let blank: Unicode.Scalar = "\u{2423}"

    /// Returns the folded text with a blank at either end, or an empty string if nothing is left of it.
    ///
    /// Blanks between a digit and a letter are removed, so that `35 mm` and `35mm` are equal.
    public static func folded(_ text: String) -> String {
        text.isEmpty ? "" : enclosed(joiningNumbers(scalars(of: text)))
    }

    /// Returns the initial consonants of a text, in the form that ``folded(_:)`` uses: `␣ㄱㅌ␣` for `기타`.
    public static func initials(of text: String) -> String {
        enclosed(HangulConsonants.initials(of: scalars(of: text)))
    }

    /// Returns the words of a search text, folded and without enclosing quotes.
    public static func words(of text: String) -> [String] {
        scalars(of: text).split(separator: blank).map { word in
            let bare = word.drop(while: isQuote)
            let end = bare.lastIndex { !isQuote($0) }
            // A word that consists of quotes only is kept as it is.
            return string(end.map { bare[...$0] } ?? word)
        }
    }

    /// Returns the tokens to index for a folded text, separated by spaces.
    ///
    /// Pairs alone would be enough to find everything. But a rare word often consists of frequent pairs, of which an index
    /// has long lists; every three characters are rarer by an order of magnitude.
    public static func tokens(of folded: String) -> String {
        let bytes = Array(folded.utf8)
        // Where the characters begin, and where the last one ends.
        let bounds = bytes.indices.filter { bytes[$0] & 0xC0 != 0x80 } + [bytes.count]
        let count = bounds.count - 1
        var seen: Set<UInt32> = [Self.packed(Array(String(blank).utf8)[...])]
        // Each byte is in two pairs, in three triples and alone, and a space follows each token. Copied as bytes, because the
        // tokens of a market that is filled take a third of the time.
        return String(unsafeUninitializedCapacity: 6 * bytes.count + 3 * count) { text in
            var end = 0
            func add(_ characters: Range<Int>) {
                for byte in bytes[bounds[characters.lowerBound]..<bounds[characters.upperBound]] {
                    text[end] = byte
                    end += 1
                }
                text[end] = UInt8(ascii: " ")
                end += 1
            }
            for index in 0..<max(0, count - 1) { add(index..<(index + 2)) }
            for index in 0..<count where seen.insert(Self.packed(bytes[bounds[index]..<bounds[index + 1]])).inserted {
                add(index..<(index + 1))
            }
            for index in 0..<max(0, count - 2) { add(index..<(index + 3)) }
            return end
        }
    }

    /// Returns the bytes of a character as a number.
    private static func packed(_ character: ArraySlice<UInt8>) -> UInt32 {
        character.reduce(0) { $0 << 8 | UInt32($1) }
    }

    /// Returns the consecutive tokens that represent a part of a folded text.
    public static func phrase(_ part: String) -> [String] {
        let scalars = Array(part.unicodeScalars)
        guard scalars.count > 3 else { return [part] }
        return scalars.indices.dropLast(2).map { string(scalars[$0...($0 + 2)]) }
    }

    // MARK: Folding

    /// Returns the folded scalars of a text without a blank at either end.
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
        // Composition would attach standalone consonants to the preceding syllables as finals.
        var scalars: [Unicode.Scalar] = []
        var rest = text.unicodeScalars[...]
        while let index = rest.firstIndex(where: { HangulConsonants.compatibility($0) != nil }) {
            scalars += composed(rest[..<index])
            scalars += HangulConsonants.compatibility(rest[index]) ?? []
            rest = rest[rest.index(after: index)...]
        }
        return scalars + composed(rest)
    }

    private static func composed(_ scalars: Substring.UnicodeScalarView) -> [Unicode.Scalar] {
        // Each of these is its own normal form, and combines with none of the others.
        if scalars.allSatisfy({ $0.isASCII || $0.isHangulSyllable }) {
            return scalars.map { "A"..."Z" ~= $0 ? Unicode.Scalar($0.value + 32) ?? $0 : $0 }
        }
        // Composed twice, because lowercasing may separate a mark from its letter.
        let text = String(scalars).precomposedStringWithCompatibilityMapping.lowercased()
            .precomposedStringWithCompatibilityMapping
        return text.unicodeScalars.flatMap { HangulConsonants.conjoining($0) ?? [$0] }
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
            return !(before.isDigit && after.isAlphabetic || before.isAlphabetic && after.isDigit)
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
    var isDigit: Bool { isASCII ? "0"..."9" ~= self : !isHangulSyllable && properties.numericType == .decimal }

    var isASCIILetter: Bool { "a"..."z" ~= self || "A"..."Z" ~= self }

    var isAlphabetic: Bool { isASCII ? isASCIILetter : isHangulSyllable || properties.isAlphabetic }

    /// Whether the scalar represents a syllable or a word rather than a sound: Hangul syllables, kana and ideographs.
    var isSyllable: Bool {
        switch value {
        case 0xAC00...0xD7A3, 0x3041...0x30FF: true
        default: properties.isIdeographic
        }
    }
}
