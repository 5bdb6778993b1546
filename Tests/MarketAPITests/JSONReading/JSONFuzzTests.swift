import Testing

@testable import MarketAPI

/// Malformed JSON, the same in every run: nothing crashes or hangs, no bound on held bytes is exceeded, and the result
/// doesn't depend on how the body is split.
@Suite struct JSONFuzzTests {
    private static let seeds = [
        #"{"name":"의자","price":19.90,"a":[1,"2",null,{"b":[]}],"images":["AAAA"],"b":true,"c":"\ud83e\ude91\n"}"#,
        #""p\u0061ss""#, "\u{FEFF}{\"a\" : NaN , \"b\":{\"a\":[[[[{}]]]]}}", #"{"secret":"\\\"\/","a":[],"x":"\u12"}"#,
    ].map { Array($0.utf8) }
    private static let tokens =
        ["{", "}", "[", "]", ":", ",", "\"", "\\", "\\u", "\\ud800", "null", "1e5", "\0", "\u{FEFF}"]
        .map { Array($0.utf8) } + [[0xFF], [0xED, 0xA0, 0x80]]

    @Test func brokenJSONDoesNoHarm() {
        var fuzzer = Fuzzer(seed: 2, seeds: Self.seeds, tokens: Self.tokens)
        let limits = JSONReadingLimits(valueByteCount: 64, elementCount: 8, depth: 8)
        let keys: Set<String> = ["name", "price", "a", "b", "c", "secret"]
        for _ in 0..<Fuzzer.rounds {
            let bytes = fuzzer.next()
            let whole = readJSON([bytes[...]], keeping: keys, limits: limits)
            let pieces = readJSON(fuzzer.cut(bytes), keeping: keys, limits: limits)
            // Stop at the first failure to keep the report short.
            guard whole == pieces, pieces.peak <= 2 * 64 + 64 + 8 else {
                Issue.record("\(bytes) held \(pieces.peak): \(whole) but \(pieces)")
                return
            }
            if case .object(let values)? = whole.document {
                _ = ListingFields(values).problems + ListingChangeFields(values).problems
            }
        }
    }
}
