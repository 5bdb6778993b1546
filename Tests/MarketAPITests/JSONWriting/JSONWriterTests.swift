import Foundation
import MarketAPI
import MarketModels
import Testing

struct JSONWriterTests {
    /// Covers every scalar below 0x300, everything that JSON escapes, and scalars of two, three and four bytes.
    @Test func everyTextComesBackAsItWas() throws {
        let texts =
            (0..<0x300).compactMap { Unicode.Scalar($0).map { String(Character($0)) } } + [
                "", "의자", "👩‍👩‍👧", "a\"b\\c/d\n\r\t\u{0}\u{1F}\u{2028}", String(repeating: "긴", count: 5000),
            ]
        var json = JSONWriter()
        json.beginArray()
        for text in texts { json.string(text) }
        json.endArray()
        let read = try JSONSerialization.jsonObject(with: Data(json.bytes)) as? [String]
        #expect(read == texts)
    }

    @Test(arguments: [0, 9, 10, 99, 100, -1, -10, 9_007_199_254_740_991, Int64.max, Int64.min])
    func numbersAreWrittenInFull(_ number: Int64) {
        var json = JSONWriter()
        json.number(number)
        #expect(String(decoding: json.bytes, as: UTF8.self) == String(number))
    }

    @Test func commasStandBetweenAndNowhereElse() {
        var json = JSONWriter()
        json.beginObject()
        json.key("a")
        json.beginArray()
        json.bool(true)
        json.null()
        json.beginObject()
        json.endObject()
        json.endArray()
        json.key("b")
        json.plainString { $0.appendPlain(7, digits: 2) }
        json.key(text: "c\"")
        json.raw(Array("{}".utf8))
        json.endObject()
        #expect(String(decoding: json.bytes, as: UTF8.self) == #"{"a":[true,null,{}],"b":"07","c\"":{}}"#)
    }
}
