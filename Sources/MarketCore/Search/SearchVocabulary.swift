import MarketModels

/// The words that a typo can be corrected to: those in the names of products and sellers.
public enum SearchVocabulary {
    private static let lengths = 2...40

    /// Returns the words of a text that are long enough to be corrections. Everything but letters separates words.
    public static func words(of text: String) -> Set<String> {
        Set(runs(of: SearchText.scalars(of: text)).filter { isWord($0) }.map { SearchText.string($0) })
    }

    /// Returns the runs of letters in folded scalars.
    static func runs(of scalars: [Unicode.Scalar]) -> [ArraySlice<Unicode.Scalar>] {
        scalars.split { !isLetter($0) }
    }

    /// Whether a word is long enough to be treated as a typo: five letters or three syllables.
    static func mayBeMisspelled(_ word: some Collection<Unicode.Scalar>) -> Bool {
        lengths ~= word.count && (word.count >= 5 || word.count { $0.isSyllable } >= 3)
    }

    /// The minimum is one less than that of ``mayBeMisspelled(_:)``, because the misspelled word may have one character
    /// too many.
    private static func isWord(_ run: ArraySlice<Unicode.Scalar>) -> Bool {
        lengths ~= run.count && (run.count >= 4 || run.count { $0.isSyllable } >= 2)
    }

    static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.isASCII { return scalar.isASCIILetter }
        if scalar.isHangulSyllable { return true }
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .nonspacingMark,
            .spacingMark:
            // A standalone Hangul consonant isn't part of a word.
            return !(0x3131...0x314E ~= scalar.value)
        default: return false
        }
    }
}

extension Collection where Element == Unicode.Scalar {
    /// Whether the word differs from another by exactly one typo: a missing, extra or wrong character, or two swapped
    /// neighbors.
    func isOneTypo(from other: some Collection<Unicode.Scalar>) -> Bool {
        let (one, two) = count <= other.count ? (Array(self), Array(other)) : (Array(other), Array(self))
        guard two.count - one.count <= 1,
            let place = two.indices.first(where: { $0 == one.count || one[$0] != two[$0] })
        else { return false }
        if one.count < two.count { return one[place...] == two[(place + 1)...] }
        if one[(place + 1)...] == two[(place + 1)...] { return true }
        return place + 1 < one.count && one[place] == two[place + 1] && one[place + 1] == two[place]
            && one[(place + 2)...] == two[(place + 2)...]
    }
}

extension String {
    /// The word from its end, by scalars, which is how the lengths of words are counted.
    package var reversedByScalars: String { String(String.UnicodeScalarView(unicodeScalars.reversed())) }
}
