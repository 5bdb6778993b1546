import Foundation
import MarketModels
import Testing

@testable import MarketCore

/// The normalization of texts for searching.
struct SearchTextTests {
    private func folded(_ text: String) -> String { SearchText.folded(text).replacing("\u{2423}", with: "_") }

    @Test(arguments: [
        ("Film  Camera", "_film_camera_"), ("ＦＩＬＭ　ｃａｍｅｒａ", "_film_camera_"), ("원목\n\t의자 ", "_원목_의자_"),
        ("의\u{200B}자\u{FEFF}", "_의자_"), ("\u{1100}\u{1175}\u{1110}\u{1161}", "_기타_"), ("ﬁlm", "_film_"),
        ("Levi’s “501”", "_levi's_\"501\"_"), ("Straße", "_straße_"), ("ÉTÉ", "_été_"), ("Ångström", "_ångström_"),
        ("35 mm", "_35mm_"), ("35mm", "_35mm_"), ("３５ ㎜", "_35mm_"), ("iPhone 13 Pro", "_iphone13pro_"),
        ("의자 2 개", "_의자2개_"), ("12 34 mm", "_12_34mm_"), ("ㅋㅋ 의자", "_ㅋㅋ_의자_"), ("", ""), (" \u{3164} ", ""),
        ("☕️ mug", "_☕_mug_"),
    ])
    func textsAreFolded(_ text: String, _ expected: String) {
        #expect(folded(text) == expected)
    }

    @Test(arguments: [
        ("film  camera", ["film", "camera"]), ("35 mm", ["35", "mm"]), ("“Film camera”", ["film", "camera"]),
        ("8.25\" deck", ["8.25", "deck"]), ("'", ["'"]), ("Levi’s", ["levi's"]), ("ㄱㅌ", ["ㄱㅌ"]), ("ㄳ", ["ㄱㅅ"]),
        ("ㄲㅊ", ["ㄱㄱㅊ"]), ("ﾡﾼ", ["ㄱㅌ"]), ("기ㄳ", ["기ㄱㅅ"]), ("ㄱㅏ", ["ㄱ\u{1161}"]), ("ᄀᄐ", ["ㄱㅌ"]),
    ])
    func whatIsTypedIsParted(_ text: String, _ expected: [String]) {
        #expect(SearchText.words(of: text) == expected)
    }

    @Test(arguments: [
        ("기타", "_ㄱㅌ_"), ("어쿠스틱 기타", "_ㅇㅋㅅㅌ_ㄱㅌ_"), ("까치", "_ㄱㄱㅊ_"), ("35mm 필름!카메라", "_ㅍㄹ_ㅋㅁㄹ_"), ("ㅋㅋ", "_ㅋㅋ_"),
        ("Chair", ""), ("ㄳ", "_ㄱㅅ_"), ("값", "_ㄱ_"),
    ])
    func initialConsonantsAreThoseOfSyllables(_ text: String, _ expected: String) {
        #expect(SearchText.initials(of: text).replacing("\u{2423}", with: "_") == expected)
    }

    /// What is known of Latin letters and Hangul syllables without asking for their properties is what these say.
    @Test func quickAnswersAreThoseOfUnicode() {
        for scalar in (0...0x10FFFF as ClosedRange<UInt32>).lazy.compactMap(Unicode.Scalar.init) {
            let properties = scalar.properties
            let isRight =
                scalar.isDigit == (properties.numericType == .decimal)
                && scalar.isAlphabetic == properties.isAlphabetic
                && (!scalar.isHangulSyllable || properties.generalCategory == .otherLetter)
                && (!scalar.isHangulSyllable || !properties.isDefaultIgnorableCodePoint)
                && (!scalar.isASCII || scalar.isASCIILetter == properties.isAlphabetic)
            if !isRight { Issue.record("\(properties.name ?? String(scalar.value, radix: 16))") }
        }
    }

    @Test func syllablesAndLatinLettersAreTheirOwnNormalForm() {
        let ascii = (0x20...0x7E as ClosedRange<UInt32>).compactMap(Unicode.Scalar.init)
        for value in 0xAC00...0xD7A3 as ClosedRange<UInt32> {
            guard let syllable = Unicode.Scalar(value) else { continue }
            // Beside each other, and beside every character of ASCII in turn.
            let beside = ascii[Int(value) % ascii.count]
            let scalars = [beside, syllable, syllable, beside, "\u{AC00}", syllable]
            let text = String(String.UnicodeScalarView(scalars))
            #expect(Array(text.precomposedStringWithCompatibilityMapping.unicodeScalars) == scalars)
            #expect(Array(text.lowercased().unicodeScalars.dropFirst().prefix(2)) == [syllable, syllable])
        }
    }

    @Test func tokensAreAllPairsAndAllCharacters() {
        #expect(SearchText.tokens(of: "\u{2423}의자\u{2423}") == "\u{2423}의 의자 자\u{2423} 의 자 \u{2423}의자 의자\u{2423} ")
        #expect(SearchText.tokens(of: "").isEmpty)
        #expect(SearchText.phrase("의") == ["의"])
        #expect(SearchText.phrase("감귤\u{2423}") == ["감귤\u{2423}"])
        #expect(SearchText.phrase("감귤") == ["감귤"])
        #expect(SearchText.phrase("chair") == ["cha", "hai", "air"])
    }

    @Test func tokensAreAllPairsCharactersAndTriplesOfCharacters() {
        let texts = [
            "a", "␣", "␣a␣", "é🧺의", "␣🧺🧺🧺␣", "aaaa", "\u{10FFFF}\u{7F}\u{80}\u{7FF}\u{800}", "나무 의자 with 4 legs",
        ]
        for text in texts {
            let characters = text.unicodeScalars.map { String($0) }
            func runs(_ length: Int) -> [String] {
                characters.indices.dropLast(length - 1).map { characters[$0..<($0 + length)].joined() }
            }
            var seen: Set<String> = ["␣"]
            let singles = characters.filter { seen.insert($0).inserted }
            #expect(SearchText.tokens(of: text) == (runs(2) + singles + runs(3)).map { $0 + " " }.joined())
        }
    }

    @Test(arguments: [
        "", " ", "\u{200B}\u{FEFF}", "\u{3164}", "\u{2800} \u{00A0}", "\u{FE0F}", "\t\n\u{0}", "\u{00AD}",
    ])
    func whatCannotBeSeenIsNoSearch(_ text: String) {
        #expect(ProductSearch(text, in: .name) == nil)
    }

    @Test func whatStandsAroundASearchIsCutOff() {
        #expect(ProductSearch("\u{FEFF} film camera \u{200B}\n", in: .name)?.text == "film camera")
    }

    /// Every text matches itself and each of its words.
    @Test(arguments: ["원목 의자 2개", "Levi’s 501 “raw”", "35 mm f/1.8", "ㅋㅋㅋ 웃긴 컵", "İstanbul", "각\u{0301}", "é́ ő"])
    func textsAreFoundByTheirOwnWords(_ text: String) {
        let folded = SearchText.folded(text)
        for word in SearchText.words(of: text) { #expect(folded.contains(word), "\(word)") }
    }
}
