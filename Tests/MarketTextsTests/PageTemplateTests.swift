import MarketModels
import MarketTexts
import Testing

struct PageTemplateTests {
    @Test(arguments: Language.allCases, MarketPage.Kind.allCases)
    func templatesHaveGapsAndNoMore(_ language: Language, _ kind: MarketPage.Kind) throws {
        let template = PageTemplates(language: language)[kind]
        let gaps = MarketPage.gaps(in: template)
        #expect(gaps.count > 1)
        // The first one says what it is, and has to go before the page can be published.
        #expect(template.hasPrefix(try #require(gaps.first)))
        #expect(gaps[0].contains(language == .korean ? "법률 자문이 아닙니다" : "isn’t legal advice"))
        #expect(MarketPage.checked(template) == template)
        let filled = gaps.reduce(template) { $0.replacing($1, with: "x") }
        #expect(MarketPage.gaps(in: filled).isEmpty)
        #expect(!template.contains("photo"))
    }

    @Test(arguments: Language.allCases)
    func operatorIsNoPartyToTheSale(_ language: Language) {
        let templates = PageTemplates(language: language)
        for kind in [MarketPage.Kind.imprint, .terms, .safety] {
            #expect(templates[kind].contains(language == .korean ? "거래의 당사자가 아" : "isn’t a party to"), "\(kind)")
        }
    }

    /// What ``ReportRules`` says.
    @Test(arguments: Language.allCases)
    func privacyNamesWhatIsKeptOfWhoReportsAndSells(_ language: Language) {
        let privacy = PageTemplates(language: language)[.privacy]
        let words =
            language == .korean
            ? ["네트워크의 키 해시", "30일", "1년", "판매자의 답변", "브라우저가 알리는 이름"]
            : ["keyed hash of its network", "30 days", "a year", "What a seller answers", "browser and system"]
        for word in words { #expect(privacy.contains(word), "\(word)") }
    }
}
