import Foundation

/// A particle whose form depends on how the word before it ends.
enum KoreanParticle {
    /// 은, 는
    case topic
    /// 이, 가
    case subject
    /// 을, 를
    case object
    /// 으로, 로
    case direction

    fileprivate func form(after ending: WordEnding) -> String {
        switch self {
        case .topic: ending == .vowel ? "는" : "은"
        case .subject: ending == .vowel ? "가" : "이"
        case .object: ending == .vowel ? "를" : "을"
        case .direction: ending == .consonant ? "으로" : "로"
        }
    }
}

extension String {
    /// The text with the form of the particle that is spoken after it: `가격을`, `재고를`, `3개로`, `USB를`.
    func with(_ particle: KoreanParticle) -> String { self + particle.form(after: WordEnding(of: self)) }
}

/// How the last letter or digit of a text is spoken in Korean.
private enum WordEnding {
    case vowel, consonant
    /// ㄹ, after which 로 stands and not 으로.
    case rieul

    /// - Parameter text: quotes, brackets and marks behind its last letter are not spoken. Without any letter it counts
    ///   as ending in a vowel.
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
        case "\u{AC00}"..."\u{D7A3}": self.init(final: (last.value - 0xAC00) % 28)
        case "0"..."9": self.init(digit: last)
        default: self.init(letter: last, after: before)
        }
    }

    private init(final: UInt32) {
        switch final {
        case 0: self = .vowel
        case 8: self = .rieul
        default: self = .consonant
        }
    }

    /// 영·십·백·천·만, 일, 이, 삼, 사, 오, 육, 칠, 팔, 구.
    private init(digit: Unicode.Scalar) {
        switch digit {
        case "1", "7", "8": self = .rieul
        case "0", "3", "6": self = .consonant
        default: self = .vowel
        }
    }

    /// In a word, by how such words are usually taken over (필름, 폰, 북, but 데스크, 포스트); in an abbreviation, by the
    /// letter's own name (엘, 엠, 엔, 알).
    private init(letter: Unicode.Scalar, after before: Unicode.Scalar?) {
        let isSpelled = letter.properties.isUppercase || before?.properties.isAlphabetic != true
        switch letter {
        case "L", "l": self = .rieul
        case "R", "r": self = isSpelled ? .rieul : .vowel
        case "M", "m", "N", "n": self = .consonant
        case "g": self = before == "n" ? .consonant : .vowel
        case "b", "c", "k", "p", "t":
            let isShort = !isSpelled && before.map { "aeiou".unicodeScalars.contains($0) } == true
            self = isShort ? .consonant : .vowel
        default: self = .vowel
        }
    }
}
