import MarketModels
import Testing

@testable import MarketAPI

@Suite struct JSONObjectReaderTests {
    private func values(_ text: String) -> [String: JSONValue]? {
        guard case .object(let values) = readJSONInEverySplit(text)?.document else { return nil }
        return values
    }

    private func value(_ text: String) -> JSONValue? { values(#"{"a":\#(text)}"#)?["a"] }

    @Test func valuesOfEveryKind() {
        #expect(
            values(#" { "name" : "의자" , "price":19.90,"a":true,"b":null,"c":[1,"2",false,null] } "#) == [
                "name": .text("의자"), "price": .number("19.90"), "a": .bool(true), "b": .null,
                "c": .array([.number("1"), .text("2"), .bool(false), .null]),
            ]
        )
        #expect(values("{}") == [:])
        #expect(value("[]") == .array([]))
        #expect(value(#"{"b":1}"#) == .object)
        #expect(value(#"[[1],{"b":2},3]"#) == .array([.other, .object, .number("3")]))
        #expect(value("-0.5e+10") == .number("-0.5e+10"))
        #expect(value("false") == .bool(false))
    }

    /// Comparing and hashing strings takes quadratic time for a run of combining marks.
    @Test func longRunsOfCombiningMarksAreDivided() {
        let flood = String(repeating: "\u{301}\u{316}", count: 60)
        let escaped = String(repeating: #"\u0301\u0316"#, count: 60)
        let safe = JSONValue.text(flood.streamSafe)
        for text in [flood, escaped] {
            #expect(value("\"\(text)\"") == safe)
            #expect(value("[\"\(text)\"]") == .array([safe]))
            #expect(readJSONInEverySplit("\"\(text)\"")?.document == .bare(safe))
        }
    }

    @Test func onlyTheOutermostObjectsWantedKeysAreKept() {
        let text = #"{"x":{"a":1,"y":[{"b":2}]},"name":"n","images":["AAAA","BBBB"],"z":[{"a":3},"a"],"price":1}"#
        #expect(values(text) == ["name": .text("n"), "price": .number("1")])
    }

    @Test func ofAKeyThatComesTwiceTheLastValueCounts() {
        #expect(values(#"{"a":1,"a":"2"}"#) == ["a": .text("2")])
        #expect(values(#"{"a":[1],"a":{"a":3}}"#) == ["a": .object])
        #expect(values(#"{"a":{},"a":[1],"b":2}"#) == ["a": .array([.number("1")]), "b": .number("2")])
    }

    @Test func escapes() {
        #expect(value(#""\"\\\/\b\f\n\r\t""#) == .text("\"\\/\u{8}\u{C}\n\r\t"))
        #expect(value(#""\uC758\uc790 \u00e9""#) == .text("의자 é"))
        #expect(value(#""\ud83e\ude91!""#) == .text("🪑!"))
        #expect(values(#"{"\u006eame":"n","na\me":1}"#) == ["name": .text("n")])
        #expect(value(#""\u0000""#) == .text("\0"))
    }

    @Test(arguments: [
        #"\ud83e"#, #"\ude91"#, #"\ud83e\ud83e\ude91"#, #"\ud83ex\ude91"#, #"\ud83e\n"#, #"\u12"#, #"\u12x4"#, #"\ug"#,
    ])
    func halfASurrogatePairOrABrokenEscapeIsUnreadable(text: String) {
        #expect(value("\"\(text)\"") == .unreadableText)
        #expect(values(#"{"x":"\#(text)","a":1}"#) == ["a": .number("1")])
    }

    @Test(arguments: [[0xFF], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xEC, 0x9D], [0x80]])
    func bytesThatAreNotUTF8AreUnreadable(bytes: [UInt8]) {
        let body = Array(#"{"b":1,"a":""#.utf8) + bytes + Array("\"}".utf8)
        #expect(readJSONInEverySplit(body)?.document == .object(["a": .unreadableText, "b": .number("1")]))
    }

    @Test func aBareTextIsADocument() {
        #expect(readJSONInEverySplit(#" "p\u0061ss" "#)?.document == .bare(.text("pass")))
        #expect(readJSONInEverySplit(#""\ud800""#)?.document == .bare(.unreadableText))
    }

    /// API.md, “Rules for every edition”: apps build JSON by hand.
    @Test func rawLineBreaksAndControlCharactersInTexts() {
        #expect(value("\"line 1\r\nline 2\n\tend\0\u{1}\"") == .text("line 1\r\nline 2\n\tend\0\u{1}"))
    }

    @Test func whatIsTakenBeyondJSON() {
        #expect(values("\u{FEFF} {\"a\":1}") == ["a": .number("1")])
        #expect(values(#"{"a":[1,2,],"b":3,}"#) == ["a": .array([.number("1"), .number("2")]), "b": .number("3")])
        #expect(value(#""¯\_(ツ)_/¯ \한""#) == .text(#"¯\_(ツ)_/¯ \한"#))
        #expect(values(#"{"a":NaN,"b":nil,"c":12px,"x":undefined}"#) == ["a": .other, "b": .null, "c": .other])
        #expect(value("Optional(9000)") == .number("Optional(9000)"))
        #expect(value("Optional(true)") == .other)
        #expect(value("+5") == .number("+5"))
        #expect(value(".5") == .number(".5"))
    }

    @Test(
        arguments: [
            ("", .empty), (" \r\n\t", .empty), ("\u{FEFF}", .empty), (#"Optional("{}")"#, .unexpectedByte(offset: 0)),
            ("[1]", .unexpectedByte(offset: 0)), (" 12", .unexpectedByte(offset: 1)), ("{", .cutOff(offset: 1)),
            (#"{"a"#, .cutOff(offset: 3)), (#"{"a":"b"#, .cutOff(offset: 7)), (#"{"a":1"#, .cutOff(offset: 6)),
            (#"{"a":1}x"#, .unexpectedByte(offset: 7)), (#"{"a":1}{"#, .unexpectedByte(offset: 7)),
            (#"{"a" 1}"#, .unexpectedByte(offset: 5)), (#"{"a":}"#, .unexpectedByte(offset: 5)),
            (#"{"a":1 2}"#, .unexpectedByte(offset: 7)), (#"{"a":1]"#, .unexpectedByte(offset: 6)),
            (#"{"a":[1}"#, .unexpectedByte(offset: 7)), (#"{a:1}"#, .unexpectedByte(offset: 1)),
            (#"{,}"#, .unexpectedByte(offset: 1)), (#"{"a":[,]}"#, .unexpectedByte(offset: 6)),
            (#"{"a":1,,"b":2}"#, .unexpectedByte(offset: 7)), (#"{"a":Optional("1")}"#, .unexpectedByte(offset: 14)),
            ("{\"a\":1}\0", .unexpectedByte(offset: 7)), ("{\"a\":1,\u{FEFF}}", .unexpectedByte(offset: 7)),
            (#"{'a':1}"#, .unexpectedByte(offset: 1)), (#"{"a":"b"c"}"#, .unexpectedByte(offset: 8)),
        ] as [(String, JSONReadingError)]
    )
    func whatIsNotJSON(text: String, error: JSONReadingError) {
        #expect(readJSONInEverySplit(text)?.error == error)
    }

    @Test func aHalfByteOrderMarkIsNotJSON() {
        #expect(readJSONInEverySplit([0xEF, 0xBB, 0x7B, 0x7D])?.error == .unexpectedByte(offset: 2))
    }

    @Test func anErrorStays() {
        var reader = JSONObjectReader(keeping: [])
        for text in ["x", "{}"] {
            #expect(throws: JSONReadingError.unexpectedByte(offset: 0)) {
                try Array(text.utf8).withUnsafeBytes { try reader.read($0) }
            }
        }
        #expect(throws: JSONReadingError.unexpectedByte(offset: 0)) { try reader.finish() }
    }
}
