import Foundation
import Testing

@testable import MarketTexts

struct KoreanParticleTests {
    @Test(
        arguments: [
            // Syllables
            ("가격", "가격은", "가격이", "가격을"), ("재고", "재고는", "재고가", "재고를"),
            ("연필", "연필은", "연필이", "연필을"), ("통화", "통화는", "통화가", "통화를"),
            // Decomposed into letters, as by some keyboards and in file names
            ("가격".decomposedStringWithCanonicalMapping, "가격은", "가격이", "가격을"),
            // Digits, as they are spoken
            ("1", "1은", "1이", "1을"), ("2", "2는", "2가", "2를"), ("3", "3은", "3이", "3을"),
            ("10", "10은", "10이", "10을"), ("７", "７은", "７이", "７을"),
            // Latin letters: words, and abbreviations that are spelled out
            ("camera", "camera는", "camera가", "camera를"),
            ("film", "film은", "film이", "film을"), ("sofa", "sofa는", "sofa가", "sofa를"),
            ("book", "book은", "book이", "book을"), ("Desk", "Desk는", "Desk가", "Desk를"),
            ("ring", "ring은", "ring이", "ring을"), ("USB", "USB는", "USB가", "USB를"),
            ("XL", "XL은", "XL이", "XL을"), ("RPM", "RPM은", "RPM이", "RPM을"),
            ("URL", "URL은", "URL이", "URL을"),
            // Punctuation that is not pronounced
            ("‘의자’", "‘의자’는", "‘의자’가", "‘의자’를"),
            ("컵 (3)", "컵 (3)은", "컵 (3)이", "컵 (3)을"), ("💺", "💺는", "💺가", "💺를"), ("", "는", "가", "를"),
        ]
    )
    func particleFollowsTheSoundBeforeIt(
        _ word: String,
        _ topic: String,
        _ subject: String,
        _ object: String
    ) {
        #expect(word.with(.topic) == topic)
        #expect(word.with(.subject) == subject)
        #expect(word.with(.object) == object)
    }
}
