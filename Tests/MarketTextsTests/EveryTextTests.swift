import MarketModels
import MarketTexts
import Testing

/// Checks of every text, with ordinary and with extreme values.
struct EveryTextTests {
    private static let korean = AllTexts(.korean)
    private static let english = AllTexts(.english)
    private static let all = Language.allCases.map { AllTexts($0) }

    @Test(arguments: all)
    func textsAreCleanlySet(_ texts: AllTexts) {
        for (name, text) in texts.all {
            #expect(!text.isEmpty, "\(name)")
            #expect(!text.contains("  ") && text.first != " " && text.last != " ", "\(name): \(text)")
            #expect(!text.contains(#/ [.,:;!?]/#), "\(name): \(text)")
            #expect(!text.contains("..") && !text.contains("?."), "\(name): \(text)")
            #expect(!Self.filledIn(text).contains(/[{}\\]/), "\(name): \(text)")
            #expect(!text.contains("Optional(") && !text.contains("nil"), "\(name): \(text)")
        }
    }

    @Test(arguments: all)
    func quotesAreCurly(_ texts: AllTexts) {
        for (name, text) in texts.all {
            #expect(!text.contains("'") && !text.contains("\""), "\(name): \(text)")
        }
    }

    @Test func koreanSentencesArePolite() {
        for (name, text) in Self.korean.all where text.hasSuffix(".") || text.hasSuffix("?") {
            for sentence in Self.sentences(text) {
                #expect(sentence.contains(/(요|죠)(\([^)]*\))?$/), "\(name): \(sentence)")
            }
        }
    }

    @Test func koreanNamesNoParticleInTwoForms() {
        for (name, text) in Self.korean.all {
            #expect(!text.contains(/\((을|를|이|가|은|는|으|로)\)/), "\(name): \(text)")
        }
    }

    @Test func koreanIsWrittenByTheRulesOfSpacing() {
        let wrong = [
            "해주세요", "해 주세여", "할수", "될수", "볼수", "쓸수", "수있", "수없", "되요", "돼요요", "몇개", "한장", "해드려", "않아 요",
            "새로 고침", "로그 인", "이메 일",
        ]
        for (name, text) in Self.korean.all {
            #expect(wrong.allSatisfy { !text.contains($0) }, "\(name): \(text)")
        }
    }

    @Test func koreanPlacesForNumbersAreNotFollowedByAParticleOfOneForm() {
        for (name, text) in Self.korean.all {
            #expect(!text.contains(/\}(을|를|이|가|은|는|으로|로)( |$)/), "\(name): \(text)")
        }
    }

    @Test func englishIsAmericanAndSaysOneWordForOneThing() {
        let wrong = [
            "colour", "cancelled", "favourite", "recognis", "organis", "normalis", "centre", "grey", "whilst",
            "photo", "somebody", "mail address", "at present", "any more",
        ]
        for (name, text) in Self.english.all {
            #expect(wrong.allSatisfy { !text.lowercased().contains($0) }, "\(name): \(text)")
        }
    }

    @Test func englishCountsOneInTheSingular() {
        for (name, text) in Self.english.all {
            #expect(
                !text.contains(/\b1 (pictures|products|seconds|minutes|hours|days|weeks|months|years)\b/),
                "\(name): \(text)"
            )
        }
    }

    @Test func englishIsInSentenceCase() {
        let proper = [
            "Open Market", "Film", "JPEG", "PNG", "GIF", "WebP", "HEIC", "KRW", "USD", "UUID", "EN", "MB", "KB",
            "Idempotency-Key", "If-Match", "In stock", "USB", "English", "Asia/Seoul",
        ]
        let months = [
            "January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
            "November", "December",
        ]
        for (name, text) in Self.english.all {
            let plain = (proper + months).reduce(text) { $0.replacing($1, with: "") }
            for sentence in Self.sentences(plain) {
                #expect(!sentence.dropFirst().contains(#/ [A-Z][a-z]/#), "\(name): \(text)")
            }
        }
    }

    /// A label in quotes is one that the reader finds on a button or a field, in the same words.
    @Test(arguments: all)
    func sentencesNameButtonsThatAreThere(_ texts: AllTexts) throws {
        let labels = Set(texts.all.map(\.text))
        // Names of the wire, examples, what people typed, and the button of the browser.
        let others =
            ["identifier", "Host", "params", "name", "Guest", "If-Match", "sort", "page_no", "010-1234-5678"]
            + AllTexts.names
        let named = texts.all.filter { $0.name != "InterfaceString.printByMenu" }.flatMap { text in
            text.text.matches(of: /[“‘]([^”’{}]+)[”’]/).map { (text.name, String($0.1)) }
        }.filter { !others.contains($0.1) }
        try #require(named.contains { $0.1 == InterfaceTexts(language: texts.language)[.saveMine] })
        for (name, label) in named { #expect(labels.contains(label), "\(name) names “\(label)”") }
    }

    @Test func everyProblemOfAFieldIsItsOwnSentence() {
        for texts in Self.all {
            let fields = ListingField.reported.count
            let problems = texts.all.suffix(fields * AllTexts.reasons.count)
            #expect(Set(problems.map(\.text)).count >= problems.count - 3 * fields, "said twice in \(texts.language)")
        }
    }

    /// Returns a script's sentence without its placeholders.
    private static func filledIn(_ text: String) -> String { text.replacing(/\{[a-z]+\}/, with: "") }

    private static func sentences(_ text: String) -> [String] {
        text.split(separator: /[.?!](?: |$)/).map(String.init)
    }
}

extension AllTexts: CustomTestStringConvertible {
    var testDescription: String { language.rawValue }
}
