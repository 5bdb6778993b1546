/// The consonants that Korean words are looked for by: `ㄱㅌ` for `기타`.
enum HangulConsonants {
    /// Those that syllables begin with, in the order in which Unicode counts syllables (chapter 3.12). A doubled one is
    /// two here, because some keyboards make ㄲ of ㄱㄱ.
    private static let initials: [[Unicode.Scalar]] = [
        ["ㄱ"], ["ㄱ", "ㄱ"], ["ㄴ"], ["ㄷ"], ["ㄷ", "ㄷ"], ["ㄹ"], ["ㅁ"], ["ㅂ"], ["ㅂ", "ㅂ"], ["ㅅ"], ["ㅅ", "ㅅ"], ["ㅇ"],
        ["ㅈ"], ["ㅈ", "ㅈ"], ["ㅊ"], ["ㅋ"], ["ㅌ"], ["ㅍ"], ["ㅎ"],
    ]

    /// The letters from U+3131 on. Keyboards make one letter of some pairs, as ㄳ of ㄱㅅ.
    private static let letters: [[Unicode.Scalar]] = [
        ["ㄱ"], ["ㄱ", "ㄱ"], ["ㄱ", "ㅅ"], ["ㄴ"], ["ㄴ", "ㅈ"], ["ㄴ", "ㅎ"], ["ㄷ"], ["ㄷ", "ㄷ"], ["ㄹ"], ["ㄹ", "ㄱ"],
        ["ㄹ", "ㅁ"], ["ㄹ", "ㅂ"], ["ㄹ", "ㅅ"], ["ㄹ", "ㅌ"], ["ㄹ", "ㅍ"], ["ㄹ", "ㅎ"], ["ㅁ"], ["ㅂ"], ["ㅂ", "ㅂ"],
        ["ㅂ", "ㅅ"], ["ㅅ"], ["ㅅ", "ㅅ"], ["ㅇ"], ["ㅈ"], ["ㅈ", "ㅈ"], ["ㅊ"], ["ㅋ"], ["ㅌ"], ["ㅍ"], ["ㅎ"],
    ]

    /// Those that syllables end with, from U+11A8 on.
    private static let finals: [[Unicode.Scalar]] = [
        ["ㄱ"], ["ㄱ", "ㄱ"], ["ㄱ", "ㅅ"], ["ㄴ"], ["ㄴ", "ㅈ"], ["ㄴ", "ㅎ"], ["ㄷ"], ["ㄹ"], ["ㄹ", "ㄱ"], ["ㄹ", "ㅁ"],
        ["ㄹ", "ㅂ"], ["ㄹ", "ㅅ"], ["ㄹ", "ㅌ"], ["ㄹ", "ㅍ"], ["ㄹ", "ㅎ"], ["ㅁ"], ["ㅂ"], ["ㅂ", "ㅅ"], ["ㅅ"], ["ㅅ", "ㅅ"],
        ["ㅇ"], ["ㅈ"], ["ㅊ"], ["ㅋ"], ["ㅌ"], ["ㅍ"], ["ㅎ"],
    ]

    /// What a consonant that belongs to no syllable is taken for, in whatever form it was written; nil for anything else.
    static func standingAlone(_ scalar: Unicode.Scalar) -> [Unicode.Scalar]? {
        switch scalar.value {
        case 0x3131...0x314E: letters[Int(scalar.value - 0x3131)]
        case 0xFFA1...0xFFBE: letters[Int(scalar.value - 0xFFA1)]
        default: nil
        }
    }

    /// As ``standingAlone(_:)``, for the letters that syllables are composed of, where composing has left them.
    static func leftOver(_ scalar: Unicode.Scalar) -> [Unicode.Scalar]? {
        switch scalar.value {
        case 0x1100...0x1112: initials[Int(scalar.value - 0x1100)]
        case 0x11A8...0x11C2: finals[Int(scalar.value - 0x11A8)]
        default: nil
        }
    }

    static func isConsonant(_ scalar: Unicode.Scalar) -> Bool { 0x3131...0x314E ~= scalar.value }
    static func isSyllable(_ scalar: Unicode.Scalar) -> Bool { 0xAC00...0xD7A3 ~= scalar.value }

    /// A syllable without the consonant that it ends with, and that consonant; nil if it ends with a vowel.
    static func withoutEnd(_ syllable: Unicode.Scalar) -> (open: Unicode.Scalar, end: [Unicode.Scalar])? {
        let end = Int(syllable.value - 0xAC00) % 28
        guard end > 0, let open = Unicode.Scalar(syllable.value - UInt32(end)) else { return nil }
        return (open, finals[end - 1])
    }

    /// The initial consonants of folded scalars; what has none separates words.
    static func initials(of scalars: [Unicode.Scalar]) -> [Unicode.Scalar] {
        var found: [Unicode.Scalar] = []
        for scalar in scalars {
            switch scalar.value {
            case 0xAC00...0xD7A3: found += initials[Int(scalar.value - 0xAC00) / 588]
            case 0x3131...0x314E: found.append(scalar)
            default: if let last = found.last, last != SearchText.blank { found.append(SearchText.blank) }
            }
        }
        if found.last == SearchText.blank { found.removeLast() }
        return found
    }
}
