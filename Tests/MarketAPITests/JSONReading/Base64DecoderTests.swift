import FieldSamples
import Foundation
import Testing

@testable import MarketAPI

struct Base64DecoderTests {
    /// Decodes a text whole, byte by byte and in every split into two.
    ///
    /// - Returns: nil if it isn't base64. Records an issue if the results differ.
    private func decode(_ text: String) -> [UInt8]? {
        let bytes = Array(text.utf8)
        let whole = decode([bytes[...]])
        #expect(decode(bytes.indices.map { bytes[$0...$0] }) == whole)
        for split in bytes.indices { #expect(decode([bytes[..<split], bytes[split...]]) == whole) }
        return whole
    }

    private func decode(_ pieces: [ArraySlice<UInt8>]) -> [UInt8]? {
        var decoder = Base64Decoder()
        var output: [UInt8] = []
        for piece in pieces {
            guard decoder.decode(piece, into: &output) else { return nil }
        }
        return decoder.finish(into: &output) ? output : nil
    }

    @Test func decodesWhatFoundationEncodes() {
        var generator = SeededGenerator(seed: 9)
        for length in 0..<70 {
            let bytes = (0..<length).map { _ in UInt8.random(in: 0...255, using: &generator) }
            for options: Data.Base64EncodingOptions in [[], .lineLength64Characters] {
                #expect(decode(Data(bytes).base64EncodedString(options: options)) == bytes)
            }
        }
    }

    @Test func takesWhatAppsSend() {
        let word = Array("the picture".utf8)
        #expect(decode("dGhlIHBpY3R1cmU=") == word)
        #expect(decode("dGhlIHBpY3R1cmU") == word)
        #expect(decode(" dGhl\r\nIHBp\tY3R1cmU= \n") == word)
        #expect(decode("data:image/jpeg;base64,dGhlIHBpY3R1cmU=") == word)
        #expect(decode("-_-_") == decode("+/+/"))
        #expect(decode("") == [])
        // The beginning of a data URL, followed by something else.
        #expect(decode("dataABCD") == decode("dataABCD"))
        #expect(decode("dat") != nil)
    }

    @Test(arguments: ["!", "AAA!", "A", "AAAAA", "AAAA=A", "data:", "data:image/jpeg", "한글", "\0AAA"])
    func refusesWhatIsNone(_ text: String) {
        #expect(decode(text) == nil)
    }

    @Test func beginningOfADataURLIsBounded() {
        #expect(decode(["data:" + String(repeating: "x", count: 10_000)].map { Array($0.utf8)[...] }) == nil)
    }
}
