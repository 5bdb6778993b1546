import Testing

@testable import MarketAPI

/// Texts that are streamed in chunks: base64 images of the `items` edition.
struct JSONStreamingTests {
    private struct Reading: Equatable {
        var texts: [String] = []
        var document: JSONDocument?
        var peak = 0

        static func == (left: Reading, right: Reading) -> Bool {
            left.texts == right.texts && left.document == right.document
        }
    }

    private func read(_ pieces: [ArraySlice<UInt8>]) -> Reading {
        var reader = JSONObjectReader(keeping: ["images", "title"], streaming: ["images"])
        var reading = Reading()
        do {
            for piece in pieces {
                try piece.withUnsafeBytes { try reader.read($0) }
                for text in reader.takeStreamed() {
                    switch text {
                    case .began: reading.texts.append("")
                    case .bytes(let bytes):
                        reading.texts[reading.texts.count - 1] += String(decoding: bytes, as: UTF8.self)
                    case .ended: reading.texts[reading.texts.count - 1] += "."
                    }
                }
                reading.peak = max(reading.peak, reader.bufferedByteCount)
            }
            reading.document = try reader.finish()
        } catch {}
        return reading
    }

    @Test(arguments: [
        #"{"title":"a","images":["AAAA","","B\/B\nB"],"other":["skipped"]}"#, #"{"images":"alone","title":"b"}"#,
        #"{"images":[null,"A",[1,"deep"],{"x":"y"},"B"]}"#, #"{"images":["cut off"#, #"{"images":[]}"#,
    ])
    func everySplitGivesTheSameTexts(_ text: String) {
        let bytes = Array(text.utf8)
        let whole = read([bytes[...]])
        #expect(read(bytes.indices.map { bytes[$0...$0] }) == whole)
        for split in bytes.indices { #expect(read([bytes[..<split], bytes[split...]]) == whole) }
    }

    @Test func textsAreHandedOnAndNotKept() {
        let reading = read([Array(#"{"title":"a","images":["AAAA","","B\/B"],"other":"skipped"}"#.utf8)[...]])
        #expect(reading.texts == ["AAAA.", ".", "B/B."])
        let kept: [JSONValue] = [.text(""), .text(""), .text("")]
        #expect(reading.document == .object(["title": .text("a"), "images": .array(kept)]))
    }

    @Test func longTextTakesNoMemory() {
        let piece = [UInt8](repeating: UInt8(ascii: "A"), count: 100_000)
        let pieces = [Array(#"{"images":[""#.utf8)[...]] + Array(repeating: piece[...], count: 100)
        let reading = read(pieces + [Array(#""]}"#.utf8)[...]])
        #expect(reading.texts.first?.count == 10_000_001)
        #expect(reading.peak < 200_000)
    }
}
