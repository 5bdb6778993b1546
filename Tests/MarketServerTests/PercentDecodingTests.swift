import MarketModels
import Testing

@testable import MarketServer

struct PercentDecodingTests {
    @Test(arguments: [
        ("a", "a"), ("%EC%9D%98%EC%9E%90", "의자"), ("a%2Fb+c", "a/b+c"), ("100%", "100%"), ("%FF", "%FF"), ("", ""),
    ])
    func textIsDecoded(_ text: String, _ decoded: String) {
        #expect(text.percentDecoded == decoded)
    }

    /// Comparing strings takes quadratic time for a run of combining marks.
    @Test func longRunsOfCombiningMarksAreDivided() {
        let flood = String(repeating: "\u{301}\u{316}", count: 100)
        #expect(flood.utf8.map { "%" + String($0, radix: 16) }.joined().percentDecoded == flood.streamSafe)
    }
}
