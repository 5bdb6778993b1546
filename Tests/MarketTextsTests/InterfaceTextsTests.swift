import MarketModels
import MarketTexts
import Testing

struct InterfaceTextsTests {
    private let korean = InterfaceTexts(language: .korean)
    private let english = InterfaceTexts(language: .english)

    @Test(arguments: InterfaceString.allCases)
    func everyWordIsSaidInBothLanguages(_ word: InterfaceString) {
        #expect(!korean[word].isEmpty && !english[word].isEmpty)
        let isKorean = korean[word].unicodeScalars.contains { (0xAC00...0xD7A3).contains($0.value) }
        #expect(isKorean, "\(word)")
    }

    @Test(arguments: ScriptString.allCases)
    func scriptSentencesHaveTheSamePlacesInBothLanguages(_ word: ScriptString) {
        func places(_ text: String) -> Set<String> { Set(text.matches(of: /\{(\w+)\}/).map { String($0.1) }) }
        #expect(!korean.sentence(word).isEmpty)
        #expect(places(korean.sentence(word)) == places(english.sentence(word)))
    }

    @Test(arguments: [OperatorString.byReports, .byTime, .bySeller, .byCommand])
    func nobodyIsCalledWhatTheLogCallsOthers(_ word: OperatorString) {
        for language in Language.allCases {
            let name = OperatorTexts(language: language)[word]
            #expect(throws: OperatorProblem.unusableName) { _ = try Operator.checkedName(name) }
        }
    }

    @Test func countsAreSaid() {
        #expect(korean.productCount(1234) == "상품 1,234개")
        #expect(korean.productCount(10_000, isCapped: true) == "상품 10,000개 이상")
        #expect(english.productCount(1) == "1 product")
        #expect(english.productCount(0) == "0 products")
        #expect(english[.chooseAll(30)] == "Select all 30 on this page")
        #expect(english.productCount(10_000, isCapped: true) == "More than 10,000 products")
    }

    @Test func whoseListingsComeAndGoIsOneSentence() {
        #expect(korean[.receiveQuestion(of: "한가게", korean.productCount(2))].hasPrefix("‘한가게’의 상품 2개가 이 브라우저의"))
        let many = korean.productCount(1000, isCapped: true)
        #expect(korean[.receiveQuestion(of: "한가게", many)].hasPrefix("‘한가게’의 상품 1,000개 이상이 이 브라우저의"))
        #expect(korean[.replaceWarning(of: "한가게", many)].contains("‘한가게’의 상품 1,000개 이상은 마켓에 그대로"))
    }

    @Test func whoWantsTheListingsHereReadsWhereTheLinkIsMade() {
        for texts in [korean, english] {
            for step in [InterfaceString.myListings, .moveTitle] {
                #expect(texts[.bringHereAdvice].contains(texts[.quoted(texts[step])]), "\(texts.language): \(step)")
            }
        }
    }

    @Test func englishSentencesGoOnInLowerCase() {
        #expect(english[.listed("Just now")] == "Listed just now")
        #expect(english[.listed("3 hours ago")] == "Listed 3 hours ago")
    }
}
