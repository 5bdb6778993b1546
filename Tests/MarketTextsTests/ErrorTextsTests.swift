import MarketModels
import MarketTexts
import Testing

struct ErrorTextsTests {
    @Test(arguments: Language.allCases)
    func everyProblemIsASentenceThatNamesItsFieldAndBound(_ language: Language) {
        let texts = ErrorTexts(language: language)
        let reasons: [ListingProblem.Reason] = [
            .missing, .blank, .tooLong(maximum: 4711), .unreadableText, .wrongKind, .notANumber, .negative, .tooLarge,
            .tooPrecise, .unknownCurrency, .discountAbovePrice, .tooFew(minimum: 4711), .tooMany(maximum: 4711),
            .unknownImage,
        ]
        let sentences = reasons.map { texts.sentence(for: ListingProblem(.stock, $0)) }
        #expect(Set(sentences).count == reasons.count)
        #expect(sentences.allSatisfy { $0.hasSuffix(".") && $0.contains(language == .korean ? "재고" : "stock") })
        #expect(sentences.count { $0.contains("4,711") } == 3)
    }

    @Test func koreanSentencesAreKorean() {
        let texts = ErrorTexts(language: .korean)
        let sentences = [
            texts[.unknownProduct], texts[.wrongSecret], texts[.storageFull], texts[.busy],
            texts.sentence(for: .picture(2), .damaged), texts[.tooManyAttempts(seconds: 30)],
        ]
        for sentence in sentences {
            #expect(sentence.unicodeScalars.contains { (0xAC00...0xD7A3).contains($0.value) }, "\(sentence)")
        }
    }
}
