import MarketAPI
import MarketModels
import Testing

struct URLEncodedFieldsTests {
    @Test(arguments: [
        ("q=film+camera", "film camera"), ("q=film%20camera", "film camera"), ("q=film%2Bcamera", "film+camera"),
        ("q=a+%2b+b", "a + b"), ("x=1&q=%EC%9D%98%EC%9E%90+", "의자 "), ("q", ""), ("q=", ""), ("q=a=b", "a=b"),
        ("q=1&q=2", "1"), ("%71=1", "1"), ("q=100%", "100%"), ("q=%zz", "%zz"), ("q=%4", "%4"), ("&&q=1&", "1"),
        ("q=%FF", "\u{FFFD}"), ("q=+\u{301}", " \u{301}"), ("q=1&\u{301}=2", "1"),
    ])
    func fieldsAreRead(_ text: String, _ value: String) {
        #expect(URLEncodedFields(text)["q"] == value)
    }

    @Test func fieldsKeepTheirOrder() {
        let fields = URLEncodedFields("kept=2&name=a+b&kept=1")
        #expect(fields.pairs.map(\.name) == ["kept", "name", "kept"])
        #expect(fields.pairs.map(\.value) == ["2", "a b", "1"])
        #expect(fields["none"] == nil)
    }

    /// Comparing and hashing strings takes quadratic time for a run of combining marks.
    @Test func longRunsOfCombiningMarksAreDivided() {
        let flood = String(repeating: "\u{301}\u{316}", count: 100)
        let encoded = flood.utf8.map { "%" + String($0, radix: 16) }.joined()
        let fields = URLEncodedFields("\(flood)=\(flood)&\(encoded)=\(encoded)")
        #expect(fields.pairs.map(\.name) == [flood.streamSafe, flood.streamSafe])
        #expect(fields.pairs.map(\.value) == [flood.streamSafe, flood.streamSafe])
    }
}
