/// The consonants by which Korean words are searched: `ㄱㅌ` for `기타`.
enum HangulConsonants {
    /// The initial consonants of syllables, in Unicode order (chapter 3.12). A doubled consonant is represented by two,
    /// because some keyboards turn ㄱㄱ into ㄲ.
    private static let initials: [[Unicode.Scalar]] = [
        ["ㄱ"], ["ㄱ", "ㄱ"], ["ㄴ"], ["ㄷ"], ["ㄷ", "ㄷ"], ["ㄹ"], ["ㅁ"], ["ㅂ"], ["ㅂ", "ㅂ"], ["ㅅ"], ["ㅅ", "ㅅ"], ["ㅇ"],
        ["ㅈ"], ["ㅈ", "ㅈ"], ["ㅊ"], ["ㅋ"], ["ㅌ"], ["ㅍ"], ["ㅎ"],
    ]

    /// The compatibility letters from U+3131. Keyboards combine some pairs into one letter, such as ㄱㅅ into ㄳ.
    private static let letters: [[Unicode.Scalar]] = [
        ["ㄱ"], ["ㄱ", "ㄱ"], ["ㄱ", "ㅅ"], ["ㄴ"], ["ㄴ", "ㅈ"], ["ㄴ", "ㅎ"], ["ㄷ"], ["ㄷ", "ㄷ"], ["ㄹ"], ["ㄹ", "ㄱ"],
        ["ㄹ", "ㅁ"], ["ㄹ", "ㅂ"], ["ㄹ", "ㅅ"], ["ㄹ", "ㅌ"], ["ㄹ", "ㅍ"], ["ㄹ", "ㅎ"], ["ㅁ"], ["ㅂ"], ["ㅂ", "ㅂ"],
        ["ㅂ", "ㅅ"], ["ㅅ"], ["ㅅ", "ㅅ"], ["ㅇ"], ["ㅈ"], ["ㅈ", "ㅈ"], ["ㅊ"], ["ㅋ"], ["ㅌ"], ["ㅍ"], ["ㅎ"],
    ]

    /// The final consonants of syllables, from U+11A8.
    private static let finals: [[Unicode.Scalar]] = [
        ["ㄱ"], ["ㄱ", "ㄱ"], ["ㄱ", "ㅅ"], ["ㄴ"], ["ㄴ", "ㅈ"], ["ㄴ", "ㅎ"], ["ㄷ"], ["ㄹ"], ["ㄹ", "ㄱ"], ["ㄹ", "ㅁ"],
        ["ㄹ", "ㅂ"], ["ㄹ", "ㅅ"], ["ㄹ", "ㅌ"], ["ㄹ", "ㅍ"], ["ㄹ", "ㅎ"], ["ㅁ"], ["ㅂ"], ["ㅂ", "ㅅ"], ["ㅅ"], ["ㅅ", "ㅅ"],
        ["ㅇ"], ["ㅈ"], ["ㅊ"], ["ㅋ"], ["ㅌ"], ["ㅍ"], ["ㅎ"],
    ]

    /// Returns the consonants that a compatibility letter outside a syllable represents, or nil for any other scalar.
    static func compatibility(_ scalar: Unicode.Scalar) -> [Unicode.Scalar]? {
        switch scalar.value {
        case 0x3131...0x314E: letters[Int(scalar.value - 0x3131)]
        case 0xFFA1...0xFFBE: letters[Int(scalar.value - 0xFFA1)]
        default: nil
        }
    }

    /// Returns the consonants that a conjoining letter represents that composition has left, or nil for any other
    /// scalar.
    static func conjoining(_ scalar: Unicode.Scalar) -> [Unicode.Scalar]? {
        switch scalar.value {
        case 0x1100...0x1112: initials[Int(scalar.value - 0x1100)]
        case 0x11A8...0x11C2: finals[Int(scalar.value - 0x11A8)]
        default: nil
        }
    }

    static func isConsonant(_ scalar: Unicode.Scalar) -> Bool { 0x3131...0x314E ~= scalar.value }

    /// Returns a syllable without its final consonant, and that consonant, or nil if the syllable ends with a vowel.
    static func withoutEnd(_ syllable: Unicode.Scalar) -> (open: Unicode.Scalar, end: [Unicode.Scalar])? {
        let end = Int(syllable.value - 0xAC00) % 28
        guard end > 0, let open = Unicode.Scalar(syllable.value - UInt32(end)) else { return nil }
        return (open, finals[end - 1])
    }

    /// Returns the initial consonants of folded scalars. Other scalars separate words.
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
