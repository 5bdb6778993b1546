import Testing

@testable import MarketAPI

@Suite struct JSONReadingLimitsTests {
    private func read(_ text: String, _ limits: JSONReadingLimits) -> ReadJSON? {
        readJSONInEverySplit(Array(text.utf8), limits: limits)
    }

    @Test func aKeptValueMayBeAsLongAsTheLimit() {
        let limits = JSONReadingLimits(valueByteCount: 6)
        #expect(read(#"{"a":"의자"}"#, limits)?.document == .object(["a": .text("의자")]))
        #expect(read(#"{"a":"의자!"}"#, limits)?.error == .valueTooLarge(key: "a"))
        #expect(read(#"{"a":"\uc758\uc790"}"#, limits)?.document == .object(["a": .text("의자")]))
        #expect(read(#"{"a":1234567}"#, limits)?.error == .valueTooLarge(key: "a"))
        #expect(read(#"{"a":["123","456"]}"#, limits)?.error == nil)
        #expect(read(#"{"a":["123",4567]}"#, limits)?.error == .valueTooLarge(key: "a"))
        #expect(read(#""1234567""#, limits)?.error == .valueTooLarge(key: nil))
        #expect(read(#"{"x":"1234567","y":1234567}"#, limits)?.document == .object([:]))
    }

    @Test func aKeptArrayMayHaveAsManyElementsAsTheLimit() {
        let limits = JSONReadingLimits(elementCount: 2)
        #expect(read(#"{"a":[1,{}]}"#, limits)?.error == nil)
        #expect(read(#"{"a":[1,{},[]]}"#, limits)?.error == .valueTooLarge(key: "a"))
        #expect(read(#"{"x":[1,2,3]}"#, limits)?.error == nil)
    }

    @Test func nestingIsBounded() {
        let limits = JSONReadingLimits(depth: 3)
        #expect(read(#"{"x":[{}]}"#, limits)?.error == nil)
        #expect(read(#"{"x":[{"y":[]}]}"#, limits)?.error == .tooDeep(maximum: 3, offset: 11))
        let deep = #"{"x":"# + String(repeating: "[", count: 100_000)
        let error = readJSON([Array(deep.utf8)[...]], keeping: []).error
        #expect(error == .tooDeep(maximum: 512, offset: 516))
    }

    /// API.md, “Rules for every edition”: two apps put all their images as base64 inside `params`.
    @Test func imagesInsideParamsAreSkippedWithoutBeingHeld() {
        let piece = [UInt8](repeating: UInt8(ascii: "A"), count: 65_536)[...]
        let head = Array(#"{"name":"의자","images":[""#.utf8)[...]
        let tail = Array(#""],"price":10000}"#.utf8)[...]
        let result = readJSON([head] + Array(repeating: piece, count: 160) + [tail], keeping: ["name", "price"])
        #expect(result.document == .object(["name": .text("의자"), "price": .number("10000")]))
        #expect(result.peak < 64)
    }

    @Test func aLongKeyIsSkippedWithoutBeingHeld() {
        let piece = [UInt8](repeating: UInt8(ascii: "A"), count: 65_536)[...]
        let result = readJSON(
            [Array("{\"".utf8)[...]] + Array(repeating: piece, count: 16) + [Array(#"":1,"name":2}"#.utf8)[...]],
            keeping: ["name"]
        )
        #expect(result.document == .object(["name": .number("2")]))
        #expect(result.peak < 64)
    }
}
