import Foundation
import MarketModels
import Testing

/// Comparing, hashing and composing strings takes quadratic time for a run of combining marks.
struct StreamSafeTextTests {
    /// The length of the longest run of scalars that normalization sorts, of the text and of what it becomes.
    private func longestRun(_ text: String) -> Int {
        let forms = [text, text.precomposedStringWithCanonicalMapping, text.decomposedStringWithCompatibilityMapping]
        let runs = forms.flatMap { form in
            form.unicodeScalars.split { $0.properties.canonicalCombiningClass == .notReordered }.map(\.count)
        }
        return runs.max() ?? 0
    }

    @Test(arguments: ["\u{301}\u{316}", "\u{F73}", "\u{F71}\u{F75}", "\u{F81}\u{301}", "\u{FF9E}\u{316}", "\u{344}"])
    func runsOfMarksAreShort(_ marks: String) {
        for count in [16, 100, 2000] {
            let text = "a" + String(repeating: marks, count: count) + "b"
            // A mark may become two.
            #expect(longestRun(text.streamSafe) <= 62)
            #expect(text.streamSafe.streamSafe == text.streamSafe)
            #expect(text.streamSafe.unicodeScalars.filter { $0 != "\u{34F}" }.elementsEqual(text.unicodeScalars))
        }
    }

    @Test func whatPeopleWriteStaysAsItIs() {
        let marks = String(repeating: "\u{316}\u{301}", count: 15)
        for text in [
            "", "의자", "e\u{301}", marks, marks + "a" + marks, "\u{1112}\u{1161}\u{11AB}", "ｶﾞｷﾞ",
            String(repeating: "한", count: 100), String(repeating: "\u{1161}", count: 100), "👩\u{200D}🌾",
        ] {
            #expect(text.streamSafe.unicodeScalars.elementsEqual(text.unicodeScalars))
            #expect(!text.hasCombiningFlood)
        }
    }

    @Test func whatWasRefusedStillIsAndDifferentTextsStayDifferent() {
        let marks = String(repeating: "\u{316}\u{301}", count: 15)
        for end in ["\u{301}", "\u{301}\u{316}", "\u{301}" + marks + marks] {
            #expect((marks + end).hasCombiningFlood)
            #expect((marks + end).streamSafe.hasCombiningFlood)
        }
        #expect((marks + marks + "\u{301}").streamSafe != (marks + marks + "\u{316}").streamSafe)
    }
}
