import Foundation

/// A particle whose form depends on the ending of the word before it.
enum KoreanParticle {
    /// 은, 는
    case topic
    /// 이, 가
    case subject
    /// 을, 를
    case object

    fileprivate func form(after ending: WordEnding) -> String {
        switch self {
        case .topic: ending == .vowel ? "는" : "은"
        case .subject: ending == .vowel ? "가" : "이"
        case .object: ending == .vowel ? "를" : "을"
        }
    }
}

extension String {
    /// Returns the text with the matching form of a particle: `가격을`, `재고를`, `USB를`.
    func with(_ particle: KoreanParticle) -> String { self + particle.form(after: WordEnding(of: self)) }
}

/// The sound of the last letter or digit of a text in Korean.
private enum WordEnding {
    case vowel, consonant

    /// - Parameter text: The text. Quotes, brackets and marks after its last letter are ignored. A text without a
    ///   letter counts as ending in a vowel.
    init(of text: String) {
        let scalars = Array(text.precomposedStringWithCompatibilityMapping.unicodeScalars)
        guard let index = scalars.lastIndex(where: { $0.properties.isAlphabetic || $0.properties.numericType != nil })
        else {
            self = .vowel
            return
        }
        let last = scalars[index]
        let before = index > 0 ? scalars[index - 1] : nil
        switch last {
        case "\u{AC00}"..."\u{D7A3}": self = (last.value - 0xAC00) % 28 == 0 ? .vowel : .consonant
        case "0"..."9": self.init(digit: last)
        default: self.init(letter: last, after: before)
        }
    }

    /// 영·십·백·천·만, 일, 이, 삼, 사, 오, 육, 칠, 팔, 구.
    private init(digit: Unicode.Scalar) {
        switch digit {
        case "0", "1", "3", "6", "7", "8": self = .consonant
        default: self = .vowel
        }
    }

    /// In a word, uses the common transliteration (필름, 폰, 북, but 데스크, 포스트); in an abbreviation, the name of the letter
    /// (엘, 엠, 엔, 알).
    private init(letter: Unicode.Scalar, after before: Unicode.Scalar?) {
        let isSpelled = letter.properties.isUppercase || before?.properties.isAlphabetic != true
        switch letter {
        case "L", "l", "M", "m", "N", "n": self = .consonant
        case "R", "r": self = isSpelled ? .consonant : .vowel
        case "g": self = before == "n" ? .consonant : .vowel
        case "b", "c", "k", "p", "t":
            let isShort = !isSpelled && before.map { "aeiou".unicodeScalars.contains($0) } == true
            self = isShort ? .consonant : .vowel
        default: self = .vowel
        }
    }
}
