import Foundation
import MarketAPI
import MarketClient
import MarketModels
import MarketTexts
import MarketViewModels
import Testing

struct ProblemTextsTests {
    static let transportErrors: [TransportError] = [
        .cancelled, .notConnected(detail: "ECONNREFUSED"), .notTrusted(detail: "ECERT"), .timedOut,
        .connectionLost(detail: "EPIPE"), .responseTooLarge(maximum: 4711), .unreadableBody(detail: "ENOENT"),
    ]
    static let errors: [MarketClientError] =
        [.cancelled, .unreadableResponse(detail: "ENOENT"), .unusableFile(path: "/ENOENT", detail: "ENOENT")]
        + transportErrors.flatMap { [.unreachable($0), .outcomeUnknown($0)] }
        + ErrorCode.allCases.map { Samples.refusal(400, $0, reason: "이유.") }
        + [404, 410, 413, 418, 429, 500, 599].map { Samples.refusal($0, nil, reason: "HTTP \($0)") }

    @Test(arguments: Language.allCases, UserAction.allCases)
    func everyFailureIsASentenceWithoutCodes(_ language: Language, _ action: UserAction) {
        let texts = ProblemTexts(language: language)
        for error in Self.errors {
            let sentence = texts.sentence(for: error, action)
            #expect(sentence.hasSuffix("."), "\(error): \(sentence)")
            for code in ["HTTP", "ENOENT", "EPIPE", "ECERT", "ECONN", "4711", "Idempotency"] {
                #expect(!sentence.contains(code), "\(error): \(sentence)")
            }
            let passedOn: [ErrorCode] = [.invalidFields, .unusableImage, .stateConflict, .contactWithheld]
            let isPassedOn = error.refusal?.code.map(passedOn.contains) ?? false
            let isKorean = sentence.unicodeScalars.contains { (0xAC00...0xD7A3).contains($0.value) }
            #expect(isPassedOn || isKorean == (language == .korean), "\(error): \(sentence)")
        }
    }

    @Test func whatIsToBeDoneDependsOnWhatWasDone() {
        let texts = ProblemTexts(language: .english)
        let unknown = Set(UserAction.allCases.map { texts.sentence(for: Samples.lost, $0) })
        #expect(unknown.count == UserAction.allCases.count)
        let limited = Samples.refusal(429, .tooManyAttempts, retryAfter: 12)
        #expect(texts.sentence(for: limited, .deleting) == "Too many wrong passwords. Try again in 12 seconds.")
        #expect(texts.sentence(for: limited) == "Too many requests. Try again in 12 seconds.")
    }

    @Test func sentencesOfAnUnknownCodeArePassedOn() {
        let texts = ProblemTexts(language: .english)
        #expect(
            texts.sentence(for: Samples.refusal(451, nil, reason: "Not in your country.")) == "Not in your country."
        )
    }

    /// What an app shows that knows nothing of the library's errors: a sentence in the language of the device.
    @Test func everyErrorOfTheLibraryIsASentenceByItself() {
        let images: [ImageLoadingError] =
            [.cancelled, .notAnImageURL, .status(404), .undecodable(detail: "EPIX")]
            + Self.transportErrors.map { .transport($0) }
        let errors: [any Error] = Self.errors + Self.transportErrors + images + [IdentityStoreError("ENOENT")]
        for error in errors {
            let sentence = error.localizedDescription
            #expect(sentence.hasSuffix(".") && !sentence.contains("Error"), "\(error): \(sentence)")
            for code in ["ENOENT", "EPIX", "EPIPE", "404"] { #expect(!sentence.contains(code), "\(sentence)") }
        }
    }

    @Test func passwordsAreSaidToBeWrongInEveryWay() {
        let texts = ProblemTexts(language: .english)
        let refusals: [SecretRefusal] = [.missing, .wrong, .tooManyAttempts(seconds: 3), .failed(Samples.offline)]
        let sentences = refusals.map { texts.sentence(for: $0, .editing) }
        #expect(Set(sentences).count == refusals.count)
        #expect(sentences[2].contains("3 seconds"))
    }
}
