import MarketModels
import Testing

struct LanguageTests {
    @Test(
        arguments: zip(
            [
                nil, "", "ko", "ko-KR", "en-US,en;q=0.9,ko;q=0.8", "fr, ko;q=0.5, en;q=0.4", "KO-kr;q=0.1, en;q=0",
                "fr,de", "*", "ko;q=abc", "ko_KR", "kor_KR",
            ],
            [
                .english, .english, .korean, .korean, .english, .korean, .korean, .english, .english, .english, .korean,
                .english,
            ] as [Language]
        )
    )
    func languageIsChosenByWeight(_ header: String?, _ expected: Language) {
        #expect(Language(acceptLanguage: header) == expected)
    }

    @Test func aTextInAnotherLanguageIsBetterThanNone() {
        let names: [Language: String] = [.korean: "책", .english: "Books"]
        #expect(names.text(in: .korean) == "책" && names.text(in: .english) == "Books")
        #expect(([.english: "Books"] as [Language: String]).text(in: .korean) == "Books")
        #expect(([:] as [Language: String]).text(in: .korean) == nil)
    }

    @Test(
        arguments: zip(
            [nil, "", " ", "*", "fr,*;q=0.1", "en", "fr", "*;q=0.5,en"],
            [.korean, .korean, .korean, .korean, .korean, .english, .english, .english] as [Language]
        )
    )
    func whoeverAsksForNoneGetsTheUsual(_ header: String?, _ expected: Language) {
        #expect(Language(acceptLanguage: header, otherwise: .korean) == expected)
    }
}
