import Foundation
import Testing

@testable import MarketTexts

struct KoreanParticleTests {
    @Test(
        arguments: [
            // Syllables
            ("가격", "가격은", "가격이", "가격을", "가격으로"), ("재고", "재고는", "재고가", "재고를", "재고로"),
            ("연필", "연필은", "연필이", "연필을", "연필로"), ("통화", "통화는", "통화가", "통화를", "통화로"),
            // Decomposed into letters, as by some keyboards and in file names
            ("가격".decomposedStringWithCanonicalMapping, "가격은", "가격이", "가격을", "가격으로"),
            // Digits, as they are spoken
            ("1", "1은", "1이", "1을", "1로"), ("2", "2는", "2가", "2를", "2로"), ("3", "3은", "3이", "3을", "3으로"),
            ("10", "10은", "10이", "10을", "10으로"), ("７", "７은", "７이", "７을", "７로"),
            // Latin letters: words, and abbreviations that are spelled out
            ("camera", "camera는", "camera가", "camera를", "camera로"),
            ("film", "film은", "film이", "film을", "film으로"), ("sofa", "sofa는", "sofa가", "sofa를", "sofa로"),
            ("book", "book은", "book이", "book을", "book으로"), ("Desk", "Desk는", "Desk가", "Desk를", "Desk로"),
            ("ring", "ring은", "ring이", "ring을", "ring으로"), ("USB", "USB는", "USB가", "USB를", "USB로"),
            ("XL", "XL은", "XL이", "XL을", "XL로"), ("RPM", "RPM은", "RPM이", "RPM을", "RPM으로"),
            ("URL", "URL은", "URL이", "URL을", "URL로"),
            // Punctuation that is not pronounced
            ("‘의자’", "‘의자’는", "‘의자’가", "‘의자’를", "‘의자’로"),
            ("컵 (3)", "컵 (3)은", "컵 (3)이", "컵 (3)을", "컵 (3)으로"), ("💺", "💺는", "💺가", "💺를", "💺로"), ("", "는", "가", "를", "로"),
        ]
    )
    func particleFollowsTheSoundBeforeIt(
        _ word: String,
        _ topic: String,
        _ subject: String,
        _ object: String,
        _ direction: String
    ) {
        #expect(word.with(.topic) == topic)
        #expect(word.with(.subject) == subject)
        #expect(word.with(.object) == object)
        #expect(word.with(.direction) == direction)
    }
}
