import Foundation
import MarketCore
import Testing

@Suite("What went wrong, in words")
struct ErrorExplanationTests {
    private struct Sample: Decodable {
        let inner: [String: Int]
    }

    private func explanation(of work: () throws -> Void) -> String? {
        do {
            try work()
            return nil
        } catch {
            return error.explanation
        }
    }

    @Test func ownErrorsAreWords() {
        #expect("\(MarketError.unavailable(reason: "the disk sleeps"))" == "the disk sleeps")
        #expect("\(MarketError.storageFull)" == "the disk is full")
        #expect("\(MarketError.damaged(reason: "a page is gone"))" == "a page is gone")
        #expect("\(MarketError.unusableImage(index: 1, .tooManyBytes(maximum: 9)))".contains("image 2"))
        let error: any Error = MarketError.unavailable(reason: "no memory")
        #expect(error.explanation == "no memory")
    }

    @Test func errorsOfDecodersSayWhere() {
        let text = explanation {
            _ = try JSONDecoder().decode(Sample.self, from: Data(#"{"inner": {"number": "x"}}"#.utf8))
        }
        #expect(text?.hasPrefix("inner.number: ") == true && text?.contains("DecodingError") == false, "\(text ?? "")")
        let missing = explanation { _ = try JSONDecoder().decode(Sample.self, from: Data("{}".utf8)) }
        #expect(missing?.hasPrefix("inner: ") == true, "\(missing ?? "")")
    }

    @Test func errorsOfFoundationAreThoseOfTheSystem() {
        let text = explanation { _ = try Data(contentsOf: URL(filePath: "/no/such/file")) }
        #expect(text == "No such file or directory")
        // Of one that isn't the system's, Foundation's sentence is left.
        let damaged = explanation { _ = try PropertyListSerialization.propertyList(from: Data("<".utf8), format: nil) }
        #expect(damaged?.isEmpty == false && damaged?.contains("Error Domain") == false, "\(damaged ?? "")")
    }
}
